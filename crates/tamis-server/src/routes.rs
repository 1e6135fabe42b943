//! The routes of a server.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Extension, Router};
use tamis::json::JSON_SCHEMA;

use crate::app::App;
use crate::around::around;
use crate::batch::batch;
use crate::compare::compare;
use crate::error::ApiError;
use crate::explain::explain;
use crate::extract::{by_path, extract};
use crate::mcp;
use crate::metrics;
use crate::scrape::scrape;
use crate::ui;

/// The description of the interface, in version 3.1 of `OpenAPI`.
pub(crate) const OPENAPI: &str = include_str!("openapi.json");

/// Returns the routes.
pub(crate) fn router(app: Arc<App>) -> Router {
    ui::add(Router::new())
        .route("/v1/extract", get(extract).post(extract))
        .route("/v1/explain", get(explain).post(explain))
        .route("/v1/compare", get(compare).post(compare))
        .route("/v1/batch", post(batch))
        .route("/v2/scrape", post(scrape))
        .route("/mcp", any(mcp::mcp))
        .route("/schema", get(async || text("application/schema+json", JSON_SCHEMA)))
        .route("/openapi.json", get(async || text("application/json", OPENAPI)))
        .route("/healthz", get(async || text("text/plain; charset=utf-8", "ok\n")))
        .route("/readyz", get(ready))
        .route("/metrics", get(numbers))
        .method_not_allowed_fallback(async || {
            let message = "the path has other methods";
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message)
        })
        .fallback(by_path)
        .layer(Extension(mcp::http(&app)))
        .layer(from_fn_with_state(Arc::clone(&app), around))
        .with_state(app)
}

fn text(media_type: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(media_type))], text).into_response()
}

/// Answers whether a request would be admitted now.
async fn ready(State(app): State<Arc<App>>) -> Result<Response, ApiError> {
    if app.free() > 0 {
        return Ok(text("text/plain; charset=utf-8", "ready\n"));
    }
    Err(ApiError::busy())
}

async fn numbers(State(app): State<Arc<App>>) -> Response {
    let mut response = Response::new(Body::from(app.metrics.text()));
    let media_type = HeaderValue::from_static(metrics::MEDIA_TYPE);
    response.headers_mut().insert(header::CONTENT_TYPE, media_type);
    response
}
