//! A parsed query: the entity, the columns and the conditions.

use super::{
    Paging,
    condition::Condition,
    entity::{Activity, Entity},
    field::{Column, FieldRef},
};
use crate::Error;

/// A parsed query whose fields exist.
#[derive(Debug)]
pub struct Select {
    pub(super) entity: &'static Entity,
    /// The columns of the result; all fields if it is `None`.
    pub(super) columns: Option<Vec<Column>>,
    pub(super) condition: Option<Condition>,
    pub(super) group_by: Vec<FieldRef>,
    /// Columns, and whether each is in descending order.
    pub(super) order_by: Vec<(Column, bool)>,
    pub(super) limit: Option<u64>,
    pub(super) offset: Option<u64>,
    /// Whether it started with `from`.
    pub(super) is_from: bool,
}

impl Select {
    pub(super) fn all(entity: &'static Entity) -> Select {
        Select {
            entity,
            columns: None,
            condition: None,
            group_by: Vec::new(),
            order_by: Vec::new(),
            limit: None,
            offset: None,
            is_from: false,
        }
    }

    /// The name of the queried entity.
    pub fn entity(&self) -> &'static str {
        self.entity.name
    }

    /// Adds the paging and order of a request.
    pub fn paged(mut self, paging: &Paging) -> Result<Select, Error> {
        if !paging.order_by.is_empty() {
            let order = paging.order_by.iter();
            let order = order.map(|(field, desc)| Ok((Column::named(self.entity, field)?, *desc)));
            self.order_by = order.collect::<Result<_, Error>>()?;
        }
        self.limit = paging.limit.or(self.limit);
        self.offset = paging.offset.or(self.offset);
        Ok(self)
    }

    /// Whether rows of inactive nodes are excluded if the condition does not refer to their state.
    pub(super) fn hides_inactive(&self) -> bool {
        match self.entity.activity {
            Activity::Always => true,
            Activity::InFrom => self.is_from,
            Activity::Never => false,
        }
    }

    /// Whether the result is an aggregate.
    pub(super) fn is_aggregate(&self) -> bool {
        let call = |column: &Column| matches!(column, Column::Call { .. });
        !self.group_by.is_empty() || self.columns.iter().flatten().any(call)
    }
}
