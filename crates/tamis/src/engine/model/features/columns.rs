//! The columns of the feature table, by name.

/// Declares the features of a paragraph: the type [`Feature`], its list and their names.
macro_rules! features {
    ($($(#[doc = $doc:literal])+ $feature:ident = $name:literal,)*) => {
        /// A feature of one paragraph. Lengths and distances are whole numbers, shares are 0 to
        /// 1, flags are 0 or 1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u16)]
        pub(super) enum Feature { $($(#[doc = $doc])+ $feature,)* }

        impl Feature {
            /// Every feature, in the order of the columns.
            pub(super) const ALL: &[Feature] = &[$(Feature::$feature,)*];
            const NAMES: &[&str] = &[$($name,)*];
        }
    };
}

features! {
    // The text of the paragraph.
    /// Characters.
    Chars = "chars",
    /// Words.
    Words = "words",
    /// The share of the characters in links.
    LinkDensity = "link_density",
    /// Upper case letters per letter.
    UpperCase = "upper_case",
    /// Digits per character.
    Digits = "digits",
    /// Punctuation per character.
    Punctuation = "punctuation",
    /// Commas per 100 characters.
    Commas = "commas",
    /// Ends of sentences.
    SentenceEnds = "sentence_ends",
    /// Inline tags.
    Tags = "tags",
    /// The last character: 0 other, 1 a letter, 2 a digit, 3 a comma, 4 a colon, 5 an ellipsis or
    /// arrow, 6 a closing bracket or quote, 7 the end of a sentence.
    LastChar = "last_char",
    /// Vertical bars, middle dots, arrows and slashes between words.
    Separators = "separators",
    /// The number of paragraphs of the page with the same text.
    Copies = "copies",
    /// True for all but the first of them.
    IsCopy = "is_copy",
    /// The share of the words that are about subscriptions. The following name other topics.
    WordsSubscribe = "words_subscribe",
    /// Rights, privacy and imprints.
    WordsLegal = "words_legal",
    /// Other pages to read.
    WordsRelated = "words_related",
    /// Dates.
    WordsDate = "words_date",
    /// Trade.
    WordsTrade = "words_trade",

    // Agreement with the title, the description and the address.
    /// The share of the words that are in the title.
    InTitle = "in_title",
    /// The share of the title's words that are in the paragraph.
    OfTitle = "of_title",
    /// The share of the words that are in the description.
    InDescription = "in_description",
    /// The share of the words that are in the page's address.
    InAddress = "in_address",

    // Elements around the paragraph.
    /// The kind of the innermost element: see `Tag`.
    Tag = "tag",
    /// The level of the innermost heading around, 1 to 6; 0 outside headings.
    HeadingLevel = "heading_level",
    /// The depth of the innermost element.
    Depth = "depth",
    /// Levels up to an `article`; 31 if there is none. The following name other elements.
    ToArticle = "to_article",
    /// `main`.
    ToMain = "to_main",
    /// `nav`.
    ToNav = "to_nav",
    /// `footer`.
    ToFooter = "to_footer",
    /// `form`.
    ToForm = "to_form",
    /// `table`.
    ToTable = "to_table",
    /// `ul` or `ol`.
    ToList = "to_list",
    /// `li`.
    ToItem = "to_item",
    /// `section`.
    ToSection = "to_section",
    /// `blockquote`.
    ToQuote = "to_quote",
    /// `pre` or `code`.
    ToCode = "to_code",
    /// `dl`.
    ToDefinitions = "to_definitions",
    /// An element that is hidden.
    ToHidden = "to_hidden",
    /// The number of articles around.
    Articles = "articles",

    // Levels up to an element whose class or id has a word of a group; 31 if there is none.
    /// Comments.
    ClassComment = "class_comment",
    /// Sidebars.
    ClassSidebar = "class_sidebar",
    /// Footers.
    ClassFooter = "class_footer",
    /// Headers.
    ClassHeader = "class_header",
    /// Navigation.
    ClassNavigation = "class_navigation",
    /// Related pages.
    ClassRelated = "class_related",
    /// Advertising.
    ClassAdvertising = "class_advertising",
    /// Authors.
    ClassAuthor = "class_author",
    /// Dates, tags and other facts.
    ClassMeta = "class_meta",
    /// Content.
    ClassContent = "class_content",
    /// Articles and posts.
    ClassPost = "class_post",
    /// Titles.
    ClassTitle = "class_title",
    /// The main part.
    ClassMain = "class_main",
    /// Products.
    ClassProduct = "class_product",
    /// Reviews.
    ClassReview = "class_review",
    /// Descriptions.
    ClassDescription = "class_description",
    /// Cards and items.
    ClassCard = "class_card",
    /// Lists and grids.
    ClassList = "class_list",
    /// Forms and subscriptions.
    ClassForm = "class_form",
    /// Dialogs and cookies.
    ClassDialog = "class_dialog",
    /// Galleries.
    ClassGallery = "class_gallery",
    /// Captions and media.
    ClassMedia = "class_media",
    /// Messages of a thread.
    ClassMessage = "class_message",
    /// Signatures and profiles.
    ClassProfile = "class_profile",
    /// Hidden elements.
    ClassHidden = "class_hidden",
    /// Tabs.
    ClassTab = "class_tab",
    /// Teasers.
    ClassTeaser = "class_teaser",
    /// Widgets and blocks.
    ClassWidget = "class_widget",
    /// Text.
    ClassText = "class_text",
    /// Prices.
    ClassPrice = "class_price",

    // The smallest container with several paragraphs, the smallest with 1,000 characters, and the
    // smallest with 40 % of the page.
    /// Levels up to the near container. The following describe it.
    NearLevels = "near_levels",
    /// Characters.
    NearChars = "near_chars",
    /// Its share of the page.
    NearShare = "near_share",
    /// The share of its characters in links.
    NearLinks = "near_links",
    /// Characters per tag.
    NearDensity = "near_density",
    /// Commas per 100 characters.
    NearCommas = "near_commas",
    /// Ends of sentences per 100 characters.
    NearSentences = "near_sentences",
    /// Paragraphs.
    NearParagraphs = "near_paragraphs",
    /// The paragraph's place in it, 0 to 1.
    NearPlace = "near_place",
    /// The share of its characters that jusText keeps. The following are for the other engines.
    NearJustext = "near_justext",
    /// Readability.
    NearReadability = "near_readability",
    /// Density.
    NearTextDensity = "near_text_density",
    /// Selectors.
    NearSelectors = "near_selectors",
    /// Levels up to the middle container. The following describe it.
    MiddleLevels = "middle_levels",
    /// Characters.
    MiddleChars = "middle_chars",
    /// Its share of the page.
    MiddleShare = "middle_share",
    /// The share of its characters in links.
    MiddleLinks = "middle_links",
    /// Characters per tag.
    MiddleDensity = "middle_density",
    /// Commas per 100 characters.
    MiddleCommas = "middle_commas",
    /// Ends of sentences per 100 characters.
    MiddleSentences = "middle_sentences",
    /// Paragraphs.
    MiddleParagraphs = "middle_paragraphs",
    /// The paragraph's place in it, 0 to 1.
    MiddlePlace = "middle_place",
    /// The share of its characters that jusText keeps. The following are for the other engines.
    MiddleJustext = "middle_justext",
    /// Readability.
    MiddleReadability = "middle_readability",
    /// Density.
    MiddleTextDensity = "middle_text_density",
    /// Selectors.
    MiddleSelectors = "middle_selectors",
    /// Levels up to the wide container. The following describe it.
    WideLevels = "wide_levels",
    /// Characters.
    WideChars = "wide_chars",
    /// Its share of the page.
    WideShare = "wide_share",
    /// The share of its characters in links.
    WideLinks = "wide_links",
    /// Characters per tag.
    WideDensity = "wide_density",
    /// Commas per 100 characters.
    WideCommas = "wide_commas",
    /// Ends of sentences per 100 characters.
    WideSentences = "wide_sentences",
    /// Paragraphs.
    WideParagraphs = "wide_paragraphs",
    /// The paragraph's place in it, 0 to 1.
    WidePlace = "wide_place",
    /// The share of its characters that jusText keeps. The following are for the other engines.
    WideJustext = "wide_justext",
    /// Readability.
    WideReadability = "wide_readability",
    /// Density.
    WideTextDensity = "wide_text_density",
    /// Selectors.
    WideSelectors = "wide_selectors",

    // The nearest element around that has siblings of the same name and class, and the nearest
    // such whose siblings have 100 characters on average.
    /// Levels up to the nearest repeated element; 31 if there is none. The following describe it.
    RepeatLevels = "repeat_levels",
    /// The number of siblings, itself included.
    RepeatCount = "repeat_count",
    /// Its number among them.
    RepeatIndex = "repeat_index",
    /// The average characters.
    RepeatChars = "repeat_chars",
    /// The share of their characters in links.
    RepeatLinks = "repeat_links",
    /// Levels up to the nearest large repeated element; 31 if there is none.
    ItemLevels = "item_levels",
    /// The number of siblings, itself included.
    ItemCount = "item_count",
    /// Its number among them.
    ItemIndex = "item_index",
    /// The average characters.
    ItemChars = "item_chars",
    /// The share of their characters in links.
    ItemLinks = "item_links",

    // The paragraphs of the page that are built alike: whose innermost 2 elements have the same
    // names and first classes (kin), and whose innermost 5 have (twins).
    /// Kin, itself included. The following describe them.
    KinCount = "kin_count",
    /// Their characters, as a share of the page.
    KinShare = "kin_share",
    /// Their average characters.
    KinChars = "kin_chars",
    /// The characters of the longest.
    KinLongest = "kin_longest",
    /// The share of them that has more than 200 characters.
    KinLong = "kin_long",
    /// The share of their characters in links.
    KinLinks = "kin_links",
    /// Their average ends of sentences.
    KinSentences = "kin_sentences",
    /// The votes for them, weighted by characters, per character.
    KinVotes = "kin_votes",
    /// The share of their characters that jusText keeps. The following are for the other engines.
    KinJustext = "kin_justext",
    /// Readability.
    KinReadability = "kin_readability",
    /// Density.
    KinTextDensity = "kin_text_density",
    /// Selectors.
    KinSelectors = "kin_selectors",
    /// The paragraph's number among them.
    KinIndex = "kin_index",
    /// The paragraph's place among them, 0 to 1.
    KinPlace = "kin_place",
    /// Twins, itself included. The following describe them.
    TwinCount = "twin_count",
    /// Their characters, as a share of the page.
    TwinShare = "twin_share",
    /// Their average characters.
    TwinChars = "twin_chars",
    /// The characters of the longest.
    TwinLongest = "twin_longest",
    /// The share of them that has more than 200 characters.
    TwinLong = "twin_long",
    /// The share of their characters in links.
    TwinLinks = "twin_links",
    /// Their average ends of sentences.
    TwinSentences = "twin_sentences",
    /// The votes for them, weighted by characters, per character.
    TwinVotes = "twin_votes",
    /// The share of their characters that jusText keeps. The following are for the other engines.
    TwinJustext = "twin_justext",
    /// Readability.
    TwinReadability = "twin_readability",
    /// Density.
    TwinTextDensity = "twin_text_density",
    /// Selectors.
    TwinSelectors = "twin_selectors",
    /// The paragraph's number among them.
    TwinIndex = "twin_index",
    /// The paragraph's place among them, 0 to 1.
    TwinPlace = "twin_place",

    // The engines' verdicts.
    /// True if jusText keeps it. The following are for the other engines.
    Justext = "justext",
    /// Readability.
    Readability = "readability",
    /// Density.
    TextDensity = "text_density",
    /// Selectors.
    Selectors = "selectors",
    /// The number of engines that keep it.
    Votes = "votes",
    /// The votes for the paragraphs around, within 3, weighted by characters, per character.
    VotesNear = "votes_near",
    /// The same within 10.
    VotesAround = "votes_around",
    /// Paragraphs back to the last with at least 3 votes.
    BackToKept = "back_to_kept",
    /// Paragraphs on to the next with at least 3 votes.
    OnToKept = "on_to_kept",
    /// The share of the characters with at least 3 votes that come before.
    KeptBefore = "kept_before",
    /// The highest support among the engines that keep the paragraph.
    BestKeeping = "best_keeping",
    /// The highest support among the engines that drop it.
    BestDropping = "best_dropping",

    // The place on the page.
    /// The share of the page's characters before it.
    Place = "place",
    /// The paragraph's number.
    Index = "index",
    /// Paragraphs to the end of the page.
    FromEnd = "from_end",
    /// Characters since the last heading.
    SinceHeading = "since_heading",
    /// The level of the last heading, 1 to 6; 0 if there is none.
    LastLevel = "last_level",
    /// The share of the last heading's words about other pages, sharing or subscriptions.
    HeadingRelated = "heading_related",
    /// The share of the last heading's words about comments.
    HeadingComment = "heading_comment",
    /// The share of the last heading's words about advertising, trade or navigation.
    HeadingOther = "heading_other",
    /// The votes for the last heading.
    HeadingVotes = "heading_votes",
    /// Headings since the one that matches the title; negative before it.
    HeadingsSinceTitle = "headings_since_title",
    /// Characters since the heading that matches the title; negative before it.
    SinceTitle = "since_title",
    /// Headings of the same level or higher since the one that matches the title.
    EqualsSinceTitle = "equals_since_title",
    /// Bylines since the heading that matches the title.
    BylinesSinceTitle = "bylines_since_title",

    // The page.
    /// Characters.
    PageChars = "page_chars",
    /// Paragraphs.
    PageParagraphs = "page_paragraphs",
    /// The share of the characters in links.
    PageLinks = "page_links",
    /// Characters per tag.
    PageDensity = "page_density",
    /// Commas per 100 characters.
    PageCommas = "page_commas",
    /// Ends of sentences per 100 characters.
    PageSentences = "page_sentences",
    /// The share of the characters in paragraphs of at least 200.
    PageLong = "page_long",
    /// The share of the characters in list items.
    PageItems = "page_items",
    /// The share of the characters in tables.
    PageTables = "page_tables",
    /// The share of the characters in code.
    PageCode = "page_code",
    /// The share of the characters in elements that are called comments.
    PageComments = "page_comments",
    /// The share of the characters in elements that are called messages or posts of a thread.
    PageMessages = "page_messages",
    /// The share of the characters in elements that are called products.
    PageProducts = "page_products",
    /// `article` elements.
    PageArticles = "page_articles",
    /// True if there is a `main`.
    PageMain = "page_main",
    /// `h1` elements.
    PageTitles = "page_titles",
    /// Headings.
    PageHeadings = "page_headings",
    /// Prices.
    PagePrices = "page_prices",
    /// `time` elements.
    PageTimes = "page_times",
    /// Images.
    PageImages = "page_images",
    /// Form fields.
    PageFields = "page_fields",
    /// The characters of the largest group of repeated elements, as a share of the page.
    PageRepeated = "page_repeated",
    /// The elements of this group.
    PageRepeats = "page_repeats",
    /// Their average characters.
    PageRepeatChars = "page_repeat_chars",
    /// The share of their characters in links.
    PageRepeatLinks = "page_repeat_links",
    /// True if `og:type` or an `itemtype` says article. The following name other types.
    TypeArticle = "type_article",
    /// Product.
    TypeProduct = "type_product",
    /// Thread.
    TypeThread = "type_thread",
    /// The segments of the path of the page's address.
    PathSegments = "path_segments",
    /// The words of its last segment.
    PathWords = "path_words",
    /// Digits of the path.
    PathDigits = "path_digits",
    /// True if the address has a word of a forum. The following name other kinds.
    PathForum = "path_forum",
    /// Products.
    PathProduct = "path_product",
    /// Categories.
    PathCategory = "path_category",
    /// Documentation.
    PathDocs = "path_docs",
    /// The share of the page's characters that jusText keeps. The following are for the other
    /// engines.
    KeptJustext = "kept_justext",
    /// Readability.
    KeptReadability = "kept_readability",
    /// Density.
    KeptTextDensity = "kept_text_density",
    /// Selectors.
    KeptSelectors = "kept_selectors",
    /// jusText's confidence in its verdict. The following are for the other engines.
    ConfidenceJustext = "confidence_justext",
    /// Readability.
    ConfidenceReadability = "confidence_readability",
    /// Density.
    ConfidenceTextDensity = "confidence_text_density",
    /// Selectors.
    ConfidenceSelectors = "confidence_selectors",
    /// jusText's mean agreement with the other engines. The following are for the other engines.
    SupportJustext = "support_justext",
    /// Readability.
    SupportReadability = "support_readability",
    /// Density.
    SupportTextDensity = "support_text_density",
    /// Selectors.
    SupportSelectors = "support_selectors",
    /// The agreement of jusText and Readability. The following are for other pairs.
    AgreementJustextReadability = "agreement_justext_readability",
    /// jusText and density.
    AgreementJustextDensity = "agreement_justext_density",
    /// Readability and density.
    AgreementReadabilityDensity = "agreement_readability_density",
    /// jusText and selectors.
    AgreementJustextSelectors = "agreement_justext_selectors",
    /// Readability and selectors.
    AgreementReadabilitySelectors = "agreement_readability_selectors",
    /// Density and selectors.
    AgreementDensitySelectors = "agreement_density_selectors",
    /// The share of the characters with at least 3 votes.
    KeptByMost = "kept_by_most",
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

/// Returns the name of each column.
pub(super) fn names() -> Vec<String> {
    let neighbours = NEIGHBOURS.iter().flat_map(|place| {
        OF_NEIGHBOURS
            .iter()
            .map(move |&feature| format!("{}{place:+}", Feature::NAMES[feature as usize]))
    });
    Feature::NAMES.iter().map(|&name| name.to_owned()).chain(neighbours).collect()
}
