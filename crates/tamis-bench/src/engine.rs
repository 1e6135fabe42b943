//! Our own engines as systems under test.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use tamis::engine::model::Model;
use tamis::{Config, Extractor, Input, Stopwords, Url};

pub use tamis::Strategy;
use tamis_testkit::folds::{FOLDS, fold};

use crate::quality::{PageInput, System};

/// An extractor with this engine and the defaults of the library otherwise.
///
/// The language of the stopwords is `auto` (that of each page), `none`, or the name of a list.
///
/// # Errors
///
/// If there is no stoplist of that name.
///
/// ```
/// use tamis_bench::engine::{Strategy, extractor};
///
/// assert!(extractor(Strategy::Justext, "auto").is_ok());
/// assert!(extractor(Strategy::Justext, "English").is_ok());
/// assert!(extractor(Strategy::Justext, "Elvish").is_err());
/// ```
pub fn extractor(engine: Strategy, language: &str) -> Result<Extractor> {
    Ok(Extractor::new(config(engine, language))?)
}

/// The configuration of [`extractor`].
pub fn config(engine: Strategy, language: &str) -> Config {
    let stopwords = match language {
        "auto" => Stopwords::Auto,
        "none" => Stopwords::None,
        name => Stopwords::Language(name.to_owned()),
    };
    Config::default().strategy(engine).stopwords(stopwords)
}

/// An extractor for each [`fold`], whose model was trained on the other folds.
#[derive(Debug)]
pub struct FoldExtractors([Extractor; FOLDS]);

impl FoldExtractors {
    /// Reads the models from the files `0.bin` to `4.bin` of a folder, which `train.py --folds`
    /// writes.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or there is no stoplist of that name.
    pub fn new(config: &Config, folder: &Path) -> Result<FoldExtractors> {
        let read = |fold: usize| {
            let path = folder.join(format!("{fold}.bin"));
            let file = fs::read(&path).with_context(|| format!("read {}", path.display()))?;
            let config = config.clone().model(Arc::new(Model::from_bytes(&file)?));
            Ok(Extractor::new(config)?)
        };
        let extractors = (0..FOLDS).map(read).collect::<Result<Vec<_>>>()?;
        let Ok(extractors) = extractors.try_into() else { unreachable!("one for each fold") };
        Ok(FoldExtractors(extractors))
    }

    /// Returns the extractor for the page with this address.
    pub fn of(&self, url: &str) -> &Extractor {
        &self.0[fold(url)]
    }
}

impl FoldExtractors {
    /// Returns the extractor for the page with this address or host, to extract with.
    pub fn of_mut(&mut self, url: &str) -> &mut Extractor {
        &mut self.0[fold(url)]
    }
}

impl System for FoldExtractors {
    fn text(&mut self, page: PageInput<'_>) -> Result<Option<String>> {
        self.0[fold(page.url.unwrap_or(page.id))].text(page)
    }
}

impl System for Extractor {
    fn text(&mut self, page: PageInput<'_>) -> Result<Option<String>> {
        let input = Input::from(page.html);
        let input = page.charset.map_or(input, |charset| input.charset(charset));
        let url = page.url.and_then(|url| Url::parse(url).ok());
        let input = url.as_ref().map_or(input, |url| input.url(url));
        let extraction = self.extract(input);
        let text = extraction.text().to_owned();
        self.recycle(extraction.into_page());
        Ok(Some(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// True if the engine keeps the one paragraph of a page.
    fn keeps(language: &str, html: &[u8], charset: Option<&str>) -> bool {
        let mut system = extractor(Strategy::Justext, language).unwrap();
        let page = PageInput { id: "1", html, charset, url: None };
        let text = system.text(page).unwrap();
        text.is_some_and(|text| !text.is_empty())
    }

    #[test]
    fn the_language_decides() {
        let german = "<p lang=de>".to_owned()
            + &"Es war einmal ein Mann, der hatte eine Frau und die beiden hatten ein Haus. "
                .repeat(4);
        let german = format!("<html lang=de>{german}");
        let kept = ["auto", "German", "English", "none"]
            .map(|language| keeps(language, german.as_bytes(), None));
        assert_eq!(kept, [true, true, false, true]);
    }

    #[test]
    fn the_charset_of_the_page_is_passed_on() {
        let russian = "<p>".to_owned()
            + &"Это было в самом начале того года, и все об этом знали. ".repeat(6);
        let windows_1251 = |letter: char| match letter {
            'А'..='я' => u8::try_from(u32::from(letter) - u32::from('А') + 0xc0).unwrap(),
            other => u8::try_from(other).unwrap(),
        };
        // A declaration that is wrong, as in pages that the corpus converted. The bytes do not show
        // it, because both encodings have Russian letters there.
        let mut page = b"<meta charset=koi8-u>".to_vec();
        page.extend(russian.chars().map(windows_1251));
        assert!(keeps("Russian", &page, Some("windows-1251")));
        assert!(!keeps("Russian", &page, None));
    }
}
