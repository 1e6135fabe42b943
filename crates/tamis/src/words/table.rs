//! The words of all languages.
//!
//! Generated from the files of this folder, as `files.rs` says. Do not edit.

use super::{Language, List, Topic};

pub(super) static LANGUAGES: [Language; 35] = [
    // ar: Arabic
    Language {
        months: &[
            &["يناير"],
            &["فبراير"],
            &["مارس"],
            &["أبريل", "ابريل"],
            &["مايو"],
            &["يونيو"],
            &["يوليو"],
            &["أغسطس"],
            &["سبتمبر"],
            &["أكتوبر"],
            &["نوفمبر"],
            &["ديسمبر"],
        ],
        lists: &[
            (List::Published, &["تاريخ النشر"]),
            (List::Particles, &["bin", "al", "el"]),
        ],
        topics: &[
        ],
    },
    // bg: Bulgarian
    Language {
        months: &[
            &["януари"],
            &["февруари", "фев"],
            &["март"],
            &["април", "апр"],
            &["май"],
            &["юни"],
            &["юли"],
            &["август", "авг"],
            &["септември"],
            &["октомври", "окт"],
            &["ноември"],
            &["декември", "дек"],
        ],
        lists: &[
            (List::AfterYear, &["г"]),
            (List::Bylines, &["автор:", "автор"]),
        ],
        topics: &[
        ],
    },
    // ca: Catalan
    Language {
        months: &[
            &["gener", "gen"],
            &["febrer"],
            &["març"],
            &["abril", "abr"],
            &["maig"],
            &["juny"],
            &["juliol", "jul"],
            &["agost"],
            &["setembre", "set"],
            &["octubre", "oct"],
            &["novembre", "nov"],
            &["desembre", "des"],
        ],
        lists: &[
            (List::Fillers, &["de", "del", "d"]),
            (List::Bylines, &["autor:"]),
        ],
        topics: &[
        ],
    },
    // cs: Czech
    Language {
        months: &[
            &["leden", "ledna"],
            &["únor", "února"],
            &["březen", "března"],
            &["duben", "dubna"],
            &["květen", "května"],
            &["červen", "června"],
            &["červenec", "července"],
            &["srpen", "srpna"],
            &["září"],
            &["říjen", "října"],
            &["listopad", "lis", "listopadu"],
            &["prosinec", "prosince"],
        ],
        lists: &[
            (List::Bylines, &["autor:"]),
        ],
        topics: &[
        ],
    },
    // da: Danish
    Language {
        months: &[
            &["januar", "jan"],
            &["februar", "feb"],
            &["marts", "mar"],
            &["april", "apr"],
            &["maj"],
            &["juni", "jun"],
            &["juli", "jul"],
            &["august", "aug"],
            &["september", "sep"],
            &["oktober", "okt"],
            &["november", "nov"],
            &["december", "dec"],
        ],
        lists: &[
            (List::Fillers, &["den"]),
            (List::Bylines, &["af:", "af", "skrevet af"]),
            (List::Conjunctions, &["og"]),
            (List::Roles, &["journalist"]),
        ],
        topics: &[
        ],
    },
    // de: German
    Language {
        months: &[
            &["januar", "jan", "jänner", "jän"],
            &["februar", "feb", "feber"],
            &["märz", "mär", "maerz", "mrz"],
            &["april", "apr"],
            &["mai"],
            &["juni", "jun"],
            &["juli", "jul"],
            &["august", "aug"],
            &["september", "sep", "sept"],
            &["oktober", "okt"],
            &["november", "nov"],
            &["dezember", "dez"],
        ],
        lists: &[
            (List::Published, &["erschienen", "veröffentlicht", "erstellt am"]),
            (List::Changed, &["aktualisiert", "bearbeitet", "zuletzt", "stand:", "letzte änderung"]),
            (List::Other, &["registriert", "mitglied seit", "dabei seit", "beigetreten", "gültig bis", "läuft ab"]),
            (List::Entries, &["dieser beitrag wurde", "dieser eintrag wurde"]),
            (List::Bylines, &["autorin:", "autoren:", "autor:", "autor", "geschrieben von", "verfasst von", "veröffentlicht von", "ein beitrag von", "ein artikel von", "von:", "von"]),
            (List::Endings, &["veröffentlicht", "aktualisiert"]),
            (List::Prepositions, &["am"]),
            (List::Conjunctions, &["und"]),
            (List::Roles, &["redakteur", "redakteurin"]),
            (List::Particles, &["von", "der", "den", "zu"]),
            (List::NoNames, &["autor", "redaktion"]),
        ],
        topics: &[
            (Topic::Share, &["teilen", "drucken", "folgen"]),
            (Topic::Subscribe, &["abonnieren", "abonnement", "anmelden"]),
            (Topic::Legal, &["impressum", "datenschutz", "agb", "rechte"]),
            (Topic::Related, &["mehr", "lesen", "weitere", "ähnliche", "auch"]),
            (Topic::Comment, &["kommentar", "kommentare", "antworten"]),
            (Topic::Byline, &["von", "autor", "redaktion"]),
            (Topic::Date, &["uhr", "januar", "februar", "märz", "juni", "juli", "oktober", "dezember"]),
            (Topic::Trade, &["warenkorb", "preis", "kaufen", "versand", "lieferung"]),
            (Topic::Navigation, &["startseite", "suche", "kontakt", "über", "hilfe"]),
            (Topic::Advertising, &["anzeige", "werbung"]),
        ],
    },
    // el: Greek
    Language {
        months: &[
            &["ιανουάριος", "ιαν", "ιανουαρίου"],
            &["φεβρουάριος", "φεβ", "φεβρουαρίου"],
            &["μάρτιος", "μαρτίου", "μαρ"],
            &["απρίλιος", "απρ", "απριλίου"],
            &["μάιος", "μαΐου", "μαϊου"],
            &["ιούνιος", "ιουνίου", "ιουν"],
            &["ιούλιος", "ιουλίου", "ιουλ"],
            &["αύγουστος", "αυγούστου", "αυγ"],
            &["σεπτέμβριος", "σεπ", "σεπτεμβρίου"],
            &["οκτώβριος", "οκτ", "οκτωβρίου"],
            &["νοέμβριος", "νοεμβρίου", "νοε"],
            &["δεκέμβριος", "δεκ", "δεκεμβρίου"],
        ],
        lists: &[
        ],
        topics: &[
        ],
    },
    // en: English
    Language {
        months: &[
            &["january", "jan"],
            &["february", "feb"],
            &["march", "mar"],
            &["april", "apr"],
            &["may"],
            &["june", "jun"],
            &["july", "jul"],
            &["august", "aug"],
            &["september", "sep", "sept"],
            &["october", "oct"],
            &["november", "nov"],
            &["december", "dec"],
        ],
        lists: &[
            (List::Published, &["published", "date published", "posted on"]),
            (List::Changed, &["updated", "last update", "update:", "modified", "last reviewed", "last edited", "edited"]),
            (List::Other, &["registered", "joined", "join date", "member since", "commented", "release date", "expire", "valid through", "valid until", "valid till", "ends", "deadline", "apply by", "book by", "due date", "travel through"]),
            (List::Entries, &["this entry was posted", "this post was written"]),
            (List::Fillers, &["st", "nd", "rd", "th", "of", "the"]),
            (List::Bylines, &["article written by", "article by", "written by", "posted by", "post by", "published by", "submitted by", "created by", "story by", "words by", "text by", "reported by", "authored by", "started by", "thread starter", "topic starter", "authors:", "authors", "author:", "author", "by:", "by"]),
            (List::Endings, &["published", "updated", "last", "posted", "reviewed", "released", "read", "min", "mins", "view", "follow", "follows", "medically", "edited", "updated:", "published:", "posted:"]),
            (List::Prepositions, &["on", "in", "at"]),
            (List::Conjunctions, &["and", "with"]),
            (List::Roles, &["editor", "writer", "reporter", "correspondent", "contributor", "author", "founder", "ceo", "cto", "manager", "director", "analyst", "journalist", "columnist", "photographer", "freelance", "professor", "specialist", "expert", "strategist", "consultant", "engineer", "producer", "staff", "co-founder", "cofounder", "developer", "president", "officer", "lead", "marketer", "blogger", "researcher", "coach", "therapist", "dietitian", "dietician"]),
            (List::Ranks, &["senior", "former", "chief", "managing", "deputy", "associate", "assistant", "contributing", "certified"]),
            (List::Degrees, &["phd", "md", "mba", "rd", "rdn", "ms", "msc", "bsc", "ma", "ba", "bs", "rn", "dvm", "dds", "vmd", "cpa", "cfp", "cfa", "esq", "jr", "sr", "dacvb", "lcsw", "psyd", "frcpc", "pa-c", "faad", "mph", "edd", "jd", "llm", "do", "np", "ldn", "cscs", "mbe", "obe"]),
            (List::Particles, &["of", "the", "for"]),
            (List::NoNames, &["abouttheauthor", "admin", "administrator", "allposts", "anonymous", "author", "authors", "bio", "byline", "comment", "comments", "contributor", "contributors", "contributorstowikimediaprojects", "default", "editor", "editorial", "editors", "follow", "guest", "guestauthor", "guestpost", "home", "joined", "last", "lastupdated", "login", "member", "moderator", "moreposts", "na", "newsdesk", "none", "null", "owner", "posts", "profile", "published", "readmore", "register", "root", "share", "signin", "signup", "siteadmin", "staff", "superuser", "support", "team", "undefined", "unknown", "updated", "user", "viewallposts", "viewprofile", "webmaster", "website", "writer", "written"]),
        ],
        topics: &[
            (Topic::Share, &["share", "shared", "sharing", "tweet", "facebook", "twitter", "instagram", "linkedin", "pinterest", "whatsapp", "reddit", "telegram", "email", "print", "youtube", "tiktok", "follow", "followers"]),
            (Topic::Subscribe, &["subscribe", "subscription", "subscriber", "newsletter", "newsletters", "signup", "sign", "inbox", "rss", "alerts", "updates"]),
            (Topic::Legal, &["copyright", "rights", "reserved", "privacy", "cookie", "cookies", "terms", "policy", "disclaimer", "legal", "imprint", "trademark", "trademarks", "gdpr", "accessibility"]),
            (Topic::Related, &["related", "more", "recommended", "recommendations", "popular", "trending", "latest", "also", "recent", "read", "similar", "featured", "stories", "posts", "topics", "next", "previous", "articles"]),
            (Topic::Comment, &["comment", "comments", "reply", "replies", "respond", "login", "logged", "log", "register", "registered", "account", "password", "username", "votes", "upvote"]),
            (Topic::Byline, &["by", "posted", "written", "author", "authors", "editor", "reporter", "staff", "correspondent", "contributor"]),
            (Topic::Date, &["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "ago", "published", "updated"]),
            (Topic::Trade, &["cart", "buy", "price", "prices", "shipping", "checkout", "sale", "order", "stock", "basket", "add", "quantity", "delivery", "returns", "warranty", "discount", "wishlist", "sku", "usd", "eur"]),
            (Topic::Navigation, &["home", "menu", "search", "contact", "about", "skip", "back", "top", "navigation", "sitemap", "faq", "help", "support", "careers", "categories", "category", "tags", "archive", "archives"]),
            (Topic::Advertising, &["advertisement", "advertisements", "advertise", "sponsored", "sponsor", "ad", "ads", "promoted", "promotion", "affiliate"]),
        ],
    },
    // es: Spanish
    Language {
        months: &[
            &["enero", "ene"],
            &["febrero", "feb"],
            &["marzo", "mar"],
            &["abril", "abr"],
            &["mayo", "may"],
            &["junio", "jun"],
            &["julio", "jul"],
            &["agosto", "ago"],
            &["septiembre", "sept", "setiembre"],
            &["octubre", "oct"],
            &["noviembre", "nov"],
            &["diciembre", "dic"],
        ],
        lists: &[
            (List::Published, &["publicado"]),
            (List::Changed, &["actualizado", "última actualización"]),
            (List::Other, &["miembro desde", "válido hasta"]),
            (List::Entries, &["esta entrada fue publicada"]),
            (List::Fillers, &["de", "del"]),
            (List::Bylines, &["escrito por", "publicado por", "por:", "por", "autor:"]),
            (List::Conjunctions, &["y"]),
            (List::Particles, &["de", "del", "la", "el"]),
            (List::NoNames, &["redacción"]),
        ],
        topics: &[
            (Topic::Share, &["compartir", "imprimir"]),
            (Topic::Subscribe, &["suscribirse", "suscríbete", "boletín"]),
            (Topic::Legal, &["derechos", "privacidad", "aviso"]),
            (Topic::Related, &["leer", "más", "relacionados"]),
            (Topic::Comment, &["comentario", "comentarios", "responder"]),
            (Topic::Byline, &["por", "redacción"]),
            (Topic::Date, &["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "septiembre", "octubre", "noviembre", "diciembre"]),
            (Topic::Trade, &["carrito", "precio", "comprar", "envío"]),
            (Topic::Navigation, &["inicio", "buscar", "contacto", "ayuda"]),
            (Topic::Advertising, &["publicidad"]),
        ],
    },
    // et: Estonian
    Language {
        months: &[
            &["jaanuar"],
            &["veebruar"],
            &["märts"],
            &["aprill", "apr"],
            &["mai"],
            &["juuni"],
            &["juuli"],
            &["august", "aug"],
            &["september", "sept"],
            &["oktoober", "okt"],
            &["november", "nov"],
            &["detsember"],
        ],
        lists: &[
            (List::Bylines, &["autor:"]),
        ],
        topics: &[
        ],
    },
    // fa: Persian
    Language {
        months: &[
            &[],
            &[],
            &["مارس"],
            &[],
            &[],
            &[],
            &[],
            &[],
            &[],
            &[],
            &[],
            &[],
        ],
        lists: &[
        ],
        topics: &[
        ],
    },
    // fi: Finnish
    Language {
        months: &[
            &["tammikuu", "tammikuuta"],
            &["helmikuu", "helmikuuta"],
            &["maaliskuu", "maaliskuuta"],
            &["huhtikuu", "huhtikuuta"],
            &["toukokuu", "toukokuuta"],
            &["kesäkuu", "kesäkuuta"],
            &["heinäkuu", "heinäkuuta"],
            &["elokuu", "elokuuta"],
            &["syyskuu", "syyskuuta"],
            &["lokakuu", "lokakuuta"],
            &["marraskuu", "marraskuuta"],
            &["joulukuu", "joulukuuta"],
        ],
        lists: &[
        ],
        topics: &[
        ],
    },
    // fr: French
    Language {
        months: &[
            &["janvier", "janv"],
            &["février", "févr", "fevrier", "fév"],
            &["mars"],
            &["avril", "avr"],
            &["mai"],
            &["juin"],
            &["juillet", "juil"],
            &["août", "aout"],
            &["septembre", "sept"],
            &["octobre", "oct"],
            &["novembre", "nov"],
            &["décembre", "déc", "decembre"],
        ],
        lists: &[
            (List::Published, &["publié le", "Publié le"]),
            (List::Changed, &["mis à jour", "modifié le"]),
            (List::Other, &["inscrit", "valable"]),
            (List::Entries, &["cette entrée a été publiée", "ce contenu a été publié"]),
            (List::Fillers, &["d", "er", "e"]),
            (List::Bylines, &["auteur:", "auteur", "par:", "par"]),
            (List::Prepositions, &["le"]),
            (List::Conjunctions, &["et"]),
            (List::Particles, &["de", "du", "la", "le"]),
            (List::NoNames, &["redaction"]),
        ],
        topics: &[
            (Topic::Share, &["partager", "imprimer", "suivre"]),
            (Topic::Subscribe, &["abonner", "inscrire"]),
            (Topic::Legal, &["confidentialité", "mentions", "droits"]),
            (Topic::Related, &["lire", "aussi", "articles", "plus"]),
            (Topic::Comment, &["commentaire", "commentaires", "répondre"]),
            (Topic::Byline, &["par", "auteur", "publié"]),
            (Topic::Date, &["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"]),
            (Topic::Trade, &["panier", "prix", "acheter", "livraison"]),
            (Topic::Navigation, &["accueil", "recherche", "aide"]),
            (Topic::Advertising, &["publicité"]),
        ],
    },
    // hr: Croatian
    Language {
        months: &[
            &["siječanj", "siječnja"],
            &["veljača", "veljače"],
            &["ožujak", "ožujka"],
            &["travanj", "travnja"],
            &["svibanj", "svibnja"],
            &["lipanj", "lipnja"],
            &["srpanj", "srpnja"],
            &["kolovoz", "kolovoza"],
            &["rujan", "rujna"],
            &[],
            &["studeni", "studenoga"],
            &["prosinac", "prosinca"],
        ],
        lists: &[
            (List::Bylines, &["autor:"]),
        ],
        topics: &[
        ],
    },
    // hu: Hungarian
    Language {
        months: &[
            &["január", "jan"],
            &["február"],
            &["március", "márc"],
            &["április", "ápr"],
            &["május", "máj"],
            &["június", "jún"],
            &["július", "júl"],
            &["augusztus", "aug"],
            &["szeptember", "szept"],
            &["október", "okt"],
            &["november", "nov"],
            &["december", "dec"],
        ],
        lists: &[
        ],
        topics: &[
        ],
    },
    // id: Indonesian
    Language {
        months: &[
            &["januari", "jan"],
            &["februari", "feb"],
            &["maret", "mar"],
            &["april", "apr"],
            &["mei"],
            &["juni", "jun"],
            &["juli", "jul"],
            &["agustus", "agu"],
            &["september", "sep"],
            &["oktober", "okt"],
            &["november", "nov", "nopember"],
            &["desember", "des"],
        ],
        lists: &[
        ],
        topics: &[
        ],
    },
    // it: Italian
    Language {
        months: &[
            &["gennaio", "gen"],
            &["febbraio", "feb"],
            &["marzo", "mar"],
            &["aprile", "apr"],
            &["maggio", "mag"],
            &["giugno", "giu"],
            &["luglio", "lug"],
            &["agosto", "ago"],
            &["settembre", "set"],
            &["ottobre", "ott"],
            &["novembre", "nov"],
            &["dicembre", "dic"],
        ],
        lists: &[
            (List::Published, &["pubblicato"]),
            (List::Changed, &["aggiornato"]),
            (List::Other, &["valido fino"]),
            (List::Entries, &["questo articolo è stato pubblicato", "questa voce è stata pubblicata"]),
            (List::Fillers, &["di"]),
            (List::Bylines, &["autore:", "scritto da", "pubblicato da", "di:"]),
            (List::Particles, &["della", "di", "da"]),
        ],
        topics: &[
            (Topic::Share, &["condividi"]),
            (Topic::Subscribe, &["iscriviti"]),
            (Topic::Legal, &["diritti"]),
            (Topic::Related, &["anche", "leggi"]),
            (Topic::Comment, &["commenti", "rispondi"]),
            (Topic::Byline, &["autore", "di"]),
            (Topic::Trade, &["carrello", "prezzo"]),
            (Topic::Navigation, &["cerca", "contatti"]),
            (Topic::Advertising, &["pubblicità"]),
        ],
    },
    // ja: Japanese
    Language {
        months: &[
        ],
        lists: &[
            (List::Published, &["投稿日", "掲載日"]),
            (List::Changed, &["最終更新", "更新日"]),
            (List::Credits, &["著者", "執筆"]),
        ],
        topics: &[
        ],
    },
    // ko: Korean
    Language {
        months: &[
        ],
        lists: &[
            (List::Published, &["기사입력", "등록일"]),
            (List::Changed, &["최종수정"]),
        ],
        topics: &[
        ],
    },
    // lt: Lithuanian
    Language {
        months: &[
            &["sausio"],
            &["vasario"],
            &["kovo"],
            &["balandžio"],
            &["gegužės"],
            &["birželio"],
            &["liepos"],
            &["rugpjūčio"],
            &["rugsėjo"],
            &["spalio"],
            &["lapkričio"],
            &["gruodžio"],
        ],
        lists: &[
            (List::AfterYear, &["m"]),
        ],
        topics: &[
        ],
    },
    // lv: Latvian
    Language {
        months: &[
            &["janvāris", "janv", "janvārī"],
            &["februāris", "februārī"],
            &["marts", "martā"],
            &["aprīlis", "apr", "aprīlī"],
            &["maijs", "maijā"],
            &["jūnijs", "jūnijā"],
            &["jūlijs", "jūlijā"],
            &["augusts", "aug", "augustā"],
            &["septembris", "sept", "septembrī"],
            &["oktobris", "okt", "oktobrī"],
            &["novembris", "nov", "novembrī"],
            &["decembris", "dec", "decembrī"],
        ],
        lists: &[
        ],
        topics: &[
        ],
    },
    // ms: Malay
    Language {
        months: &[
            &["januari", "jan"],
            &["februari", "feb"],
            &[],
            &["april", "apr"],
            &["mei"],
            &["jun"],
            &["jul"],
            &["ogos"],
            &["september", "sep"],
            &["oktober", "okt"],
            &["november", "nov"],
            &["disember"],
        ],
        lists: &[
        ],
        topics: &[
        ],
    },
    // nb: Norwegian Bokmål
    Language {
        months: &[
            &["jan", "januar"],
            &["feb", "februar"],
            &["mar", "mars"],
            &["apr", "april"],
            &["mai"],
            &["jun", "juni"],
            &["jul", "juli"],
            &["aug", "august"],
            &["sep", "september"],
            &["okt", "oktober"],
            &["nov", "november"],
            &["des", "desember"],
        ],
        lists: &[
            (List::Fillers, &["den"]),
            (List::Bylines, &["av:", "av", "skrevet av"]),
            (List::Conjunctions, &["og"]),
            (List::Roles, &["journalist"]),
        ],
        topics: &[
        ],
    },
    // nl: Dutch
    Language {
        months: &[
            &["januari", "jan"],
            &["februari", "feb"],
            &["maart", "mrt"],
            &["april", "apr"],
            &["mei"],
            &["juni", "jun"],
            &["juli", "jul"],
            &["augustus", "aug"],
            &["september", "sep"],
            &["oktober", "okt"],
            &["november", "nov"],
            &["december", "dec"],
        ],
        lists: &[
            (List::Published, &["gepubliceerd"]),
            (List::Entries, &["dit bericht werd geplaatst"]),
            (List::Fillers, &["ste", "de"]),
            (List::Bylines, &["door:", "door", "geschreven door", "auteur:"]),
            (List::Conjunctions, &["en"]),
            (List::Particles, &["van", "den", "ten", "ter", "der"]),
        ],
        topics: &[
            (Topic::Share, &["delen"]),
            (Topic::Subscribe, &["abonneren"]),
            (Topic::Legal, &["rechten"]),
            (Topic::Related, &["lees", "meer"]),
            (Topic::Comment, &["reacties"]),
            (Topic::Byline, &["door"]),
            (Topic::Trade, &["winkelwagen"]),
            (Topic::Navigation, &["zoeken"]),
            (Topic::Advertising, &["advertentie"]),
        ],
    },
    // pl: Polish
    Language {
        months: &[
            &["styczeń", "stycznia", "sty"],
            &["luty", "lutego", "lut"],
            &["marzec", "marca", "mar"],
            &["kwiecień", "kwietnia", "kwi"],
            &["maj", "maja"],
            &["czerwiec", "czerwca", "cze"],
            &["lipiec", "lipca", "lip"],
            &["sierpień", "sierpnia", "sie"],
            &["wrzesień", "września", "wrz"],
            &["październik", "października", "paź"],
            &["listopad", "listopada", "lis"],
            &["grudzień", "grudnia", "gru"],
        ],
        lists: &[
            (List::Published, &["opublikowano"]),
            (List::Entries, &["ten wpis został opublikowany"]),
            (List::Bylines, &["napisał", "autor:"]),
            (List::Roles, &["reporter"]),
        ],
        topics: &[
        ],
    },
    // pt: Portuguese
    Language {
        months: &[
            &["janeiro", "jan"],
            &["fevereiro", "fev"],
            &["março", "mar", "marco"],
            &["abril", "abr"],
            &["maio", "mai"],
            &["junho", "jun"],
            &["julho", "jul"],
            &["agosto", "ago"],
            &["setembro", "set"],
            &["outubro", "out"],
            &["novembro", "nov"],
            &["dezembro", "dez"],
        ],
        lists: &[
            (List::Published, &["publicado"]),
            (List::Changed, &["atualizado"]),
            (List::Other, &["válido até"]),
            (List::Entries, &["este artigo foi publicado"]),
            (List::Fillers, &["de"]),
            (List::Bylines, &["por:", "por", "escrito por", "publicado por", "autor:"]),
            (List::Particles, &["da", "dos"]),
        ],
        topics: &[
            (Topic::Share, &["compartilhar"]),
            (Topic::Subscribe, &["assine", "inscreva"]),
            (Topic::Legal, &["direitos"]),
            (Topic::Related, &["leia", "mais"]),
            (Topic::Advertising, &["publicidade"]),
        ],
    },
    // ro: Romanian
    Language {
        months: &[
            &["ianuarie", "ian"],
            &["februarie", "feb"],
            &["martie", "mar"],
            &["aprilie", "apr"],
            &["mai"],
            &["iunie"],
            &["iulie"],
            &["august", "aug"],
            &["septembrie", "sept"],
            &["octombrie", "oct"],
            &["noiembrie", "nov"],
            &["decembrie", "dec"],
        ],
        lists: &[
            (List::Bylines, &["autor:"]),
            (List::Roles, &["reporter"]),
        ],
        topics: &[
        ],
    },
    // ru: Russian
    Language {
        months: &[
            &["январь", "янв", "января"],
            &["февраль", "февраля"],
            &["март", "марта", "мар"],
            &["апрель", "апр", "апреля"],
            &["май", "мая"],
            &["июнь", "июня", "июн"],
            &["июль", "июля", "июл"],
            &["август", "авг", "августа"],
            &["сентябрь", "сентября", "сен"],
            &["октябрь", "окт", "октября"],
            &["ноябрь", "ноября", "ноя"],
            &["декабрь", "дек", "декабря"],
        ],
        lists: &[
            (List::Published, &["опубликовано", "дата публикации", "Опубликовано", "Дата публикации"]),
            (List::Changed, &["обновлено", "Обновлено"]),
            (List::AfterYear, &["г"]),
            (List::Bylines, &["автор:", "автор", "написал"]),
        ],
        topics: &[
            (Topic::Share, &["поделиться"]),
            (Topic::Subscribe, &["подписаться"]),
            (Topic::Legal, &["права"]),
            (Topic::Related, &["читайте"]),
            (Topic::Comment, &["комментарии", "ответить"]),
            (Topic::Byline, &["автор"]),
            (Topic::Navigation, &["главная", "поиск"]),
            (Topic::Advertising, &["реклама"]),
        ],
    },
    // sk: Slovak
    Language {
        months: &[
            &["január", "januára", "jan"],
            &["február", "februára", "feb"],
            &["marec", "marca", "mar"],
            &["apríl", "apríla", "apr"],
            &["máj", "mája"],
            &["jún", "júna"],
            &["júl", "júla"],
            &["august", "augusta", "aug"],
            &["september", "septembra", "sep"],
            &["október", "októbra", "okt"],
            &["november", "novembra", "nov"],
            &["december", "decembra", "dec"],
        ],
        lists: &[
            (List::Bylines, &["autor:"]),
        ],
        topics: &[
        ],
    },
    // sl: Slovenian
    Language {
        months: &[
            &["januar", "jan"],
            &["februar", "feb"],
            &["marec", "mar", "marca"],
            &["april", "apr", "aprila"],
            &["maj", "maja"],
            &["junij", "jun"],
            &["julij", "jul"],
            &["avgust", "avgusta"],
            &["september", "sep", "septembra"],
            &["oktober", "okt", "oktobra"],
            &["november", "nov", "novembra"],
            &["december", "dec", "decembra"],
        ],
        lists: &[
        ],
        topics: &[
        ],
    },
    // sr: Serbian
    Language {
        months: &[
            &["januar", "jan", "januara"],
            &["februar", "feb", "februara"],
            &["март", "мар", "mart", "mar", "марта", "marta"],
            &["април", "апр", "april", "apr", "aprila"],
            &["maj", "maja"],
            &["jun", "juna", "juni"],
            &["jul", "jula", "juli"],
            &["август", "авг", "avgust", "августа", "avgusta"],
            &["sep", "septembra"],
            &["окт", "okt", "oktobra"],
            &["nov", "novembra"],
            &["dec", "decembra"],
        ],
        lists: &[
            (List::Bylines, &["autor:"]),
        ],
        topics: &[
        ],
    },
    // sv: Swedish
    Language {
        months: &[
            &["januari", "jan"],
            &["februari", "feb"],
            &["mars"],
            &["april", "apr"],
            &["maj"],
            &["juni"],
            &["juli"],
            &["augusti", "aug"],
            &["september", "sep"],
            &["oktober", "okt"],
            &["november", "nov"],
            &["december", "dec"],
        ],
        lists: &[
            (List::Fillers, &["den"]),
            (List::Bylines, &["av:", "av"]),
            (List::Conjunctions, &["och"]),
            (List::Roles, &["journalist"]),
        ],
        topics: &[
        ],
    },
    // tr: Turkish
    Language {
        months: &[
            &["ocak", "oca"],
            &["şubat", "şub"],
            &["mart", "mar"],
            &["nisan", "nis"],
            &["mayıs", "may"],
            &["haziran", "haz"],
            &["temmuz", "tem"],
            &["ağustos", "ağu"],
            &["eylül", "eyl"],
            &["ekim", "eki"],
            &["kasım", "kas"],
            &["aralık", "ara"],
        ],
        lists: &[
            (List::Bylines, &["yazan:", "yazar:"]),
        ],
        topics: &[
        ],
    },
    // uk: Ukrainian
    Language {
        months: &[
            &["січень", "січня"],
            &["лютий", "лютого"],
            &["березень", "березня"],
            &["квітень", "квітня"],
            &["травень", "травня"],
            &["червень", "червня"],
            &["липень", "липня"],
            &["серпень", "серпня"],
            &["вересень", "вересня"],
            &["жовтень", "жовтня"],
            &["листопада"],
            &["грудень", "грудня"],
        ],
        lists: &[
            (List::Bylines, &["автор:", "автор"]),
        ],
        topics: &[
        ],
    },
    // zh: Chinese
    Language {
        months: &[
        ],
        lists: &[
            (List::Published, &["发布时间", "发表时间", "发布日期", "发布于", "发表于", "發佈時間", "發布時間"]),
            (List::Changed, &["更新时间", "更新時間"]),
            (List::Credits, &["作者", "记者", "記者", "撰文", "撰稿", "实习生", "通讯员", "通訊員"]),
            (List::TextCredits, &["文：", "文:", "文/", "文／", "文｜"]),
            (List::Editors, &["责任编辑", "责编", "编辑", "責任編輯"]),
            (List::AfterCredits, &["来源", "來源", "编辑", "責任", "责任", "责编", "出自", "发自", "报道", "報道", "报导", "综合", "摄影", "整理"]),
            (List::Organizations, &["网", "網", "网络", "公司", "科技", "报社", "集团", "软件", "贡献者"]),
            (List::FamilyNames, &["王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟颜倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐梅莫庄辛管祝左涂谷祁舒耿牟詹关苗凌费纪靳盛童欧甄裴席卫查屈鲍陳楊趙黃吳孫馬羅鄭謝韓馮蕭鄧許呂蘇盧蔣賈葉閻鐘譚鄒陸萬錢湯賴龔龐蘭顏溫張劉"]),
        ],
        topics: &[
        ],
    },
];
