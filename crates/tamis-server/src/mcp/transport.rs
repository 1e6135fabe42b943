//! How clients reach the tools: `/mcp` over HTTP, or standard input and output.

use std::io;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Method, Request};
use axum::response::{IntoResponse, Response};
use futures_util::future::{Either, select};
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::StreamableHttpServerConfig;
use rmcp::transport::stdio as standard_streams;
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;

use super::Tools;
use crate::app::App;
use crate::config::ServerConfig;
use crate::error::ApiError;
use crate::source;

/// The names of this machine, by which a browser or a program on it reaches the server.
const LOCAL_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// The tools over HTTP.
pub(crate) type Mcp = StreamableHttpService<Tools, NeverSessionManager>;

/// Returns the tools over HTTP. There are no sessions: each request stands for itself, so that
/// there is nothing to keep and to clean up.
///
/// A page in a browser on this machine could send requests here under a name of its own that leads
/// to 127.0.0.1, and read the answers. It cannot know a token. Without one, `Host` must be a name
/// of this machine, the address that the server listens on or a name that the configuration allows,
/// and `Origin`, which only browsers send, the one that the configuration allows. This holds for
/// every address; [`host`](crate::host) has what holds for all routes of a loopback address.
pub(crate) fn http(app: &Arc<App>) -> Mcp {
    let tools = Tools::new(Arc::clone(app));
    let config = http_config(&app.config);
    StreamableHttpService::new(move || Ok(tools.clone()), Arc::default(), config)
}

fn http_config(config: &ServerConfig) -> StreamableHttpServerConfig {
    let http = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(config.max_body_bytes);
    let http = match config.cors.as_deref() {
        Some("*") => http.disable_allowed_origins(),
        Some(origin) => http.with_allowed_origins([origin]).enforce_origin_validation(),
        None => http.enforce_origin_validation(),
    };
    if config.token.is_some() {
        return http.disable_allowed_hosts();
    }
    let own = config.listen.ip().to_string();
    let local = LOCAL_HOSTS.map(str::to_owned).into_iter();
    http.with_allowed_hosts(local.chain([own]).chain(config.allowed_hosts.iter().cloned()))
}

/// Answers `/mcp`.
pub(crate) async fn mcp(
    State(app): State<Arc<App>>,
    Extension(mcp): Extension<Mcp>,
    request: Request<Body>,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    // The service checks the size of a body, and neither its time nor its coding.
    let body = if parts.method == Method::POST {
        Body::from(source::body_of(&app, &parts.headers, body).await?)
    } else {
        Body::empty()
    };
    let mut response = mcp.handle(Request::from_parts(parts, body)).await.into_response();
    if response.status().is_client_error() {
        // Refusals are sentences, and the service does not say so.
        let text = HeaderValue::from_static("text/plain; charset=utf-8");
        response.headers_mut().entry(CONTENT_TYPE).or_insert(text);
    }
    Ok(response)
}

/// Answers requests on standard input until it ends or `shutdown` is ready.
///
/// # Errors
///
/// If the client does not begin as the protocol says.
pub(crate) async fn stdio(app: Arc<App>, shutdown: impl Future<Output = ()>) -> io::Result<()> {
    let shutdown = std::pin::pin!(shutdown);
    let begin = std::pin::pin!(Tools::new(app).serve(standard_streams()));
    let (service, shutdown) = match select(begin, shutdown).await {
        // A client that closes its end before it begins wants nothing.
        Either::Left((Err(ServerInitializeError::ConnectionClosed(_)), _)) | Either::Right(_) => {
            return Ok(());
        }
        Either::Left((service, shutdown)) => (service.map_err(io::Error::other)?, shutdown),
    };
    let stop = service.cancellation_token();
    let ended = std::pin::pin!(service.waiting());
    match select(ended, shutdown).await {
        Either::Left(_) => {}
        Either::Right(((), ended)) => {
            stop.cancel();
            // What was asked before is answered first.
            let _ = ended.await;
        }
    }
    Ok(())
}
