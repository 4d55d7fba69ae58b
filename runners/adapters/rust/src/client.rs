//! Calls the Real-Time Channel Service over HTTP (sections 4, 5 and 7).

use serde_json::Value;
use std::time::Duration;
use ureq::http::{header::HeaderValue, Request};
use ureq::{Agent, Error};

const BODY_LIMIT: u64 = 1 << 20;

/// Operation, HTTP method and path: sections 4.1 to 4.4.
const ROUTES: [(&str, &str, &str); 4] = [
    ("auth.token", "POST", "/auth/token"),
    ("streaming.start", "POST", "/streaming/start"),
    ("streaming.update", "PUT", "/streaming/update"),
    ("streaming.stop", "POST", "/streaming/stop"),
];

pub struct Client {
    base_url: String,
    authorization: String,
    agent: Agent,
}

/// A success. The token is there after auth.token.
pub struct Reply {
    pub status: u16,
    pub token: Option<String>,
}

/// A call without success; `kind` is http, network, timeout or protocol. It wraps no other error, since those may
/// quote headers.
#[derive(Debug, Default)]
pub struct CallError {
    pub kind: &'static str,
    pub status: Option<u16>,
    pub code: Option<String>,
}

impl Client {
    /// `authorization` is the whole value of the header (section 5); `timeout` limits each call as a whole.
    pub fn new(base_url: &str, authorization: &str, timeout: Duration) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(timeout))
            // Another host must not get the Authorization header.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            // A POST that finds a kept connection dead could not be repeated without the risk of doing it twice.
            .max_idle_connections(0)
            .build();
        Self {
            base_url: base_url.trim_end_matches('/').into(),
            authorization: authorization.into(),
            agent: config.into(),
        }
    }

    /// Makes one call.
    pub fn call(&self, operation: &str, body: &Value) -> Result<Reply, CallError> {
        let (status, received) = self.exchange(operation, body)?;
        let value: Option<Value> = received.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        if status != 200 {
            return Err(CallError {
                kind: "http",
                status: Some(status),
                code: value.as_ref().and_then(code_in),
            });
        }
        // Section 7.2: what the body of a streaming answer holds is not shown.
        if operation != "auth.token" {
            return Ok(Reply {
                status,
                token: None,
            });
        }
        match value
            .as_ref()
            .and_then(|value| value.get("token")?.as_str())
        {
            Some(token) => Ok(Reply {
                status,
                token: Some(token.into()),
            }),
            None => Err(CallError {
                kind: "protocol",
                status: Some(status),
                code: None,
            }),
        }
    }

    /// Status and body; no body where it broke off behind an error status, which counts all the same.
    fn exchange(&self, operation: &str, body: &Value) -> Result<(u16, Option<Vec<u8>>), CallError> {
        let mut response = self
            .agent
            .run(self.request(operation, body)?)
            .map_err(lost)?;
        let status = response.status().as_u16();
        match response
            .body_mut()
            .with_config()
            .limit(BODY_LIMIT)
            .read_to_vec()
        {
            Ok(received) => Ok((status, Some(received))),
            Err(error) => match lost(error) {
                CallError {
                    kind: "network", ..
                } if status != 200 => Ok((status, None)),
                error => Err(error),
            },
        }
    }

    fn request(&self, operation: &str, body: &Value) -> Result<Request<String>, CallError> {
        let unusable = CallError {
            kind: "protocol",
            ..CallError::default()
        };
        let Some((_, method, path)) = ROUTES.iter().find(|(name, ..)| *name == operation) else {
            return Err(unusable);
        };
        // From bytes, since the text form takes ASCII only; a line break is refused.
        let Ok(authorization) = HeaderValue::from_bytes(self.authorization.as_bytes()) else {
            return Err(unusable);
        };
        Request::builder()
            .method(*method)
            .uri(format!("{}{path}", self.base_url))
            .header("Content-Type", "application/json")
            .header("Authorization", authorization)
            .header("Tracking-Id", tracking_id())
            .body(body.to_string())
            .map_err(|_| unusable)
    }
}

/// Section 4: 32 hexadecimal digits.
fn tracking_id() -> String {
    let mut bytes = [0; 16];
    getrandom::getrandom(&mut bytes).expect("the system has random bytes");
    format!("{:032x}", u128::from_ne_bytes(bytes))
}

/// The kind of a call that has no complete response.
fn lost(error: Error) -> CallError {
    let kind = match error {
        Error::Timeout(_) => "timeout",
        Error::Io(_) | Error::HostNotFound | Error::ConnectionFailed => "network",
        _ => "protocol",
    };
    CallError {
        kind,
        ..CallError::default()
    }
}

/// The first error code, however deep: the shape of error bodies is not shown (section 7).
fn code_in(value: &Value) -> Option<String> {
    let names = ["code", "errorCode", "error_code", "error"];
    let found = names
        .iter()
        .filter_map(|name| value.get(name)?.as_str())
        .find(|text| is_code(text));
    match (found, value) {
        (Some(code), _) => Some(code.into()),
        (None, Value::Object(members)) => members.values().find_map(code_in),
        (None, Value::Array(items)) => items.iter().find_map(code_in),
        _ => None,
    }
}

/// All codes of section 7.1 are words joined by dots.
fn is_code(text: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    text.contains('.') && text.split('.').all(is_word)
}
