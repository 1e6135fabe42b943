//! Labels next to blocks of code: the name of the language, and the controls that copy the code.
//!
//! Programs show both at a corner of the block: `<div class=code><span>js</span><button>Copy
//! </button><pre>…</pre><span class=copy-alert>Copied!</span></div>`. In a text without the box,
//! "js" and "Copied!" would be paragraphs. The first becomes the language of the block, if the page
//! names no other; the second is left out.

use tamis_dom::{Document, NameSet, NodeId, NodeKind, name};

use super::language::{LANGUAGES, language_of};

use crate::page::{next_elements, previous_elements, texts};

/// Other names of languages that are labels of blocks, in lower case.
const OTHER_LABELS: [&str; 35] = [
    "astro",
    "bat",
    "c#",
    "c++",
    "cmd",
    "console",
    "docker",
    "f#",
    "fish",
    "groovy",
    "hcl",
    "http",
    "kt",
    "md",
    "mdx",
    "nginx",
    "nix",
    "objective-c",
    "plain text",
    "plaintext",
    "proto",
    "protobuf",
    "py",
    "rb",
    "rs",
    "solidity",
    "svelte",
    "svg",
    "terminal",
    "terraform",
    "text",
    "txt",
    "vue",
    "yml",
    "zsh",
];

/// The labels that say that there is no language.
const NO_LANGUAGES: [&str; 6] = ["console", "plain text", "plaintext", "terminal", "text", "txt"];

/// The texts of controls that copy the code, and of what they show then, in lower case and without
/// signs at the end.
const COPY: [&str; 30] = [
    "copia",
    "copiado",
    "copiar",
    "copiato",
    "copied",
    "copied to clipboard",
    "copier",
    "copié",
    "copy",
    "copy code",
    "copy snippet",
    "copy text",
    "copy to clipboard",
    "kopieer",
    "kopiera",
    "kopieren",
    "kopiert",
    "kopiuj",
    "skopiowano",
    "копировать",
    "скопировано",
    "скопировать",
    "コピー",
    "コピーしました",
    "복사",
    "복사됨",
    "复制",
    "复制代码",
    "已复制",
    "複製",
];

/// The longest label, in bytes.
const MAX_BYTES: usize = 40;

/// The number of elements of a label that are searched for code, which would make it none.
const MAX_ELEMENTS: usize = 16;

/// The elements that can be labels.
const ELEMENTS: NameSet = NameSet::of(&[
    name::A,
    name::BUTTON,
    name::DIV,
    name::FIGCAPTION,
    name::HEADER,
    name::LABEL,
    name::P,
    name::SMALL,
    name::SPAN,
]);

/// The number of elements next to a label that are searched for the block, and of those in each.
const NEAR: usize = 3;

/// True if an element next to a block of code only has the name of its language, or copies the
/// code, or says that it was copied.
pub(crate) fn is_label(document: &Document, id: NodeId) -> bool {
    if document.is_html(id, name::PRE) {
        return is_column(document, id);
    }
    let bytes = document.text_range(id).len();
    if matches!(document.name(id), Some(name::DIV | name::OL | name::SPAN | name::UL))
        && is_gutter_of_elements(document, id)
    {
        return true;
    }
    if bytes == 0
        || bytes > MAX_BYTES
        || !document.name(id).is_some_and(|name| ELEMENTS.contains(name))
    {
        return false;
    }
    let text = document.text(id).trim();
    let is_code = |id| document.is_html(id, name::PRE) || document.is_html(id, name::CODE);
    if text.is_empty() || document.elements(id).take(MAX_ELEMENTS).any(is_code) {
        return false;
    }
    let copies = || {
        let words = text.trim_end_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase();
        COPY.contains(&words.as_str())
            || document.is_html(id, name::BUTTON)
            || has_copy_class(document, id)
    };
    let is_name = is_label_text(text);
    let after = block_after(document, id);
    if is_name && let Some(block) = after {
        let is_paragraph = document.is_html(id, name::P);
        let is_known = language_of(document, block);
        return !is_paragraph || is_known.is_none_or(|known| is_same(known, text));
    }
    if let Some(block) = after
        && language_of(document, block).is_some_and(|known| known.eq_ignore_ascii_case(text))
    {
        return true;
    }
    let before = block_before(document, id);
    // Prism shows the name below the code in the source, and at its corner on the screen.
    if is_name && let Some(block) = before {
        let is_known = language_of(document, block);
        return !document.is_html(id, name::P) && is_known.is_none_or(|of| is_same(of, text));
    }
    (after.is_some() || before.is_some()) && copies()
}

/// True for an element before a block of code whose children are the numbers of the lines: `<div
/// class=gutter><div>1</div><div>2</div></div><pre>…</pre>`.
fn is_gutter_of_elements(document: &Document, id: NodeId) -> bool {
    let ends = document.text(id).trim_ascii().as_bytes();
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    is_digit(ends.first())
        && is_digit(ends.last())
        && counts_up_in_elements(document, id)
        && block_after(document, id).is_some()
}

/// True for an element whose children are two or more numbers that count up, and nothing else.
pub(super) fn counts_up_in_elements(document: &Document, id: NodeId) -> bool {
    let mut last = None;
    let mut count = 0;
    document.children(id).all(|child| {
        let text = document.text(child).trim_ascii();
        if document.name(child).is_none() || text.is_empty() {
            return text.is_empty();
        }
        let Ok(number) = text.parse::<usize>() else { return false };
        let follows = last.replace(number).is_none_or(|last| number == last + 1);
        count += 1;
        follows
    }) && count > 1
}

/// True for a preformatted element that only has the numbers of the lines of the next one.
fn is_column(document: &Document, id: NodeId) -> bool {
    let text = document.text(id);
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    if !text.trim_ascii_start().as_bytes().first().is_some_and(is_digit) || !counts_up(text) {
        return false;
    }
    let lines = |id: NodeId| document.text(id).trim_matches('\n').split('\n').count();
    let next = next_elements(document, id).next().and_then(|next| block_in(document, next));
    next.is_some_and(|next| lines(next) == text.split_ascii_whitespace().count())
}

/// True for two or more numbers that count up, with white space between them.
pub(super) fn counts_up(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace().map(str::parse::<usize>);
    let Some(Ok(first)) = words.next() else { return false };
    let mut count = 1;
    words.all(|number| {
        count += 1;
        number.is_ok_and(|number| number == first.saturating_add(count - 1))
    }) && count > 1
}

/// True if a text is only the name of a language, as a label has it.
pub(super) fn is_label_text(text: &str) -> bool {
    let text = text.trim();
    text.len() <= MAX_BYTES && {
        let lower = text.to_ascii_lowercase();
        LANGUAGES.contains(&lower.as_str()) || OTHER_LABELS.contains(&lower.as_str())
    }
}

/// True if each text in an element is a label, such as the language and "Copy".
pub(super) fn has_labels_only(document: &Document, id: NodeId) -> bool {
    let mut labels = texts(document, id).peekable();
    let is_label = |text: &str| is_label_text(text) || COPY.contains(&text.to_lowercase().as_str());
    labels.peek().is_some() && labels.all(is_label)
}

/// Returns the language that a label in or before a block names.
pub(super) fn label_of(document: &Document, block: NodeId) -> Option<String> {
    let text_of = |id: NodeId| Some(document.text(id).trim()).filter(|text| is_label_text(text));
    let inside = || {
        let elements = document.elements(block).skip(1).take(2 * NEAR);
        let mut header = elements.take_while(|&id| !document.is_html(id, name::CODE));
        header.find_map(text_of)
    };
    let before = || {
        let parent = document.parent(block);
        let outer = parent.filter(|&id| {
            document.text_range(id).len() <= document.text_range(block).len() + 2 * MAX_BYTES
        });
        [Some(block), outer].into_iter().flatten().find_map(|id| {
            let mut labels = previous_elements(document, id).take(NEAR);
            labels.find(|&id| is_label(document, id) && is_label_text(document.text(id)))
        })
    };
    let has_code = document.elements(block).skip(1).any(|id| document.is_html(id, name::CODE));
    let label = inside().filter(|_| has_code).or_else(|| before().and_then(text_of))?;
    let label = label.to_ascii_lowercase();
    let known = match label.as_str() {
        "c#" => "csharp",
        "c++" => "cpp",
        "f#" => "fsharp",
        "objective-c" => "objectivec",
        name if NO_LANGUAGES.contains(&name) => return None,
        name => name,
    };
    Some(known.to_owned())
}

/// True for two names of one language, such as `JavaScript` and `js`.
fn is_same(known: &str, label: &str) -> bool {
    let letters = |text: &str| text.to_ascii_lowercase();
    let (known, label) = (letters(known), letters(label));
    known == label || known.chars().next() == label.chars().next()
}

/// True for the class of a control that copies. The word alone may be that of a text, as in
/// `body-copy`.
fn has_copy_class(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    class.split_ascii_whitespace().any(|class| {
        let class = class.to_ascii_lowercase();
        let is_more = class.find("copy").is_some_and(|at| at + "copy".len() < class.len());
        class.contains("copied")
            || class.contains("clipboard")
            || is_more
            || class.contains("copy") && (class.contains("btn") || class.contains("button"))
    })
}

/// Returns the block of code right after an element, or after the small element around it.
fn block_after(document: &Document, id: NodeId) -> Option<NodeId> {
    holders(document, id)
        .find_map(|id| next_elements(document, id).take(NEAR).find_map(|id| block_in(document, id)))
}

/// Returns the block of code right before an element, or before the small element around it.
fn block_before(document: &Document, id: NodeId) -> Option<NodeId> {
    holders(document, id).find_map(|id| {
        previous_elements(document, id).take(NEAR).find_map(|id| block_in(document, id))
    })
}

/// Returns an element and the small ones around it, such as a header with a label and a button.
fn holders(document: &Document, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let is_small = |&id: &NodeId| document.text_range(id).len() <= 2 * MAX_BYTES;
    std::iter::successors(Some(id), |&id| document.parent(id)).take(NEAR).take_while(is_small)
}

/// Returns the preformatted element that an element is, or that it begins with.
fn block_in(document: &Document, id: NodeId) -> Option<NodeId> {
    let mut first = document.elements(id).take(NEAR);
    let block = first.find(|&id| document.is_html(id, name::PRE))?;
    let nodes = (id.index()..block.index()).map(NodeId::from_index);
    let mut texts = nodes.filter(|&id| document.kind(id) == NodeKind::Text);
    texts.all(|id| document.text(id).trim_ascii().is_empty()).then_some(block)
}
