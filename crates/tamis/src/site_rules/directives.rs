//! The directives of rule files.

use tamis_dom::{Name, NameSet, name};

/// A directive, grouped by the type of its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Directive {
    /// The value is `yes` or `no`.
    Flag(Flag),
    /// The value is an XPath of any type.
    Value(ValueDirective),
    /// The value is an XPath that selects nodes.
    Nodes(NodesDirective),
    StripIdOrClass,
    StripImageSrc,
    SrcLazyLoadAttr,
    FindString,
    ReplaceString,
    /// `replace_string(x)`.
    ReplaceText,
    HttpHeader,
    TestUrl,
    TestContains,
    /// Asks for something that always or never holds here.
    NoEffect,
    /// Known, but not supported.
    Unsupported,
}

/// A directive that is on or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flag {
    Prune,
    AutodetectOnFailure,
    InsertDetectedImage,
    SkipJsonLd,
    ConvertDoubleBrTags,
}

/// A directive whose XPath can also give a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ValueDirective {
    Title,
    Author,
    Date,
    Link(LinkDirective),
}

/// A directive for a link to another page. A condition can follow it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LinkDirective {
    SinglePage,
    NextPage,
}

/// A directive whose XPath has to select nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodesDirective {
    Body,
    /// `strip` and its other name `strip_attr`.
    Strip,
    NativeAdClue,
    IfPageContains,
    Dissolve,
    WrapIn,
}

/// The directives by name. The boolean is true if an argument in parentheses follows the name.
const DIRECTIVES: &[(&str, bool, Directive)] = &[
    ("title", false, Directive::Value(ValueDirective::Title)),
    ("body", false, Directive::Nodes(NodesDirective::Body)),
    ("author", false, Directive::Value(ValueDirective::Author)),
    ("date", false, Directive::Value(ValueDirective::Date)),
    ("strip", false, Directive::Nodes(NodesDirective::Strip)),
    ("strip_attr", false, Directive::Nodes(NodesDirective::Strip)),
    ("strip_id_or_class", false, Directive::StripIdOrClass),
    ("strip_image_src", false, Directive::StripImageSrc),
    ("native_ad_clue", false, Directive::Nodes(NodesDirective::NativeAdClue)),
    ("single_page_link", false, Directive::Value(ValueDirective::Link(LinkDirective::SinglePage))),
    ("next_page_link", false, Directive::Value(ValueDirective::Link(LinkDirective::NextPage))),
    ("if_page_contains", false, Directive::Nodes(NodesDirective::IfPageContains)),
    ("dissolve", false, Directive::Nodes(NodesDirective::Dissolve)),
    ("src_lazy_load_attr", false, Directive::SrcLazyLoadAttr),
    ("find_string", false, Directive::FindString),
    ("replace_string", false, Directive::ReplaceString),
    ("replace_string", true, Directive::ReplaceText),
    ("wrap_in", true, Directive::Nodes(NodesDirective::WrapIn)),
    ("http_header", true, Directive::HttpHeader),
    ("prune", false, Directive::Flag(Flag::Prune)),
    ("autodetect_on_failure", false, Directive::Flag(Flag::AutodetectOnFailure)),
    ("insert_detected_image", false, Directive::Flag(Flag::InsertDetectedImage)),
    ("skip_json_ld", false, Directive::Flag(Flag::SkipJsonLd)),
    ("convert_double_br_tags", false, Directive::Flag(Flag::ConvertDoubleBrTags)),
    ("test_url", false, Directive::TestUrl),
    ("test_contains", false, Directive::TestContains),
    ("tidy", false, Directive::NoEffect),
    ("parser", false, Directive::NoEffect),
    ("strip_comments", false, Directive::NoEffect),
    ("requires_login", false, Directive::Unsupported),
    ("not_logged_in_xpath", false, Directive::Unsupported),
    ("login_uri", false, Directive::Unsupported),
    ("login_username_field", false, Directive::Unsupported),
    ("login_password_field", false, Directive::Unsupported),
    ("login_extra_fields", false, Directive::Unsupported),
    ("single_page_link_in_feed", false, Directive::Unsupported),
    ("autodetect_next_page", false, Directive::Unsupported),
    ("footnotes", false, Directive::Unsupported),
    ("move_into", true, Directive::Unsupported),
    ("skip_id_or_class", false, Directive::Unsupported),
    ("post_strip_attr", false, Directive::Unsupported),
];

impl Directive {
    /// Returns the directive of this name, with or without an argument, or `None` if there is none.
    pub(super) fn find(name: &str, has_argument: bool) -> Option<Directive> {
        let entry = DIRECTIVES.iter().find(|entry| (entry.0, entry.1) == (name, has_argument));
        entry.map(|&(.., directive)| directive)
    }
}

/// The HTTP headers that a rule may set: those about the client and its preferences.
pub(super) const HEADERS: [&str; 5] =
    ["accept", "accept-language", "cookie", "referer", "user-agent"];

/// Elements that a rule may wrap around others.
const WRAPPERS: NameSet = NameSet::of(&[
    name::ARTICLE,
    name::ASIDE,
    name::B,
    name::BLOCKQUOTE,
    name::CENTER,
    name::CITE,
    name::CODE,
    name::DIV,
    name::EM,
    name::FIELDSET,
    name::FIGCAPTION,
    name::FIGURE,
    name::H1,
    name::H2,
    name::H3,
    name::H4,
    name::H5,
    name::H6,
    name::I,
    name::LI,
    name::MARK,
    name::OL,
    name::P,
    name::PRE,
    name::Q,
    name::S,
    name::SECTION,
    name::SMALL,
    name::SPAN,
    name::STRONG,
    name::SUB,
    name::SUP,
    name::U,
    name::UL,
]);

/// Returns the element of this name, or `None` if a rule may not wrap it around others.
pub(super) fn wrapper(tag: &str) -> Option<Name> {
    Name::known(&tag.to_ascii_lowercase()).filter(|&name| WRAPPERS.contains(name))
}
