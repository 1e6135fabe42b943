//! Tests of questions.

use tamis_dom::Parser;

use super::*;
use crate::page::style::hidden_elements;

/// Questions with answers in several languages.
const PAIRS: [[(&str, &str); 3]; 4] = [
    [
        ("How do I get on board?", "You ring the bell that hangs beside the gate."),
        ("What does it cost?", "Two coins for each person."),
        ("Does it run at night?", "Only in summer, and only if the river is calm."),
    ],
    [
        ("Как попасть на паром?", "Позвоните в колокол возле ворот."),
        ("Сколько это стоит?", "Две монеты с человека."),
        ("Ходит ли паром ночью?", "Только летом, если река спокойна."),
    ],
    [
        ("怎样上船？", "请敲一敲门边的钟。"),
        ("票价是多少？", "每人两枚硬币。"),
        ("夜里开船吗？", "只在夏天，而且河面要平静。"),
    ],
    [
        ("كيف أصعد إلى العبّارة؟", "اقرع الجرس المعلق بجانب البوابة."),
        ("كم تبلغ التكلفة؟", "قطعتان نقديتان لكل شخص."),
        ("هل تعمل ليلا؟", "في الصيف فقط إذا كان النهر هادئا."),
    ],
];

/// Returns the markup of an item for each pair, with the question for `{q}` and the answer for
/// `{a}`.
fn each(item: &str, pairs: &[(&str, &str)]) -> String {
    pairs
        .iter()
        .map(|(question, answer)| item.replace("{q}", question).replace("{a}", answer))
        .collect()
}

/// Returns the texts of all questions and answers of a page.
fn found(html: &str) -> Vec<(String, String)> {
    let document = Parser::default().parse(html);
    let controls = document.elements(NodeId::DOCUMENT);
    let is_control = |id: &NodeId| matches!(document.name(*id), Some(name::BUTTON | name::LABEL));
    let controls: Vec<NodeId> = controls.filter(is_control).collect();
    let groups = questions(&document, &controls, &hidden_elements(&document));
    let pair = |of: &Question| {
        let answer = document.text_range(of.first).start..document.text_range(of.last).end;
        let answer = document.whole_text()[answer].trim().to_owned();
        (of.text(&document).to_owned(), answer)
    };
    groups.iter().flatten().map(pair).collect()
}

#[track_caller]
fn check_all(item: &str) {
    for pairs in PAIRS {
        for count in 2..=3 {
            let expected = pairs[..count].iter().map(|(q, a)| ((*q).to_owned(), (*a).to_owned()));
            let html = each(item, &pairs[..count]);
            assert_eq!(found(&html), expected.collect::<Vec<_>>(), "{html}");
        }
        assert_eq!(found(&each(item, &pairs[..1])), [], "{item}");
    }
}

#[track_caller]
fn check_none(html: &str) {
    assert_eq!(found(html), [], "{html}");
}

#[test]
fn hidden_answers_belong_to_the_titles_before_them() {
    for item in [
        "<h3>{q}</h3><div hidden>{a}</div>",
        "<dt>{q}</dt><dd style='display: none'>{a}</dd>",
        "<div><div class=title>{q}</div><div style=display:none><p>{a}</p></div></div>",
        "<div><b class=x>{q}</b> <p style='visibility: hidden'>{a}</p></div>",
        "<li><span>{q}</span><span hidden>{a}</span></li>",
        "<li>{q}<div hidden>{a}</div></li>",
        "<section><h4>{q}</h4><div><div hidden>{a}</div></div></section>",
        "<p><a href='#x'>{q}</a></p><div hidden>{a}</div>",
        "<table><tr><td>{q}</td></tr><tr hidden><td>{a}</td></tr></table>",
        "<div><h3>{q}</h3><button>Show</button><div hidden>{a}</div></div>",
        "<input type=checkbox><label>{q}</label><div hidden>{a}</div>",
    ] {
        check_all(item);
    }
}

#[test]
fn buttons_and_labels_are_titles_of_what_they_open() {
    for item in [
        "<div><button>{q}</button><div>{a}</div></div>",
        "<div><button aria-expanded=false>{q}</button><svg></svg><div hidden>{a}</div></div>",
        "<h3><button aria-expanded=true><span>{q}</span></button></h3><div>{a}</div>",
        "<div><div role=button aria-expanded=false>{q}</div><p>{a}</p></div>",
        "<div><input type=radio><label>{q}</label><div>{a}</div></div>",
    ] {
        check_all(item);
    }
}

#[test]
fn titles_need_no_question_mark() {
    let pairs = [("Prices and payment", "Two coins."), ("Service at night", "Only in summer.")];
    assert_eq!(found(&each("<div><h3>{q}</h3><div hidden>{a}</div></div>", &pairs)).len(), 2);
    assert_eq!(found(&each("<div><button>{q}</button><div>{a}</div></div>", &pairs)).len(), 2);
    let thai = [
        ("ขึ้นเรืออย่างไร", "เดินลงบันไดที่ตลาดแล้วสั่นกระดิ่งที่แขวนอยู่ข้างประตู"),
        ("ราคาเท่าไร", "สองเหรียญต่อคน และหนึ่งเหรียญสำหรับจักรยานหรือสุนัข"),
    ];
    assert_eq!(found(&each("<h3>{q}</h3><div hidden>{a}</div>", &thai)).len(), 2);
}

#[test]
fn an_answer_may_be_open_and_may_have_several_parts() {
    let [first, second, _] = PAIRS[0];
    for item in ["<h3>{q}</h3><div*>{a}</div>", "<div><h3>{q}</h3><div*>{a}</div></div>"] {
        let open = each(&item.replace('*', ""), &[first]);
        let closed = each(&item.replace('*', " hidden"), &[second]);
        assert_eq!(found(&format!("{open}{closed}")).len(), 2, "{item}");
    }
    let parts = found(&each("<h3>{q}</h3><p hidden>{a}</p><p hidden>Ask.</p>", &PAIRS[0]));
    assert!(parts.len() == 3 && parts.iter().all(|(_, answer)| answer.ends_with("Ask.")));
}

#[test]
fn menus_are_no_answers() {
    let links = [
        ("Products", "<a href=/a>Ferries for all rivers.</a> <a href=/b>Rowing boats.</a>"),
        ("Services", "<a href=/c>Repairs while you wait.</a> <a href=/d>Paint.</a>"),
    ];
    let lists = [("English", "<li>Deutsch<li>Русский"), ("Euro", "<li>Dollar<li>Pound")];
    for item in [
        "<div><button aria-expanded=false>{q}</button><ul hidden>{a}</ul></div>",
        "<li><span class=title>{q}</span><ul style=display:none>{a}</ul></li>",
        "<h4>{q}</h4><ul hidden>{a}</ul>",
    ] {
        check_none(&each(item, &links));
        check_none(&each(item, &lists));
    }
    let item = "<div><button>{q}</button><div hidden>{a}</div></div>";
    check_none(&format!("<nav>{}</nav>", each(item, &PAIRS[0])));
    check_none(&format!("<div role=menu>{}</div>", each(item, &PAIRS[0])));
    check_none(&each(&item.replace("div hidden", "div class=dropdown-menu hidden"), &PAIRS[0]));
    check_none(&each(&item.replace("<button", "<button aria-haspopup=true"), &PAIRS[0]));
}

#[test]
fn other_hidden_things_are_no_answers() {
    let pairs = PAIRS[0];
    for html in [
        // The same control twice.
        each("<div><button>Share</button><div hidden>{a}</div></div>", &pairs),
        each("<div><button>Show</button><div>{a}</div></div>", &pairs),
        // Buttons that have nothing to do with each other.
        "<div><button class=one>See the last answer</button><p>I would ask her.</div>\
         <div><button class=two>Search for a thread</button><p>All of the names.</div>"
            .to_owned(),
        // Dialogues, and texts that lead to other pages.
        each("<div><button>{q}</button><div role=dialog hidden>{a}</div></div>", &pairs),
        each("<h3><a href=/story>{q}</a></h3><div hidden>{a}</div>", &pairs),
        // Fields of forms.
        each("<label>{q}</label><div hidden>{a}</div><input name=x>", &pairs)
            .replace("<label>", "<label for=x>")
            .replace('?', ""),
        each("<h4>{q}</h4><div hidden><input type=checkbox> {a}</div>", &pairs),
        // Words in a sentence.
        "<p>The <b>hull</b><i hidden>The body of a ship.</i> and the <b>keel</b>\
         <i hidden>The beam below a ship.</i> are sound."
            .to_owned(),
        // Built differently.
        "<div><h3>One?</h3><p hidden>Yes, one.</div><h4>Two?</h4><p hidden>No, two.".to_owned(),
    ] {
        check_none(&html);
    }
}

#[test]
fn open_questions_say_so() {
    let opened = |item: &str| {
        let html = each(item, &PAIRS[0]);
        let count = |html: &str| {
            open_questions(&Page::measure(Parser::default().parse(html))).concat().len()
        };
        (count(&html), count(&html.replace('?', "")))
    };
    assert_eq!(opened("<h3 aria-expanded=true>{q}</h3><div>{a}</div>"), (3, 3));
    // Three questions ask by their mark alone.
    assert_eq!(opened("<h3>{q}</h3><div>{a}</div>"), (3, 0));
    assert_eq!(opened("<li><div>{q}</div><div>{a}</div></li>"), (3, 0));
    let two = |q: &str, a: &str| format!("<h3>{q}?</h3><div>{a}.</div>");
    let html = two("How", "By ship") + &two("When", "In May");
    assert!(open_questions(&Page::measure(Parser::default().parse(&html))).is_empty());
}
