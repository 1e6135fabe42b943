//! Scripts without spaces between words: text that `segmentation = unicode` keeps and counting by
//! white space loses.

use std::fs;
use std::path::Path;

use tamis::Strategy;
use tamis::engine::justext::{self, Segmentation};
use tamis::stoplists::Stoplist;
use tamis::{Config, Extraction, Extractor, Stopwords};

fn extraction(html: &str, segmentation: Segmentation, stopwords: &Stopwords) -> Extraction {
    let justext = justext::Config::default().segmentation(segmentation);
    let config =
        Config::default().strategy(Strategy::Justext).justext(justext).stopwords(stopwords.clone());
    Extractor::new(config).unwrap().extract(html)
}

fn by_length(html: &str, segmentation: Segmentation) -> Extraction {
    extraction(html, segmentation, &Stopwords::Auto)
}

fn page(slug: &str) -> (String, Vec<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages").join(slug);
    let read = |name| fs::read_to_string(folder.join(name)).unwrap();
    (read("page.html"), read("main.txt").lines().map(str::to_string).collect())
}

/// Asserts the number of kept paragraphs that are main content, and of other kept ones, for each
/// segmentation.
fn check(slug: &str, stopwords: &Stopwords, whitespace: (usize, usize), unicode: (usize, usize)) {
    let (html, main) = page(slug);
    assert_eq!(main.len(), 11);
    let kept = |segmentation| {
        let extraction = extraction(&html, segmentation, stopwords);
        let kept: Vec<_> = extraction.paragraphs().filter(|p| p.kept).collect();
        let right = kept.iter().filter(|p| main.iter().any(|line| line == p.text)).count();
        (right, kept.len() - right)
    };
    assert_eq!(kept(Segmentation::Whitespace), whitespace, "{slug} by white space");
    assert_eq!(kept(Segmentation::Unicode), unicode, "{slug} by script");
}

#[test]
fn japanese_is_lost_by_white_space_and_kept_by_script() {
    check("nihongo-kiji", &Stopwords::Auto, (0, 0), (11, 0));
}

#[test]
fn thai_has_as_many_characters_as_other_scripts_so_its_length_is_enough() {
    check("thai-khao", &Stopwords::Auto, (11, 0), (11, 0));
}

#[test]
fn thai_stopwords_are_found_only_by_script() {
    let words = [
        "กับ",
        "กัน",
        "การ",
        "ก็",
        "ของ",
        "ขึ้น",
        "คน",
        "คือ",
        "จะ",
        "จาก",
        "จึง",
        "ด้วย",
        "ตั้งแต่",
        "ถึง",
        "ที่",
        "นี้",
        "นั้น",
        "ปี",
        "มา",
        "มี",
        "ว่า",
        "วัน",
        "หลัง",
        "อยู่",
        "ๆ",
        "เคย",
        "เป็น",
        "เธอ",
        "เพื่อ",
        "เมื่อ",
        "เล็ก",
        "แต่",
        "แล้ว",
        "และ",
        "โดย",
        "ใคร",
        "ใน",
        "ให้",
        "ได้",
        "ไป",
        "ไม่",
        "ไว้",
        "ทุก",
        "ก่อน",
        "ซึ่ง",
        "ตัว",
        "เขา",
        "หนึ่ง",
    ];
    let own = Stopwords::List(Stoplist::from_words(words));
    check("thai-khao", &own, (0, 0), (11, 0));
}

const CHINESE: [&str; 3] = [
    "渡口的老船工姓林，今年七十一岁，在这条江上摆了五十年的渡。天刚亮的时候，他就把船划到对岸去接赶早市的人，\
     到了傍晚，再把他们和空了的竹篮一起送回来。他说江水每天都不一样，可是坐船的人差不多总是那些。",
    "三年前江上修好了大桥，汽车几分钟就能开过去，坐渡船的人一下子少了大半。村里有人劝他把船卖掉，他没有答应。\
     他觉得桥是给车走的，船是给人坐的，只要还有一个人愿意坐，他就应该每天早上把缆绳解开。",
    "后来有学生从城里来画画，他们喜欢坐在船头，一边看水，一边听老人讲从前发大水的故事。他们把画挂在学校的走廊里，\
     于是又有别的人找到渡口来。老林笑着说，他一辈子没有出过远门，现在倒是远方的人到他的船上来了。",
];

fn chinese_page() -> String {
    format!(
        "<html lang=zh><nav><ul><li><a href=/>首页</a><li><a href=/n>新闻</a></ul></nav><h1>江边的渡口</h1>\
         <p>{}</p><p>{}</p><p>{}</p><p>分享到</p><footer>版权所有 © 江边周报</footer>",
        CHINESE[0], CHINESE[1], CHINESE[2]
    )
}

#[test]
fn chinese_is_lost_by_white_space_and_kept_by_script() {
    let html = chinese_page();
    assert_eq!(by_length(&html, Segmentation::Whitespace).text(), "");
    let kept = format!("江边的渡口\n\n{}", CHINESE.join("\n\n"));
    assert_eq!(by_length(&html, Segmentation::Unicode).text(), kept);
}

#[test]
fn chinese_without_a_stoplist_says_so() {
    let extraction = by_length(&chinese_page(), Segmentation::Unicode);
    let warnings: Vec<_> = extraction.warnings().iter().map(ToString::to_string).collect();
    let warning = "no stoplist for `zh`: stopwords were not used \
        (it has no spaces between words: see the option `segmentation`)";
    assert_eq!(warnings, [warning]);
}

#[test]
fn english_is_the_same_by_script() {
    let text =
        "It was not the first time that the two of them had been out on the river in the fog. "
            .repeat(5);
    let html = format!("<html lang=en><h2>Fog</h2><p>{text}<p>Home");
    let [by_space, by_script] =
        [Segmentation::Whitespace, Segmentation::Unicode].map(|mode| by_length(&html, mode));
    assert_eq!(by_space.text(), by_script.text());
    assert!(by_space.text().starts_with("Fog\n\nIt was"));
}
