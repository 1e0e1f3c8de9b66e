//! A small set of relationships without which a group of resources does not depend on itself, and whether it is a smallest one.
//!
//! Every cycle must lose one of its relationships. Containment is not cut, and an automatic relationship only where a cycle
//! has no other: so the cycles of automatic ones are cut first, and what is left of those counts as fixed. A set that cuts is
//! made [quickly](super::order). It is a smallest one if there are as many cycles that share none of what may be cut. Otherwise
//! smaller sets are searched for: a short cycle that is left must lose one of its edges, each of which is tried in turn. That
//! takes time exponential in the size of the set, so it ends when the work is spent.

use super::group::{Arc, Group, Source, is_set, set};
use super::order::{self, ByEnd};
use super::work::{Spent, Work};

/// The edges to cut, as indexes.
pub(super) struct Cut {
    pub(super) edges: Vec<usize>,
    /// Whether it is proven that no smaller set would do.
    pub(super) is_smallest: bool,
}

/// Cycles are searched for from so many steps: a shortest of these is taken.
pub(super) const MOST_STARTS: usize = 30;

/// Larger sets are not searched for.
const LARGEST_SEARCHED: usize = 200;

/// What may be done for the cuts of a graph.
pub(super) struct Works {
    /// To leave out what is in a cut in vain.
    pub(super) spare: Work,
    /// To search for a smaller one.
    pub(super) search: Work,
}

/// The cut of one group of steps.
pub(super) fn cut(group: &Group, work: &mut Works) -> Cut {
    let of = |source| group.arcs().iter().map(move |arc| arc.source == source).collect::<Vec<bool>>();
    let (written, automatic) = (of(Source::Written), of(Source::Automatic));
    let (first, first_is_smallest) = Search::new(group, automatic, written.clone()).run(work);
    let mut gone = vec![false; group.arcs().len()];
    first.iter().for_each(|arc| set(&mut gone, *arc, true));
    let (second, second_is_smallest) = Search::new(group, written, gone).run(work);
    // Another choice among the automatic ones might have spared some of the others.
    let is_smallest = first_is_smallest && second_is_smallest && (first.is_empty() || second.is_empty());
    let edges = first.iter().chain(&second).filter_map(|arc| group.arcs().get(*arc)?.edge).collect();
    Cut { edges, is_smallest }
}

/// The search for arcs to cut.
struct Search<'g> {
    group: &'g Group,
    /// The arcs that may be cut.
    soft: Vec<bool>,
    /// The arcs that are not there, or not any more.
    gone: Vec<bool>,
    leaving: ByEnd,
    entering: ByEnd,
}

impl Search<'_> {
    fn new(group: &Group, soft: Vec<bool>, gone: Vec<bool>) -> Search<'_> {
        let (leaving, entering) = (order::by_end(group, |arc| arc.from), order::by_end(group, |arc| arc.to));
        Search { group, soft, gone, leaving, entering }
    }

    /// A set of arcs that leaves no cycle, and whether it is a smallest one.
    fn run(mut self, work: &mut Works) -> (Vec<usize>, bool) {
        let mut cut = order::against(self.group, &self.soft, &self.gone);
        if cut.is_empty() {
            return (cut, true);
        }
        let is_smallest = self.improve(&mut cut, work).is_ok();
        (cut, is_smallest)
    }

    /// Makes a set that cuts smaller; without an error it is a smallest one then.
    fn improve(&mut self, cut: &mut Vec<usize>, work: &mut Works) -> Result<(), Spent> {
        self.spare(cut, &mut work.spare)?;
        let work = &mut work.search;
        let fewest = self.apart(cut.len(), work)?;
        if fewest > LARGEST_SEARCHED {
            return if fewest == cut.len() { Ok(()) } else { Err(Spent) };
        }
        for most in fewest..cut.len() {
            let mut smaller = Vec::new();
            if self.within(&mut smaller, most, work)? {
                *cut = smaller;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Takes arcs out of a set that need not be in it.
    fn spare(&mut self, cut: &mut Vec<usize>, work: &mut Work) -> Result<(), Spent> {
        cut.iter().for_each(|arc| set(&mut self.gone, *arc, true));
        let mut needed = Vec::with_capacity(cut.len());
        let mut open = cut.iter();
        let outcome = open.by_ref().try_for_each(|number| {
            let Some(arc) = self.group.arcs().get(*number) else { return Ok(()) };
            let closes = arc.from == arc.to
                || match self.group.way(arc.to, arc.from, &self.gone, work) {
                    Ok(way) => way.is_some(),
                    Err(spent) => {
                        needed.push(*number);
                        return Err(spent);
                    }
                };
            if closes {
                needed.push(*number);
            } else {
                set(&mut self.gone, *number, false);
            }
            Ok(())
        });
        needed.extend(open);
        cut.iter().for_each(|arc| set(&mut self.gone, *arc, false));
        *cut = needed;
        outcome
    }

    /// How many cycles share none of the arcs that may be cut: so many must be cut at least. Counts no further than needed.
    fn apart(&mut self, enough: usize, work: &mut Work) -> Result<usize, Spent> {
        let mut taken = Vec::new();
        let mut count = 0;
        let outcome = loop {
            if count == enough {
                break Ok(());
            }
            match self.cycle(work) {
                Ok(None) => break Ok(()),
                Err(spent) => break Err(spent),
                Ok(Some(cycle)) => {
                    count += 1;
                    for arc in self.candidates(&cycle) {
                        set(&mut self.gone, arc, true);
                        taken.push(arc);
                    }
                }
            }
        };
        taken.iter().for_each(|arc| set(&mut self.gone, *arc, false));
        outcome.map(|()| count)
    }

    /// Whether at most so many arcs can be added to a cut, which then leaves no cycle.
    fn within(&mut self, cut: &mut Vec<usize>, most: usize, work: &mut Work) -> Result<bool, Spent> {
        let Some(cycle) = self.cycle(work)? else { return Ok(true) };
        if most == 0 {
            return Ok(false);
        }
        for arc in self.candidates(&cycle) {
            cut.push(arc);
            set(&mut self.gone, arc, true);
            let found = self.within(cut, most - 1, work);
            set(&mut self.gone, arc, false);
            if found? {
                return Ok(true);
            }
            cut.pop();
        }
        Ok(false)
    }

    /// A short cycle that is left.
    fn cycle(&self, work: &mut Work) -> Result<Option<Vec<usize>>, Spent> {
        let core = self.core(work)?;
        let mut starts = (0..self.group.len()).filter(|step| is_set(&core, *step)).peekable();
        let Some(first) = starts.peek().copied() else { return Ok(None) };
        let mut best: Option<Vec<usize>> = None;
        for start in starts.take(MOST_STARTS) {
            let found = self.group.around(start, &self.gone, work)?;
            if let Some(found) =
                found.filter(|found| best.as_ref().is_none_or(|best| found.len() < best.len()))
            {
                best = Some(found);
            }
        }
        // These may all be between two cycles.
        Ok(best.or_else(|| self.forward(first, &core)))
    }

    /// The steps that lead to another of them and are led to by another, without end: none if there is no cycle.
    fn core(&self, work: &mut Work) -> Result<Vec<bool>, Spent> {
        work.spend_all(self.group.len() as u64 / 4)?;
        let mut core = vec![true; self.group.len()];
        self.trim(&mut core, &self.leaving, |arc| (arc.from, arc.to), work)?;
        self.trim(&mut core, &self.entering, |arc| (arc.to, arc.from), work)?;
        Ok(core)
    }

    /// Takes the steps away that nothing leads to in one direction, one after the other.
    fn trim(
        &self,
        core: &mut [bool],
        onward: &ByEnd,
        ends: fn(&Arc) -> (usize, usize),
        work: &mut Work,
    ) -> Result<(), Spent> {
        let mut counts = vec![0_usize; self.group.len()];
        for (number, arc) in self.group.arcs().iter().enumerate() {
            work.spend()?;
            let (from, to) = ends(arc);
            if let Some(count) =
                counts.get_mut(to).filter(|_| !is_set(&self.gone, number) && is_set(core, from))
            {
                *count += 1;
            }
        }
        let mut free: Vec<usize> = (0..self.group.len())
            .filter(|step| is_set(core, *step) && counts.get(*step) == Some(&0))
            .collect();
        while let Some(step) = free.pop() {
            set(core, step, false);
            for number in onward.of(step) {
                work.spend()?;
                let Some(arc) = self.group.arcs().get(*number).filter(|_| !is_set(&self.gone, *number))
                else {
                    continue;
                };
                let to = ends(arc).1;
                let Some(count) = counts.get_mut(to).filter(|_| is_set(core, to)) else { continue };
                *count = count.saturating_sub(1);
                if *count == 0 {
                    free.push(to);
                }
            }
        }
        Ok(())
    }

    /// The cycle that one comes to by going on from a step of the core.
    fn forward(&self, start: usize, core: &[bool]) -> Option<Vec<usize>> {
        let mut at = start;
        let mut way = Vec::new();
        let mut seen = vec![usize::MAX; self.group.len()];
        loop {
            let place = seen.get_mut(at)?;
            if let Some(cycle) = way.get(*place..) {
                return Some(cycle.to_vec());
            }
            *place = way.len();
            let next = self.group.leaving(at);
            let (number, arc) = next
                .into_iter()
                .find(|(number, arc)| !is_set(&self.gone, *number) && is_set(core, arc.to))?;
            way.push(number);
            at = arc.to;
        }
    }

    /// The arcs of a cycle that may be cut.
    fn candidates(&self, cycle: &[usize]) -> Vec<usize> {
        cycle.iter().copied().filter(|arc| is_set(&self.soft, *arc)).collect()
    }
}
