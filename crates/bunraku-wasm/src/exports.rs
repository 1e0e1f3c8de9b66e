//! The functions that a WebAssembly module exports.
//!
//! Bytes are exchanged through vectors that this module owns: the caller writes to and reads from their addresses, and
//! no code here dereferences an address.

use std::cell::RefCell;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Allocates a buffer for a request of this length and returns its address, which is valid until the next call.
#[expect(unsafe_code, reason = "an export needs a name of its own, which the attribute is unsafe for")]
#[unsafe(no_mangle)]
extern "C" fn bunraku_request(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request and returns the address of the answer, which is valid until the next call.
#[expect(unsafe_code, reason = "an export needs a name of its own, which the attribute is unsafe for")]
#[unsafe(no_mangle)]
extern "C" fn bunraku_answer() -> *const u8 {
    let request = REQUEST.take();
    let answer = crate::answer(&String::from_utf8_lossy(&request));
    ANSWER.with_borrow_mut(|kept| {
        *kept = answer;
        kept.as_ptr()
    })
}

/// The length of the answer in bytes.
#[expect(unsafe_code, reason = "an export needs a name of its own, which the attribute is unsafe for")]
#[unsafe(no_mangle)]
extern "C" fn bunraku_answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}
