//! The calls of your SDK, in the place of each TODO. They only translate. A check or a repair here would test this file
//! instead of the SDK.

use crate::Call;
use serde_json::{json, Value};

/// What is tested; the loop adds the methods.
pub fn description() -> Value {
    json!({
        // TODO: what is tested.
        "sdk": { "name": "my-sdk", "version": "0.0.0", "language": "Rust" },
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
    // TODO token.issue: appId, appSecret, joinParams (object), timestamp -> token
    ("token.issue", None),
    // TODO token.verify: token, appId, appSecret, now -> valid: true and joinParams, or valid: false and reason, which
    // may be left out
    ("token.verify", None),
    // TODO token.params: joinParamsJson (text, to be encoded as it is) -> params
    ("token.params", None),
    // TODO token.signature: version, appId, timestamp, params, appSecret -> signature
    ("token.signature", None),
    // TODO client.call: baseUrl, appId, appSecret, timeoutMillis, authorization, operation, body (object) -> ok: true,
    // status and, after auth.token, token; or ok: false, kind (http, network, timeout or protocol), and status and code
    // if known
    ("client.call", None),
];

// An example:
//
// #[derive(Deserialize)]
// #[serde(rename_all = "camelCase")]
// struct Issue {
//     app_id: String,
//     app_secret: String,
//     join_params: my_sdk::JoinParams,
//     timestamp: i64,
// }
//
// fn token_issue(params: Value) -> Result<Value, Failure> {
//     // Code 2: the types of the SDK cannot hold what the question says, such as a "60" for an i64.
//     let p: Issue = serde_json::from_value(params).map_err(|_| Failure::unsupported())?;
//     let token = my_sdk::issue(&p.app_id, &p.app_secret, &p.join_params, p.timestamp)?;
//     Ok(json!({ "token": token }))
// }
//
// TODO: the errors by which your SDK refuses, with one of the reasons missing-field, wrong-type, out-of-range,
// empty-secret and malformed. Failure::unexpected() is for all others: their text may hold a secret.
//
// impl From<my_sdk::Error> for Failure {
//     fn from(error: my_sdk::Error) -> Self {
//         match error {
//             my_sdk::Error::TooLong => Failure::refused("out-of-range", "duration"),
//             _ => Failure::unexpected(),
//         }
//     }
// }
