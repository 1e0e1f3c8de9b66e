//! The fields of an object, to which others can be prepended.
//!
//! A later object overrides an earlier one and its keys come first, as in the library. A document may extend an object
//! on every line, so prepending must not move existing fields.

use std::collections::HashMap;

/// Fields by name, in order.
#[derive(Debug, Clone)]
pub(super) struct Fields<T> {
    /// Each value with its rank, which determines the order.
    values: HashMap<String, (i64, T)>,
    first: i64,
    last: i64,
}

impl<T> Default for Fields<T> {
    fn default() -> Fields<T> {
        Fields { values: HashMap::new(), first: 0, last: 0 }
    }
}

impl<T> Fields<T> {
    /// A single field.
    pub(super) fn of(name: String, value: T) -> Fields<T> {
        let mut fields = Fields::default();
        fields.insert(name, value);
        fields
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.values.get(name).map(|(_, value)| value)
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        self.values.get_mut(name).map(|(_, value)| value)
    }

    /// Sets a field. A new one is appended.
    pub(super) fn insert(&mut self, name: String, value: T) {
        match self.values.get_mut(&name) {
            Some((_, old)) => *old = value,
            None => {
                self.last += 1;
                self.values.insert(name, (self.last, value));
            }
        }
    }

    /// The fields in order.
    pub(super) fn in_order(&self) -> Vec<(&String, &T)> {
        let mut fields: Vec<(i64, &String, &T)> =
            self.values.iter().map(|(name, (rank, value))| (*rank, name, value)).collect();
        fields.sort_unstable_by_key(|(rank, ..)| *rank);
        fields.into_iter().map(|(_, name, value)| (name, value)).collect()
    }

    /// The fields in order, by value.
    pub(super) fn into_order(self) -> Vec<(String, T)> {
        let mut fields: Vec<(i64, String, T)> =
            self.values.into_iter().map(|(name, (rank, value))| (rank, name, value)).collect();
        fields.sort_unstable_by_key(|(rank, ..)| *rank);
        fields.into_iter().map(|(_, name, value)| (name, value)).collect()
    }

    /// Layers these fields over earlier ones: their names come first. `over` combines two values of the same name, the
    /// later one first. The time is proportional to the smaller side.
    pub(super) fn over(mut self, mut lower: Fields<T>, over: impl Fn(T, T) -> T) -> Fields<T> {
        if self.len() < lower.len() {
            for (name, value) in self.into_order().into_iter().rev() {
                lower.first -= 1;
                let value = match lower.values.remove(&name) {
                    Some((_, below)) => over(value, below),
                    None => value,
                };
                lower.values.insert(name, (lower.first, value));
            }
            return lower;
        }
        for (name, below) in lower.into_order() {
            match self.values.remove(&name) {
                Some((rank, value)) => drop(self.values.insert(name, (rank, over(value, below)))),
                None => self.insert(name, below),
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::Fields;

    fn fields(names: &str) -> Fields<String> {
        let mut fields = Fields::default();
        names.chars().for_each(|name| fields.insert(name.to_string(), name.to_string()));
        fields
    }

    #[test]
    fn later_fields_come_first_whichever_side_is_larger() {
        let cases =
            [("ab", "cde", "abcde"), ("cde", "ab", "cdeab"), ("ba", "abc", "bac"), ("cba", "bd", "cbad")];
        for (upper, lower, expected) in cases {
            let both = fields(upper).over(fields(lower), |upper, lower| upper + &lower);
            let names: String = both.in_order().iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, expected, "{upper} over {lower}");
            let doubled = both.into_order().into_iter().filter(|(_, value)| value.len() == 2).count();
            assert_eq!(doubled, upper.chars().filter(|name| lower.contains(*name)).count());
        }
    }
}
