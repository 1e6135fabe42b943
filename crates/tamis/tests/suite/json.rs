//! JSON conforms to its schema for any page.

use std::fs;
use std::path::Path;

use jsonschema::Validator;
use serde_json::{Value, json};
use tamis::Strategy;
use tamis::dom::{NodeId, XPath};
use tamis::json::{JSON_SCHEMA, JSON_SCHEMA_VERSION, JsonOptions};
use tamis::render::{HtmlOptions, MarkdownOptions};
use tamis::{Config, Extraction, Extractor, Input, PageJson, Url};
use tamis_testkit::is_full;
use tamis_testkit::json_schema::closed;
use tamis_testkit::wcxb::Wcxb;

/// The number of pages in a sample; `TAMIS_FULL` checks all pages.
const SAMPLE: usize = 100;

fn schema() -> Value {
    serde_json::from_str(JSON_SCHEMA).unwrap()
}

/// The schema, by which a field that it does not describe is an error.
fn validator() -> Validator {
    jsonschema::draft202012::new(&closed(schema())).unwrap()
}

fn everything() -> JsonOptions {
    JsonOptions::default()
        .markdown(MarkdownOptions::default())
        .html(HtmlOptions::default().fragment(true))
        .paragraphs(true)
        .verdicts(true)
}

/// Returns the JSON of an extraction, after checking it against the schema.
#[track_caller]
fn valid(validator: &Validator, extraction: &Extraction, options: &JsonOptions) -> Value {
    let json: Value = serde_json::from_str(&extraction.json_with(options)).unwrap();
    let errors: Vec<_> = validator
        .iter_errors(&json)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    json
}

/// Calls `check` with the extractions of the project's pages and of some of a corpus, by `auto` and
/// by a single engine.
fn for_each_extraction(corpus: Option<Wcxb>, mut check: impl FnMut(&Extraction)) {
    let config = Config::default().page_json(PageJson::Auto);
    let mut extractors = [Strategy::Auto, Strategy::Justext]
        .map(|engine| Extractor::new(config.clone().strategy(engine)).unwrap());
    let mut extract = |html: &[u8], url: Option<&Url>| {
        for extractor in &mut extractors {
            let input = Input::from(html);
            let input = url.map_or(input, |url| input.url(url));
            let extraction = extractor.extract(input);
            check(&extraction);
            extractor.recycle(extraction.into_page());
        }
    };
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages");
    for folder in pages.read_dir().unwrap() {
        extract(&fs::read(folder.unwrap().path().join("page.html")).unwrap(), None);
    }
    extract(b"", None);
    if let Some(corpus) = corpus {
        let count = if is_full() { usize::MAX } else { SAMPLE };
        for page in corpus.sample(count, 5).unwrap() {
            let url = page.url.as_deref().and_then(|url| Url::parse(url).ok());
            extract(&page.html, url.as_ref());
        }
    }
}

#[test]
fn schema_is_valid_and_describes_every_property() {
    let schema = schema();
    assert!(jsonschema::meta::is_valid(&schema));
    assert_eq!(schema["properties"]["schema_version"]["const"], JSON_SCHEMA_VERSION);
    let mut left = vec![&schema];
    let mut properties = 0;
    while let Some(value) = left.pop() {
        if let Some(named) = value.get("properties").and_then(Value::as_object)
            && value.get("type").is_some()
        {
            assert_eq!(value.get("additionalProperties"), None, "{value}");
            for (name, property) in named {
                properties += 1;
                let is_reason = property.get("$ref").is_some_and(|to| to == "#/$defs/reasons");
                assert!(property.get("description").is_some() || is_reason, "{name}");
            }
        }
        left.extend(value.as_object().into_iter().flat_map(|object| object.values()));
    }
    assert!(properties > 60, "{properties}");
}

#[test]
fn schema_allows_new_fields() {
    let published = jsonschema::draft202012::new(&schema()).unwrap();
    let extraction = tamis::extract("<title>Tea</title><p>One", &Config::default()).unwrap();
    let mut json = valid(&validator(), &extraction, &JsonOptions::default());
    json["new"] = json!(1);
    json["metadata"]["new"] = json!({ "value": 1 });
    assert!(published.is_valid(&json) && !validator().is_valid(&json));
}

#[test]
fn json_conforms_to_the_schema() {
    check_json(None);
}

#[test]
#[ignore = "needs a corpus"]
fn json_of_pages_conforms_to_the_schema() {
    check_json(Some(Wcxb::required()));
}

/// Checks the JSON of the pages of [`for_each_extraction`] against its schema.
fn check_json(corpus: Option<Wcxb>) {
    let validator = validator();
    for_each_extraction(corpus, |extraction| {
        let plain = valid(&validator, extraction, &JsonOptions::default());
        let json = valid(&validator, extraction, &everything());
        assert_eq!(json["text"], extraction.text());
        assert_eq!(json["markdown"], extraction.markdown());
        let html = extraction.html_with(&HtmlOptions::default().fragment(true));
        assert_eq!(json["html"], html);
        let paragraphs = json["paragraphs"].as_array().unwrap();
        assert_eq!(paragraphs.len(), extraction.paragraphs().len());
        let verdicts = json["verdicts"].as_array().unwrap();
        assert_eq!(verdicts.len(), extraction.selections().len());
        assert_eq!(verdicts[0]["kept"].as_array().unwrap().len(), paragraphs.len());
        let kept = paragraphs.iter().filter(|paragraph| paragraph["kept"] == true).count();
        assert_eq!(verdicts[0]["kept_paragraphs"], kept);
        let mut without = json;
        for part in ["markdown", "html", "paragraphs", "verdicts"] {
            assert!(plain.get(part).is_none(), "{part}");
            without.as_object_mut().unwrap().remove(part);
        }
        assert_eq!(without, plain, "no part changes another");
    });
}

#[test]
fn paths_lead_to_the_starts_of_paragraphs() {
    let html = fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages/docs-queue/page.html"),
    );
    let extraction = tamis::extract(&html.unwrap(), &Config::default()).unwrap();
    let json: Value = serde_json::from_str(&extraction.json_with(&everything())).unwrap();
    let page = extraction.page();
    for (paragraph, written) in page.paragraphs().iter().zip(json["paragraphs"].as_array().unwrap())
    {
        let path = XPath::parse(written["path"].as_str().unwrap()).unwrap();
        let found = path.select(page.document(), NodeId::DOCUMENT).unwrap();
        assert_eq!(found.iter().map(|node| node.id()).collect::<Vec<_>>(), [paragraph.origin()]);
    }
}

#[test]
fn schema_rejects_unknown_content() {
    let validator = validator();
    let text = "It was the best of times, it was the worst of times, and all of it was before us. ";
    let page = format!("<title>Times</title><nav>Home</nav><p>{}", text.repeat(4));
    let extraction = tamis::extract(&page, &Config::default()).unwrap();
    let json = valid(&validator, &extraction, &everything());
    let changed = |pointer: &str, name: &str, value: Value| {
        let mut json = json.clone();
        json.pointer_mut(pointer).unwrap()[name] = value;
        json
    };
    for (pointer, name, value) in [
        ("", "colour", json!("red")),
        ("", "schema_version", json!(2)),
        ("", "text", json!(1)),
        ("", "text", Value::Null),
        ("", "text_source", json!("dreams")),
        ("", "confidence", json!(1.5)),
        ("", "error", json!("there is none")),
        ("/metadata", "colour", json!({"value": "red", "source": "meta"})),
        ("/metadata", "title", json!("Times")),
        ("/metadata/title", "rank", json!(1)),
        ("/paragraphs/0", "class", json!("good")),
        ("/paragraphs/0", "path", json!("html/body")),
        ("/paragraphs/0", "bytes", json!({"start": 1})),
        ("/verdicts/0", "kept", json!([1])),
        ("", "timings_ms", json!({"read": 1})),
    ] {
        assert!(
            !validator.is_valid(&changed(pointer, name, value.clone())),
            "{pointer} {name} {value}"
        );
    }
    for name in ["schema_version", "text", "title", "metadata", "engine", "warnings"] {
        let mut json = json.clone();
        json.as_object_mut().unwrap().remove(name);
        assert!(!validator.is_valid(&json), "without {name}");
    }
    let bytes = changed("/paragraphs/0", "bytes", json!({"start": 1, "end": 2}));
    assert!(validator.is_valid(&bytes));
}

#[test]
fn paths_are_bounded_in_length() {
    let deep = |paragraphs| format!("{}{}", "<div>".repeat(90), "<p>a".repeat(paragraphs));
    let json = |paragraphs| {
        let config = Config::default().strategy(Strategy::Justext);
        let extraction = tamis::extract(&deep(paragraphs), &config).unwrap();
        extraction.json_with(&JsonOptions::default().paragraphs(true))
    };
    let few: Value = serde_json::from_str(&json(10)).unwrap();
    let paragraphs = few["paragraphs"].as_array().unwrap();
    assert!(paragraphs.iter().all(|paragraph| paragraph["path"].is_string()));
    let many = 20_000;
    let (length, bytes) = (json(many).len(), deep(many).len());
    assert!(length < 200 * many + (1 << 22) + bytes, "{length}");
}
