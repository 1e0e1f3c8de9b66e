//! Causes: what gave a parameter its value.
//!
//! Causes lie in an arena beside the catalog, and a parameter has the number of its cause. Most causes are a place in
//! the code, so that keeping them costs no more than keeping the place, which messages need anyway.

use std::{fmt, path::Path, sync::Arc};

use bunraku_diag::Span;
use bunraku_pcore::{Str, Value};

use crate::ResourceId;

/// The number of a cause in its [`Causes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CauseId(u32);

/// What gave a parameter its value.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Cause {
    /// An attribute of a resource expression, or the call of a function that declares resources.
    Attribute(Span),
    /// The default of a parameter, in the definition of the class or defined type.
    Default(Span),
    /// A resource default: `File { mode => '0644' }`.
    ResourceDefault(Span),
    /// An attribute of an override: `File['/x'] { mode => '0644' }`.
    Override {
        /// The attribute.
        place: Span,
        /// What it took the place of.
        replaced: Option<Box<Replaced>>,
    },
    /// An attribute of a collector: `File <| |> { mode => '0644' }`.
    Collector {
        /// The attribute.
        place: Span,
        /// The collector.
        collector: Span,
        /// What it took the place of.
        replaced: Option<Box<Replaced>>,
    },
    /// Arrows between resources; of several, these are all.
    Arrows {
        /// The ends of the arrows that name the other resource, in order.
        places: Vec<Span>,
        /// What the arrows were added to.
        replaced: Option<Box<Replaced>>,
    },
    /// The call of a function that adds to a parameter, as `require` does.
    Call {
        /// The call.
        place: Span,
        /// What it was added to.
        replaced: Option<Box<Replaced>>,
    },
    /// It flowed down from a resource that contains this one.
    Flow {
        /// The resource that had it.
        from: ResourceId,
        /// Why that resource had it.
        cause: CauseId,
    },
    /// It was given from outside the code, by a node classifier: the place in its answer.
    Assigned(Span),
    /// It was found in the data of the environment: every place that had a part of it, the most important first.
    Data {
        /// The key that was looked up.
        key: Str,
        /// The places. A value that a data function computed has none.
        hits: Box<[DataHit]>,
    },
    /// Code in another language changed it in place.
    Foreign {
        /// The call of that code.
        place: Span,
        /// What it was before.
        replaced: Option<Box<Replaced>>,
    },
    /// The stage of a class, which is that of the class around it.
    Stage(ResourceId),
    /// Another node exports the resource with it.
    Exported {
        /// The collector that found it.
        collector: Span,
        /// The name of the node.
        certname: Str,
    },
}

/// What a parameter was before it was given another value.
#[derive(Debug, Clone)]
pub struct Replaced {
    /// The value.
    pub value: Value,
    /// Why it was that.
    pub cause: CauseId,
}

/// A place in the data that gave a value, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataHit {
    /// The layer: `global`, `environment` or the name of a module.
    pub layer: Str,
    /// The name of the level in the hierarchy.
    pub level: Str,
    /// The data file; a data function may need none.
    pub file: Option<Arc<Path>>,
    /// The line of the key, counted from one, if the format tells it.
    pub line: Option<u32>,
}

impl fmt::Display for DataHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{}", file.display())?,
            None => write!(f, "the level `{}`", self.level)?,
        }
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))
    }
}

impl Cause {
    /// The place in the code that says so, where there is one.
    pub fn place(&self) -> Option<Span> {
        match self {
            Cause::Attribute(place)
            | Cause::Default(place)
            | Cause::ResourceDefault(place)
            | Cause::Assigned(place)
            | Cause::Override { place, .. }
            | Cause::Collector { place, .. }
            | Cause::Call { place, .. }
            | Cause::Foreign { place, .. } => Some(*place),
            Cause::Arrows { places, .. } => places.last().copied(),
            Cause::Exported { collector, .. } => Some(*collector),
            Cause::Flow { .. } | Cause::Data { .. } | Cause::Stage(_) => None,
        }
    }

    /// What it took the place of.
    pub fn replaced(&self) -> Option<&Replaced> {
        match self {
            Cause::Override { replaced, .. }
            | Cause::Collector { replaced, .. }
            | Cause::Arrows { replaced, .. }
            | Cause::Call { replaced, .. }
            | Cause::Foreign { replaced, .. } => replaced.as_deref(),
            _ => None,
        }
    }
}

/// The causes of one catalog.
#[derive(Debug, Default)]
pub struct Causes(Vec<Cause>);

impl Causes {
    /// Keeps a cause.
    pub fn add(&mut self, cause: Cause) -> CauseId {
        self.0.push(cause);
        CauseId(self.0.len() as u32 - 1)
    }

    /// The cause of a number.
    pub fn get(&self, id: CauseId) -> Option<&Cause> {
        self.0.get(id.0 as usize)
    }

    /// The attribute in the code that a value was given by, for messages about it: what was added to it later, and what
    /// no attribute gave, has no place of its own.
    pub fn attribute(&self, id: CauseId) -> Option<Span> {
        let mut at = Some(id);
        while let Some(cause) = at.and_then(|id| self.get(id)) {
            at = match cause {
                Cause::Attribute(place)
                | Cause::ResourceDefault(place)
                | Cause::Override { place, .. }
                | Cause::Collector { place, .. } => return Some(*place),
                Cause::Flow { cause, .. } => Some(*cause),
                Cause::Arrows { .. } | Cause::Call { .. } | Cause::Foreign { .. } => {
                    cause.replaced().map(|replaced| replaced.cause)
                }
                Cause::Default(_)
                | Cause::Assigned(_)
                | Cause::Data { .. }
                | Cause::Stage(_)
                | Cause::Exported { .. } => None,
            };
        }
        None
    }

    pub(crate) fn get_mut(&mut self, id: CauseId) -> Option<&mut Cause> {
        self.0.get_mut(id.0 as usize)
    }
}
