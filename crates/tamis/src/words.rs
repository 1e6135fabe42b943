//! The words of each language that pages are read by: the names of months, the words before
//! authors and dates, and the like.
//!
//! A page says who wrote it and when in words: "By Ann Lee", "Aktualisiert am 2. Mai",
//! "作者：王小明". To find them, the code has to know these words in every language of the web. Lists
//! in the code of each finder would let only its author add a language, and nobody would see which
//! languages are missing where.
//!
//! So all words of a language are in one file, `<code>.toml` in this folder, with their sources.
//! The finders of authors and dates, the threads and the model's features ask [`words`] for a
//! [`List`] in all languages together, because pages mix languages and often declare the wrong one.
//! A word is therefore left out of its file if it means something else in another language: "oleh",
//! "by" in Indonesian, is a first name in Ukraine. For example `de.toml` has
//!
//! ```toml
//! months = [["januar", "jan", "jänner", "jän"], …]
//! bylines = ["geschrieben von", "von"]
//! changed = ["aktualisiert", "stand:"]
//! ```
//!
//! and so "Von Anna Huber" is the line of an author, and "Stand: 2. Jänner 2024" a day of a change.
//! The files are not read at run time: `table.rs` is generated from them.

#[cfg(test)]
mod files;
mod finder;
mod label;
pub(crate) mod letters;
#[rustfmt::skip]
#[expect(clippy::unicode_not_nfc, reason = "pages write some letters of Bengali as one character")]
mod table;

pub(crate) use finder::words;
pub(crate) use label::Label;

/// The words of one language.
#[derive(Debug)]
pub(crate) struct Language {
    /// For each month its names with their abbreviations and declined forms, January first. Empty
    /// where dates have the number of the month.
    pub(crate) months: &'static [&'static [&'static str]],
    pub(crate) lists: &'static [(List, &'static [&'static str])],
    pub(crate) topics: &'static [(Topic, &'static [&'static str])],
}

/// Defines an enum whose values have names in the files of the languages.
macro_rules! named_in_files {
    ($(#[$doc:meta])* enum $type:ident { $($(#[$value_doc:meta])* $value:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum $type { $($(#[$value_doc])* $value,)* }

        impl $type {
            /// The number of values.
            pub(crate) const COUNT: usize = [$($name),*].len();

            /// Each value with its name.
            #[cfg(test)]
            const NAMES: &[($type, &str)] = &[$(($type::$value, $name)),*];
        }
    };
}

named_in_files! {
    /// A list of words of a language. All are in lower case if the alphabet has cases.
    enum List {
        /// The days of the week, Monday first.
        Days = "days",
        /// Words that say how long ago something was, with a number or alone: "ago", "yesterday".
        Ages = "ages",
        /// The months of Iran's calendar, from the first on: twelve, and again twelve for the
        /// names of another country.
        SolarMonths = "solar_months",
        /// Words before the date of publication: "published".
        Published = "published",
        /// Words before the date of a change: "last update".
        Changed = "changed",
        /// Words before dates of other things, such as the day a member joined a forum, or the
        /// last day of an offer: "valid until".
        Other = "other",
        /// The beginnings of the line that `WordPress` writes below a post: "this entry was
        /// posted".
        Entries = "entries",
        /// Words between the parts of a date: "of" in "2nd of May".
        Fillers = "fillers",
        /// Words before the number of a month: "tháng" in "2 tháng 1 năm 2024".
        BeforeMonth = "before_month",
        /// Words after the year of a date that begins with it: "m" in "2024 m. lapkričio 15 d."
        AfterYear = "after_year",
        /// Words that begin the line of an author: "written by". One that ends with a colon counts
        /// only with it, because it is too frequent without.
        Bylines = "bylines",
        /// Words before the names of authors, anywhere in a line, in scripts without spaces: "作者".
        Credits = "credits",
        /// Like the credits, but a part of other words, so that they must begin the line: "文：".
        TextCredits = "text_credits",
        /// Words after the names of authors, with or without a space: "기자" in "김민수 기자".
        Reporters = "reporters",
        /// Words before the names of editors, who stand for the author if nobody else is named.
        Editors = "editors",
        /// The beginnings and ends of words after the names of credits that are no names: where a
        /// text is from, reports, photographs.
        AfterCredits = "after_credits",
        /// Words after a name that begin something else: "updated" in "Ann Lee updated 2 May".
        Endings = "endings",
        /// Words after a name that begin a place or a day: "on" in "Ann Lee on Monday".
        Prepositions = "prepositions",
        /// Words that join names: "and".
        Conjunctions = "conjunctions",
        /// Words after a name that introduce what the person wrote: "says".
        Says = "says",
        /// Words for what a person is or does: "editor".
        Roles = "roles",
        /// Words before such a word that make it a title without a person: "senior".
        Ranks = "ranks",
        /// Words before the names of people who are no authors of the text: "photos by".
        OtherCredits = "other_credits",
        /// Words for such people, and for what they made: "photographer", "translation".
        OtherRoles = "other_roles",
        /// Words in the names of the places where people work: "university".
        Institutions = "institutions",
        /// Degrees and the like, which belong to the name before them, without dots: "phd".
        Degrees = "degrees",
        /// Words without a capital in names: "van".
        Particles = "particles",
        /// Texts in the place of a name that are not names, without spaces: "guestauthor".
        NoNames = "no_names",
        /// Texts in the place of a title that are not titles: labels of the front page, "home", and
        /// what programs give a page without a title, "untitled document".
        NoTitles = "no_titles",
        /// The ends of the names of organizations: "公司".
        Organizations = "organizations",
        /// The first characters of names that a line may consist of, in one text for each source.
        FamilyNames = "family_names",
        /// Labels of readers' comments, and of links to them: "leave a comment".
        Comments = "comments",
        /// Labels of other stories, and of links to them: "you may also like".
        Related = "related",
        /// The words of buttons that answer a comment: "reply".
        Replies = "replies",
        /// Labels of advertising: "sponsored".
        Advertising = "advertising",
        /// What dialogues that ask for consent are about, as beginnings of words: "cookie".
        Cookies = "cookies",
        /// What one does there, and the beginnings of what the buttons say: "accept".
        Consents = "consents",
        /// Words before a time of day: "klo" in "klo 19.30".
        BeforeHour = "before_hour",
        /// Words after it: "Uhr" in "19.30 Uhr".
        AfterHour = "after_hour",
        /// What the buttons say that show the next part of a story: "next page".
        NextPages = "next_pages",
    }
}

named_in_files! {
    /// A topic of boilerplate, by single words.
    ///
    /// The learned model counts them. A word that is added changes what the model sees, and so is
    /// added only together with a model that was trained with it.
    enum Topic {
        Share = "share",
        Subscribe = "subscribe",
        Legal = "legal",
        Related = "related",
        Comment = "comment",
        Byline = "byline",
        Date = "date",
        Trade = "trade",
        Navigation = "navigation",
        Advertising = "advertising",
    }
}

/// All languages, in the order of their codes; in tests also a made-up one.
pub(crate) fn languages() -> impl Iterator<Item = &'static Language> {
    let all = table::LANGUAGES.iter();
    #[cfg(test)]
    let all = all.chain([files::made_up()]);
    all
}

/// Returns what the buttons say that show the next part of a story, in all languages, in lower
/// case: "next page", "weiterlesen".
///
/// A button is one of these only if this is all that it says: "next" is one, "next article" none.
pub fn next_page_labels() -> impl Iterator<Item = &'static str> {
    let lists = table::LANGUAGES.iter().flat_map(|language| language.lists);
    let labels = lists.filter(|(list, _)| *list == List::NextPages);
    labels.flat_map(|(_, labels)| labels.iter().copied())
}
