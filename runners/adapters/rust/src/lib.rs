//! A small SDK of the Real-Time Channel Service: tokens and its HTTP client.

pub mod client;
pub mod token;
pub mod verify;
