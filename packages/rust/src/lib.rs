//! The vectors of channelproof as JSON.

/// Returns the JSON text of a family, such as `token/signature`; `index` is the list of all families.
pub fn family(name: &str) -> Option<&'static str> {
    include!(concat!(env!("OUT_DIR"), "/families.rs"))
}
