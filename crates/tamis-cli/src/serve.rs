//! `tamis serve`: pages over HTTP.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};
use tamis_server::{Server, ServerConfig};

use crate::cli::{DRAIN_SECONDS, ServeArgs};
use crate::message::message;
use crate::status::Status;

/// The longest time that a server which is checked has to take a connection, and to answer.
const CHECK_TIME: Duration = Duration::from_secs(2);

/// Answers requests until the process gets a signal to end.
///
/// # Errors
///
/// If an option is not valid, or the server cannot listen.
pub fn run(args: &ServeArgs) -> anyhow::Result<Status> {
    if args.check {
        return check(reachable(args.listen));
    }
    let server =
        Server::bind(config(args)?).with_context(|| format!("cannot listen on {}", args.listen))?;
    let address = server.local_addr()?;
    let ready = || message(&format!("listening on http://{address}"));
    let is_whole = server.run_until_signal(ready)?;
    if !is_whole {
        message("some requests took too long and were not answered");
    }
    Ok(if is_whole { Status::Found } else { Status::Failed })
}

/// Asks the server at an address whether it runs. It needs no token for that.
///
/// # Errors
///
/// If it does not answer, or answers with another status than 200.
fn check(address: SocketAddr) -> anyhow::Result<Status> {
    let answer = ask(address).with_context(|| format!("no server answers at {address}"))?;
    ensure!(answer.ends_with(b" 200"), "the server at {address} does not say that it runs");
    Ok(Status::Found)
}

/// Returns the beginning of the answer of a server: `HTTP/1.1 200`, if it runs.
fn ask(address: SocketAddr) -> io::Result<[u8; 12]> {
    let mut stream = TcpStream::connect_timeout(&address, CHECK_TIME)?;
    stream.set_read_timeout(Some(CHECK_TIME))?;
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer)?;
    Ok(answer)
}

/// Returns the address at which this machine reaches a server that listens on `address`. For
/// example, a server on 0.0.0.0 listens on all addresses of its machine, but is not a place to
/// connect to on every system.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

fn config(args: &ServeArgs) -> anyhow::Result<ServerConfig> {
    let mut config = ServerConfig::default();
    config.listen = args.listen;
    config.token = args.token_file.as_deref().map(token).transpose()?;
    config.cors.clone_from(&args.cors);
    config.allowed_hosts.clone_from(&args.allow_host);
    config.fetch = args.fetch.config(args.max_body as u64)?;
    config.max_body_bytes = args.max_body;
    config.jobs = args.jobs.get().unwrap_or(config.jobs);
    config.queue = args.queue;
    config.request_timeout = Duration::from_secs_f64(args.max_time);
    config.drain_timeout = Duration::from_secs_f64(args.max_time + DRAIN_SECONDS);
    config.log = args.log.into();
    #[cfg(feature = "browser")]
    {
        config.drawing = args.drawing.of_service(&args.fetch, &config.fetch, args.max_time)?;
    }
    Ok(config)
}

/// Returns the token in a file, without the end of its line.
fn token(file: &Path) -> anyhow::Result<String> {
    let shown = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {shown}"))?;
    let token = text.trim();
    ensure!(!token.is_empty(), "{shown} has no token");
    Ok(token.to_owned())
}
