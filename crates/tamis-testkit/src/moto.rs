//! moto, a server on this machine that speaks like S3, if it is installed.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The time that the server has to start.
const START: Duration = Duration::from_mins(1);

/// A server with buckets. It ends when it is dropped.
#[derive(Debug)]
pub struct Moto {
    process: Child,
    port: u16,
}

impl Moto {
    /// Starts the program `moto_server`.
    ///
    /// # Panics
    ///
    /// If it is not installed, or it does not start.
    pub fn required() -> Moto {
        Moto::try_start().expect("moto_server is not installed")
    }

    fn try_start() -> Option<Moto> {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = listener.local_addr().expect("it is bound").port();
        drop(listener);
        let mut command = Command::new("moto_server");
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
        let mut moto = Moto { process, port };
        let begin = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            // The shim of a Python without moto ends at once.
            if moto.process.try_wait().expect("it is a child").is_some() {
                return None;
            }
            assert!(begin.elapsed() < START, "moto_server does not start");
            std::thread::sleep(Duration::from_millis(50));
        }
        Some(moto)
    }

    /// Makes a bucket (`/bucket`) or a file that everyone may read (`/bucket/key`).
    ///
    /// # Panics
    ///
    /// If the server refuses it.
    pub fn put(&self, path: &str, body: &[u8]) {
        let head = format!(
            "PUT {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\
             x-amz-acl: public-read\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it runs");
        stream.write_all(&[head.as_bytes(), body].concat()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }

    /// The environment variables of a client, which has to allow HTTP besides.
    pub fn settings(&self) -> Vec<(String, String)> {
        let endpoint = format!("http://127.0.0.1:{}", self.port);
        let settings = [
            ("AWS_ENDPOINT_URL", &*endpoint),
            ("AWS_ACCESS_KEY_ID", "key"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
            ("AWS_REGION", "us-east-1"),
        ];
        settings.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec()
    }
}

impl Drop for Moto {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
