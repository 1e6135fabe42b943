//! Images that stand in their address.

use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};

/// Pages often leave the padding out, or have bits behind the last byte.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The bytes of an image in a `data:` address; `None` for other addresses.
///
/// # Errors
///
/// A sentence where it can't be decoded.
pub(super) fn decoded(address: &str) -> Option<Result<Vec<u8>, String>> {
    let scheme = address.get(..5)?;
    if !scheme.eq_ignore_ascii_case("data:") {
        return None;
    }
    let (header, body) = address.split_once(',').unwrap_or((address, ""));
    if !header.trim_end().to_ascii_lowercase().ends_with(";base64") {
        return Some(Err("it is no base64".to_owned()));
    }
    let body: Vec<u8> = body.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    Some(LENIENT.decode(body).map_err(|_| "it is no base64".to_owned()))
}

/// The bytes in base64.
pub(crate) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_in_addresses_are_decoded() {
        let decode = |address| decoded(address);
        assert_eq!(decode("data:image/png;base64,aGk="), Some(Ok(b"hi".to_vec())));
        assert_eq!(decode("DATA:image/png;BASE64,a G\nk"), Some(Ok(b"hi".to_vec())));
        assert!(decode("data:image/png,hi").unwrap().is_err());
        assert!(decode("data:image/png;base64,é").unwrap().is_err());
        assert_eq!(decode("https://example.org/"), None);
        assert_eq!(base64(b"hi"), "aGk=");
    }
}
