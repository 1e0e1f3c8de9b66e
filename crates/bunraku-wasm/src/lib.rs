//! The compiler for browsers.
//!
//! A request is a JSON object, and so is its answer; see [`answer`]. The module has three exports:
//! `bunraku_request(length)` gives the address of so many bytes for the request, `bunraku_answer()` answers it and gives the
//! address of the answer, and `bunraku_answer_length()` its length in bytes. Both are in UTF-8.

mod answer;
mod exports;

pub use answer::answer;
