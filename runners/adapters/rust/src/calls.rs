//! The calls: put those of your SDK in the place of those of lib.rs. They only translate. A check or a repair here
//! would test this file instead of the SDK.

use crate::{Call, Failure};
use channel_token::client::{CallError, Client, Reply};
use channel_token::token::{self, JoinParams, Refused};
use channel_token::verify::{self, Unverified};
use serde::de::DeserializeOwned;
use serde::Deserialize;
use serde_json::{json, Value};
use std::time::Duration;

/// What is tested; the loop adds the methods.
pub fn description() -> Value {
    json!({
        "sdk": { "name": "channel-token", "version": "1.0.0", "language": "Rust" },
        // "system" if your SDK reads the clock itself; timestamp is then not sent.
        "clock": "injected",
        // "own" if your SDK makes the Authorization value itself.
        "authorization": "given",
        // What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always,
        // operations, members and tells: see the guide of adapters.
    })
}

/// None for what your SDK does not have.
pub const CALLS: [(&str, Option<Call>); 5] = [
    ("token.params", Some(token_params)),
    ("token.signature", Some(token_signature)),
    ("token.issue", Some(token_issue)),
    ("token.verify", Some(token_verify)),
    ("client.call", Some(client_call)),
];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params {
    join_params_json: String,
}

fn token_params(params: Value) -> Result<Value, Failure> {
    let p: Params = read(params)?;
    Ok(json!({ "params": token::encode_params(&p.join_params_json) }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Signature {
    version: String,
    app_id: String,
    timestamp: i64,
    params: String,
    app_secret: String,
}

fn token_signature(params: Value) -> Result<Value, Failure> {
    let p: Signature = read(params)?;
    let signature = token::sign(&p.version, &p.app_id, p.timestamp, &p.params, &p.app_secret)?;
    Ok(json!({ "signature": signature }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Issue {
    app_id: String,
    app_secret: String,
    join_params: Value,
    timestamp: i64,
}

fn token_issue(params: Value) -> Result<Value, Failure> {
    let p: Issue = read(params)?;
    // serde would take null for an option that is not given.
    if p.join_params
        .as_object()
        .is_some_and(|members| members.values().any(Value::is_null))
    {
        return Err(Failure::unsupported());
    }
    let join_params: JoinParams = read(p.join_params)?;
    let token = token::issue(&p.app_id, &p.app_secret, &join_params, p.timestamp)?;
    Ok(json!({ "token": token }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Verify {
    token: String,
    app_id: String,
    app_secret: String,
    now: i64,
}

/// A token that is not valid is a result, not an error.
fn token_verify(params: Value) -> Result<Value, Failure> {
    let p: Verify = read(params)?;
    match verify::verify(&p.token, &p.app_id, &p.app_secret, p.now) {
        Ok(join_params) => Ok(json!({ "valid": true, "joinParams": join_params })),
        Err(Unverified::Invalid(reason)) => Ok(json!({ "valid": false, "reason": reason })),
        Err(Unverified::Refused(refused)) => Err(refused.into()),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientCall {
    base_url: String,
    authorization: String,
    timeout_millis: u64,
    operation: String,
    body: Value,
}

/// A call that fails is a result as well.
fn client_call(params: Value) -> Result<Value, Failure> {
    let p: ClientCall = read(params)?;
    let client = Client::new(
        &p.base_url,
        &p.authorization,
        Duration::from_millis(p.timeout_millis),
    );
    Ok(match client.call(&p.operation, &p.body) {
        Ok(Reply {
            status,
            token: Some(token),
        }) => json!({ "ok": true, "status": status, "token": token }),
        Ok(Reply {
            status,
            token: None,
        }) => json!({ "ok": true, "status": status }),
        Err(error) => failed(error),
    })
}

fn failed(CallError { kind, status, code }: CallError) -> Value {
    let mut result = json!({ "ok": false, "kind": kind });
    if let Some(status) = status {
        result["status"] = status.into();
    }
    if let Some(code) = code {
        result["code"] = code.into();
    }
    result
}

/// Code 2: the types of the SDK cannot hold what the question says.
fn read<T: DeserializeOwned>(value: Value) -> Result<T, Failure> {
    serde_json::from_value(value).map_err(|_| Failure::unsupported())
}

/// The errors of the SDK in the codes of the protocol.
impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        Failure::refused(refused.reason, refused.to_string())
    }
}
