//! Requests of pages of others, which a server on this machine refuses.
//!
//! Other machines cannot reach a server on 127.0.0.1, but every page in a browser on this one can.
//! What the browser keeps such a page from is reading the answer, because that is of another
//! origin. A page gets around it by its own name: `evil.example` is the address of its server while
//! the page is loaded, and 127.0.0.1 a moment later (DNS rebinding). To the browser both are one
//! origin, and the page reads what this server fetches for it. But `Host` is still `evil.example`,
//! so a request for a name that is not ours is refused.
//!
//! A request that a page sends without reading the answer has our name in `Host`, and that of the
//! page in `Origin`.
//!
//! With a token there is nothing to refuse, because pages of others do not know it. On an address
//! that other machines can reach, the names of this one are not known.

use std::net::IpAddr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};

use crate::config::ServerConfig;
use crate::error::ApiError;

/// Checks that a request is none of a page of others.
///
/// # Errors
///
/// If it is for another name, or from another origin than the configuration allows.
pub(crate) fn check(config: &ServerConfig, uri: &Uri, headers: &HeaderMap) -> Result<(), ApiError> {
    if config.token.is_some() || !config.listen.ip().is_loopback() {
        return Ok(());
    }
    let refused = |code, message| Err(ApiError::new(StatusCode::FORBIDDEN, code, message));
    // Only the first programs for HTTP/1.0 send no name. Browsers always do.
    let hosts = headers.get_all(header::HOST).iter().map(authority);
    let mut hosts = hosts.chain(uri.authority().cloned().map(Some));
    if !hosts.all(|host| host.is_some_and(|host| is_ours(config, &host))) {
        let message = "the server has other names than that in `Host`: see --allow-host";
        return refused("refused_host", message);
    }
    let origins = headers.get_all(header::ORIGIN).iter();
    let mut origins = origins.map(|origin| is_allowed(config, origin, headers.get(header::HOST)));
    if !origins.all(|is_allowed| is_allowed) {
        let message = "pages of this `Origin` may not use the server: see --cors";
        return refused("refused_origin", message);
    }
    Ok(())
}

fn authority(value: &HeaderValue) -> Option<Authority> {
    value.to_str().ok()?.parse().ok()
}

/// Returns true if it is a name of this machine, or one that the configuration allows.
fn is_ours(config: &ServerConfig, host: &Authority) -> bool {
    let name = host.host().trim_matches(['[', ']']);
    if name.parse().is_ok_and(|address: IpAddr| address.is_loopback()) {
        return true;
    }
    // Browsers look up no name of these. Source: RFC 6761, 6.3.
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost") || is_named(config, &name)
}

fn is_named(config: &ServerConfig, name: &str) -> bool {
    config.allowed_hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(name))
}

/// Returns true for the origin of the server's own page, and for those that the configuration
/// allows.
fn is_allowed(config: &ServerConfig, origin: &HeaderValue, host: Option<&HeaderValue>) -> bool {
    let Ok(origin) = origin.to_str() else { return false };
    if config.cors.as_deref().is_some_and(|allowed| allowed == "*" || allowed == origin) {
        return true;
    }
    // A page in a frame without rights has the origin `null`.
    let Some((_, rest)) = origin.split_once("://") else { return false };
    let is_own = host.is_some_and(|host| host.as_bytes().eq_ignore_ascii_case(rest.as_bytes()));
    let name = rest.parse::<Authority>().map(|rest| rest.host().to_owned());
    is_own || name.is_ok_and(|name| is_named(config, &name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(config: &ServerConfig, host: &str, origin: &str) -> Option<&'static str> {
        let mut headers = HeaderMap::new();
        for (name, value) in [(header::HOST, host), (header::ORIGIN, origin)] {
            if !value.is_empty() {
                headers.insert(name, value.parse().unwrap());
            }
        }
        check(config, &Uri::from_static("/"), &headers).err().map(|error| error.code)
    }

    #[test]
    fn names_of_this_machine_are_known() {
        let allowed_hosts = vec!["tamis.example".to_owned()];
        let mut config = ServerConfig { allowed_hosts, ..ServerConfig::default() };
        for host in ["127.0.0.1:8080", "127.1.2.3", "localhost", "LOCALHOST.:1", "[::1]:8080"] {
            assert_eq!(code(&config, host, ""), None, "{host}");
        }
        for host in ["", "app.localhost:8080", "tamis.example:443", "Tamis.Example"] {
            assert_eq!(code(&config, host, ""), None, "{host}");
        }
        for host in ["evil.example", "127.0.0.1.evil.example", "192.0.2.1", "[2001:db8::1]", "a b"]
        {
            assert_eq!(code(&config, host, ""), Some("refused_host"), "{host}");
        }
        let uri = Uri::from_static("http://evil.example/");
        assert!(check(&config, &uri, &HeaderMap::new()).is_err());
        config.token = Some("secret".to_owned());
        assert_eq!(code(&config, "evil.example", "https://evil.example"), None);
        config.token = None;
        config.listen = ([0, 0, 0, 0], 8080).into();
        assert_eq!(code(&config, "evil.example", "https://evil.example"), None);
    }

    #[test]
    fn origins_are_our_own_or_allowed() {
        let mut config = ServerConfig::default();
        let own = "127.0.0.1:8080";
        let origins =
            ["http://127.0.0.1:8080", "http://127.0.0.1:3000", "https://app.example", "null"];
        let refused = |config: &ServerConfig| origins.map(|of| code(config, own, of).is_some());
        assert_eq!(refused(&config), [false, true, true, true]);
        assert_eq!(code(&config, own, "null"), Some("refused_origin"));
        config.cors = Some("https://app.example".to_owned());
        assert_eq!(refused(&config), [false, true, false, true]);
        config.cors = Some("*".to_owned());
        assert_eq!(refused(&config), [false; 4]);
        config.cors = None;
        config.allowed_hosts = vec!["app.example".to_owned()];
        assert_eq!(refused(&config), [false, true, false, true]);
    }
}
