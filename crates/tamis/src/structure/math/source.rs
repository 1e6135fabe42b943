//! The TeX that a page states for a formula: annotations, attributes, scripts, images.

use std::borrow::Cow;

use tamis_dom::{Document, Name, NodeId, NodeKind, name};
use url::form_urlencoded;

use super::{chtml, mathml};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FormulaDisplay {
    Inline,
    Block,
}

/// Returns the kind of formula that a script contains.
pub(crate) fn script_kind(document: &Document, id: NodeId) -> Option<FormulaDisplay> {
    let kind = document.attr(id, name::TYPE)?.strip_prefix("math/tex")?;
    Some(if kind.contains("mode=display") { FormulaDisplay::Block } else { FormulaDisplay::Inline })
}

/// True for a script that contains a formula.
pub(crate) fn is_script(document: &Document, id: NodeId) -> bool {
    document.is_html(id, name::SCRIPT) && script_kind(document, id).is_some()
}

/// True for an element whose formula needs no text in it: a script, or an element with the TeX in
/// an attribute.
pub(crate) fn needs_no_text(document: &Document, id: NodeId) -> bool {
    is_script(document, id)
        || document.text(id).is_empty()
            && stands_for_formula(document, id)
            && (attribute(document, id).is_some() || chtml::is_drawn(document, id))
}

/// True for an element that states the TeX of its formula in an attribute or draws it with
/// elements, and has no `MathML`.
pub(crate) fn is_tex_alone(document: &Document, id: NodeId) -> bool {
    stands_for_formula(document, id)
        && (attribute(document, id).is_some() || chtml::is_drawn(document, id))
        && math_in(document, id).is_none()
}

/// The element that `MathJax` 3 and 4 put around a formula.
const CONTAINER: &str = "mjx-container";

/// The attributes with the TeX of a formula. Sources: `MathJax` 4; `KaTeX` in editors; Zhihu.
const TEX_ATTRIBUTES: [&str; 3] = ["data-latex", "data-math", "data-tex"];

/// Parts of the class names of elements with these attributes. The second is in `katex` too.
const CLASSES: [&str; 2] = ["math", "tex"];

/// The number of elements that are searched for one form of the formula that they stand for.
const MAX_SEARCHED: usize = 8;

/// True for an element around all forms of a formula: that of Wikipedia, of `MathJax` 3, and others
/// if they state the TeX in an attribute.
pub(crate) fn stands_for_formula(document: &Document, id: NodeId) -> bool {
    match document.name(id) {
        Some(name::SPAN | name::DIV) => {
            let class = document.attr(id, name::CLASS).unwrap_or_default();
            let is_wiki =
                || class.split_ascii_whitespace().any(|class| class == "mwe-math-element");
            CLASSES.iter().any(|part| class.contains(part))
                && (is_wiki() || own_attribute(document, id).is_some())
        }
        Some(name) => is_container(document, name),
        None => false,
    }
}

fn is_container(document: &Document, name: Name) -> bool {
    name.index() >= usize::from(Name::KNOWN) && document.name_str(name) == CONTAINER
}

/// Returns the TeX in an attribute of an element.
fn own_attribute(document: &Document, id: NodeId) -> Option<&str> {
    let attrs = document.attrs(id).iter();
    let mut tex = attrs.filter(|attr| TEX_ATTRIBUTES.contains(&document.name_str(attr.name())));
    let tex = document.attr_value(tex.next()?);
    (!matches!(tex.trim(), "" | "true" | "false")).then_some(tex)
}

/// Returns the TeX in an attribute of an element or of the first ones in it.
fn attribute(document: &Document, id: NodeId) -> Option<&str> {
    document.elements(id).take(MAX_SEARCHED).find_map(|id| own_attribute(document, id))
}

/// Returns the `MathML` among the first elements in an element, or in its last child, where
/// `MathJax` puts it for screen readers.
pub(crate) fn math_in(document: &Document, id: NodeId) -> Option<NodeId> {
    let is_math = |&id: &NodeId| document.name(id) == Some(name::MATH);
    let last = || {
        let last = document.last_child(id)?;
        let mut ends = std::iter::successors(Some(last), |&id| document.previous_sibling(id));
        let last = ends.find(|&id| document.kind(id) == NodeKind::Element)?;
        document.elements(last).take(MAX_SEARCHED).find(is_math)
    };
    document.elements(id).take(MAX_SEARCHED).find(is_math).or_else(last)
}

/// Returns the TeX of `MathML`: its annotation, its alternative text if that is TeX, or else the
/// TeX made of it.
pub(crate) fn of_math(document: &Document, id: NodeId) -> Option<String> {
    let alternative = || document.attr(id, name::ALTTEXT).filter(|text| !text.trim().is_empty());
    annotation(document, id)
        .or_else(|| alternative().filter(|text| is_tex(text)).map(str::to_owned))
        .or_else(|| own_attribute(document, id).map(str::to_owned))
        .or_else(|| mathml::tex(document, id))
        .or_else(|| alternative().map(str::to_owned))
}

/// True if a text is rather TeX than words.
fn is_tex(text: &str) -> bool {
    let is_word =
        |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    text.contains(['\\', '^', '_', '{']) || !text.split_whitespace().any(is_word)
}

/// True if `MathML` is displayed on lines of its own.
pub(crate) fn is_displayed(document: &Document, math: NodeId) -> bool {
    document.attr(math, name::DISPLAY) == Some("block")
}

/// Returns the TeX of an element that stands for a formula, and true if it is displayed on lines of
/// its own.
pub(crate) fn of_element(document: &Document, id: NodeId) -> Option<(String, bool)> {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    let math = math_in(document, id);
    let image = || {
        let mut first = document.elements(id).take(MAX_SEARCHED);
        first.find(|&id| document.is_html(id, name::IMG))
    };
    let tex = attribute(document, id)
        .map(str::to_owned)
        .or_else(|| of_math(document, math?))
        .or_else(|| chtml::tex(document, id))
        .or_else(|| document.attr(image()?, name::ALT).map(str::to_owned))?;
    let is_block = document.is_html(id, name::DIV)
        || math.is_some_and(|math| is_displayed(document, math))
        || document.attr(id, name::DISPLAY) == Some("true")
        || class.contains("display")
        || class.contains("block");
    Some((tex, is_block))
}

/// Returns the TeX annotation in an element.
pub(crate) fn annotation(document: &Document, id: NodeId) -> Option<String> {
    let mut annotations = document.elements(id).take(mathml::MAX_NODES).filter(|&id| {
        document.name(id) == Some(name::ANNOTATION)
            && document.attr(id, name::ENCODING).is_some_and(|encoding| {
                let is = |name: &str| encoding.eq_ignore_ascii_case(name);
                is("application/x-tex") || is("text/x-tex") || is("TeX") || is("LaTeX")
            })
    });
    let id = annotations.next()?;
    let texts = document.descendants_and_self(id).filter(|&id| document.kind(id) == NodeKind::Text);
    Some(texts.map(|id| document.text(id)).collect())
}

/// True for the class of an image of a formula.
pub(crate) fn is_image_class(class: &str) -> bool {
    matches!(class, "tex" | "latex" | "latexcenter" | "math")
        || class.starts_with("mwe-math-fallback-image")
        || class.starts_with("ql-img-")
}

/// The place of the TeX in the address of an image.
enum Place {
    /// It is the whole query.
    Query,
    /// It is the value of this parameter.
    Parameter(&'static str),
    /// It is the rest of the path.
    Path,
}

/// The services that draw TeX: the begin of their addresses, and the place of the TeX.
const SERVICES: [(&str, Place); 12] = [
    ("latex.codecogs.com/", Place::Query),
    ("www.codecogs.com/", Place::Query),
    ("s0.wp.com/latex.php", Place::Parameter("latex")),
    ("l.wordpress.com/latex.php", Place::Parameter("latex")),
    ("chart.apis.google.com/chart", Place::Parameter("chl")),
    ("chart.googleapis.com/chart", Place::Parameter("chl")),
    ("www.zhihu.com/equation", Place::Parameter("tex")),
    ("render.githubusercontent.com/render/math", Place::Parameter("math")),
    ("math.now.sh/", Place::Parameter("from")),
    ("i.upmath.me/svg/", Place::Path),
    ("tex.s2cms.ru/svg/", Place::Path),
    ("www.forkosh.com/mathtex.cgi", Place::Query),
];

/// The settings of a drawing that codecogs reads from the TeX.
const SETTINGS: [&str; 5] = ["\\dpi{", "\\bg_", "\\fn_", "\\inline", "\\large"];

/// Returns the TeX of an image of a formula.
pub(crate) fn of_image(document: &Document, id: NodeId) -> Option<String> {
    let alt = || document.attr(id, name::ALT).filter(|alt| !alt.trim().is_empty());
    if is_image_class(document.attr(id, name::CLASS).unwrap_or_default()) {
        return alt().map(str::to_owned);
    }
    let address = document.attr(id, name::SRC)?.trim();
    of_service(address).or_else(|| of_path(address))
}

/// Returns the TeX that ends the path of an address, in percent-encoding: a command and a group.
fn of_path(address: &str) -> Option<String> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let tex = decoded(path.rsplit('/').next()?);
    let command = tex.strip_prefix('\\')?;
    let is_command = command.starts_with(|char: char| char.is_ascii_alphabetic());
    (is_command && tex.contains('{') && tex.contains('}')).then_some(tex)
}

/// Returns the TeX in the address of an image that a service draws.
fn of_service(address: &str) -> Option<String> {
    let rest = address.strip_prefix("https:").or_else(|| address.strip_prefix("http:"));
    let rest = rest.unwrap_or(address).strip_prefix("//")?;
    let (rest, place) =
        SERVICES.iter().find_map(|(service, place)| Some((rest.strip_prefix(service)?, place)))?;
    let query = || rest.split_once('?').map(|(_, query)| query);
    let tex = match place {
        Place::Path => decoded(rest),
        Place::Query => decoded(query()?).replace("&space;", " "),
        // Other charts have no formula.
        Place::Parameter("chl") if !query()?.contains("cht=tx") => return None,
        Place::Parameter(wanted) => {
            let mut parameters = form_urlencoded::parse(query()?.as_bytes());
            parameters.find(|(name, _)| name == wanted)?.1.into_owned()
        }
    };
    Some(without_settings(&tex).to_owned())
}

/// Returns a part of an address without percent-encoding.
fn decoded(part: &str) -> String {
    let encoded = format!("={}", part.replace('&', "%26").replace('+', "%2B"));
    let mut values = form_urlencoded::parse(encoded.as_bytes());
    values.next().map_or(Cow::default(), |(_, value)| value).into_owned()
}

fn without_settings(tex: &str) -> &str {
    let mut rest = tex.trim_start();
    while let Some(setting) = SETTINGS.iter().find(|setting| rest.starts_with(*setting)) {
        let after = &rest[setting.len()..];
        let end = after.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(after.len());
        rest = after[end..].trim_start_matches('}').trim_start();
    }
    rest
}
