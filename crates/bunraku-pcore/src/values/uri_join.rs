//! Resolving a reference relative to a base URI (RFC 3986, section 5.2).

use super::uri::{Uri, UriParts};
use crate::Str;

impl Uri {
    /// Resolves a reference relative to this URI. `None` if the reference is not valid, if both are relative, or for a
    /// query after an opaque part, such as that of `mailto:`.
    pub fn join(&self, reference: &str) -> Option<Uri> {
        let reference = Uri::parse(reference)?;
        let (base, other) = (self.parts(), reference.parts());
        if other.scheme.is_some() {
            return Some(reference);
        }
        base.scheme.as_ref()?;
        if base.opaque.is_some() {
            return match other.query {
                Some(_) => None,
                None => Some(Uri::new(opaque_with(base, other))),
            };
        }
        let mut parts = UriParts { scheme: base.scheme.clone(), ..other.clone() };
        if other.host.is_some() {
            return Some(Uri::new(parts));
        }
        parts.userinfo.clone_from(&base.userinfo);
        parts.host.clone_from(&base.host);
        parts.port = base.port;
        let path = other.path.as_deref().unwrap_or_default();
        if path.is_empty() {
            parts.path.clone_from(&base.path);
            if other.query.is_none() {
                parts.query.clone_from(&base.query);
                // Ruby's library leaves the base as it is where the reference is empty.
                if other.fragment.is_none() {
                    parts.fragment.clone_from(&base.fragment);
                }
            }
        } else {
            parts.path = Some(merged(base, path));
        }
        Some(Uri::new(parts))
    }
}

/// A URI with an opaque part and the fragment of a reference. Ruby's library ignores the path of the reference.
fn opaque_with(base: &UriParts, other: &UriParts) -> UriParts {
    let is_path = other.host.is_some() || other.path.as_deref().is_some_and(|path| !path.is_empty());
    let fragment = other.fragment.clone().or_else(|| base.fragment.clone().filter(|_| !is_path));
    UriParts { fragment, ..base.clone() }
}

/// The path of a reference, which if it is relative continues the path of the base up to its last slash.
fn merged(base: &UriParts, path: &str) -> Str {
    if path.starts_with('/') {
        return without_dots(path);
    }
    let old = base.path.as_deref().unwrap_or_default();
    let folder = match old.rfind('/') {
        Some(slash) => old.get(..=slash).unwrap_or_default(),
        None if base.host.is_some() => "/",
        None => "",
    };
    without_dots(&format!("{folder}{path}"))
}

/// A path with its `.` and `..` segments resolved.
fn without_dots(path: &str) -> Str {
    let mut kept: Vec<&str> = Vec::new();
    let segments: Vec<&str> = path.split('/').collect();
    let last = segments.len().saturating_sub(1);
    for (index, segment) in segments.iter().enumerate() {
        match *segment {
            "." | ".." => {
                if *segment == ".." && kept.len() > 1 {
                    kept.pop();
                }
                if index == last {
                    kept.push("");
                }
            }
            other => kept.push(other),
        }
    }
    Str::from(kept.join("/"))
}
