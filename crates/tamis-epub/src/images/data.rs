//! Images in `data:` URLs.

use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};

/// Base64 as pages have it: often without padding, or with extra bits after the last byte.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Returns true if the address is a `data:` URL.
pub(super) fn is_data(address: &str) -> bool {
    address.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// Decodes the bytes of a `data:` URL.
///
/// # Errors
///
/// A sentence, if the data is not base64.
pub(super) fn decoded(address: &str) -> Result<Vec<u8>, String> {
    let (header, body) = address.split_once(',').unwrap_or((address, ""));
    if !header.trim_end().to_ascii_lowercase().ends_with(";base64") {
        return Err("it is not base64".to_owned());
    }
    let body: Vec<u8> = body.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    LENIENT.decode(body).map_err(|_| "it is not base64".to_owned())
}

/// Encodes bytes as base64.
pub(crate) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_urls_are_decoded() {
        assert_eq!(decoded("data:image/png;base64,aGk="), Ok(b"hi".to_vec()));
        assert_eq!(decoded("DATA:image/png;BASE64,a G\nk"), Ok(b"hi".to_vec()));
        assert!(decoded("data:image/png,hi").is_err());
        assert!(decoded("data:image/png;base64,é").is_err());
        assert!(is_data("Data:x") && !is_data("https://example.org/"));
        assert_eq!(base64(b"hi"), "aGk=");
    }
}
