//! Similar names, for suggestions.

/// How many pairs of letters are compared for a suggestion: enough for hundreds of thousands of ordinary names, and soon done.
const WORK: usize = 1 << 25;

/// The candidate that `name` was most likely meant to be, if one is similar enough to be suggested.
///
/// Similar means a small number of inserted, missing, replaced or swapped letters: about one in three letters of the
/// name. Names that differ only in case or in `_` and `-` are always similar. Of equally similar candidates the first is returned, and
/// never the name itself. Very long names, and what comes after very many candidates, are not compared.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = folded(name);
    let bound = if wanted.len() < 3 { 0 } else { wanted.len() / 3 };
    let mut best: Option<(usize, &str)> = None;
    let mut work = WORK;
    for candidate in candidates {
        if candidate == name {
            continue;
        }
        let limit = best.map_or(bound + 1, |(distance, _)| distance);
        // A letter has up to four bytes, and becomes up to three letters when its case is folded.
        if candidate.len() > 4 * (wanted.len() + limit) {
            continue;
        }
        let candidate_letters = folded(candidate);
        if letters(&candidate_letters).eq(letters(&wanted)) {
            return Some(candidate);
        }
        if candidate_letters.len().abs_diff(wanted.len()) >= limit {
            continue;
        }
        let Some(left) = work.checked_sub(wanted.len().saturating_mul(candidate_letters.len())) else {
            break;
        };
        work = left;
        let distance = distance(&wanted, &candidate_letters, limit);
        if distance < limit {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn folded(name: &str) -> Vec<char> {
    name.chars().flat_map(char::to_lowercase).collect()
}

/// The letters of a name without what separates its words.
fn letters(name: &[char]) -> impl Iterator<Item = char> + '_ {
    name.iter().copied().filter(|letter| !matches!(letter, '_' | '-'))
}

/// The edit distance with transpositions, or `limit` if it is not below it.
fn distance(left: &[char], right: &[char], limit: usize) -> usize {
    if left.len().abs_diff(right.len()) >= limit {
        return limit;
    }
    // Three rows of the table: `before` is for `left` without its last two letters, `above` without the last one.
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    let mut left_previous = None;
    for (row, &left_letter) in left.iter().enumerate() {
        let mut current = Vec::with_capacity(above.len());
        current.push(row + 1);
        let mut beside = row + 1;
        let mut smallest = beside;
        let mut right_previous = None;
        for (column, (&right_letter, pair)) in right.iter().zip(above.windows(2)).enumerate() {
            let &[diagonal, over] = pair else { continue };
            let mut cost =
                (diagonal + usize::from(left_letter != right_letter)).min(over + 1).min(beside + 1);
            let swapped = left_previous == Some(right_letter) && right_previous == Some(left_letter);
            if let Some(&corner) = before.get(column.wrapping_sub(1)).filter(|_| swapped) {
                cost = cost.min(corner + 1);
            }
            current.push(cost);
            smallest = smallest.min(cost);
            beside = cost;
            right_previous = Some(right_letter);
        }
        // A swap reaches back two rows, so one row beyond the limit is not conclusive, but two are.
        if smallest > limit {
            return limit;
        }
        left_previous = Some(left_letter);
        before = std::mem::replace(&mut above, current);
    }
    above.last().copied().unwrap_or(limit).min(limit)
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    fn apart(left: &str, right: &str) -> usize {
        distance(&left.chars().collect::<Vec<_>>(), &right.chars().collect::<Vec<_>>(), 100)
    }

    #[test]
    fn long_names_and_many_names_are_soon_compared() {
        let (wanted, long) = ("a".repeat(100_000), "b".repeat(100_000));
        assert_eq!(nearest(&wanted, [long.as_str(), &wanted[1..]]), None);
        let names: Vec<String> = (0..1_000_000).map(|number| format!("name{number:020}")).collect();
        assert_eq!(
            nearest("nama00000000000000000000", names.iter().map(String::as_str)),
            Some(names[0].as_str())
        );
    }

    #[test]
    fn distances() {
        assert_eq!(apart("", ""), 0);
        assert_eq!(apart("", "abc"), 3);
        assert_eq!(apart("port", "prot"), 1);
        assert_eq!(apart("ab", "ba"), 1);
        assert_eq!(apart("kitten", "sitting"), 3);
        assert_eq!(apart("ca", "abc"), 3);
        assert_eq!(apart("größe", "grösse"), 2);
    }

    #[test]
    fn near_names() {
        assert_eq!(nearest("prot", ["host", "port", "path"]), Some("port"));
        assert_eq!(nearest("notfiy", ["notice", "notify"]), Some("notify"));
        assert_eq!(nearest("Ensure", ["ensure"]), Some("ensure"));
        assert_eq!(nearest("ID", ["id"]), Some("id"));
        assert_eq!(nearest("data_dir", ["data_dig", "datadir"]), Some("datadir"));
    }

    #[test]
    fn the_nearest_wins_and_of_equals_the_first() {
        assert_eq!(nearest("package", ["packages_", "packages", "pakage"]), Some("packages"));
    }

    #[test]
    fn far_names_are_not_suggested() {
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("mode", ["owner", "group"]), None);
        assert_eq!(nearest("port", ["port"]), None);
        assert_eq!(nearest("", ["a"]), None);
        assert_eq!(nearest("port", []), None);
    }
}
