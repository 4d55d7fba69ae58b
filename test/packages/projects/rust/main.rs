//! Recomputes every signature with the crates hmac, sha2 and base64.

use base64::{engine::general_purpose::STANDARD, Engine};
use hmac::{Hmac, Mac};
use serde_json::Value;
use sha2::Sha256;

fn main() {
    let text = channelproof::family("token/signature").expect("the family is there");
    let family: Value = serde_json::from_str(text).expect("it is JSON");
    let vectors = family["vectors"].as_array().expect("it has vectors");
    let wrong: Vec<_> = vectors.iter().filter(|one| differs(one)).collect();
    for one in &wrong {
        println!("differs: {}", one["id"].as_str().unwrap());
    }
    println!("{} of {} agree", vectors.len() - wrong.len(), vectors.len());
    std::process::exit(i32::from(!wrong.is_empty()));
}

fn differs(vector: &Value) -> bool {
    let asked = &vector["question"]["params"];
    let text = |name: &str| asked[name].as_str().unwrap();
    let message = format!("{}{}{}{}", text("version"), text("appId"), asked["timestamp"], text("params"));
    let mut mac = Hmac::<Sha256>::new_from_slice(text("appSecret").as_bytes()).unwrap();
    mac.update(message.as_bytes());
    let signature = STANDARD.encode(mac.finalize().into_bytes());
    Some(signature.as_str()) != vector["expect"]["output"]["signature"].as_str()
}
