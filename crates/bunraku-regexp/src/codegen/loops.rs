//! Compiling repeats: to loops over one character, to copies of the body, and to loops with a counter.

use super::{Codegen, index};
use crate::charset::CharSet;
use crate::ir::{
    EmptyCheck, Node, Repeat,
    onigmo::{EXPANDED, PUSH},
};
use crate::program::{Inst, Loop, Run, RunMode};
use std::sync::Arc;

/// The highest number of instructions up to which a loop with a limit is expanded to copies of its body.
const UNROLL: usize = 64;

impl Codegen {
    pub(super) fn repeat(&mut self, repeat: &Repeat) {
        let Repeat { node, min, max, greedy, empty } = repeat;
        let (min, greedy, empty) = (*min, *greedy, *empty);
        if let Some(set) = one_char(node) {
            let mode = if greedy { RunMode::Greedy } else { RunMode::Lazy };
            return self.run(&set, min, *max, mode);
        }
        let never = empty == EmptyCheck::Never;
        let size = node.size(UNROLL + 1).max(1);
        let onigmo = node.onigmo_size();
        // Whether a number of rounds is expanded, each with a number of bytes around it. A round that can match the empty
        // string is checked for that, but not if it is expanded. Since this can be observed, Onigmo's sizes decide about
        // such loops.
        let expanded = |times: u32, around: usize| match empty {
            EmptyCheck::Never => size.saturating_mul(times as usize) <= UNROLL,
            _ => (onigmo + around).saturating_mul(times as usize) <= EXPANDED,
        };
        match *max {
            Some(max) if max <= 1 || (greedy || never) && expanded(max, PUSH) => {
                (0..min).for_each(|_| self.node(node));
                let forks: Vec<usize> = (min..max)
                    .map(|_| {
                        let fork = self.emit(Inst::Fork(0, 0));
                        self.node(node);
                        fork
                    })
                    .collect();
                let exit = self.here();
                for fork in forks {
                    self.patch_fork(fork, fork as u32 + 1, exit, greedy);
                }
            }
            Some(max) => self.counted(node, min, max, greedy, empty),
            None if min == 1 && (never || !expanded(1, 0)) => {
                let head = self.here();
                let end = self.round(node, empty);
                let fork = self.emit(Inst::Fork(0, 0));
                let exit = self.here();
                self.patch_fork(fork, head, exit, greedy);
                self.patch_empty_end(end, exit);
            }
            None if min <= 1 || expanded(min, 0) => {
                (0..min).for_each(|_| self.node(node));
                let fork = self.emit(Inst::Fork(0, 0));
                let end = self.round(node, empty);
                self.emit(Inst::Jump(fork as u32));
                let exit = self.here();
                self.patch_fork(fork, fork as u32 + 1, exit, greedy);
                self.patch_empty_end(end, exit);
            }
            None => self.counted(node, min, u32::MAX, greedy, empty),
        }
    }

    pub(super) fn run(&mut self, set: &Arc<CharSet>, min: u32, max: Option<u32>, mode: RunMode) {
        let set = self.set(set);
        let run =
            index(&mut self.program.runs, Run { set, min, max: max.unwrap_or(u32::MAX), mode, next: None });
        self.emit(Inst::Run(run));
    }

    fn counted(&mut self, node: &Node, min: u32, max: u32, greedy: bool, empty: EmptyCheck) {
        let register = self.registers(1);
        self.emit(Inst::LoopStart(register));
        let number = index(&mut self.program.loops, Loop { register, min, max, greedy, exit: 0 });
        let head = self.emit(Inst::Loop(number)) as u32;
        let end = self.round(node, empty);
        self.emit(Inst::LoopNext { register, head });
        let exit = self.here();
        self.patch_empty_end(end, exit);
        if let Some(made) = self.program.loops.get_mut(number as usize) {
            made.exit = exit;
        }
    }

    /// Compiles one round of a loop, with the check for an empty round. Returns the index of the check.
    fn round(&mut self, node: &Node, empty: EmptyCheck) -> Option<usize> {
        if empty == EmptyCheck::Never {
            self.node(node);
            return None;
        }
        let register = self.registers(2);
        let groups = empty == EmptyCheck::Groups;
        self.program.logs_groups |= groups;
        self.emit(Inst::EmptyStart(register));
        self.node(node);
        Some(self.emit(Inst::EmptyEnd { register, exit: 0, groups }))
    }

    fn patch_empty_end(&mut self, at: Option<usize>, exit: u32) {
        if let Some(Inst::EmptyEnd { exit: old, .. }) = at.and_then(|at| self.program.insts.get_mut(at)) {
            *old = exit;
        }
    }

    fn patch_fork(&mut self, at: usize, body: u32, exit: u32, greedy: bool) {
        self.patch(at, if greedy { Inst::Fork(body, exit) } else { Inst::Fork(exit, body) });
    }
}

/// The set of characters of a piece that always matches exactly one character.
pub(super) fn one_char(node: &Node) -> Option<Arc<CharSet>> {
    match node {
        Node::Text(text) => {
            let mut chars = text.chars();
            let c = u32::from(chars.next()?);
            chars.next().is_none().then(|| Arc::new(CharSet::range(c, c)))
        }
        node => node.as_set().cloned(),
    }
}
