//! Tables of valid and invalid expressions.

use tamis_dom::{Document, NodeId, Parser, XPath, XPathError, XPathValue};

const PAGE: &str = "<!doctype html><html lang=en><title>t</title>\
    <main id=top class='Wide open'>\
    <h1 id=h>H</h1><p id=p1 class='lead  big' title='a b c'>One</p><p id=p2>Two</p><!-- c -->\
    <ul id=u><li id=a>1</li><li id=b class='x y'>2 <i id=i></i></li><li id=c data-n=7>3</li></ul>\
    <a id=l href='https://example.com/x.PDF'>l</a><a id=n name=n>n</a>\
    <fb:like id=fb></fb:like><x-card id=card><x-part id=part><!-- d --></x-part></x-card>\
    <svg id=s viewBox='0 0 1 1'><a id=sa xlink:href=u>s</a>\
    <foreignObject id=fo>f</foreignObject></svg></main>\
    <div id=d1><div id=d2><div id=d3><b id=b1>x</b></div><b id=b2>y</b></div><b id=b3>z</b></div>";

/// Expressions and the ids of the nodes that they select, in order.
const NODES: &[(&str, &str)] = &[
    ("//p", "p1 p2"),
    ("//P", "p1 p2"),
    ("/html/body/main/p", "p1 p2"),
    ("/html//p", "p1 p2"),
    ("//body/*", "top d1"),
    ("//foreignobject", "fo"),
    ("//svg//a", "sa"),
    ("//a", "l n sa"),
    ("//fb:like", "fb"),
    ("//fb:*", "fb"),
    ("//*[@viewbox]", "s"),
    ("//*[@xlink:href]", "sa"),
    ("//*[@xlink:*]", "sa"),
    // Predicates.
    ("//li[1]", "a"),
    ("//li[2.0]", "b"),
    ("//li[1.5]", ""),
    ("//li[0]", ""),
    ("//li[-1]", ""),
    ("//li[last()]", "c"),
    ("//li[last() - 1]", "b"),
    ("//li[position() < 3]", "a b"),
    ("//li[position() mod 2 = 1]", "a c"),
    ("//li[position() != last()][2]", "b"),
    ("//li[@class][1]", "b"),
    ("//li[1][@class]", ""),
    ("//li[not(@class)]", "a c"),
    ("//li[i]", "b"),
    ("//li[count(i) = 1]", "b"),
    ("//li[string-length(.)]", "a b"),
    ("//ul[li[2]/@class = 'x y']", "u"),
    ("//p[@class='lead  big']", "p1"),
    ("//p[@class='lead']", ""),
    ("//p[contains(concat(' ', normalize-space(@class), ' '), ' big ')]", "p1"),
    ("//p[normalize-space(@class) = 'lead big']", "p1"),
    ("//p[starts-with(., 'T') or @title]", "p1 p2"),
    ("//p[starts-with(., 'T') and @title]", ""),
    ("//p[text() = 'Two']", "p2"),
    ("//p[. != 'Two']", "p1"),
    ("//*[text() = //p]", "p1 p2"),
    ("//li[. > 1]", "b c"),
    ("//li[. >= 1 and 3 > .]", "a b"),
    ("//li[@data-n = 7]", "c"),
    ("//li[@data-n = '7.0']", ""),
    ("//li[(@class or @data-n) = true()]", "b c"),
    ("//*[local-name() = 'x-part']", "part"),
    ("//*[name(.) = 'h1' or self::ul]", "h u"),
    ("//*[name(@*[1]) = 'xlink:href']", ""),
    ("//*[name(@*[2]) = 'xlink:href' and local-name(@*[2]) = 'href']", "sa"),
    ("//*[.//comment()][last()]", "top card part"),
    ("//*[substring(@href, string-length(@href) - 3) = '.PDF']", "l"),
    (
        "//a[translate(@href, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz') = \
        'https://example.com/x.pdf']",
        "l",
    ),
    ("//a[translate(., 'n', '') = '']", "n"),
    ("//*[lang]", ""),
    // Axes.
    ("//i/..", "b"),
    ("//i/parent::li", "b"),
    ("//i/parent::ul", ""),
    ("//i/ancestor::*[@class]", "top b"),
    ("//i/ancestor::*[1]", "b"),
    ("//i/ancestor::*[2]", "u"),
    ("//i/ancestor-or-self::*[@id][position() < 3]", "b i"),
    ("//h1/following-sibling::p", "p1 p2"),
    ("//h1/following-sibling::p[1]", "p1"),
    ("//h1/following-sibling::*[3]", "u"),
    ("//ul/preceding-sibling::*[1]", "p2"),
    ("//ul/preceding-sibling::*[last()]", "h"),
    ("//p/following-sibling::p", "p2"),
    ("//li/preceding-sibling::li", "a b"),
    ("//x-part/following::*[1]", "s"),
    ("//li/following::b", "b1 b2 b3"),
    ("//b[2]/preceding::*", ""),
    ("//b/preceding::*[1]", "fo b1 b2"),
    ("//div/preceding::li", "a b c"),
    ("//i/preceding::*[1]", "a"),
    ("//li/self::li/@class/..", "b"),
    ("//@class/parent::*", "top p1 b"),
    ("//@class/ancestor::main", "top"),
    ("//main/@class/following::p", "p1 p2"),
    ("//ul/@id/preceding::p", "p1 p2"),
    ("//@class/self::class", ""),
    ("//@*/child::node()", ""),
    ("//div/div/b", "b1 b2"),
    ("//div//div//b", "b1 b2"),
    ("//div/descendant::b", "b1 b2 b3"),
    ("//div/descendant::b[1]", "b1"),
    ("//div//b[1]", "b1 b2 b3"),
    ("(//div//b)[1]", "b1"),
    ("(//div//b)[last()]", "b3"),
    ("(//div)[2]/b", "b2"),
    ("//div/descendant-or-self::div[2]", "d2 d3"),
    ("//div/descendant-or-self::div", "d1 d2 d3"),
    ("//div[b/text()='y']", "d2"),
    ("//div[descendant::b = 'x'][3]", ""),
    // Other forms.
    ("//ul | //p | //p[1]", "p1 p2 u"),
    ("(//ul | //h1)[1]", "h"),
    ("(//ul | //h1)/..", "top"),
    ("id('u')/li[2]", "b"),
    ("id('u top')", "top u"),
    ("id(//a/@id)[1]", "l"),
    ("main/p", ""),
    ("html/body/div", "d1"),
    (".//ul", "u"),
    ("///ul", "u"),
    ("//template//p", ""),
];

/// Expressions and the texts of the nodes that they select.
const TEXTS: &[(&str, &[&str])] = &[
    ("//li/@class", &["x y"]),
    ("//p/@*", &["p1", "lead  big", "a b c", "p2"]),
    ("//p/attribute::title", &["a b c"]),
    ("//ul/li/text()", &["1", "2 ", "3"]),
    ("//ul//text()", &["1", "2 ", "3"]),
    ("//comment()", &[" c ", " d "]),
    ("//h1/node() | //h1/@id", &["h", "H"]),
    ("//p[1]/@title | //p[1]", &["One", "a b c"]),
    ("//svg/a/@xlink:href", &["u"]),
    ("/node()/@lang", &["en"]),
];

/// Expressions and their values, which are not node-sets.
const VALUES: &[(&str, &str)] = &[
    ("string(//p[2])", "Two"),
    ("string(//nothing)", ""),
    ("concat('a', 1, true(), //p)", "a1trueOne"),
    ("substring-before(//a/@href, '://')", "https"),
    ("substring-after(//a/@href, '://')", "example.com/x.PDF"),
    ("substring-before('abc', 'x')", ""),
    ("substring-after('abc', 'x')", ""),
    ("substring-after('abc', '')", "abc"),
    ("substring('äöü', 2, 1)", "ö"),
    ("normalize-space(' a \n b ')", "a b"),
    ("string-length('äöü')", "3"),
    ("count(//li) + 1", "4"),
    ("count(//li | //ul/*)", "3"),
    ("sum(//li)", "6"),
    ("1 - 2 - 3", "-4"),
    ("2 + 3 * 4", "14"),
    ("7 div 2", "3.5"),
    ("-7 mod 3", "-1"),
    ("- - 1", "1"),
    ("1 div 0", "Infinity"),
    ("number('x')", "NaN"),
    ("floor(-1.5)", "-2"),
    ("ceiling(1.2)", "2"),
    ("round(2.5)", "3"),
    ("1 = 1 = 0", "false"),
    ("1 < 2 = true()", "true"),
    ("3 > 2 > 1", "false"),
    ("//li = 2", "true"),
    ("//li != 2", "true"),
    ("not(//li = 4)", "true"),
    ("4 > //li", "true"),
    ("//li > //ul/@id", "false"),
    ("//nothing = //nothing", "false"),
    ("//nothing = false()", "true"),
    ("boolean('false')", "true"),
    ("boolean(0)", "false"),
    ("'a' = 'a' and 'b' != 'c'", "true"),
    ("true() or 1 div 0", "true"),
    ("\"it's\"", "it's"),
    ("local-name(//svg/a)", "a"),
    ("name(/)", ""),
];

/// Invalid expressions, and part of the error message.
const WRONG: &[(&str, &str)] = &[
    ("", "a step of a path is missing (at character 1)"),
    ("//", "a step of a path is missing (at character 3)"),
    ("//p[", "missing"),
    ("//p[@id='x'", "`]` is missing"),
    ("//p]", "should end here"),
    ("//p[@id='x]", "not closed"),
    ("//p[contain(., 'x')]", "there is no `contain()`"),
    ("//p[matches(., 'x')]", "there is no `matches()`"),
    ("//p[contains(.)]", "does not take 1 arguments"),
    ("//p[count('x')]", "needs a set of nodes"),
    ("'x'[1]", "need a set of nodes"),
    ("'x' | //p", "only sets of nodes"),
    ("//p/count(b)", "cannot be a step"),
    ("//p/down::b", "there is no axis `down`"),
    ("//p/namespace::b", "there is no axis `namespace`"),
    ("//div[@class=’x’]", "`’` has no meaning here"),
    ("//div//", "missing"),
    ("//div @class", "should end here"),
    ("//p[$x]", "`$` has no meaning here"),
    ("1 +", "missing"),
];

fn page() -> Document {
    Parser::default().parse(PAGE)
}

#[test]
fn expressions_select_nodes() {
    let document = page();
    let id = document.find_name("id").unwrap();
    for (source, expected) in NODES {
        let nodes = XPath::parse(source).unwrap().select(&document, NodeId::DOCUMENT).unwrap();
        let ids: Vec<_> = nodes
            .iter()
            .map(|node| {
                assert_eq!(node.attribute_index(), None, "{source}");
                document.attr(node.id(), id).unwrap_or("-")
            })
            .filter(|&id| id != "-")
            .collect();
        assert_eq!(ids.join(" "), *expected, "{source}");
    }
}

#[test]
fn selected_nodes_have_text() {
    let document = page();
    for (source, expected) in TEXTS {
        let nodes = XPath::parse(source).unwrap().select(&document, NodeId::DOCUMENT).unwrap();
        let texts: Vec<_> = nodes.iter().map(|node| node.text(&document)).collect();
        assert_eq!(texts, *expected, "{source}");
    }
}

#[test]
fn expressions_evaluate_to_values() {
    let document = page();
    for (source, expected) in VALUES {
        let xpath = XPath::parse(source).unwrap();
        assert!(!xpath.gives_nodes(), "{source}");
        let value = xpath.evaluate(&document, NodeId::DOCUMENT).unwrap();
        let text = match &value {
            XPathValue::Text(text) => text.clone(),
            XPathValue::Number(number) if number.is_infinite() => "Infinity".into(),
            XPathValue::Number(number) => number.to_string(),
            XPathValue::Boolean(truth) => truth.to_string(),
            XPathValue::Nodes(_) => panic!("{source} gives nodes"),
        };
        assert_eq!(text, *expected, "{source}");
        assert!(matches!(
            xpath.select(&document, NodeId::DOCUMENT),
            Err(XPathError::NoNodes { .. })
        ));
    }
}

#[test]
fn invalid_expressions_are_errors() {
    for (source, reason) in WRONG {
        let error = XPath::parse(source).unwrap_err().to_string();
        assert!(error.contains(reason), "{source}: {error}");
    }
}

#[test]
fn relative_paths_start_at_the_context_node() {
    let document = page();
    let select = |source: &str, from| {
        XPath::parse(source)
            .unwrap()
            .select(&document, from)
            .unwrap()
            .iter()
            .map(|n| n.id())
            .collect::<Vec<_>>()
    };
    let list = select("//ul", NodeId::DOCUMENT)[0];
    assert_eq!(select("li", list).len(), 3);
    assert_eq!(select("//p", list).len(), 2);
    assert_eq!(select("..", list), select("//main", NodeId::DOCUMENT));
    assert_eq!(select("self::node()[position() = 1 and last() = 1]", list), [list]);
}

#[test]
fn template_contents_are_not_part_of_the_tree() {
    let document = Parser::default().parse("<p>One</p><template><p>Two</p></template><i></i>");
    let select = |source: &str| {
        XPath::parse(source).unwrap().select(&document, NodeId::DOCUMENT).unwrap().len()
    };
    assert_eq!(select("//p"), 1);
    assert_eq!(select("//i/following::*"), 0);
}

#[test]
fn nesting_is_bounded() {
    for source in [
        format!("{}1{}", "(".repeat(10_000), ")".repeat(10_000)),
        format!("{}b{}", "//a[".repeat(10_000), "]".repeat(10_000)),
        format!("1{}", "+1".repeat(10_000)),
        format!("{}1", "-".repeat(10_000)),
        format!("{}1{}", "not(".repeat(10_000), ")".repeat(10_000)),
    ] {
        assert!(XPath::parse(&source).is_err(), "{}", &source[..20]);
    }
    // The length of an expression without nesting is not bounded.
    let alternatives = vec!["//p"; 5_000].join(" | ");
    assert_eq!(
        XPath::parse(&alternatives).unwrap().select(&page(), NodeId::DOCUMENT).unwrap().len(),
        2
    );
    let steps = "/..".repeat(5_000);
    assert!(XPath::parse(&format!("//p{steps}")).is_ok());
    let conditions = vec!["@id='x'"; 250].join(" or ");
    assert!(XPath::parse(&format!("//p[{conditions}]")).is_ok());
}

#[test]
fn steps_are_bounded() {
    let document = page();
    let xpath = XPath::parse("//p[contains(., 'T')]").unwrap();
    let error = xpath.evaluate_within(&document, NodeId::DOCUMENT, &mut 20).unwrap_err();
    assert_eq!(error.to_string(), "the XPath `//p[contains(., 'T')]` was given up after 20 steps");
    assert!(xpath.evaluate_within(&document, NodeId::DOCUMENT, &mut 200).is_ok());
}

/// On hostile pages, a naive evaluation of these expressions is quadratic. The steps must be
/// linear, or the evaluation must reach its limit.
#[test]
fn steps_grow_linearly_on_hostile_pages() {
    let deep = format!("{}x", "<div>".repeat(500)).repeat(20);
    let wide = format!("<p>{}", "<b></b>".repeat(20_000));
    let linear = [
        "//div//div//div//div//b",
        "//div/ancestor::div/ancestor::div",
        "//b/following-sibling::b/preceding-sibling::b",
        "//b/following::b/preceding::b",
        "//div/descendant::div/descendant::node()",
        "//b/following-sibling::b[1]",
        "//b[count(//b) > 1]",
        "//div[.//div]//b",
        "//b[following::b and not(self::div)]",
    ];
    for page in [&deep, &wide] {
        let document = Parser::default().parse(page);
        for source in linear {
            let mut steps = 1000 + 16 * document.len() as u64;
            let xpath = XPath::parse(source).unwrap();
            let result = xpath.evaluate_within(&document, NodeId::DOCUMENT, &mut steps);
            assert!(result.is_ok(), "{source}: {result:?}");
        }
    }
    let document = Parser::default().parse(&wide);
    for source in
        ["//b[count(following::b) > 1]", "//b[//b != .]", "//b/preceding-sibling::b[last()]"]
    {
        let result = XPath::parse(source).unwrap().evaluate(&document, NodeId::DOCUMENT);
        assert!(matches!(result, Err(XPathError::StepsLimited { .. })), "{source}: {result:?}");
    }
}

/// Each part of an expression, each node of a set, each name that is compared, and each byte that a
/// function reads counts as steps.
#[test]
fn all_that_takes_time_is_counted() {
    let tiny = Parser::default().parse(&"<p>".repeat(4_000));
    let names: Vec<String> = (0..4_000).map(|at| format!("<x{at}>")).collect();
    let names = Parser::default().parse(&names.concat());
    let text = Parser::default().parse(&"The ferry leaves at seven. ".repeat(4_000));
    let list = |part: &str, between: &str| {
        let parts = (0..4_000).map(|at| part.replace('#', &at.to_string()));
        parts.collect::<Vec<_>>().join(between)
    };
    let nines = "9".repeat(100_000);
    let letters: String = (0x4e00..0x8e00).filter_map(char::from_u32).collect();
    for (document, source, least) in [
        (&tiny, format!("//p[{}]", list("0", " or ")), 1_000_000),
        (&tiny, "//p[count(//p | //p) = 0]".to_owned(), 1_000_000),
        (&tiny, "//p[sum(//p) = 1]".to_owned(), 1_000_000),
        (&tiny, format!("//p[. < '{nines}']"), 1_000_000),
        (&tiny, format!("//p[number('{nines}') = 1]"), 1_000_000),
        (&tiny, format!("//p[{}]", "not(".repeat(60) + "p" + &")".repeat(60)), 400_000),
        (&names, list("//x#", "|"), 1_000_000),
        (&text, "translate(., 'abc', 'xyz')".to_owned(), 6_000),
        (&text, "normalize-space(.)".to_owned(), 6_000),
        (&text, format!("translate('x', '{letters}', '')"), 3_000),
    ] {
        let xpath = XPath::parse(&source).unwrap();
        let mut left = least;
        let result = xpath.evaluate_within(document, NodeId::DOCUMENT, &mut left);
        let begin: String = source.chars().take(40).collect();
        assert!(result.is_err() && left == 0, "{begin} takes less than {least} steps");
    }
}
