//! `tamis serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Child;
use std::thread;

use crate::harness::{Folder, GOOD, command, tamis};

/// A server that runs until it is dropped.
struct Running {
    child: Child,
    address: String,
}

impl Running {
    fn start(args: &[&str]) -> Running {
        let all = [&["serve", "--listen", "127.0.0.1:0", "--log", "off"], args].concat();
        let mut child = command(&all).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("tamis: listening on http://");
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        Running { child, address }
    }

    /// Returns the status and the body of the answer to a page in a POST.
    fn post(&self, page: &str, headers: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = page.len();
        write!(
            stream,
            "POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/html\r\n\
             Content-Length: {length}\r\n{headers}\r\n{page}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, body.to_owned())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn page() -> String {
    format!("<title>Bread</title><nav><a href=/>Home</a></nav><h1>Bread</h1><p>{GOOD}</p>")
}

#[test]
fn pages_are_answered_in_the_format_that_is_asked_for() {
    let server = Running::start(&[]);
    let (status, body) = server.post(&page(), "");
    assert_eq!(status, 200);
    assert!(body.contains("It was the best of times") && !body.contains("Home"), "{body}");
    let (status, body) = server.post(&page(), "Accept: application/json\r\n");
    assert_eq!(status, 200);
    let row: serde_json::Value = serde_json::from_str(&body).unwrap();
    assert_eq!(row["title"], "Bread");
}

#[test]
fn requests_must_have_the_token_of_the_file() {
    let folder = Folder::new(&[("token", b"secret\n")]);
    let server = Running::start(&["--token-file", &folder.path("token")]);
    assert_eq!(server.post(&page(), "").0, 401);
    assert_eq!(server.post(&page(), "Authorization: Bearer secret\r\n").0, 200);
}

#[test]
fn requests_for_other_names_are_refused_unless_allowed() {
    let ask = |server: &Running, host: &str| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let head = "GET /healthz HTTP/1.1\r\nConnection: close";
        write!(stream, "{head}\r\nHost: {host}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).map(str::to_owned).unwrap()
    };
    let server = Running::start(&["--allow-host", "a.example", "--allow-host", "b.example"]);
    let hosts = ["localhost", "a.example", "b.example:8080", "c.example"];
    assert_eq!(hosts.map(|host| ask(&server, host)), ["200", "200", "200", "403"]);
    assert_eq!(ask(&Running::start(&[]), "a.example"), "403");
}

#[test]
#[cfg(unix)]
fn a_signal_ends_the_server() {
    let mut server = Running::start(&[]);
    let id = rustix::process::Pid::from_child(&server.child);
    rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

#[test]
fn what_keeps_the_server_from_listening_is_named() {
    let outcome = tamis(&["serve", "--listen", "192.0.2.1:1"]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.contains("cannot listen on 192.0.2.1:1"), "{}", outcome.stderr);
    let folder = Folder::new(&[("token", b"\n")]);
    let outcome = tamis(&["serve", "--token-file", &folder.path("token")]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.contains("has no token"), "{}", outcome.stderr);
}

#[test]
fn a_check_says_whether_a_server_answers() {
    let folder = Folder::new(&[("token", b"secret\n")]);
    let server = Running::start(&["--token-file", &folder.path("token")]);
    let check = |address: &str| tamis(&["serve", "--check", "--listen", address]);
    assert_eq!(check(&server.address).status, 0);
    let any = server.address.replace("127.0.0.1", "0.0.0.0");
    assert_eq!(check(&any).status, 0);
    let address = server.address.clone();
    drop(server);
    let outcome = check(&address);
    assert_eq!(outcome.status, 2);
    let expected = format!("no server answers at {address}");
    assert!(outcome.stderr.contains(&expected), "{}", outcome.stderr);

    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let answering = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = [0; 512];
        assert!(stream.read(&mut request).unwrap() > 0);
        stream.write_all(b"HTTP/1.1 503 Service Unavailable\r\n\r\n").unwrap();
    });
    let outcome = check(&address);
    answering.join().unwrap();
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.contains("does not say that it runs"), "{}", outcome.stderr);
}
