//! The names of the months in the languages of the web.

use std::sync::LazyLock;

/// For each language the names of its months with their usual abbreviations, January first. Names
/// that are declined are listed in all cases. Abbreviations of three letters that are common words
/// of the same language are left out.
///
/// Source: Unicode CLDR 45, `dates/calendars/gregorian/months`, format and stand-alone, wide and
/// abbreviated.
const NAMES: &[[&str; 12]] = &[
    // English
    [
        "january jan",
        "february feb",
        "march mar",
        "april apr",
        "may",
        "june jun",
        "july jul",
        "august aug",
        "september sep sept",
        "october oct",
        "november nov",
        "december dec",
    ],
    // German, Austrian
    [
        "januar jänner jän",
        "februar feber",
        "märz mär mrz maerz",
        "april",
        "mai",
        "juni",
        "juli",
        "august",
        "september",
        "oktober okt",
        "november",
        "dezember dez",
    ],
    // French
    [
        "janvier janv",
        "février févr fév fevrier",
        "mars",
        "avril avr",
        "mai",
        "juin",
        "juillet juil",
        "août aout",
        "septembre",
        "octobre",
        "novembre",
        "décembre déc decembre",
    ],
    // Spanish
    [
        "enero ene",
        "febrero",
        "marzo",
        "abril abr",
        "mayo",
        "junio",
        "julio",
        "agosto ago",
        "septiembre setiembre",
        "octubre",
        "noviembre",
        "diciembre dic",
    ],
    // Italian
    [
        "gennaio gen",
        "febbraio",
        "marzo",
        "aprile",
        "maggio mag",
        "giugno giu",
        "luglio lug",
        "agosto",
        "settembre set",
        "ottobre ott",
        "novembre",
        "dicembre",
    ],
    // Portuguese
    [
        "janeiro",
        "fevereiro fev",
        "março marco",
        "abril",
        "maio",
        "junho",
        "julho",
        "agosto",
        "setembro",
        "outubro out",
        "novembro",
        "dezembro",
    ],
    // Dutch
    [
        "januari",
        "februari",
        "maart mrt",
        "april",
        "mei",
        "juni",
        "juli",
        "augustus",
        "september",
        "oktober",
        "november",
        "december",
    ],
    // Polish
    [
        "styczeń stycznia sty",
        "luty lutego lut",
        "marzec marca",
        "kwiecień kwietnia kwi",
        "maj maja",
        "czerwiec czerwca cze",
        "lipiec lipca lip",
        "sierpień sierpnia sie",
        "wrzesień września wrz",
        "październik października paź",
        "listopad listopada lis",
        "grudzień grudnia gru",
    ],
    // Czech, Slovak
    [
        "leden ledna január januára",
        "únor února február februára",
        "březen března marec",
        "duben dubna apríl apríla",
        "květen května máj mája",
        "červen června jún júna",
        "červenec července júl júla",
        "srpen srpna august augusta",
        "září septembra",
        "říjen října október októbra",
        "listopadu novembra",
        "prosinec prosince decembra",
    ],
    // Russian, Ukrainian, Bulgarian
    [
        "январь января янв січень січня януари",
        "февраль февраля фев лютий лютого февруари",
        "март марта мар березень березня",
        "апрель апреля апр квітень квітня април",
        "май мая травень травня",
        "июнь июня июн червень червня юни",
        "июль июля июл липень липня юли",
        "август августа авг серпень серпня",
        "сентябрь сентября сен вересень вересня септември",
        "октябрь октября окт жовтень жовтня октомври",
        "ноябрь ноября ноя листопада ноември",
        "декабрь декабря дек грудень грудня декември",
    ],
    // Turkish
    [
        "ocak oca",
        "şubat şub",
        "mart",
        "nisan nis",
        "mayıs",
        "haziran haz",
        "temmuz tem",
        "ağustos ağu",
        "eylül eyl",
        "ekim eki",
        "kasım kas",
        "aralık ara",
    ],
    // Swedish, Danish, Norwegian
    [
        "januari januar",
        "februari februar",
        "mars marts",
        "april",
        "maj mai",
        "juni",
        "juli",
        "augusti august",
        "september",
        "oktober",
        "november",
        "december desember des",
    ],
    // Finnish
    [
        "tammikuu tammikuuta",
        "helmikuu helmikuuta",
        "maaliskuu maaliskuuta",
        "huhtikuu huhtikuuta",
        "toukokuu toukokuuta",
        "kesäkuu kesäkuuta",
        "heinäkuu heinäkuuta",
        "elokuu elokuuta",
        "syyskuu syyskuuta",
        "lokakuu lokakuuta",
        "marraskuu marraskuuta",
        "joulukuu joulukuuta",
    ],
    // Hungarian
    [
        "január",
        "február",
        "március márc",
        "április ápr",
        "május máj",
        "június jún",
        "július júl",
        "augusztus",
        "szeptember szept",
        "október",
        "november",
        "december",
    ],
    // Romanian, Catalan
    [
        "ianuarie ian gener",
        "februarie febrer",
        "martie març",
        "aprilie",
        "maig",
        "iunie juny",
        "iulie juliol",
        "august agost",
        "septembrie setembre",
        "octombrie octubre",
        "noiembrie novembre",
        "decembrie desembre",
    ],
    // Croatian, Serbian (Latin), Slovene
    [
        "siječanj siječnja januara",
        "veljača veljače februara",
        "ožujak ožujka marta marec",
        "travanj travnja aprila",
        "svibanj svibnja maja",
        "lipanj lipnja juna junij",
        "srpanj srpnja jula julij",
        "kolovoz kolovoza avgust avgusta",
        "rujan rujna septembra",
        "listopad oktobra",
        "studeni studenoga novembra",
        "prosinac prosinca decembra",
    ],
    // Greek
    [
        "ιανουάριος ιανουαρίου ιαν",
        "φεβρουάριος φεβρουαρίου φεβ",
        "μάρτιος μαρτίου μαρ",
        "απρίλιος απριλίου απρ",
        "μάιος μαΐου μαϊου",
        "ιούνιος ιουνίου ιουν",
        "ιούλιος ιουλίου ιουλ",
        "αύγουστος αυγούστου αυγ",
        "σεπτέμβριος σεπτεμβρίου σεπ",
        "οκτώβριος οκτωβρίου οκτ",
        "νοέμβριος νοεμβρίου νοε",
        "δεκέμβριος δεκεμβρίου δεκ",
    ],
    // Indonesian, Malay
    [
        "januari",
        "februari",
        "maret",
        "april",
        "mei",
        "juni",
        "juli",
        "agustus agu ogos",
        "september",
        "oktober",
        "november nopember",
        "desember disember",
    ],
    // Estonian, Latvian, Lithuanian
    [
        "jaanuar janvāris janvārī sausio",
        "veebruar februāris februārī vasario",
        "märts marts martā kovo",
        "aprill aprīlis aprīlī balandžio",
        "mai maijs maijā gegužės",
        "juuni jūnijs jūnijā birželio",
        "juuli jūlijs jūlijā liepos",
        "august augusts augustā rugpjūčio",
        "september septembris septembrī rugsėjo",
        "oktoober oktobris oktobrī spalio",
        "november novembris novembrī lapkričio",
        "detsember decembris decembrī gruodžio",
    ],
    // Arabic
    [
        "يناير",
        "فبراير",
        "مارس",
        "أبريل ابريل",
        "مايو",
        "يونيو",
        "يوليو",
        "أغسطس",
        "سبتمبر",
        "أكتوبر",
        "نوفمبر",
        "ديسمبر",
    ],
];

/// The number of each name's month, sorted by name. If languages disagree (`listopad` is November
/// in Poland and October in Croatia), the one listed first counts.
static BY_NAME: LazyLock<Vec<(&str, u8)>> = LazyLock::new(|| {
    let months = NAMES.iter().flat_map(|names| (1..).zip(names));
    let mut by_name: Vec<(&str, u8)> =
        months.flat_map(|(month, names)| names.split(' ').map(move |name| (name, month))).collect();
    by_name.sort_by_key(|&(name, _)| name);
    by_name.dedup_by_key(|&mut (name, _)| name);
    by_name
});

/// The length of the longest name, in bytes.
const LONGEST: usize = 24;

/// The number of the month with this name, 1 to 12, in any case and any of the languages. `None`
/// for any other word.
pub(super) fn month(word: &str) -> Option<u32> {
    if word.len() < 3 || word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let at = BY_NAME.binary_search_by_key(&word.as_str(), |&(name, _)| name).ok()?;
    Some(u32::from(BY_NAME[at].1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_months() {
        for (word, expected) in [
            ("January", 1),
            ("MÄRZ", 3),
            ("août", 8),
            ("Września", 9),
            ("мая", 5),
            ("listopad", 11),
            ("Ağustos", 8),
        ] {
            assert_eq!(month(word), Some(expected), "{word}");
        }
        for word in ["", "ma", "monday", "marches", "januaryjanuaryjanuaryjanuary"] {
            assert_eq!(month(word), None, "{word}");
        }
        let longest = BY_NAME.iter().map(|(name, _)| name.len()).max();
        assert!(longest.is_some_and(|longest| longest <= LONGEST), "{longest:?}");
    }
}
