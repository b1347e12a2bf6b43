//! Sends feedback as fast as a server takes it: the load of `bench/ingest.mjs`.
//!
//! It shares two processor cores with the server that it measures, so it does as little as possible: one thread, kept
//! connections, one prepared request for each connection of which only the ids change, and no parsing of responses beyond
//! their status and length. A general HTTP client would take as much time for a request as the server.
//!
//! Usage: `ingest_load ADDRESS BODY CONNECTIONS SECONDS`. The body is a file with `"DEVICE_ID"` in the place of the device.
//! With 0 seconds, each connection sends one request, after a line has come on standard input. Prints one line of JSON.

use std::error::Error;
use std::io::{ErrorKind, Write};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// Stands for the device in the body; as long as what replaces it.
const DEVICE_ID: &str = "\"DEVICE_ID\"";

/// Digits of a UUID with its hyphens.
const UUID_LENGTH: usize = 36;

/// What one connection has done.
#[derive(Default)]
struct Outcome {
    micros: Vec<u32>,
    errors: usize,
    first_error: Option<String>,
}

/// A request with places for ids.
#[derive(Clone)]
struct Request {
    bytes: Vec<u8>,
    key_at: usize,
    device_at: usize,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, body, connections, seconds] = arguments.as_slice() else {
        return Err("usage: ingest_load ADDRESS BODY CONNECTIONS SECONDS".into());
    };
    let request = Request::new(address, &std::fs::read_to_string(body)?)?;
    let time = Duration::from_secs_f64(seconds.parse()?);
    let mut sockets = Vec::new();
    for _ in 0..connections.parse()? {
        let socket = TcpStream::connect(address).await?;
        socket.set_nodelay(true)?;
        sockets.push(socket);
    }
    if time.is_zero() {
        say("connected")?;
        std::io::stdin().read_line(&mut String::new())?;
    }
    let began = Instant::now();
    let mut tasks = JoinSet::new();
    for socket in sockets {
        tasks.spawn(send(socket, request.clone(), began + time, Random::new()?));
    }
    let outcomes = tasks.join_all().await;
    report(outcomes, began.elapsed())?;
    Ok(())
}

/// Sends one request after the other until the end, at least one.
async fn send(socket: TcpStream, mut request: Request, end: Instant, mut random: Random) -> Outcome {
    let mut outcome = Outcome::default();
    loop {
        request.renew(&mut random);
        let began = Instant::now();
        match exchange(&socket, &request.bytes).await {
            Ok(()) => outcome
                .micros
                .push(u32::try_from(began.elapsed().as_micros()).unwrap_or(u32::MAX)),
            Err(error) => {
                outcome.errors += 1;
                outcome.first_error.get_or_insert(error.to_string());
                if error.kind() != ErrorKind::InvalidData {
                    return outcome;
                }
            }
        }
        if Instant::now() >= end {
            return outcome;
        }
    }
}

/// Sends a request and waits for its response, which must be 200.
async fn exchange(socket: &TcpStream, request: &[u8]) -> std::io::Result<()> {
    let mut rest = request;
    while !rest.is_empty() {
        match socket.try_write(rest) {
            Ok(sent) => rest = rest.get(sent..).unwrap_or_default(),
            Err(error) if error.kind() == ErrorKind::WouldBlock => socket.writable().await?,
            Err(error) => return Err(error),
        }
    }
    let mut buffer = [0; 4096];
    let mut length = 0;
    loop {
        socket.readable().await?;
        match socket.try_read(buffer.get_mut(length..).unwrap_or_default()) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(read) => length += read,
            Err(error) if error.kind() == ErrorKind::WouldBlock => continue,
            Err(error) => return Err(error),
        }
        let response = buffer.get(..length).unwrap_or_default();
        if is_complete(response) {
            if response.starts_with(b"HTTP/1.1 200") {
                return Ok(());
            }
            let text = String::from_utf8_lossy(response).into_owned();
            return Err(std::io::Error::new(ErrorKind::InvalidData, text));
        }
    }
}

/// Returns whether head and body have arrived. The server's small responses have a `content-length`.
fn is_complete(response: &[u8]) -> bool {
    let Some(head) = response.windows(4).position(|bytes| bytes == b"\r\n\r\n") else {
        return false;
    };
    let lines = response
        .get(..head)
        .unwrap_or_default()
        .split(|byte| *byte == b'\n');
    let length = lines
        .filter_map(|line| line.strip_prefix(b"content-length: "))
        .next();
    let length = length.and_then(|digits| std::str::from_utf8(digits).ok()?.trim().parse::<usize>().ok());
    response.len() >= head + 4 + length.unwrap_or_default()
}

impl Request {
    /// Has the headers that browsers send.
    fn new(address: &str, body: &str) -> Result<Self, Box<dyn Error>> {
        let device = "0".repeat(UUID_LENGTH);
        let body = body.trim().replace(DEVICE_ID, &format!("\"{device}\""));
        let head = format!(
            "POST /v1/feedbacks HTTP/1.1\r\nhost: {address}\r\nuser-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36\r\n\
             accept: application/json\r\naccept-encoding: gzip, deflate, br\r\naccept-language: en-US,en;q=0.9\r\n\
             origin: http://{address}\r\nreferer: http://{address}/feedback\r\ncontent-type: application/json\r\n\
             idempotency-key: {device}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let at = |text: &str| text.find(&device).ok_or("the body has no \"DEVICE_ID\"");
        Ok(Self {
            key_at: at(&head)?,
            device_at: head.len() + at(&body)?,
            bytes: (head + &body).into_bytes(),
        })
    }

    /// Another device, another key.
    fn renew(&mut self, random: &mut Random) {
        for at in [self.key_at, self.device_at] {
            if let Some(place) = self.bytes.get_mut(at..at + UUID_LENGTH) {
                random.write_uuid(place);
            }
        }
    }
}

/// A fast generator (xorshift) with a random seed: ids only have to differ.
struct Random(u64);

impl Random {
    fn new() -> Result<Self, getrandom::Error> {
        let mut seed = [0; 8];
        getrandom::fill(&mut seed)?;
        Ok(Self(u64::from_ne_bytes(seed) | 1))
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn write_uuid(&mut self, place: &mut [u8]) {
        let mut bits = (u128::from(self.next()) << 64) | u128::from(self.next());
        for (index, byte) in place.iter_mut().enumerate() {
            let digits = b"0123456789abcdef";
            *byte = match index {
                8 | 13 | 18 | 23 => b'-',
                // Version and variant.
                14 => b'4',
                19 => b'8',
                _ => digits.get((bits & 15) as usize).copied().unwrap_or(b'0'),
            };
            bits >>= 4;
        }
    }
}

fn report(outcomes: Vec<Outcome>, elapsed: Duration) -> std::io::Result<()> {
    let errors: usize = outcomes.iter().map(|outcome| outcome.errors).sum();
    if let Some(error) = outcomes.iter().find_map(|outcome| outcome.first_error.as_ref()) {
        eprintln!("the first error: {error}");
    }
    let mut micros: Vec<u32> = outcomes.into_iter().flat_map(|outcome| outcome.micros).collect();
    micros.sort_unstable();
    let part = |percent: usize| {
        let at = (micros.len() * percent / 100).min(micros.len().saturating_sub(1));
        f64::from(micros.get(at).copied().unwrap_or_default()) / 1000.0
    };
    say(&format!(
        "{{\"acknowledged\":{},\"errors\":{errors},\"seconds\":{},\"p50\":{},\"p99\":{}}}",
        micros.len(),
        elapsed.as_secs_f64(),
        part(50),
        part(99),
    ))
}

/// Writes a line for the program that has started this one.
fn say(line: &str) -> std::io::Result<()> {
    let mut output = std::io::stdout();
    writeln!(output, "{line}")?;
    output.flush()
}
