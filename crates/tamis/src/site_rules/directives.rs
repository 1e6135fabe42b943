//! The names of directives, and what they ask for.

use tamis_dom::{Name, NameSet, name};

/// What a directive does. Those with a value of their own are read in [`super::reader`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Directive {
    Title,
    Body,
    Author,
    Date,
    /// `strip` and its other name `strip_attr`: what an XPath names, elements or attributes.
    Strip,
    StripIdOrClass,
    StripImageSrc,
    NativeAdClue,
    SinglePageLink,
    NextPageLink,
    IfPageContains,
    Dissolve,
    SrcLazyLoadAttr,
    FindString,
    ReplaceString,
    /// `replace_string(x)`.
    ReplaceText,
    WrapIn,
    HttpHeader,
    Prune,
    AutodetectOnFailure,
    InsertDetectedImage,
    SkipJsonLd,
    ConvertDoubleBrTags,
    TestUrl,
    TestContains,
    /// Asks for something that is so anyway, or never.
    NoMatter,
    /// Known, and not carried out.
    Unused,
}

/// The directives by their names: whether an argument in brackets follows the name is part of it.
const DIRECTIVES: &[(&str, bool, Directive)] = &[
    ("title", false, Directive::Title),
    ("body", false, Directive::Body),
    ("author", false, Directive::Author),
    ("date", false, Directive::Date),
    ("strip", false, Directive::Strip),
    ("strip_attr", false, Directive::Strip),
    ("strip_id_or_class", false, Directive::StripIdOrClass),
    ("strip_image_src", false, Directive::StripImageSrc),
    ("native_ad_clue", false, Directive::NativeAdClue),
    ("single_page_link", false, Directive::SinglePageLink),
    ("next_page_link", false, Directive::NextPageLink),
    ("if_page_contains", false, Directive::IfPageContains),
    ("dissolve", false, Directive::Dissolve),
    ("src_lazy_load_attr", false, Directive::SrcLazyLoadAttr),
    ("find_string", false, Directive::FindString),
    ("replace_string", false, Directive::ReplaceString),
    ("replace_string", true, Directive::ReplaceText),
    ("wrap_in", true, Directive::WrapIn),
    ("http_header", true, Directive::HttpHeader),
    ("prune", false, Directive::Prune),
    ("autodetect_on_failure", false, Directive::AutodetectOnFailure),
    ("insert_detected_image", false, Directive::InsertDetectedImage),
    ("skip_json_ld", false, Directive::SkipJsonLd),
    ("convert_double_br_tags", false, Directive::ConvertDoubleBrTags),
    ("test_url", false, Directive::TestUrl),
    ("test_contains", false, Directive::TestContains),
    ("tidy", false, Directive::NoMatter),
    ("parser", false, Directive::NoMatter),
    ("strip_comments", false, Directive::NoMatter),
    ("requires_login", false, Directive::Unused),
    ("not_logged_in_xpath", false, Directive::Unused),
    ("login_uri", false, Directive::Unused),
    ("login_username_field", false, Directive::Unused),
    ("login_password_field", false, Directive::Unused),
    ("login_extra_fields", false, Directive::Unused),
    ("single_page_link_in_feed", false, Directive::Unused),
    ("autodetect_next_page", false, Directive::Unused),
    ("footnotes", false, Directive::Unused),
    ("move_into", true, Directive::Unused),
    ("skip_id_or_class", false, Directive::Unused),
    ("post_strip_attr", false, Directive::Unused),
];

impl Directive {
    /// The directive of this name, with an argument or without.
    pub(super) fn of(name: &str, with_argument: bool) -> Option<Directive> {
        let same = |&&(other, argument, _): &&(&str, bool, Directive)| {
            other == name && argument == with_argument
        };
        DIRECTIVES.iter().find(same).map(|&(.., directive)| directive)
    }
}

/// Headers that a rule may set: those that say who asks, and from where.
pub(super) const HEADERS: [&str; 5] =
    ["accept", "accept-language", "cookie", "referer", "user-agent"];

/// Elements that a rule may put around others.
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

/// The element of this name, if a rule may put it around others.
pub(super) fn wrapper(tag: &str) -> Option<Name> {
    Name::known(&tag.to_ascii_lowercase()).filter(|&name| WRAPPERS.contains(name))
}
