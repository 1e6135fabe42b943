//! Pages that a browser has drawn, as files.
//!
//! A drawn page is its HTML and its [`Layout`]. Together in a file, they can be read again without
//! a browser: to try other options, to explain the page, as the case of a test, or by another
//! process. The file is one object of JSON:
//!
//! ```json
//! {"tamis_drawn": 1, "url": "https://example.com/", "html": "<p>Tea</p>",
//!  "texts": [[3, 6, "seen", 8.0, 16.0, 22.5, 19.0]]}
//! ```
//!
//! A text has the first byte in the HTML and the byte after the last one, whether it is `seen`,
//! `absent` or `concealed`, and where it is: left, top, width and height in pixels.

use serde::{Deserialize, Serialize};
use tamis::{Area, Layout, ShownText, Sight};

use crate::drawing::DrawnPage;

/// How such a file begins. No page of HTML does.
const MAGIC: &[u8] = b"{\"tamis_drawn\":1,";

/// The version of the format.
const VERSION: u8 = 1;

#[derive(Serialize, Deserialize)]
struct Whole {
    tamis_drawn: u8,
    url: String,
    html: String,
    texts: Vec<Text>,
}

#[derive(Serialize, Deserialize)]
struct Text(usize, usize, Written, f32, f32, f32, f32);

/// [`Sight`], as it is written.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Written {
    Seen,
    Absent,
    Concealed,
}

/// Returns a page as a file.
///
/// # Errors
///
/// If it cannot be written as JSON.
pub fn written(page: &DrawnPage) -> Result<String, String> {
    let text = |text: &ShownText| {
        let ShownText { source, area, sight, .. } = text;
        let sight = match sight {
            Sight::Seen => Written::Seen,
            Sight::Absent => Written::Absent,
            Sight::Concealed => Written::Concealed,
        };
        Text(source.start, source.end, sight, area.left, area.top, area.width, area.height)
    };
    let whole = Whole {
        tamis_drawn: VERSION,
        url: page.url.clone(),
        html: page.html.clone(),
        texts: page.layout.texts().iter().map(text).collect(),
    };
    let written = serde_json::to_string(&whole).map_err(|error| error.to_string())?;
    Ok(written + "\n")
}

/// Returns the page of a file. `None` if it is none of these files.
///
/// # Errors
///
/// If it is not whole.
pub fn read(bytes: &[u8]) -> Option<Result<DrawnPage, String>> {
    bytes.starts_with(MAGIC).then(|| {
        let whole: Whole = serde_json::from_slice(bytes)
            .map_err(|error| format!("this page that a browser has drawn is not whole: {error}"))?;
        let text = |Text(start, end, sight, left, top, width, height)| {
            let sight = match sight {
                Written::Seen => Sight::Seen,
                Written::Absent => Sight::Absent,
                Written::Concealed => Sight::Concealed,
            };
            ShownText::new(start..end, Area { left, top, width, height }, sight)
        };
        let layout = Layout::new(whole.texts.into_iter().map(text).collect());
        Ok(DrawnPage { html: whole.html, url: whole.url, layout, is_settled: true })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_as_they_were_written() {
        let area = Area { left: -1.5, top: 0.25, width: 30.0, height: 19.0 };
        let texts = [(3..6, Sight::Seen), (10..12, Sight::Absent), (20..21, Sight::Concealed)];
        let texts = texts.map(|(source, sight)| ShownText::new(source, area, sight));
        let page = DrawnPage {
            html: "<p>Tea</p><script>\"\u{2028}</script>".to_owned(),
            url: "https://example.com/".to_owned(),
            layout: Layout::new(texts.into()),
            is_settled: true,
        };
        assert_eq!(read(written(&page).unwrap().as_bytes()), Some(Ok(page)));
    }

    #[test]
    fn other_files_are_none() {
        for other in ["", "{}", "<p>{\"tamis_drawn\":1,", "{\"url\":1}"] {
            assert_eq!(read(other.as_bytes()), None, "{other}");
        }
        assert!(read(b"{\"tamis_drawn\":1,\"url\":").is_some_and(|page| page.is_err()));
    }
}
