//! Words that hint at the topic of a paragraph or heading, in several languages.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

/// A topic of boilerplate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Topic {
    Share,
    Subscribe,
    Legal,
    Related,
    Comment,
    Byline,
    Date,
    Trade,
    Navigation,
    Advertising,
}

/// The number of topics.
pub(super) const TOPICS: usize = 10;

/// The words of each topic in lower case. English first, then German, French, Spanish, Italian,
/// Portuguese, Dutch and Russian.
const WORDS: [(Topic, &str); TOPICS] = [
    (
        Topic::Share,
        "share shared sharing tweet facebook twitter instagram linkedin pinterest whatsapp reddit \
         telegram email print youtube tiktok follow followers teilen drucken folgen partager \
         imprimer suivre compartir imprimir condividi compartilhar delen поделиться",
    ),
    (
        Topic::Subscribe,
        "subscribe subscription subscriber newsletter newsletters signup sign inbox rss alerts \
         updates abonnieren abonnement anmelden abonner inscrire suscribirse suscríbete boletín \
         iscriviti assine inscreva abonneren подписаться",
    ),
    (
        Topic::Legal,
        "copyright rights reserved privacy cookie cookies terms policy disclaimer legal imprint \
         trademark trademarks gdpr accessibility impressum datenschutz agb rechte confidentialité \
         mentions droits derechos privacidad aviso diritti direitos rechten права",
    ),
    (
        Topic::Related,
        "related more recommended recommendations popular trending latest also recent read similar \
         featured stories articles posts topics next previous mehr lesen weitere ähnliche auch \
         lire aussi articles plus leer más relacionados anche leggi leia mais lees meer читайте",
    ),
    (
        Topic::Comment,
        "comment comments reply replies respond login logged log register registered account \
         password username votes upvote kommentar kommentare antworten commentaire commentaires \
         répondre comentario comentarios responder commenti rispondi reacties комментарии ответить",
    ),
    (
        Topic::Byline,
        "by posted written author authors editor reporter staff correspondent contributor von \
         autor redaktion par auteur publié por redacción autore di door автор",
    ),
    (
        Topic::Date,
        "january february march april may june july august september october november december \
         jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday \
         saturday sunday ago published updated uhr januar februar märz juni juli oktober dezember \
         janvier février mars avril mai juin juillet août septembre octobre novembre décembre \
         enero febrero marzo abril mayo junio julio septiembre octubre noviembre diciembre",
    ),
    (
        Topic::Trade,
        "cart buy price prices shipping checkout sale order stock basket add quantity delivery \
         returns warranty discount wishlist sku usd eur warenkorb preis kaufen versand lieferung \
         panier prix acheter livraison carrito precio comprar envío carrello prezzo winkelwagen",
    ),
    (
        Topic::Navigation,
        "home menu search contact about skip back top navigation sitemap faq help support careers \
         categories category tags archive archives startseite suche kontakt über hilfe accueil \
         recherche aide inicio buscar contacto ayuda cerca contatti zoeken главная поиск",
    ),
    (
        Topic::Advertising,
        "advertisement advertisements advertise sponsored sponsor ad ads promoted promotion \
         affiliate anzeige werbung publicité publicidad pubblicità publicidade advertentie реклама",
    ),
];

/// A hasher for values that are hashes.
#[derive(Debug, Default)]
pub(super) struct Identity(u64);

impl Hasher for Identity {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 << 8) | u64::from(byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The topics by the hash of a word.
static BY_HASH: LazyLock<HashMap<u64, u16, BuildHasherDefault<Identity>>> = LazyLock::new(|| {
    let mut map: HashMap<u64, u16, _> = HashMap::default();
    for (topic, words) in WORDS {
        for word in words.split_whitespace() {
            *map.entry(word_hash(word)).or_default() |= 1 << topic as u16;
        }
    }
    map
});

/// A set of words that takes some other words for its own: it has one bit for many of them.
#[derive(Clone, Debug)]
pub(super) struct WordFilter([u64; 256]);

static OF_TOPICS: LazyLock<WordFilter> = LazyLock::new(|| {
    let mut filter = WordFilter([0; 256]);
    BY_HASH.keys().for_each(|&word| filter.insert(word));
    filter
});

impl WordFilter {
    /// Returns the words of all topics.
    pub(super) fn of_topics() -> WordFilter {
        OF_TOPICS.clone()
    }

    pub(super) fn insert(&mut self, word: u64) {
        self.0[(word >> 56) as usize] |= 1 << (word >> 50 & 63);
    }

    /// True if the word was inserted, and for a few others.
    #[inline]
    pub(super) fn may_contain(&self, word: u64) -> bool {
        self.0[(word >> 56) as usize] >> (word >> 50 & 63) & 1 == 1
    }
}

/// Returns the topics of a word by its [hash](word_hash), as bits.
pub(super) fn topics(hash: u64) -> u16 {
    BY_HASH.get(&hash).copied().unwrap_or(0)
}

/// The start value of [`add_to_hash`].
pub(super) const EMPTY_HASH: u64 = 0xcbf2_9ce4_8422_2325;

/// Adds a character to the hash of a word (FNV-1a over scalar values, in lower case).
#[inline]
pub(super) fn add_to_hash(hash: u64, c: char) -> u64 {
    let c = if c.is_ascii() { c.to_ascii_lowercase() } else { lower(c) };
    (hash ^ u64::from(u32::from(c))).wrapping_mul(0x0100_0000_01b3)
}

/// The first character of the lower case of `c`.
fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// Returns the hash of a word in any case.
pub(super) fn word_hash(word: &str) -> u64 {
    add_word(EMPTY_HASH, word)
}

/// Adds the characters of a word to a hash.
pub(super) fn add_word(hash: u64, word: &str) -> u64 {
    if !word.is_ascii() {
        return word.chars().fold(hash, add_to_hash);
    }
    word.bytes().fold(hash, |hash, byte| add_to_hash(hash, byte.into()))
}

/// Calls `word` with the hash of each word of a text: runs of letters and digits. Each character of
/// a script without spaces is a word.
pub(super) fn for_each_word(text: &str, mut word: impl FnMut(u64)) {
    let mut hash = EMPTY_HASH;
    for c in text.chars() {
        if c.is_alphanumeric() {
            hash = add_to_hash(hash, c);
            if !is_unspaced(c) {
                continue;
            }
        }
        if hash != EMPTY_HASH {
            word(std::mem::replace(&mut hash, EMPTY_HASH));
        }
    }
    if hash != EMPTY_HASH {
        word(hash);
    }
}

/// True for the characters of scripts that put no spaces between words: Han, Kana, Thai, Lao,
/// Khmer and Myanmar.
#[inline]
pub(super) fn is_unspaced(c: char) -> bool {
    c >= '\u{e00}'
        && matches!(c,
            '\u{e00}'..='\u{eff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{17ff}'
            | '\u{3005}'..='\u{3007}'
            | '\u{3040}'..='\u{30ff}'
            | '\u{31f0}'..='\u{31ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}')
}
