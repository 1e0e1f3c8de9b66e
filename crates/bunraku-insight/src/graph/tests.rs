//! Cycles planted in generated graphs, with cuts that are confirmed by an exhaustive search.

use super::{Edge, EdgeKind, Graph};

/// A generator of numbers that is the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// Resources in containers, with relationships that lead forward, and some planted ones that lead back.
fn planted(numbers: &mut Numbers) -> Graph {
    let count = 5 + numbers.below(6);
    let mut graph = Graph {
        resources: (0..count).map(|number| format!("File[/{number}]")).collect(),
        ..Graph::default()
    };
    graph.containers = vec![false; count];
    for inner in 1..count {
        if numbers.below(3) == 0 {
            let outer = numbers.below(inner);
            graph.edges.push(Edge::new(outer, inner, EdgeKind::Contains));
        }
    }
    for _ in 0..count {
        let (one, other) = (numbers.below(count), numbers.below(count));
        let kind = if numbers.below(4) == 0 { EdgeKind::Notifies } else { EdgeKind::Before };
        let automatic = numbers.below(5) == 0;
        graph.edges.push(Edge { automatic, ..Edge::new(one.min(other), one.max(other), kind) });
    }
    for _ in 0..1 + numbers.below(3) {
        let from = 1 + numbers.below(count - 1);
        graph.edges.push(Edge::new(from, numbers.below(from), EdgeKind::Before));
    }
    graph
}

fn without(graph: &Graph, cut: &[&Edge]) -> Graph {
    let mut left = Graph {
        resources: graph.resources.clone(),
        containers: graph.containers.clone(),
        edges: graph.edges.clone(),
        ..Graph::default()
    };
    for edge in cut {
        let at = left.edges.iter().position(|known| known == *edge).unwrap();
        left.edges.remove(at);
    }
    left
}

/// Whether nothing depends on itself.
fn is_fine(graph: &Graph) -> bool {
    super::steps::Steps::of(graph).groups().is_empty()
}

/// Whether some set of so many of the edges leaves no cycle.
fn some_cut(graph: &Graph, edges: &[&Edge], size: usize) -> bool {
    fn choose<'e>(graph: &Graph, edges: &[&'e Edge], size: usize, chosen: &mut Vec<&'e Edge>) -> bool {
        if size == 0 {
            return is_fine(&without(graph, chosen));
        }
        edges.iter().enumerate().any(|(at, edge)| {
            chosen.push(edge);
            let found = choose(graph, &edges[at + 1..], size - 1, chosen);
            chosen.pop();
            found
        })
    }
    choose(graph, edges, size, &mut Vec::new())
}

#[test]
fn planted_cycles_are_found_with_the_smallest_cut() {
    let mut numbers = Numbers(2);
    let mut seen = 0;
    while seen < 50 {
        let graph = planted(&mut numbers);
        let cycles = graph.cycles();
        if cycles.is_empty() {
            continue;
        }
        // Automatic edges are cut only if a cycle has no others, which may result in a cut that is not the smallest of
        // all.
        let cut: Vec<&Edge> = cycles.iter().flat_map(|cycle| &cycle.cut).collect();
        if cut.iter().any(|edge| edge.automatic) {
            continue;
        }
        seen += 1;
        assert!(cycles.iter().all(|cycle| cycle.is_smallest));
        assert!(without(&graph, &cut).cycles().is_empty(), "{graph:?}\n{cut:?}");
        let written: Vec<&Edge> =
            graph.edges.iter().filter(|edge| edge.is_relationship() && !edge.automatic).collect();
        for size in 0..cut.len() {
            assert!(!some_cut(&graph, &written, size), "{size} would do\n{graph:?}\n{cut:?}");
        }
        for cycle in &cycles {
            let mut around = cycle.edges.iter().filter(|edge| edge.is_relationship());
            assert!(around.next().is_some(), "containment alone is not a cycle");
        }
    }
}

/// A graph in which each resource comes before all the others.
fn dense(count: usize) -> Graph {
    let edges = (0..count).flat_map(|from| (0..count).map(move |to| (from, to)));
    Graph {
        resources: (0..count).map(|number| format!("File[/{number}]")).collect(),
        containers: vec![false; count],
        edges: edges
            .filter(|(from, to)| from != to)
            .map(|(from, to)| Edge::new(from, to, EdgeKind::Before))
            .collect(),
        ..Graph::default()
    }
}

#[test]
fn dense_cycles_are_cut_soon() {
    for count in [2, 6, 20, 60, 300] {
        let graph = dense(count);
        let cycles = graph.cycles();
        let [cycle] = cycles.as_slice() else { panic!("{} groups", cycles.len()) };
        // Each two of them are a cycle, which shares no edge with the others.
        assert_eq!(cycle.cut.len(), count * (count - 1) / 2);
        assert!(cycle.is_smallest || count > 20, "{count}");
        let cut: std::collections::HashSet<(usize, usize)> =
            cycle.cut.iter().map(|edge| (edge.from, edge.to)).collect();
        let kept = graph.edges.iter().filter(|edge| !cut.contains(&(edge.from, edge.to)));
        let left = Graph { edges: kept.cloned().collect(), ..dense(count) };
        assert!(is_fine(&left), "{count}");
    }
}

#[test]
fn a_cut_that_is_not_proven_to_be_smallest_still_cuts() {
    let mut numbers = Numbers(5);
    let mut unproven = 0;
    for _ in 0..2 {
        let mut graph = dense(60);
        graph.edges.retain(|_| numbers.below(8) == 0);
        for edge in &mut graph.edges {
            edge.automatic = numbers.below(4) == 0;
        }
        let cycles = graph.cycles();
        let cut: Vec<&Edge> = cycles.iter().flat_map(|cycle| &cycle.cut).collect();
        assert!(is_fine(&without(&graph, &cut)));
        unproven += cycles.iter().filter(|cycle| !cycle.is_smallest).count();
        // Nothing is in vain.
        for edge in &cut {
            let but_one: Vec<&Edge> = cut.iter().copied().filter(|other| other != edge).collect();
            assert!(!is_fine(&without(&graph, &but_one)));
        }
    }
    assert!(unproven > 0);
}

/// Which resources come before which, by the steps of a graph.
fn order(graph: &Graph) -> Vec<(usize, usize)> {
    let steps = super::steps::Steps::of(graph);
    let (mut search, mut work) = (super::steps::Search::of(&steps), super::work::Work::new(u64::MAX));
    let none = vec![false; graph.edges.len()];
    let all =
        (0..graph.resources.len()).flat_map(|from| (0..graph.resources.len()).map(move |to| (from, to)));
    all.filter(|(from, to)| search.leads(2 * from + 1, 2 * to, &none, &mut work).unwrap()).collect()
}

#[test]
fn many_resources_are_reduced_soon() {
    // Classes of a hundred resources each, one after the other, with what follows from that written out.
    let (classes, size) = (500, 100);
    let mut graph = Graph::default();
    for class in 0..classes {
        let container = graph.resources.len();
        graph.resources.push(format!("Class[{class}]"));
        for inner in 1..=size {
            graph.resources.push(format!("File[/{class}/{inner}]"));
            graph.edges.push(Edge::new(container, container + inner, EdgeKind::Contains));
            graph.edges.extend(
                (inner > 1).then(|| Edge::new(container + inner - 1, container + inner, EdgeKind::Before)),
            );
            graph.edges.extend(
                (inner > 2).then(|| Edge::new(container + inner - 2, container + inner, EdgeKind::Before)),
            );
        }
        if class > 0 {
            graph.edges.push(Edge::new(container - size - 1, container, EdgeKind::Before));
            graph.edges.push(Edge::new(container - size, container + size, EdgeKind::Before));
        }
    }
    graph.containers = vec![false; graph.resources.len()];
    let reduced = graph.reduced();
    let relationships = reduced.edges.iter().filter(|edge| edge.is_relationship()).count();
    assert_eq!(relationships, classes * (size - 1) + classes - 1);
}

#[test]
fn a_reduced_graph_has_the_same_order() {
    let mut numbers = Numbers(3);
    let mut fewer = 0;
    for _ in 0..200 {
        let graph = planted(&mut numbers);
        let reduced = graph.reduced();
        assert_eq!(order(&graph), order(&reduced), "{graph:?}");
        fewer += graph.edges.len() - reduced.edges.len();
        // Nothing more can be left out.
        for edge in reduced.edges.iter().filter(|edge| edge.kind == EdgeKind::Before) {
            assert_ne!(order(&without(&reduced, &[edge])), order(&reduced), "{edge:?} {reduced:?}");
        }
    }
    assert!(fewer > 100, "{fewer}");
}
