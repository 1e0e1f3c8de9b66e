//! The compiler for browsers.
//!
//! Requests and answers are JSON objects in UTF-8; see [`answer`]. The module has three exports:
//! `bunraku_request(length)` returns the address of a buffer for the request, `bunraku_answer()` answers it and returns
//! the address of the answer, and `bunraku_answer_length()` returns its length in bytes.
//!
//! A compilation sees only what is in its request: files, facts, a time, a seed. It has no commands and no network.

mod answer;
mod exports;

pub use answer::answer;
