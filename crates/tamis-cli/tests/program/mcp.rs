//! `tamis mcp`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use serde_json::{Value, json};

use crate::harness::{GOOD, command, tamis, tamis_reading};
use crate::server::{Server, page, reply};

/// A client of the program. The program ends with it.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

fn begin() -> Value {
    let client = json!({ "name": "test", "version": "1" });
    let params =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params })
}

impl Client {
    fn start(args: &[&str]) -> Client {
        let mut child = command(&[&["mcp"], args].concat()).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut client = Client { child, input, output };
        assert_eq!(client.ask(&begin())["serverInfo"]["name"], "tamis");
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    /// Returns the result of a request.
    fn ask(&mut self, request: &Value) -> Value {
        self.send(request);
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str::<Value>(&line).unwrap()["result"].take()
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let mut params = json!({ "name": tool });
        params["arguments"] = arguments;
        self.ask(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn an_agent_reads_a_page() {
    let server = Server::start(|path| match path {
        "/bread" => page(&format!("<title>Bread</title><p>{GOOD}</p>")),
        _ => reply("404 Not Found", "", b""),
    });
    let mut client = Client::start(&["--allow-private", "--retries=0"]);
    let listed = client.ask(&json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }));
    let names: Vec<_> = listed["tools"].as_array().unwrap().iter().map(|of| &of["name"]).collect();
    assert_eq!(names, ["fetch", "extract", "explain"]);
    let read = client.call("fetch", json!({ "url": server.url("/bread") }));
    let text = read["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("Title: Bread\n") && text.contains("the best of times"), "{text}");
    let gone = client.call("fetch", json!({ "url": server.url("/gone") }));
    assert_eq!(gone["isError"], true);
    let html = format!("<p>{GOOD}</p>");
    let explained = client.call("explain", json!({ "html": html, "passage": "worst of times" }));
    assert_eq!(explained["structuredContent"]["paragraphs"][0]["kept"], true);
    // At the end of the input, the program ends.
    client.input = None;
    assert_eq!(client.child.wait().unwrap().code(), Some(0));
}

#[test]
fn private_addresses_are_refused() {
    let server = Server::start(|_| page(GOOD));
    let mut client = Client::start(&[]);
    let refused = client.call("fetch", json!({ "url": server.url("/") }));
    let text = refused["content"][0]["text"].as_str().unwrap();
    assert!(refused["isError"] == true && text.contains("--allow-private"), "{text}");
    assert_eq!(server.requests(), "");
}

#[test]
fn what_was_asked_before_the_end_is_answered() {
    let call = json!({ "name": "extract", "arguments": { "html": format!("<p>{GOOD}</p>") } });
    let lines = format!(
        "{}\n{}\n{}\n",
        begin(),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call }),
    );
    let outcome = tamis_reading(&["mcp"], lines.as_bytes());
    assert_eq!((outcome.status, &*outcome.stderr), (0, ""));
    let answers: Vec<&str> = outcome.stdout.lines().collect();
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert!(answers[1].contains("the best of times"), "{}", answers[1]);
}

#[test]
fn an_end_without_a_beginning_is_fine_and_another_beginning_is_not() {
    let outcome = tamis(&["mcp"]);
    assert_eq!((outcome.status, &*outcome.stdout, &*outcome.stderr), (0, "", ""));
    let call = json!({ "jsonrpc": "2.0", "id": 1, "result": {} });
    let outcome = tamis_reading(&["mcp"], format!("{call}\n").as_bytes());
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.starts_with("tamis: "), "{}", outcome.stderr);
}

#[test]
#[cfg(unix)]
fn a_signal_ends_it() {
    let mut client = Client::start(&[]);
    let id = rustix::process::Pid::from_child(&client.child);
    rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    assert_eq!(client.child.wait().unwrap().code(), Some(0));
}
