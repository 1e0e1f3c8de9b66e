use super::*;

fn tags<'t>(words: impl IntoIterator<Item = &'t str>) -> Tags {
    let mut tags = Tags::default();
    words.into_iter().for_each(|word| assert!(tags.add(word), "{word}"));
    tags
}

fn many(prefix: &str, number: usize) -> Vec<String> {
    (0..number).map(|index| format!("{prefix}{index}")).collect()
}

fn listed(tags: &Tags) -> Vec<&str> {
    tags.iter().collect()
}

#[test]
fn merged_tags_come_after_the_own_ones_and_are_listed_once() {
    for number in [2, 30, MANY, 2_000] {
        let names = many("t", number);
        let mut container = tags(names.iter().map(String::as_str));
        let mut own = tags(["notify", "t1"]);
        own.inherit(&mut container);
        assert!(own.add("last") && own.add("t0") && own.add("notify"));
        let inherited = names.iter().map(String::as_str).filter(|name| *name != "t1");
        let expected: Vec<&str> = ["notify", "t1"].into_iter().chain(inherited).chain(["last"]).collect();
        assert_eq!(listed(&own), expected, "{number}");
        assert!(own.has("t1") && own.has("last") && !own.has("t"));
    }
}

#[test]
fn many_tags_of_a_container_are_shared_by_all_that_it_contains() {
    let names = many("t", 2_000);
    let mut container = tags(names.iter().map(String::as_str));
    let mut children = [tags(["a"]), tags(["b"])];
    children.iter_mut().for_each(|child| child.inherit(&mut container));
    let [first, second] = children.each_ref().map(|child| child.inherited().last().map(Arc::as_ptr));
    assert!(first.is_some());
    assert_eq!(first, second);
}

#[test]
fn a_group_is_not_added_twice() {
    let names = many("t", MANY);
    let mut container = tags(names.iter().map(String::as_str));
    // One has the very same group already, the other a group of the same tags.
    for mut own in [container.clone(), tags(names.iter().rev().map(String::as_str))] {
        own.inherit(&mut container);
        assert_eq!(own.len(), MANY);
    }
}

#[test]
fn the_length_of_all_tags_is_known() {
    let names = many("t", MANY);
    let mut container = tags(names.iter().map(String::as_str));
    let mut own = tags(["notify"]);
    own.inherit(&mut container);
    assert_eq!(own.bytes(), own.iter().map(str::len).sum::<usize>());
}
