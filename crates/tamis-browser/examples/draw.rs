//! Draws the page at an address, and prints its HTML: `draw URL [BROWSER]`.

use std::io::Write;

use tamis_browser::{Browser, BrowserConfig, Driver, Order, Place};
use tamis_fetch::{Client, ClientConfig};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().ok_or("name the address of a page")?;
    let place = arguments.next().map_or(Place::Found, |name| Place::named(&name));
    let client = Client::new(ClientConfig::default().allow_private(true))?;
    let browser = Browser::new(BrowserConfig::default().place(place), client)?;
    let drawn = browser.draw(&Order::new(url))?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", drawn.html)?;
    for refusal in &drawn.refused {
        writeln!(out, "<!-- {}: {} -->", refusal.url, refusal.reason)?;
    }
    Ok(())
}
