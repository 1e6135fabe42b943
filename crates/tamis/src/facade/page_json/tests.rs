use url::Url;

use super::{PageJson, TextSource};
use crate::Strategy;
use crate::facade::config::Config;
use crate::facade::extraction::Extraction;
use crate::facade::extractor::Extractor;
use crate::page::Input;
use crate::render::HtmlOptions;

const SENTENCE: &str =
    "It was the best of times, it was the worst of times, and all of it before us.";

fn extracted(html: &str, config: Config) -> Extraction {
    let url = Url::parse("https://example.com/story").unwrap();
    Extractor::new(config).unwrap().extract(Input::from(html).url(&url))
}

/// Extracts an empty page with this script.
fn of_script(script: &str) -> Extraction {
    let html = format!("<title>Times</title><div id=app></div>{script}");
    extracted(&html, Config::default().page_json(PageJson::Auto))
}

fn linked_data(json: &str) -> Extraction {
    of_script(&format!("<script type=application/ld+json>{json}</script>"))
}

/// Returns an article with this body, as a string of JSON.
fn article(body: &str) -> Extraction {
    linked_data(&format!(r#"{{"@type": "NewsArticle", "articleBody": "{body}"}}"#))
}

fn next_data(json: &str) -> Extraction {
    of_script(&format!("<script id=__NEXT_DATA__ type=application/json>{json}</script>"))
}

#[track_caller]
fn check(extraction: &Extraction, source: TextSource, text: &str) {
    assert_eq!(extraction.text(), text);
    assert_eq!(extraction.text_source(), source);
}

fn long() -> String {
    [SENTENCE; 4].join(" ")
}

#[test]
fn lines_of_plain_text_are_paragraphs() {
    let (first, second) = (long(), SENTENCE.replace("It was", "A<B &amp; C &lt;i&gt;"));
    let extraction = article(&format!(r"{first}\n\n{second}\r\n"));
    let second = SENTENCE.replace("It was", "A<B & C <i>");
    check(&extraction, TextSource::JsonLd, &format!("{first}\n\n{second}"));
    assert_eq!(extraction.title(), Some("Times"));
    assert_eq!(extraction.strategy_used(), "page-json");
    let paragraphs: Vec<_> = extraction.paragraphs().collect();
    assert_eq!(paragraphs.len(), 2);
    assert!(paragraphs.iter().all(|p| p.kept && p.reason == "in the page's JSON-LD"));
}

#[test]
fn text_with_tags_is_html_and_comes_out_safe() {
    let long = long();
    let body =
        format!("<p onclick=x()>{long}</p><script>x()</script><p><a href='/next'>Next</a></p>");
    let extraction = article(&body.replace("</", r"<\/"));
    check(&extraction, TextSource::JsonLd, &format!("{long}\n\nNext"));
    let html = extraction.html_with(&HtmlOptions::default().fragment(true));
    let link = r#"<p><a href="https://example.com/next">Next</a></p>"#;
    assert_eq!(html, format!("<p>{long}</p>\n{link}\n"));
    assert!(extraction.html().contains("<h1>Times</h1>"));
}

#[test]
fn answers_of_engines_stay_to_be_seen() {
    let extraction = article(&long());
    let answers: Vec<_> =
        extraction.selections().map(|chosen| (&*chosen.verdict().engine, chosen.text())).collect();
    let engines: Vec<&str> = answers.iter().map(|answer| answer.0).collect();
    let expected = ["page-json", "model", "justext", "readability", "density", "selectors"];
    assert_eq!(engines, expected);
    assert_eq!(answers[0].1, long());
    assert!(answers[1..].iter().all(|(_, text)| text.is_empty()));
}

#[test]
fn of_several_articles_the_one_with_the_pages_address() {
    let object = |url: &str, name: &str| {
        format!(r#"{{"@type": "Article", "url": "{url}", "articleBody": "{name} {}"}}"#, long())
    };
    let (one, two) = (object("/other", "Other."), object("https://example.com/story", "Own."));
    let own = linked_data(&format!(r#"{{"@graph": [{one}, {two}]}}"#));
    check(&own, TextSource::JsonLd, &format!("Own. {}", long()));
    let none = linked_data(&format!("[{one}, {one}]"));
    check(&none, TextSource::Elements, "");
}

#[test]
fn articles_and_recipes_that_the_elements_do_not_show() {
    let rows = format!("<ul>{}</ul>", "<li><a href=/b>Bread of the week, and more</a>".repeat(40));
    let teaser = format!("{rows}<h2>Also good</h2><p>{}</p>", &long()[..SENTENCE.len()]);
    let steps: Vec<String> =
        (1..60).map(|n| format!(r#""Step {n} of the cake is done in the oven.""#)).collect();
    let steps = steps.join(",");
    let recipe = format!(r#"{{"@type": "Recipe", "recipeInstructions": [{steps}]}}"#);
    let with = |json: &str, rest: &str| {
        let json = format!("<script type=application/ld+json>{json}</script>{teaser}");
        extracted(&format!("{json}{rest}"), Config::default()).text_source()
    };
    assert_eq!(with(&recipe, ""), TextSource::JsonLd);
    assert_eq!(with(&recipe.replace("Recipe", "Thing"), ""), TextSource::Elements);
    // A page that shows a part of it has its content in its elements.
    let shown = |steps: u32| -> String {
        let steps = (1..=steps).map(|n| format!("<p>Step {n} of the cake is done in the oven."));
        steps.collect::<Vec<_>>().concat()
    };
    assert_eq!(with(&recipe, &shown(9)), TextSource::JsonLd);
    assert_eq!(with(&recipe, &shown(18)), TextSource::Elements);
}

#[test]
fn products_have_a_description() {
    let product = |description: &str| {
        linked_data(&format!(r#"{{"@type": "Product", "description": "{description}"}}"#))
    };
    check(&product(&long()), TextSource::JsonLd, &long());
    check(&product(SENTENCE), TextSource::Elements, "");
    let page = format!(r#"{{"@type": "WebSite", "description": "{}"}}"#, long());
    check(&linked_data(&page), TextSource::Elements, "");
}

#[test]
fn recipes_have_ingredients_and_steps() {
    let long =
        "Bake the loaf in a hot oven until it is brown, and let nobody open the door. ".repeat(3);
    let recipe = format!(
        r#"{{"@type": "Recipe", "description": "Rye &amp; water.",
        "recipeIngredient": ["1&frac12; cups of flour", "salt"],
        "recipeInstructions": [{{"@type": "HowToSection", "name": "Dough",
            "itemListElement": [{{"@type": "HowToStep", "name": "Mix", "text": "Stir all."}}]}},
            {{"@type": "HowToStep", "text": "{long}"}}]}}"#
    );
    let expected = format!(
        "Rye & water.\n\n- 1½ cups of flour\n- salt\n\n### Dough\n\n1. **Mix** Stir all.\n\n1) {}",
        long.trim()
    );
    for json in [recipe.clone(), format!(r#"{{"@graph": [{{"@type": "WebSite"}}, {recipe}]}}"#)] {
        let extraction = linked_data(&json);
        assert_eq!(extraction.text_source(), TextSource::JsonLd);
        assert_eq!(extraction.markdown().trim(), expected, "{json}");
    }
    // Of several, none says that it is the page's.
    let several = format!("[{recipe}, {recipe}]");
    assert_eq!(linked_data(&several).text_source(), TextSource::Elements);
    let steps = format!(r#"{{"@type": "HowTo", "supply": {{"name": "Flour"}}, "step": "{long}"}}"#);
    assert_eq!(linked_data(&steps).markdown().trim(), format!("- Flour\n\n{}", long.trim()));
}

#[test]
fn the_longest_text_of_next_data() {
    let (long, short) = (long(), SENTENCE);
    let json = format!(
        r#"{{"props": {{"seo": {{"description": "{short}"}}, "post": {{"slug": "a", "content": "<p>{long}</p>"}}}}}}"#
    );
    check(&next_data(&json), TextSource::NextData, &long);
    // What stands side by side belongs together.
    let json = format!(
        r#"{{"seo": {{"description": "{long}"}}, "blocks": [{{"text": "One. {long}"}}, {{"image": 1}}, {{"text": "Two. {short}"}}]}}"#
    );
    check(&next_data(&json), TextSource::NextData, &format!("One. {long}\n\nTwo. {short}"));
    let json = format!(r#"{{"body": ["{long}", "{short}"], "html": "{}"}}"#, "x".repeat(1000));
    check(&next_data(&json), TextSource::NextData, &format!("{long}\n\n{short}"));
    check(&next_data(&format!(r#"{{"note": "{long}"}}"#)), TextSource::Elements, "");
}

#[test]
fn other_states_where_they_are_plain_json() {
    let state = |value: &str| {
        of_script(&format!("<script>window.__INITIAL_STATE__ = {value};f()</script>"))
    };
    let long = long();
    check(&state(&format!(r#"{{"post": {{"body": "{long}"}}}}"#)), TextSource::State, &long);
    check(&state(&format!(r#"f({{"body": "{long}"}})"#)), TextSource::Elements, "");
    check(&state(""), TextSource::Elements, "");
}

#[test]
fn only_auto_and_only_where_the_elements_have_nearly_nothing() {
    let body = [SENTENCE; 20].join(" ");
    let script = format!(
        r#"<script type=application/ld+json>{{"@type": "Article", "articleBody": "{body}"}}</script>"#
    );
    let source = |elements: &str, config: Config| {
        extracted(&format!("<article><p>{elements}</article>{script}"), config).text_source()
    };
    let auto = || Config::default().page_json(PageJson::Auto);
    assert_eq!(source("Please wait.", auto()), TextSource::JsonLd);
    assert_eq!(source("Please wait.", Config::default()), TextSource::JsonLd);
    let never = Config::default().page_json(PageJson::Never);
    assert_eq!(source("Please wait.", never), TextSource::Elements);
    assert_eq!(source(&long(), auto()), TextSource::Elements);
    for &engine in Strategy::ALL.iter().filter(|&&engine| engine != Strategy::Auto) {
        assert_eq!(
            source("Please wait.", auto().strategy(engine)),
            TextSource::Elements,
            "{engine}"
        );
    }
}

#[test]
fn no_script_is_too_strange() {
    for script in [
        "<script id=__NEXT_DATA__></script>",
        "<script id=__NEXT_DATA__>{{{{[[[[</script>",
        "<script id=__NEXT_DATA__>\"body\"</script>",
        "<script type=application/ld+json>{\"@type\": [[\"Article\"]], \"articleBody\": [1, {}]}</script>",
        "<script>window.__INITIAL_STATE__</script>",
        "<script>window.__INITIAL_STATE__=</script>",
        "<script>window.__INITIAL_STATE__={\"body\": \"\\u00</script>",
    ] {
        check(&of_script(script), TextSource::Elements, "");
    }
}

#[test]
fn states_in_other_scripts_and_in_attributes() {
    let long = long();
    let json = format!(r#"{{"props": {{"post": {{"html": "{long}"}}}}}}"#);
    let script = format!("<script type=application/json>{json}</script>");
    check(&of_script(&script), TextSource::State, &long);
    for kind in ["fastboot/shoebox", "text/x-data"] {
        let script = format!("<script type={kind}>{json}</script>");
        check(&of_script(&script), TextSource::State, &long);
    }
    let escaped = json.replace('"', "&q;");
    let script = format!("<script type=application/json id=app-state>{escaped}</script>");
    check(&of_script(&script), TextSource::State, &long);
    let attribute = format!("<div data-page='{json}'></div><div data-x='[{{}}, 1]'></div>");
    check(&of_script(&attribute), TextSource::State, &long);
    // The longest text of all states is taken.
    let longer = attribute.replace(&long, &format!("{long} {long}"));
    check(&of_script(&format!("{script}{longer}")), TextSource::State, &format!("{long} {long}"));
}

#[test]
fn bbcode_is_read_as_elements() {
    let long = long();
    let body = format!(
        "[p]{long}\n[b]Bold[/b] & [url=\\\"/a\\\"]link[/url] [x] [url]https://b.example/[/url][/p]\
         [list][*]One[/*][*]Two[/list][img]/a.png[/img][previewyoutube=\\\"abcdefghijk;full\\\"][/previewyoutube]<x"
    );
    let html =
        format!("<div data-event='[{{\"body\": \"{}\"}}]'></div>", body.replace('\n', "\\n"));
    let extraction = of_script(&html);
    let text = format!("{long}\nBold & link [x] https://b.example/\n\nOne\nTwo\n\n<x");
    check(&extraction, TextSource::State, &text);
    let markdown = extraction.markdown();
    for part in [
        "**Bold** & [link](https://example.com/a)",
        "(https://b.example/)",
        "![](https://example.com/a.png)",
        "https://www.youtube.com/watch?v=abcdefghijk",
    ] {
        assert!(markdown.contains(part), "{part}: {markdown}");
    }
    // Square brackets alone are text.
    let plain = format!("<div data-x='[{{\"body\": \"{long} [p] [1\"}}]'></div>");
    check(&of_script(&plain), TextSource::State, &format!("{long} [p] [1"));
}

/// Extracts an empty page whose program is Nuxt 3.
fn nuxt_data(json: &str) -> Extraction {
    of_script(&format!("<script type=application/json id=__NUXT_DATA__>{json}</script>"))
}

#[test]
fn flat_states_name_values_by_index() {
    let (long, next) = (long(), SENTENCE.replace("It", "And it"));
    for json in [
        format!(r#"[{{"data":1}},{{"post":2}},{{"title":3,"body":4}},"T","{long}\n{next}"]"#),
        format!(
            r#"[["Reactive",1],{{"a":2}},["Ref",3],{{"list":4}},[5,6],
            {{"text":7}},{{"text":8}},"{long}","{next}"]"#
        ),
    ] {
        check(&nuxt_data(&json), TextSource::State, &format!("{long}\n\n{next}"));
    }
    // A value that names itself, and numbers that name nothing.
    let circle = format!(r#"[{{"body":1,"next":0}},"{long}"]"#);
    check(&nuxt_data(&circle), TextSource::State, &long);
    check(&nuxt_data(&format!(r#"[{{"body":9}},"{long}"]"#)), TextSource::Elements, "");
}

#[test]
fn states_in_strings_of_states() {
    let long = long();
    let inner = format!(r#"{{"post_stream":{{"posts":[{{"cooked":"<p>{long}</p>"}}]}}}}"#);
    let string = serde_json::to_string(&inner).unwrap();
    let outer = format!(r#"{{"topic_1":{string}}}"#).replace('"', "&quot;");
    let discourse = format!("<div id=data-preloaded data-preloaded=\"{outer}\"></div>");
    check(&of_script(&discourse), TextSource::State, &long);
    let svelte = format!(r#"{{"status":200,"body":{string}}}"#);
    let svelte = format!("<script type=application/json data-sveltekit-fetched>{svelte}</script>");
    check(&of_script(&svelte), TextSource::State, &long);
}

#[test]
fn states_of_other_variables() {
    let long = long();
    let state = format!(r#"{{"Post:1":{{"body":"{long}"}}}}"#);
    let string = serde_json::to_string(&state).unwrap();
    for script in [
        format!("window.__PRELOADED_STATE__ = {state};"),
        format!("window.__A__=1;window.__APOLLO_STATE__={state};window.__B__={{}}"),
        format!("window[\"__STATE__\"] = JSON.parse({string})"),
        format!("kit.start(app, {{data: [null,{{type:\"data\",data:{state},uses:{{}}}}]}})"),
    ] {
        check(&of_script(&format!("<script>{script}</script>")), TextSource::State, &long);
    }
}

#[test]
fn rows_of_next_js() {
    let long = long();
    let row = format!(r#"2:["$","p",null,{{"children":"{long}"}}]"#);
    let (begin, end) = row.split_at(20);
    let push = |text: &str| {
        let text = serde_json::to_string(text).unwrap();
        format!("<script>self.__next_f.push([1,{text}])</script>")
    };
    let extraction = of_script(&(push(&format!("1:I[]\n{begin}")) + &push(end)));
    check(&extraction, TextSource::NextData, &long);
}

#[test]
fn texts_without_spaces_are_prose() {
    let japanese = "水車小屋は川のそばにあり、その車輪は戦争のときから回っている。".repeat(6);
    let chinese = "磨坊在河边，水轮从战争时起就一直在转。磨坊主为三个村子磨黑麦。".repeat(6);
    let thai = "โรงสีตั้งอยู่ริมแม่น้ำและกังหันหมุนมาตั้งแต่สงคราม".repeat(6);
    for text in [japanese, chinese, thai] {
        let state = format!(r#"{{"props": {{"post": {{"content": "<p>{text}</p>"}}}}}}"#);
        check(&next_data(&state), TextSource::NextData, &text);
    }
    let data = "iVBORw0KGgoAAAANSUhEUgAAAAUA".repeat(20);
    let state = format!(r#"{{"props": {{"post": {{"content": "{data}"}}}}}}"#);
    assert_eq!(next_data(&state).text(), "");
}

#[test]
fn states_in_javascript() {
    let (long, next) = (long(), SENTENCE.replace("It", "And it"));
    let html = format!(r"\u003Cp>{long}\u003C\u002Fp>\u003Cp>{next}\u003C\u002Fp>");
    for script in [
        format!(
            "window.__NUXT__=(function(a,b){{return {{data:[{{c:{{body:b}}}}],e:a}}}}(null,\"{html}\"));"
        ),
        format!("window.__NUXT__=(function(a,b){{a.body=b;return {{data:[a]}}}}({{}},'{html}'));"),
        format!("window.__NUXT__=((a)=>({{data:[{{text:a}}]}}))(`{html}`)"),
        format!("window.__STATE__ = {{'post': {{'content': '{html}', draft: !1}}}}"),
    ] {
        let extraction = of_script(&format!("<script>{script}</script>"));
        check(&extraction, TextSource::State, &format!("{long}\n\n{next}"));
    }
}

#[test]
fn states_of_remix_and_react_router() {
    let long = long();
    let state = format!(r#"{{"state":{{"loaderData":{{"root":null,"a":{{"html":"{long}"}}}}}}}}"#);
    let remix = format!("<script>window.__remixContext = {state};f()</script>");
    check(&of_script(&remix), TextSource::State, &long);
    let pieces = [
        r#"[{"_1":2,"_9":-5},"loaderData",["P",2]]"#.to_owned() + "\n",
        format!(r#"P2:[{{"_4":5}},"html","{long}"]"#) + "\n",
    ];
    let script = |piece: &String| {
        let piece = serde_json::to_string(piece).unwrap();
        format!("<script>window.__reactRouterContext.streamController.enqueue({piece});</script>")
    };
    check(&of_script(&pieces.each_ref().map(script).concat()), TextSource::State, &long);
}

#[test]
fn markdown_is_read_as_elements() {
    let long = long();
    let text = format!(r"# Times\n\n{long}\n\n## Winter\n\n- *One*\n- [Two](/two)\n\n{long}");
    let state = format!(r#"{{"props": {{"post": {{"bodyMarkdown": "{text}"}}}}}}"#);
    let extraction = next_data(&state);
    let expected = "## Winter\n\n- *One*\n- [Two](https://example.com/two)\n";
    assert!(extraction.markdown().contains(expected), "{}", extraction.markdown());
    let plain = format!(r#"{{"props": {{"post": {{"markdown": "{long}\n\n{long}"}}}}}}"#);
    check(&next_data(&plain), TextSource::NextData, &format!("{long}\n\n{long}"));
}
