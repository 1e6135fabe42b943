//! The places that values come from, as far as rules tell them apart.

use super::source::Source;

/// A place that values come from.
///
/// Rules match on these variants: trust ([`super::trust`]), the vote on the day of publication
/// ([`super::vote`]), and the way names are read ([`super::authors`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// The path of the page's address.
    Address,
    /// An attribute of the root element.
    Root,
    /// The `<title>` element.
    TitleElement,
    /// The part of a `<title>` that the heading does not have.
    TitleRest,
    /// The part of a stated title that a block shows above the text.
    ShownTitle,
    /// An `<h1>` that agrees with a stated title.
    AgreeingHeading,
    /// An `<h1>` that shares words with a stated title, or one without any stated title.
    RelatedHeading,
    /// Another `<h1>`.
    Heading,
    /// A name of a `<meta>`.
    Meta(Vocabulary, Fit),
    /// A relation of a `<link>`.
    Link(Fit),
    /// A property of an object in JSON-LD.
    JsonLd(Subject, Fit),
    /// A property of microdata or `RDFa`.
    ItemProperty(Fit),
    /// The relation of a link to a category, a tag or a licence.
    Relation,
    /// A link to the author.
    AuthorLink(Extent),
    /// An element with the class of an author that contains, or comes after, a word such as "by".
    IntroducedClass(Extent),
    /// Another element with the class of an author.
    AuthorClass(Extent),
    /// A link to the page of a member of the site.
    MemberLink(Extent),
    /// A line that begins with a word such as "by".
    ByLine,
    /// A line after one that consists of such a word.
    LineAfterBy,
    /// A line with such a label at the end of the text, far from the heading.
    EndLine,
    /// A label such as `作者`, in a short line anywhere.
    Credit,
    /// A `<time>` with the attribute `pubdate`.
    PubdateTime,
    /// Another `<time>`.
    Time(Reach),
    /// An element with the class of a date.
    DateClass(Reach),
    /// An element far from the heading with the class of a date of publication.
    FarPublishedClass,
    /// A date in a line that says, or follows one that says, that it is of the publication.
    LabelledLine,
    /// A date in a short line.
    DateLine(Reach),
    /// A date at the beginning of a longer text.
    Dateline,
    /// The link to the front page.
    Logo,
    /// A line with a sign of copyright.
    Rights,
    /// A script of the site's own programs.
    Script,
}

/// The vocabulary that a name of a `<meta>` belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Vocabulary {
    /// The Open Graph protocol, and names that pages write as if they belonged to it, for example
    /// `og:author`.
    OpenGraph,
    /// Twitter's cards.
    Twitter,
    /// Dublin Core.
    DublinCore,
    /// The names that Google Scholar reads.
    Scholar,
    /// Services that analyze or share articles: Parse.ly, Sailthru, Shareaholic.
    Service,
    /// Names without a prefix, standard or not.
    Plain,
}

/// The precision with which a name or property means the field that it is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Fit {
    /// It means the field.
    Exact,
    /// It means nearly the same, or is a less common spelling.
    Close,
    /// It means something related, such as the creation of a page for its publication.
    Loose,
    /// It is a general word, such as "date".
    Vague,
}

/// The subject of an object in JSON-LD, nearest to the page's content first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Subject {
    /// An article, a post, a report.
    Article,
    /// Another work or thing that a page can be about.
    Thing,
    /// The page itself.
    Page,
    /// The site, or the organization that publishes it.
    Site,
}

/// A type of schema.org that rules treat in a special way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SchemaType {
    /// Any other type, and any other source.
    Other,
    TechArticle,
    WebPage,
    Software,
    Video,
}

impl SchemaType {
    /// Returns the type with this name in schema.org.
    pub(super) fn of(name: &str) -> SchemaType {
        const PREFIXES: [(&str, SchemaType); 4] = [
            ("TechArticle", SchemaType::TechArticle),
            ("WebPage", SchemaType::WebPage),
            ("Soft", SchemaType::Software),
            ("Video", SchemaType::Video),
        ];
        let known = PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix));
        known.map_or(SchemaType::Other, |&(_, schema_type)| schema_type)
    }

    /// Returns true if the author of such an object is often the site, because content management
    /// systems fill in some author for every object.
    pub(super) const fn credits_site_by_default(self) -> bool {
        !matches!(self, SchemaType::Other)
    }
}

/// The position of an element among nested elements that name authors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Extent {
    /// It contains no other.
    Inner,
    /// It contains others, which are more exact. For example, the line "By Ann Lee, 3 May" contains
    /// a link "Ann Lee".
    Outer,
}

/// The distance from the heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reach {
    Near,
    Far,
}

impl Place {
    /// Returns the kind of source, as users of the library see it.
    pub(super) const fn source(self) -> Source {
        match self {
            Place::Address => Source::Address,
            Place::Root => Source::RootElement,
            Place::TitleElement | Place::TitleRest | Place::ShownTitle => Source::TitleElement,
            Place::AgreeingHeading | Place::RelatedHeading | Place::Heading => Source::Heading,
            Place::Meta(..) => Source::Meta,
            Place::Link(_) => Source::Link,
            Place::JsonLd(..) => Source::JsonLd,
            Place::ItemProperty(_) => Source::ItemProperty,
            Place::Relation | Place::AuthorLink(_) => Source::Relation,
            Place::IntroducedClass(_)
            | Place::AuthorClass(_)
            | Place::DateClass(_)
            | Place::FarPublishedClass => Source::Class,
            Place::MemberLink(_) => Source::MemberLink,
            Place::PubdateTime | Place::Time(_) => Source::Time,
            Place::ByLine
            | Place::LineAfterBy
            | Place::EndLine
            | Place::Credit
            | Place::LabelledLine
            | Place::DateLine(_)
            | Place::Dateline
            | Place::Rights => Source::Text,
            Place::Logo => Source::Logo,
            Place::Script => Source::Script,
        }
    }

    /// Returns true if an author at this place is trusted only as far as one in the text, because
    /// it may be that of a comment, a teaser or another work. JSON-LD about anything else than an
    /// article is such a place too: for example, the author of a book that a page reviews.
    pub(super) const fn is_like_body(self) -> bool {
        matches!(
            self,
            Place::ItemProperty(_)
                | Place::JsonLd(Subject::Thing, _)
                | Place::AuthorLink(_)
                | Place::IntroducedClass(_)
                | Place::AuthorClass(_)
                | Place::MemberLink(_)
                | Place::ByLine
                | Place::LineAfterBy
                | Place::EndLine
                | Place::Credit
        )
    }
}
