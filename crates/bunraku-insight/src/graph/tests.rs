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

/// Whether some set of this many edges breaks all cycles.
fn some_cut(graph: &Graph, edges: &[&Edge], size: usize) -> bool {
    fn choose<'e>(graph: &Graph, edges: &[&'e Edge], size: usize, chosen: &mut Vec<&'e Edge>) -> bool {
        if size == 0 {
            return without(graph, chosen).cycles().is_empty();
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
            assert!(around.next().is_some(), "containment alone is no cycle");
        }
    }
}

/// Which resources come before which, by the steps of a graph.
fn order(graph: &Graph) -> Vec<(usize, usize)> {
    let steps = super::steps::Steps::of(graph);
    let none = vec![false; graph.edges.len()];
    let all =
        (0..graph.resources.len()).flat_map(|from| (0..graph.resources.len()).map(move |to| (from, to)));
    all.filter(|(from, to)| steps.leads(2 * from + 1, 2 * to, &none)).collect()
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
