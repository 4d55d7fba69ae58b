//! The loop of an adapter: reads questions, writes answers. It needs no change.

mod calls;

use serde::Deserialize;
use serde_json::{json, Value};
use std::io::{self, BufRead, Write};
use std::panic::{self, AssertUnwindSafe};
use std::thread;

/// From the params of a question to its result.
pub type Call = fn(Value) -> Result<Value, Failure>;

/// An error of the protocol.
pub struct Failure {
    code: i32,
    message: String,
    reason: Option<&'static str>,
}

// An adapter need not use all of them.
#[allow(dead_code)]
impl Failure {
    /// The SDK refused, for one of the reasons of the protocol.
    pub fn refused(reason: &'static str, message: impl Into<String>) -> Self {
        Self {
            code: 1,
            message: message.into(),
            reason: Some(reason),
        }
    }

    /// The types of the SDK cannot hold the question.
    pub fn unsupported() -> Self {
        Self::of(2, "cannot be expressed in the types of this SDK")
    }

    /// Anything else; no text of an error, since it may hold a secret.
    pub fn unexpected() -> Self {
        Self::of(3, "unexpected error")
    }

    fn of(code: i32, message: &str) -> Self {
        Self {
            code,
            message: message.into(),
            reason: None,
        }
    }
}

#[derive(Deserialize)]
struct Question {
    id: Value, // echoed as it came: a number or a string
    method: String,
    #[serde(default)]
    params: Value,
}

fn main() {
    // What a panic says may hold a secret.
    panic::set_hook(Box::new(|_| eprintln!("a call panicked")));
    let mut input = io::stdin().lock();
    // The scope ends once the calls that are under way have ended.
    thread::scope(|calls| {
        // Bytes, cut at line feeds only.
        let mut line = Vec::new();
        while input
            .read_until(b'\n', &mut line)
            .is_ok_and(|length| length > 0)
        {
            match serde_json::from_slice::<Question>(&line) {
                // Side by side: some calls wait for their time limit.
                Ok(question) if question.method == "client.call" => {
                    calls.spawn(|| answer(question));
                }
                Ok(question) => answer(question),
                Err(_) => write(Value::Null, Err(Failure::of(3, "unreadable question"))),
            }
            line.clear();
        }
    });
}

/// Answers one question, whatever goes wrong.
fn answer(Question { id, method, params }: Question) {
    let outcome = match find(&method) {
        _ if method == "describe" => Ok(describe()),
        Some(call) => panic::catch_unwind(AssertUnwindSafe(|| call(params)))
            .unwrap_or_else(|_| Err(Failure::unexpected())),
        None => Err(Failure::of(-32601, "method not offered")),
    };
    write(id, outcome);
}

fn find(method: &str) -> Option<Call> {
    calls::CALLS
        .iter()
        .find(|(name, _)| *name == method)
        .and_then(|(_, call)| *call)
}

/// What is tested; channelproof asks this first.
fn describe() -> Value {
    let offered = calls::CALLS
        .iter()
        .filter(|(_, call)| call.is_some())
        .map(|(name, _)| *name);
    let mut described = calls::description();
    described["protocol"] = json!(1);
    described["methods"] = offered.collect();
    described
}

fn write(id: Value, outcome: Result<Value, Failure>) {
    let mut answer = json!({ "jsonrpc": "2.0", "id": id });
    match outcome {
        Ok(result) => answer["result"] = result,
        Err(Failure {
            code,
            message,
            reason,
        }) => {
            answer["error"] = json!({ "code": code, "message": message });
            if let Some(reason) = reason {
                answer["error"]["data"] = json!({ "reason": reason });
            }
        }
    }
    // Locked until it is flushed, so that no two answers mix. If the reader is gone, nothing is left to do.
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{answer}").and_then(|()| output.flush());
}
