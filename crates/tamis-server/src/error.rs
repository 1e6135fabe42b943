//! Errors of requests, in one stable shape.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tamis_fetch::FetchErrorKind;
use tamis_run::failure::{Failure, FailureKind};

/// The seconds after which a refused client may ask again (`Retry-After`).
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

/// The reason why a request has no answer.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    /// A stable name of the kind, such as `refused_address`.
    pub(crate) code: &'static str,
    /// A sentence for people.
    pub(crate) message: String,
    /// The status of the server that the page was asked of.
    pub(crate) page_status: Option<u16>,
}

/// The shape of all errors: `{"error": {"code", "message", "status"}}`.
#[derive(Serialize)]
struct Shape<'e> {
    error: Details<'e>,
}

#[derive(Serialize)]
struct Details<'e> {
    code: &'static str,
    message: &'e str,
    status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    page_status: Option<u16>,
}

impl ApiError {
    pub(crate) fn new(
        status: StatusCode,
        code: &'static str,
        message: impl Into<String>,
    ) -> ApiError {
        ApiError { status, code, message: message.into(), page_status: None }
    }

    /// Returns the error of a request that is not as it should be.
    pub(crate) fn bad_request(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    /// Returns the error of an answer that cannot be written.
    pub(crate) fn internal(error: impl std::fmt::Display) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", error.to_string())
    }

    /// Returns the error of a request that is not admitted.
    pub(crate) fn busy() -> ApiError {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            "the server has as many requests as it takes at the same time",
        )
    }

    /// Returns the error of a page that took too long.
    pub(crate) fn timeout() -> ApiError {
        ApiError::new(StatusCode::GATEWAY_TIMEOUT, "timeout", "the page took too long")
    }

    /// Returns the error of a request whose body took too long.
    pub(crate) fn slow_body() -> ApiError {
        ApiError::new(StatusCode::REQUEST_TIMEOUT, "slow_body", "the body came too slowly")
    }

    /// Returns the object of the error.
    pub(crate) fn json(&self) -> String {
        let ApiError { status, code, message, page_status } = self;
        let details = Details { code, message, status: status.as_u16(), page_status: *page_status };
        serde_json::to_string(&Shape { error: details }).unwrap_or_default()
    }
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> ApiError {
        let page_status = match failure.kind {
            FailureKind::Fetch(FetchErrorKind::Http(status)) => Some(status),
            _ => None,
        };
        let code = failure.kind.as_str();
        ApiError { status: status_of(failure.kind), code, message: failure.message, page_status }
    }
}

/// Returns the status of an answer about a page that cannot be read.
fn status_of(kind: FailureKind) -> StatusCode {
    use FetchErrorKind as Fetch;
    match kind {
        FailureKind::Panicked => StatusCode::INTERNAL_SERVER_ERROR,
        FailureKind::Configuration
        | FailureKind::Fetch(
            Fetch::InvalidConfig
            | Fetch::InvalidUrl
            | Fetch::RefusedScheme
            | Fetch::RefusedUserInfo,
        ) => StatusCode::BAD_REQUEST,
        FailureKind::Fetch(Fetch::RefusedAddress | Fetch::RefusedByRobots) => StatusCode::FORBIDDEN,
        FailureKind::Fetch(Fetch::Timeout) => StatusCode::GATEWAY_TIMEOUT,
        FailureKind::Fetch(_) => StatusCode::BAD_GATEWAY,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.json() + "\n"));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if matches!(self.status, StatusCode::REQUEST_TIMEOUT | StatusCode::PAYLOAD_TOO_LARGE) {
            // The rest of the body is not read.
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}
