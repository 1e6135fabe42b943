//! The columns of the feature table, by name.

use std::sync::LazyLock;

use super::unit::{HEADINGS, LAST_CHARS, TAGS, Unit};

/// Declares the features of a paragraph: the type [`Feature`], its list, and the columns with their
/// names, units and descriptions. A description is the line of documentation: people read it next
/// to a value, so each is clear by itself.
macro_rules! features {
    ($(#[doc = $doc:literal] $feature:ident = $name:literal: $unit:ident $(($kinds:ident))?,)*) => {
        /// A feature of one paragraph. Lengths and distances are whole numbers, shares are 0 to
        /// 1, flags are 0 or 1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u16)]
        pub(super) enum Feature { $(#[doc = $doc] $feature,)* }

        impl Feature {
            /// Every feature, in the order of the columns.
            pub(super) const ALL: &[Feature] = &[$(Feature::$feature,)*];
            const NAMES: &[&str] = &[$($name,)*];
            const DOCS: &[&str] = &[$($doc,)*];
            const UNITS: &[Unit] = &[$(Unit::$unit $(($kinds))?,)*];
        }
    };
}

features! {
    // The text of the paragraph.
    /// Characters.
    Chars = "chars": Count,
    /// Words.
    Words = "words": Count,
    /// Share of the characters in links.
    LinkDensity = "link_density": Share,
    /// Share of the letters in upper case.
    UpperCase = "upper_case": Share,
    /// Share of the characters that are digits.
    Digits = "digits": Share,
    /// Share of the characters that are punctuation.
    Punctuation = "punctuation": Share,
    /// Commas per 100 characters.
    Commas = "commas": Count,
    /// Ends of sentences.
    SentenceEnds = "sentence_ends": Count,
    /// Inline tags.
    Tags = "tags": Count,
    /// Last character.
    LastChar = "last_char": Kind(LAST_CHARS),
    /// Vertical bars, middle dots, arrows and slashes between words.
    Separators = "separators": Count,
    /// Paragraphs of the page with the same text.
    Copies = "copies": Count,
    /// Repeats an earlier paragraph.
    IsCopy = "is_copy": Flag,
    /// Share of the words about subscriptions.
    WordsSubscribe = "words_subscribe": Share,
    /// Share of the words about rights, privacy or the publisher.
    WordsLegal = "words_legal": Share,
    /// Share of the words about other pages to read.
    WordsRelated = "words_related": Share,
    /// Share of the words about dates.
    WordsDate = "words_date": Share,
    /// Share of the words about trade.
    WordsTrade = "words_trade": Share,

    // Agreement with the title, the description and the address.
    /// Share of the words that are in the title.
    InTitle = "in_title": Share,
    /// Share of the title's words in the paragraph.
    OfTitle = "of_title": Share,
    /// Share of the words that are in the page's description.
    InDescription = "in_description": Share,
    /// Share of the words that are in the page's address.
    InAddress = "in_address": Share,

    // Elements around the paragraph.
    /// Innermost element.
    Tag = "tag": Kind(TAGS),
    /// Innermost heading around.
    HeadingLevel = "heading_level": Kind(HEADINGS),
    /// Depth of the innermost element.
    Depth = "depth": Count,
    /// Levels up to an `article`.
    ToArticle = "to_article": Levels,
    /// Levels up to a `main`.
    ToMain = "to_main": Levels,
    /// Levels up to a `nav`.
    ToNav = "to_nav": Levels,
    /// Levels up to a `footer`.
    ToFooter = "to_footer": Levels,
    /// Levels up to a `form`.
    ToForm = "to_form": Levels,
    /// Levels up to a `table`.
    ToTable = "to_table": Levels,
    /// Levels up to a `ul` or `ol`.
    ToList = "to_list": Levels,
    /// Levels up to an `li`.
    ToItem = "to_item": Levels,
    /// Levels up to a `section`.
    ToSection = "to_section": Levels,
    /// Levels up to a `blockquote`.
    ToQuote = "to_quote": Levels,
    /// Levels up to a `pre` or `code`.
    ToCode = "to_code": Levels,
    /// Levels up to a `dl`.
    ToDefinitions = "to_definitions": Levels,
    /// Levels up to a hidden element.
    ToHidden = "to_hidden": Levels,
    /// Number of `article` elements around.
    Articles = "articles": Count,

    // Elements around whose class or id has a word of a group.
    /// Levels up to an element whose class or id names comments.
    ClassComment = "class_comment": Levels,
    /// Levels up to an element whose class or id names a sidebar.
    ClassSidebar = "class_sidebar": Levels,
    /// Levels up to an element whose class or id names a footer.
    ClassFooter = "class_footer": Levels,
    /// Levels up to an element whose class or id names a header.
    ClassHeader = "class_header": Levels,
    /// Levels up to an element whose class or id names navigation.
    ClassNavigation = "class_navigation": Levels,
    /// Levels up to an element whose class or id names related pages.
    ClassRelated = "class_related": Levels,
    /// Levels up to an element whose class or id names advertising.
    ClassAdvertising = "class_advertising": Levels,
    /// Levels up to an element whose class or id names an author.
    ClassAuthor = "class_author": Levels,
    /// Levels up to an element whose class or id names dates, tags and other facts.
    ClassMeta = "class_meta": Levels,
    /// Levels up to an element whose class or id names content.
    ClassContent = "class_content": Levels,
    /// Levels up to an element whose class or id names an article or post.
    ClassPost = "class_post": Levels,
    /// Levels up to an element whose class or id names a title.
    ClassTitle = "class_title": Levels,
    /// Levels up to an element whose class or id names the main part.
    ClassMain = "class_main": Levels,
    /// Levels up to an element whose class or id names a product.
    ClassProduct = "class_product": Levels,
    /// Levels up to an element whose class or id names reviews.
    ClassReview = "class_review": Levels,
    /// Levels up to an element whose class or id names a description.
    ClassDescription = "class_description": Levels,
    /// Levels up to an element whose class or id names a card or item.
    ClassCard = "class_card": Levels,
    /// Levels up to an element whose class or id names a list or grid.
    ClassList = "class_list": Levels,
    /// Levels up to an element whose class or id names a form or subscription.
    ClassForm = "class_form": Levels,
    /// Levels up to an element whose class or id names a dialog or cookies.
    ClassDialog = "class_dialog": Levels,
    /// Levels up to an element whose class or id names a gallery.
    ClassGallery = "class_gallery": Levels,
    /// Levels up to an element whose class or id names media or a caption.
    ClassMedia = "class_media": Levels,
    /// Levels up to an element whose class or id names a message of a thread.
    ClassMessage = "class_message": Levels,
    /// Levels up to an element whose class or id names a signature or profile.
    ClassProfile = "class_profile": Levels,
    /// Levels up to an element whose class or id names a hidden element.
    ClassHidden = "class_hidden": Levels,
    /// Levels up to an element whose class or id names a tab.
    ClassTab = "class_tab": Levels,
    /// Levels up to an element whose class or id names a teaser.
    ClassTeaser = "class_teaser": Levels,
    /// Levels up to an element whose class or id names a widget or block.
    ClassWidget = "class_widget": Levels,
    /// Levels up to an element whose class or id names text.
    ClassText = "class_text": Levels,
    /// Levels up to an element whose class or id names a price.
    ClassPrice = "class_price": Levels,

    // The smallest container with several paragraphs, the smallest with 1,000 characters, and the
    // smallest with 40 % of the page.
    /// Levels up to the nearest container.
    NearLevels = "near_levels": Levels,
    /// Characters of the nearest container.
    NearChars = "near_chars": Count,
    /// Share of the page in the nearest container.
    NearShare = "near_share": Share,
    /// Share of the nearest container in links.
    NearLinks = "near_links": Share,
    /// Characters per tag of the nearest container.
    NearDensity = "near_density": Count,
    /// Commas per 100 characters of the nearest container.
    NearCommas = "near_commas": Count,
    /// Ends of sentences per 100 characters of the nearest container.
    NearSentences = "near_sentences": Count,
    /// Paragraphs of the nearest container.
    NearParagraphs = "near_paragraphs": Count,
    /// Place in the nearest container.
    NearPlace = "near_place": Share,
    /// Share of the nearest container that jusText keeps.
    NearJustext = "near_justext": Share,
    /// Share of the nearest container that Readability keeps.
    NearReadability = "near_readability": Share,
    /// Share of the nearest container that density keeps.
    NearTextDensity = "near_text_density": Share,
    /// Share of the nearest container that selectors keeps.
    NearSelectors = "near_selectors": Share,
    /// Levels up to the container of at least 1,000 characters.
    MiddleLevels = "middle_levels": Levels,
    /// Characters of the container of at least 1,000 characters.
    MiddleChars = "middle_chars": Count,
    /// Share of the page in the container of at least 1,000 characters.
    MiddleShare = "middle_share": Share,
    /// Share of the container of at least 1,000 characters in links.
    MiddleLinks = "middle_links": Share,
    /// Characters per tag of the container of at least 1,000 characters.
    MiddleDensity = "middle_density": Count,
    /// Commas per 100 characters of the container of at least 1,000 characters.
    MiddleCommas = "middle_commas": Count,
    /// Ends of sentences per 100 characters of the container of at least 1,000 characters.
    MiddleSentences = "middle_sentences": Count,
    /// Paragraphs of the container of at least 1,000 characters.
    MiddleParagraphs = "middle_paragraphs": Count,
    /// Place in the container of at least 1,000 characters.
    MiddlePlace = "middle_place": Share,
    /// Share of the container of at least 1,000 characters that jusText keeps.
    MiddleJustext = "middle_justext": Share,
    /// Share of the container of at least 1,000 characters that Readability keeps.
    MiddleReadability = "middle_readability": Share,
    /// Share of the container of at least 1,000 characters that density keeps.
    MiddleTextDensity = "middle_text_density": Share,
    /// Share of the container of at least 1,000 characters that selectors keeps.
    MiddleSelectors = "middle_selectors": Share,
    /// Levels up to the container of at least 40 % of the page.
    WideLevels = "wide_levels": Levels,
    /// Characters of the container of at least 40 % of the page.
    WideChars = "wide_chars": Count,
    /// Share of the page in the container of at least 40 % of the page.
    WideShare = "wide_share": Share,
    /// Share of the container of at least 40 % of the page in links.
    WideLinks = "wide_links": Share,
    /// Characters per tag of the container of at least 40 % of the page.
    WideDensity = "wide_density": Count,
    /// Commas per 100 characters of the container of at least 40 % of the page.
    WideCommas = "wide_commas": Count,
    /// Ends of sentences per 100 characters of the container of at least 40 % of the page.
    WideSentences = "wide_sentences": Count,
    /// Paragraphs of the container of at least 40 % of the page.
    WideParagraphs = "wide_paragraphs": Count,
    /// Place in the container of at least 40 % of the page.
    WidePlace = "wide_place": Share,
    /// Share of the container of at least 40 % of the page that jusText keeps.
    WideJustext = "wide_justext": Share,
    /// Share of the container of at least 40 % of the page that Readability keeps.
    WideReadability = "wide_readability": Share,
    /// Share of the container of at least 40 % of the page that density keeps.
    WideTextDensity = "wide_text_density": Share,
    /// Share of the container of at least 40 % of the page that selectors keeps.
    WideSelectors = "wide_selectors": Share,

    // The nearest element around that has siblings of the same name and class, and the nearest
    // such whose siblings have 100 characters on average.
    /// Levels up to the nearest repeated element.
    RepeatLevels = "repeat_levels": Levels,
    /// Siblings of the repeated element, itself included.
    RepeatCount = "repeat_count": Count,
    /// Number of the repeated element among its siblings.
    RepeatIndex = "repeat_index": Count,
    /// Average characters of the repeated element and its siblings.
    RepeatChars = "repeat_chars": Count,
    /// Share of the repeated element and its siblings in links.
    RepeatLinks = "repeat_links": Share,
    /// Levels up to the nearest large repeated element.
    ItemLevels = "item_levels": Levels,
    /// Siblings of the large repeated element, itself included.
    ItemCount = "item_count": Count,
    /// Number of the large repeated element among its siblings.
    ItemIndex = "item_index": Count,
    /// Average characters of the large repeated element and its siblings.
    ItemChars = "item_chars": Count,
    /// Share of the large repeated element and its siblings in links.
    ItemLinks = "item_links": Share,

    // The paragraphs of the page that are built alike: whose innermost 2 elements have the same
    // names and first classes (kin), and whose innermost 5 have (twins).
    /// Number of paragraphs built alike, by 2 levels.
    KinCount = "kin_count": Count,
    /// Share of the page in paragraphs built alike, by 2 levels.
    KinShare = "kin_share": Share,
    /// Average characters of paragraphs built alike, by 2 levels.
    KinChars = "kin_chars": Count,
    /// Characters of the longest of the paragraphs built alike, by 2 levels.
    KinLongest = "kin_longest": Count,
    /// Share with more than 200 characters among paragraphs built alike, by 2 levels.
    KinLong = "kin_long": Share,
    /// Share in links of paragraphs built alike, by 2 levels.
    KinLinks = "kin_links": Share,
    /// Average ends of sentences of paragraphs built alike, by 2 levels.
    KinSentences = "kin_sentences": Count,
    /// Engines per character that keep paragraphs built alike, by 2 levels.
    KinVotes = "kin_votes": Count,
    /// Share that jusText keeps of paragraphs built alike, by 2 levels.
    KinJustext = "kin_justext": Share,
    /// Share that Readability keeps of paragraphs built alike, by 2 levels.
    KinReadability = "kin_readability": Share,
    /// Share that density keeps of paragraphs built alike, by 2 levels.
    KinTextDensity = "kin_text_density": Share,
    /// Share that selectors keeps of paragraphs built alike, by 2 levels.
    KinSelectors = "kin_selectors": Share,
    /// Number of the paragraph among paragraphs built alike, by 2 levels.
    KinIndex = "kin_index": Count,
    /// Place among paragraphs built alike, by 2 levels.
    KinPlace = "kin_place": Share,
    /// Number of paragraphs built alike, by 5 levels.
    TwinCount = "twin_count": Count,
    /// Share of the page in paragraphs built alike, by 5 levels.
    TwinShare = "twin_share": Share,
    /// Average characters of paragraphs built alike, by 5 levels.
    TwinChars = "twin_chars": Count,
    /// Characters of the longest of the paragraphs built alike, by 5 levels.
    TwinLongest = "twin_longest": Count,
    /// Share with more than 200 characters among paragraphs built alike, by 5 levels.
    TwinLong = "twin_long": Share,
    /// Share in links of paragraphs built alike, by 5 levels.
    TwinLinks = "twin_links": Share,
    /// Average ends of sentences of paragraphs built alike, by 5 levels.
    TwinSentences = "twin_sentences": Count,
    /// Engines per character that keep paragraphs built alike, by 5 levels.
    TwinVotes = "twin_votes": Count,
    /// Share that jusText keeps of paragraphs built alike, by 5 levels.
    TwinJustext = "twin_justext": Share,
    /// Share that Readability keeps of paragraphs built alike, by 5 levels.
    TwinReadability = "twin_readability": Share,
    /// Share that density keeps of paragraphs built alike, by 5 levels.
    TwinTextDensity = "twin_text_density": Share,
    /// Share that selectors keeps of paragraphs built alike, by 5 levels.
    TwinSelectors = "twin_selectors": Share,
    /// Number of the paragraph among paragraphs built alike, by 5 levels.
    TwinIndex = "twin_index": Count,
    /// Place among paragraphs built alike, by 5 levels.
    TwinPlace = "twin_place": Share,

    // The engines' verdicts.
    /// Kept by jusText.
    Justext = "justext": Flag,
    /// Kept by Readability.
    Readability = "readability": Flag,
    /// Kept by density.
    TextDensity = "text_density": Flag,
    /// Kept by selectors.
    Selectors = "selectors": Flag,
    /// Engines that keep it.
    Votes = "votes": Count,
    /// Engines per character that keep the paragraphs at most 3 away.
    VotesNear = "votes_near": Count,
    /// Engines per character that keep the paragraphs at most 10 away.
    VotesAround = "votes_around": Count,
    /// Paragraphs back to one that at least 3 engines keep.
    BackToKept = "back_to_kept": Count,
    /// Paragraphs on to one that at least 3 engines keep.
    OnToKept = "on_to_kept": Count,
    /// Share of the text kept by at least 3 engines that comes before.
    KeptBefore = "kept_before": Share,
    /// Highest support among the engines that keep it.
    BestKeeping = "best_keeping": Share,
    /// Highest support among the engines that drop it.
    BestDropping = "best_dropping": Share,

    // The place on the page.
    /// Share of the page's characters before it.
    Place = "place": Share,
    /// Number of the paragraph in the page.
    Index = "index": Count,
    /// Paragraphs to the end of the page.
    FromEnd = "from_end": Count,
    /// Characters since the last heading.
    SinceHeading = "since_heading": Count,
    /// Last heading.
    LastLevel = "last_level": Kind(HEADINGS),
    /// Share of the last heading's words about other pages, sharing or subscriptions.
    HeadingRelated = "heading_related": Share,
    /// Share of the last heading's words about comments.
    HeadingComment = "heading_comment": Share,
    /// Share of the last heading's words about advertising, trade or navigation.
    HeadingOther = "heading_other": Share,
    /// Engines that keep the last heading.
    HeadingVotes = "heading_votes": Count,
    /// Headings since the title.
    HeadingsSinceTitle = "headings_since_title": Signed,
    /// Characters since the title.
    SinceTitle = "since_title": Signed,
    /// Headings of the title's level or higher since the title.
    EqualsSinceTitle = "equals_since_title": Count,
    /// Bylines since the title.
    BylinesSinceTitle = "bylines_since_title": Count,

    // The page.
    /// Characters of the page.
    PageChars = "page_chars": Count,
    /// Paragraphs of the page.
    PageParagraphs = "page_paragraphs": Count,
    /// Share of the page in links.
    PageLinks = "page_links": Share,
    /// Characters per tag of the page.
    PageDensity = "page_density": Count,
    /// Commas per 100 characters of the page.
    PageCommas = "page_commas": Count,
    /// Ends of sentences per 100 characters of the page.
    PageSentences = "page_sentences": Count,
    /// Share of the page in paragraphs of at least 200 characters.
    PageLong = "page_long": Share,
    /// Share of the page in list items.
    PageItems = "page_items": Share,
    /// Share of the page in tables.
    PageTables = "page_tables": Share,
    /// Share of the page in code.
    PageCode = "page_code": Share,
    /// Share of the page in elements called comments.
    PageComments = "page_comments": Share,
    /// Share of the page in elements called messages or posts of a thread.
    PageMessages = "page_messages": Share,
    /// Share of the page in elements called products.
    PageProducts = "page_products": Share,
    /// Number of `article` elements of the page.
    PageArticles = "page_articles": Count,
    /// The page has a `main`.
    PageMain = "page_main": Flag,
    /// Number of `h1` elements of the page.
    PageTitles = "page_titles": Count,
    /// Headings of the page.
    PageHeadings = "page_headings": Count,
    /// Prices on the page.
    PagePrices = "page_prices": Count,
    /// Number of `time` elements of the page.
    PageTimes = "page_times": Count,
    /// Images of the page.
    PageImages = "page_images": Count,
    /// Form fields of the page.
    PageFields = "page_fields": Count,
    /// Share of the page in its largest group of repeated elements.
    PageRepeated = "page_repeated": Share,
    /// Elements of the page's largest group of repeated ones.
    PageRepeats = "page_repeats": Count,
    /// Average characters of the page's largest group of repeated elements.
    PageRepeatChars = "page_repeat_chars": Count,
    /// Share in links of the page's largest group of repeated elements.
    PageRepeatLinks = "page_repeat_links": Share,
    /// The page's `og:type` or an `itemtype` says article.
    TypeArticle = "type_article": Flag,
    /// The page's `og:type` or an `itemtype` says product.
    TypeProduct = "type_product": Flag,
    /// The page's `og:type` or an `itemtype` says thread.
    TypeThread = "type_thread": Flag,
    /// Segments of the path of the page's address.
    PathSegments = "path_segments": Count,
    /// Words of the last segment of the page's address.
    PathWords = "path_words": Count,
    /// Digits in the path of the page's address.
    PathDigits = "path_digits": Count,
    /// The page's address has a word of a forum.
    PathForum = "path_forum": Flag,
    /// The page's address has a word of a product.
    PathProduct = "path_product": Flag,
    /// The page's address has a word of a category.
    PathCategory = "path_category": Flag,
    /// The page's address has a word of documentation.
    PathDocs = "path_docs": Flag,
    /// Share of the page that jusText keeps.
    KeptJustext = "kept_justext": Share,
    /// Share of the page that Readability keeps.
    KeptReadability = "kept_readability": Share,
    /// Share of the page that density keeps.
    KeptTextDensity = "kept_text_density": Share,
    /// Share of the page that selectors keeps.
    KeptSelectors = "kept_selectors": Share,
    /// Confidence of jusText.
    ConfidenceJustext = "confidence_justext": Share,
    /// Confidence of Readability.
    ConfidenceReadability = "confidence_readability": Share,
    /// Confidence of density.
    ConfidenceTextDensity = "confidence_text_density": Share,
    /// Confidence of selectors.
    ConfidenceSelectors = "confidence_selectors": Share,
    /// Mean agreement of jusText with the other engines.
    SupportJustext = "support_justext": Share,
    /// Mean agreement of Readability with the other engines.
    SupportReadability = "support_readability": Share,
    /// Mean agreement of density with the other engines.
    SupportTextDensity = "support_text_density": Share,
    /// Mean agreement of selectors with the other engines.
    SupportSelectors = "support_selectors": Share,
    /// Agreement of jusText and Readability.
    AgreementJustextReadability = "agreement_justext_readability": Share,
    /// Agreement of jusText and density.
    AgreementJustextDensity = "agreement_justext_density": Share,
    /// Agreement of Readability and density.
    AgreementReadabilityDensity = "agreement_readability_density": Share,
    /// Agreement of jusText and selectors.
    AgreementJustextSelectors = "agreement_justext_selectors": Share,
    /// Agreement of Readability and selectors.
    AgreementReadabilitySelectors = "agreement_readability_selectors": Share,
    /// Agreement of density and selectors.
    AgreementDensitySelectors = "agreement_density_selectors": Share,
    /// Share of the page that at least 3 engines keep.
    KeptByMost = "kept_by_most": Share,
}

/// The features that a row repeats for the paragraphs around it.
pub(super) const OF_NEIGHBOURS: &[Feature] = &[
    Feature::Chars,
    Feature::LinkDensity,
    Feature::SentenceEnds,
    Feature::Tag,
    Feature::Depth,
    Feature::Votes,
    Feature::Selectors,
    Feature::NearLinks,
];

/// The places of these neighbours, relative to the paragraph.
pub(super) const NEIGHBOURS: &[isize] = &[-2, -1, 1, 2];

/// The number of columns of the table.
pub(in crate::engine::model) const COLUMNS: usize =
    Feature::ALL.len() + NEIGHBOURS.len() * OF_NEIGHBOURS.len();

/// A column of the feature table.
///
/// ```
/// use tamis::engine::model::FeatureTable;
/// let columns = FeatureTable::columns();
/// let column = columns.iter().find(|column| column.name() == "link_density").unwrap();
/// assert_eq!(column.description(), "Share of the characters in links");
/// assert_eq!(column.shown(0.25), "25 %");
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Column {
    name: String,
    description: String,
    unit: Unit,
}

impl Column {
    fn of(feature: Feature) -> Column {
        let at = feature as usize;
        Column {
            name: Feature::NAMES[at].to_owned(),
            description: Feature::DOCS[at].trim().trim_end_matches('.').to_owned(),
            unit: Feature::UNITS[at],
        }
    }

    /// Returns the column of the same feature for the paragraph at this place.
    fn of_neighbour(feature: Feature, place: isize) -> Column {
        let Column { name, description, unit } = Column::of(feature);
        let side = if place < 0 { "before" } else { "after" };
        let number = if place.abs() == 1 { "" } else { "second " };
        Column {
            name: format!("{name}{place:+}"),
            description: format!("{description} ({number}paragraph {side})"),
            unit,
        }
    }

    /// Returns the name: unique, lower case, for programs.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the meaning in a few words, for people.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns a value of this column as people write it: `25 %`, `yes`, `none`, `p`. The type has
    /// an [example](Column).
    pub fn shown(&self, value: f32) -> String {
        self.unit.shown(value)
    }
}

static TABLE: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let features = Feature::ALL.iter().map(|&feature| Column::of(feature));
    let neighbours = NEIGHBOURS.iter().flat_map(|&place| {
        OF_NEIGHBOURS.iter().map(move |&feature| Column::of_neighbour(feature, place))
    });
    features.chain(neighbours).collect()
});

/// Returns the columns.
pub(super) fn columns() -> &'static [Column] {
    &TABLE
}

/// Returns the name of each column.
pub(super) fn names() -> Vec<String> {
    TABLE.iter().map(|column| column.name.clone()).collect()
}
