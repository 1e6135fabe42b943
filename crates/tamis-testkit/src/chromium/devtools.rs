//! Commands for a browser, by the `DevTools` protocol of Chrome.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// The time limit for one command. A normal one takes milliseconds.
const LONGEST: Duration = Duration::from_mins(2);

/// The end of a message in a pipe.
const END: u8 = 0;

/// The connection to a browser, and to the page that it shows.
#[derive(Debug)]
pub(super) struct DevTools {
    commands: ChildStdin,
    answers: Receiver<Value>,
    /// The number of the last command.
    last: u64,
    /// The name of the connection to the page, after it was made.
    session: Option<String>,
}

impl DevTools {
    /// Returns a connection over these pipes, which are open as long as it lives.
    pub(super) fn new(commands: ChildStdin, answers: ChildStdout) -> DevTools {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let messages = BufReader::new(answers).split(END).map_while(Result::ok);
            for message in messages.filter_map(|bytes| serde_json::from_slice(&bytes).ok()) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        DevTools { commands, answers: receiver, last: 0, session: None }
    }

    /// Sends a command to the page and returns its result.
    ///
    /// # Panics
    ///
    /// If the browser refuses the command, has ended, or does not answer in time.
    pub(super) fn page(&mut self, method: &str, params: &Value) -> Value {
        let session = self.session.clone().unwrap_or_else(|| self.attach());
        self.session = Some(session.clone());
        self.send(json!({ "method": method, "params": params, "sessionId": session }))
    }

    /// Connects to the page. The browser may not have opened it yet.
    fn attach(&mut self) -> String {
        let page = loop {
            let targets = self.send(json!({ "method": "Target.getTargets" }));
            let targets = targets["targetInfos"].as_array().cloned().unwrap_or_default();
            if let Some(page) = targets.into_iter().find(|target| target["type"] == "page") {
                break page["targetId"].clone();
            }
            thread::sleep(Duration::from_millis(50));
        };
        let params = json!({ "targetId": page, "flatten": true });
        let attached = self.send(json!({ "method": "Target.attachToTarget", "params": params }));
        attached["sessionId"].as_str().expect("the connection has a name").to_owned()
    }

    /// Sends a command and returns its result. Events that come before it are dropped.
    fn send(&mut self, mut command: Value) -> Value {
        self.last += 1;
        command["id"] = self.last.into();
        let mut bytes = command.to_string().into_bytes();
        bytes.push(END);
        let sent = self.commands.write_all(&bytes).and_then(|()| self.commands.flush());
        sent.expect("the browser takes commands");
        loop {
            let answer = self.answers.recv_timeout(LONGEST).expect("the browser answers");
            if answer["id"] == command["id"] {
                assert!(answer.get("error").is_none(), "{command}: {answer}");
                return answer["result"].clone();
            }
        }
    }
}

/// Returns the parameters of `Input.dispatchKeyEvent` for pressing a key, named as in
/// `KeyboardEvent.key`: `Enter`, `Tab`, an arrow, a space or a small letter.
///
/// # Panics
///
/// If the key has another name.
pub(super) fn key(name: &str) -> Value {
    let (code, number, text) = match name {
        "Enter" => ("Enter".to_owned(), 13, "\r"),
        "Tab" => ("Tab".to_owned(), 9, ""),
        " " => ("Space".to_owned(), 32, " "),
        "ArrowLeft" => ("ArrowLeft".to_owned(), 37, ""),
        "ArrowUp" => ("ArrowUp".to_owned(), 38, ""),
        "ArrowRight" => ("ArrowRight".to_owned(), 39, ""),
        "ArrowDown" => ("ArrowDown".to_owned(), 40, ""),
        letter => match letter.as_bytes() {
            [byte @ b'a'..=b'z'] => {
                let upper = byte.to_ascii_uppercase();
                (format!("Key{}", char::from(upper)), upper, letter)
            }
            _ => panic!("unknown key {name}"),
        },
    };
    // A key that types a text also causes the event `keypress`, by which Enter activates.
    let kind = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
    json!({
        "type": kind, "key": name, "code": code, "windowsVirtualKeyCode": number, "text": text,
    })
}
