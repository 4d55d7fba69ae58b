//! Checks access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5).

use crate::token::{mac, JoinParams, Refused, DAY, VERSION};
use base64::{engine::general_purpose::STANDARD, Engine};
use hmac::Mac;

/// Why no join parameters came back.
#[derive(Debug)]
pub enum Unverified {
    /// The token is not valid: malformed, version, app, signature, params or expired.
    Invalid(&'static str),
    /// Nothing can be verified, since the secret is empty.
    Refused(Refused),
}

/// The join parameters of a valid token; `now` in Unix seconds.
pub fn verify(
    token: &str,
    app_id: &str,
    app_secret: &str,
    now: i64,
) -> Result<JoinParams, Unverified> {
    let parts: Vec<&str> = token.split('.').collect();
    let [version, token_app_id, timestamp, params, signature] = parts[..] else {
        return Err(Unverified::Invalid("malformed"));
    };
    // STANDARD refuses line breaks, missing padding and unused bits (RFC 4648 section 3.5).
    let (Some(time), Ok(json), Ok(tag)) = (
        seconds(timestamp),
        STANDARD.decode(params),
        STANDARD.decode(signature),
    ) else {
        return Err(Unverified::Invalid("malformed"));
    };
    if version != VERSION {
        return Err(Unverified::Invalid("version"));
    }
    if token_app_id != app_id {
        return Err(Unverified::Invalid("app"));
    }
    // Section 4.5: over the parts as received; a second JSON encoding may differ. In a time that does not depend on
    // the signature.
    let expected = mac(&parts[..4].concat(), app_secret).map_err(Unverified::Refused)?;
    expected
        .verify_slice(&tag)
        .map_err(|_| Unverified::Invalid("signature"))?;
    // serde_json refuses 60.0 for an i64, members that stand twice, and bytes that are no UTF-8.
    let join_params: JoinParams =
        serde_json::from_slice(&json).map_err(|_| Unverified::Invalid("params"))?;
    join_params
        .check()
        .map_err(|_| Unverified::Invalid("params"))?;
    // Section 2.1: validity starts at the token's timestamp.
    if now > time.saturating_add(join_params.duration.unwrap_or(DAY)) {
        return Err(Unverified::Invalid("expired"));
    }
    Ok(join_params)
}

/// Digits alone: parse would also take "+1".
fn seconds(timestamp: &str) -> Option<i64> {
    timestamp
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| timestamp.parse().ok())?
}
