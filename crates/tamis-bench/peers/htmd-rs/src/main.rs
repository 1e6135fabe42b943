//! htmd with its defaults: JSON lines {"id", "html"} on standard input to lines {"id", "text"} of Markdown.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
struct Sample {
    id: String,
    html: String,
}

#[derive(Serialize)]
struct Prediction {
    id: String,
    text: String,
}

fn main() -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let sample: Sample = serde_json::from_str(&line?)?;
        let prediction = Prediction { id: sample.id, text: htmd::convert(&sample.html)? };
        serde_json::to_writer(&mut out, &prediction)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
