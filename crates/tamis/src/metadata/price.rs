//! The price of the product that a page is about.
//!
//! A page about one product states its price; a page with many products has no price of its own.

use std::borrow::Cow;

use tamis_dom::NodeId;

use super::candidate::{Candidate, Origin};
use super::collector::Collector;
use super::field::Field;
use super::json::Value as JsonValue;
use super::place::Fit::{self, Close, Exact};
use super::place::{Place, Subject};
use super::value::Value;

/// The longest amount, in bytes.
const AMOUNT_BYTES: usize = 24;

/// Adds the price of an object of schema.org, of the type `kind`: that of the first of its offers,
/// or of those of its first variant.
///
/// Source: schema.org, `Offer`, `AggregateOffer`, `PriceSpecification` and `ProductGroup`.
pub(super) fn add_offer(
    collector: &mut Collector<'_>,
    script: NodeId,
    object: JsonValue<'_>,
    kind: &str,
) {
    let offer = first(object, "offers").or_else(|| first(first(object, "hasVariant")?, "offers"));
    let Some(offer) = offer else { return };
    let inner = ["priceSpecification", "offers"].into_iter().filter_map(|key| first(offer, key));
    let places: Vec<JsonValue<'_>> = std::iter::once(offer).chain(inner).collect();
    let find = |key: &str| places.iter().find_map(|place| text(place.get(key)?));
    let mut add = |field, key, fit: Fit, value: Option<String>| {
        let Some(value) = value else { return false };
        let origin = Origin::new(
            Place::JsonLd(Subject::Thing, fit),
            format!("json-ld {kind}.offers.{key}"),
            script,
        );
        collector.add(field, &value, origin);
        true
    };
    // Programs and courses can be free.
    let can_be_free = !kind.starts_with("Product");
    let price = |key| find(key).and_then(|text| amount(&text));
    let price = |key| price(key).filter(|amount| can_be_free || !is_zero(amount));
    if add(Field::Price, "price", Exact, price("price"))
        || add(Field::Price, "lowPrice", Close, price("lowPrice"))
    {
        let currency = find("priceCurrency").and_then(|text| currency(&text));
        add(Field::Currency, "priceCurrency", Exact, currency);
    }
}

fn first<'j>(object: JsonValue<'j>, key: &str) -> Option<JsonValue<'j>> {
    object.get(key)?.each().next()
}

/// Returns a text, or a number as it is written.
fn text(value: JsonValue<'_>) -> Option<Cow<'_, str>> {
    value.string().or_else(|| {
        let source = value.source();
        source.starts_with(|c: char| c.is_ascii_digit()).then_some(Cow::Borrowed(source))
    })
}

/// Returns a price or a currency in a common form, or `None` if the text is neither. The text of
/// any other field is returned as it is.
pub(super) fn normalized(field: Field, text: &str) -> Option<Cow<'_, str>> {
    match field {
        Field::Price => amount(text).filter(|amount| !is_zero(amount)).map(Cow::Owned),
        Field::Currency => currency(text).map(Cow::Owned),
        _ => Some(Cow::Borrowed(text)),
    }
}

/// Returns true for 0, because programs of shops write it if they know no price.
fn is_zero(amount: &str) -> bool {
    !amount.contains(|c: char| matches!(c, '1'..='9'))
}

/// Returns the first amount in a text, with a point before the fraction: `1.299,00 €` becomes
/// `1299.00`. `None` if there is none, or if it is unclear where it ends.
fn amount(text: &str) -> Option<String> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’');
    let end = text[start..].find(|c| !is_part(c)).map_or(text.len(), |length| start + length);
    let (number, rest) =
        (text[start..end].trim_end_matches(|c: char| !c.is_ascii_digit()), &text[end..]);
    // `1 299,00` has a space between the thousands, and `5-9` is a range.
    let is_unclear = text[..start].trim_end().ends_with(['-', '−'])
        || rest.trim_start().starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '–'))
        || number.len() > AMOUNT_BYTES;
    if is_unclear {
        return None;
    }
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let Some(at) = number.rfind(['.', ',']) else { return Some(digits(number)) };
    let (whole, fraction) = (&number[..at], &number[at + 1..]);
    let sign = &number[at..=at];
    // A comma before three digits separates thousands, and so does a sign that is repeated.
    let is_thousands = whole.contains(sign) || sign == "," && fraction.len() > 2;
    if is_thousands { Some(digits(number)) } else { Some(format!("{}.{fraction}", digits(whole))) }
}

/// Returns the code of a currency in capitals. Source: ISO 4217.
fn currency(text: &str) -> Option<String> {
    let code = text.trim();
    let is_code = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_code.then(|| code.to_ascii_uppercase())
}

/// Returns the price of the page and its currency. The candidates are sorted, the most trusted of
/// each field first. Sources in the content that state several prices do not count, because such a
/// page shows several products.
pub(super) fn choose(candidates: &[Candidate]) -> (Option<Value>, Option<Value>) {
    let of = |field| candidates.iter().filter(move |candidate| candidate.field == field);
    let is_of_page = |price: &&Candidate| {
        let alike = |other: &&Candidate| other.trust == price.trust;
        !price.place.is_like_body()
            || of(Field::Price).filter(alike).all(|other| *other.value == *price.value)
    };
    let Some(price) = of(Field::Price).find(is_of_page) else { return (None, None) };
    let source = price.value.found_in();
    let currency = of(Field::Currency).find(|currency| currency.value.found_in() == source);
    let currency = currency.or_else(|| of(Field::Currency).next());
    (Some(price.value.clone()), currency.map(|currency| currency.value.clone()))
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;
    use url::Url;

    use super::super::Metadata;
    use super::*;
    use crate::page::Page;

    fn check(html: &str, expected: Option<(&str, &str, &str)>) {
        let page = Page::measure(Parser::default().parse(html));
        let metadata = Metadata::of(&page.with_url(Url::parse("https://example.com/a").unwrap()));
        let currency = metadata.currency.as_deref().unwrap_or_default();
        let found = metadata.price.as_ref().map(|price| (price.as_str(), currency, price.source()));
        assert_eq!(found, expected, "{html}");
    }

    fn check_json(json: &str, expected: Option<(&str, &str, &str)>) {
        check(&format!("<script type=application/ld+json>{json}</script>"), expected);
    }

    #[test]
    fn json_ld_has_the_price_of_the_first_offer() {
        let source = "json-ld Product.offers.price";
        let offer = r#"{"@type":"Offer","price":19.9,"priceCurrency":"eur"}"#;
        let product = format!(r#"{{"@type":"Product","offers":{offer}}}"#);
        check_json(&product, Some(("19.9", "EUR", source)));
        let free = product.replace("19.9", "0");
        check_json(&free, None);
        let free = free.replace("Product", "Course");
        check_json(&free, Some(("0", "EUR", "json-ld Course.offers.price")));
        let range = r#"[{"lowPrice":"1,200.00","highPrice":"9","priceCurrency":"USD"}]"#;
        let product = product.replace(offer, range);
        check_json(&product, Some(("1200.00", "USD", "json-ld Product.offers.lowPrice")));
        let variant = r#"{"offers":{"priceSpecification":[{"price":"5"}]}}"#;
        let group = format!(r#"{{"@type":"ProductGroup","hasVariant":[{variant}]}}"#);
        check_json(&group, Some(("5", "", "json-ld ProductGroup.offers.price")));
    }

    #[test]
    fn one_of_several_products_is_that_of_the_page() {
        let product = |address: &str, price| {
            let offers = format!(r#"{{"price":{price}}}"#);
            format!(r#"{{"@type":"Product","url":"{address}","offers":{offers}}}"#)
        };
        let other = product("https://example.com/b", 1);
        check_json(&format!("[{other},{}]", product("https://example.com/c", 2)), None);
        let both = format!("[{other},{}]", product("https://example.com/a", 2));
        check_json(&both, Some(("2", "", "json-ld Product.offers.price")));
        let price = "<b itemprop=price>5</b>";
        check(&format!("{price}<b itemprop=price>6</b>"), None);
        check(&format!("{price}{price}"), Some(("5", "", "itemprop price")));
    }

    #[test]
    fn elements_have_prices() {
        check(
            "<meta property=og:price:amount content='12,50'>\
             <meta property=og:price:currency content=CHF>",
            Some(("12.50", "CHF", "meta og:price:amount")),
        );
        check(
            "<meta property=product:price:amount content=7>\
             <meta property=product:price:currency content=€>",
            Some(("7", "", "meta product:price:amount")),
        );
        check(
            "<p itemscope itemtype=https://schema.org/Offer><b itemprop=price>$ 9.95</b>\
             <meta itemprop=priceCurrency content=USD>",
            Some(("9.95", "USD", "itemprop price")),
        );
        check("<b class=price>9.95</b>", None);
        check("<b itemprop=price>0.00</b>", None);
    }

    #[test]
    fn amounts_have_a_point() {
        for (text, expected) in [
            ("19.99", Some("19.99")),
            ("$1,299.00", Some("1299.00")),
            ("1.299,00 €", Some("1299.00")),
            ("19,99", Some("19.99")),
            ("12,990", Some("12990")),
            ("1,234,567", Some("1234567")),
            ("CHF 1'250.50.", Some("1250.50")),
            ("5", Some("5")),
            ("1 299,00", None),
            ("5 – 9", None),
            ("-3", None),
            ("free", None),
        ] {
            assert_eq!(amount(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn currencies_are_codes() {
        assert_eq!(currency(" usd ").as_deref(), Some("USD"));
        assert_eq!(currency("$"), None);
    }
}
