//! Makes access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5). No function reads the clock or the
//! environment, and no message holds a secret.

use base64::{engine::general_purpose::STANDARD, Engine};
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::fmt;

/// Section 9 item 1.
pub const VERSION: &str = "02";
pub const DAY: i64 = 86400;

/// The join parameters of section 2.1. What is not given is left out; an explicit 0 is sent.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JoinParams {
    pub channel_id: String,
    pub user_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub privileges: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel_duration: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_close: Option<i64>,
}

/// A call that makes no token; `reason` is a stable code.
#[derive(Debug)]
pub struct Refused {
    pub reason: &'static str,
    pub name: &'static str,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.reason, self.name)
    }
}

impl std::error::Error for Refused {}

impl JoinParams {
    /// The rules of section 2.1 that the types do not express. Lower bounds are not shown, so negative numbers pass.
    pub fn check(&self) -> Result<(), Refused> {
        for (name, value) in [
            ("duration", self.duration),
            ("delayClose", self.delay_close),
        ] {
            if value.is_some_and(|seconds| seconds > DAY) {
                return Err(Refused {
                    reason: "out-of-range",
                    name,
                });
            }
        }
        Ok(())
    }
}

/// The params part for a JSON text, which is taken exactly as given.
pub fn encode_params(join_params_json: &str) -> String {
    // The standard alphabet, padding and no line breaks (section 4.5 note 2).
    STANDARD.encode(join_params_json)
}

/// The signature part (section 4.5).
pub fn sign(
    version: &str,
    app_id: &str,
    timestamp: i64,
    params: &str,
    app_secret: &str,
) -> Result<String, Refused> {
    let message = format!("{version}{app_id}{timestamp}{params}");
    Ok(STANDARD.encode(mac(&message, app_secret)?.finalize().into_bytes()))
}

/// A token (section 2.2).
pub fn issue(
    app_id: &str,
    app_secret: &str,
    join_params: &JoinParams,
    timestamp: i64,
) -> Result<String, Refused> {
    join_params.check()?;
    let json = serde_json::to_string(join_params).expect("strings and integers are JSON");
    let params = encode_params(&json);
    let signature = sign(VERSION, app_id, timestamp, &params, app_secret)?;
    Ok(format!(
        "{VERSION}.{app_id}.{timestamp}.{params}.{signature}"
    ))
}

/// HMAC-SHA256 of a message, with the bytes of the app secret as key.
pub(crate) fn mac(message: &str, app_secret: &str) -> Result<Hmac<Sha256>, Refused> {
    if app_secret.is_empty() {
        return Err(Refused {
            reason: "empty-secret",
            name: "appSecret",
        });
    }
    let mac = Hmac::<Sha256>::new_from_slice(app_secret.as_bytes())
        .expect("HMAC takes keys of any length");
    Ok(mac.chain_update(message))
}
