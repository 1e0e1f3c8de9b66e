//! Hiera 5.

pub mod json;
pub mod yaml;
