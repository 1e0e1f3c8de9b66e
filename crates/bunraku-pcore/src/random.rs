//! Ruby's random numbers: the Mersenne Twister MT19937, and how Ruby draws numbers up to a limit from it.
//!
//! `fqdn_rand`, `shuffle` and similar functions must return the same results as in Puppet for the same seed, so the
//! algorithm has to be the same. The constants are those of the reference implementation.

use num_bigint::BigUint;

/// The number of words of the state.
const SIZE: usize = 624;
/// The distance of the words that are combined.
const SHIFT: usize = 397;

/// A random number generator. The same seed always results in the same numbers.
#[derive(Clone, PartialEq, Eq)]
pub struct Random {
    state: [u32; SIZE],
    next: usize,
}

impl Random {
    /// A generator with an integer as its seed, given as 32-bit words, the least significant first.
    pub fn new(seed: &[u32]) -> Random {
        let mut seed = seed;
        while let [rest @ .., 0] = seed {
            seed = rest;
        }
        // Ruby appends a word to the seed to mark its length, and mistakes a most significant 1 for that mark, so it is
        // lost.
        if let [rest @ .., 1] = seed
            && !rest.is_empty()
        {
            seed = rest;
        }
        match seed {
            [] => Random { state: simple(0), next: SIZE },
            [one] => Random { state: simple(*one), next: SIZE },
            words => Random { state: by_array(words), next: SIZE },
        }
    }

    /// A number from 0 to `limit` inclusive. As many bits as the limit has are drawn, again and again until the number
    /// does not exceed it.
    pub fn up_to(&mut self, limit: &BigUint) -> BigUint {
        let limits = limit.to_u32_digits();
        loop {
            if let Some(words) = self.draw(&limits) {
                return BigUint::new(words);
            }
        }
    }

    /// Draws the words of a number, the most significant first. `None` as soon as the number exceeds the limit; the words
    /// that are left are not drawn then, which matters for the numbers that follow.
    fn draw(&mut self, limits: &[u32]) -> Option<Vec<u32>> {
        let mut words = Vec::with_capacity(limits.len());
        let mut equal_so_far = true;
        for (index, limit) in limits.iter().rev().enumerate() {
            let mask =
                if index == 0 { u32::MAX.checked_shr(limit.leading_zeros()).unwrap_or(0) } else { u32::MAX };
            let word = self.word() & mask;
            if equal_so_far && word > *limit {
                return None;
            }
            equal_so_far &= word == *limit;
            words.push(word);
        }
        words.reverse();
        Some(words)
    }

    /// The next 32 random bits.
    pub fn word(&mut self) -> u32 {
        if self.next >= SIZE {
            self.twist();
        }
        let mut word = self.at(self.next);
        self.next += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    /// Computes the next state.
    fn twist(&mut self) {
        for index in 0..SIZE {
            let mixed = (self.at(index) & 0x8000_0000) | (self.at((index + 1) % SIZE) & 0x7fff_ffff);
            let odd = if mixed & 1 == 0 { 0 } else { 0x9908_b0df };
            let word = self.at((index + SHIFT) % SIZE) ^ (mixed >> 1) ^ odd;
            if let Some(place) = self.state.get_mut(index) {
                *place = word;
            }
        }
        self.next = 0;
    }

    fn at(&self, index: usize) -> u32 {
        self.state.get(index).copied().unwrap_or(0)
    }
}

/// The initial state for a seed of one word.
fn simple(seed: u32) -> [u32; SIZE] {
    let mut state = [seed; SIZE];
    let mut last = seed;
    for (index, place) in state.iter_mut().enumerate().skip(1) {
        last = 1_812_433_253u32.wrapping_mul(last ^ (last >> 30)).wrapping_add(index as u32);
        *place = last;
    }
    state
}

/// The initial state for a seed of several words.
fn by_array(seed: &[u32]) -> [u32; SIZE] {
    let mut state = simple(19_650_218);
    let get = |state: &[u32; SIZE], index: usize| state.get(index).copied().unwrap_or(0);
    let set = |state: &mut [u32; SIZE], index: usize, word: u32| {
        if let Some(place) = state.get_mut(index) {
            *place = word;
        }
    };
    let (mut index, mut from) = (1, 0);
    for _ in 0..SIZE.max(seed.len()) {
        let last = get(&state, index - 1);
        let mixed = get(&state, index) ^ (last ^ (last >> 30)).wrapping_mul(1_664_525);
        let word = seed.get(from).copied().unwrap_or(0);
        set(&mut state, index, mixed.wrapping_add(word).wrapping_add(from as u32));
        index += 1;
        from = (from + 1) % seed.len().max(1);
        if index >= SIZE {
            let last = get(&state, SIZE - 1);
            set(&mut state, 0, last);
            index = 1;
        }
    }
    for _ in 1..SIZE {
        let last = get(&state, index - 1);
        let mixed = get(&state, index) ^ (last ^ (last >> 30)).wrapping_mul(1_566_083_941);
        set(&mut state, index, mixed.wrapping_sub(index as u32));
        index += 1;
        if index >= SIZE {
            let last = get(&state, SIZE - 1);
            set(&mut state, 0, last);
            index = 1;
        }
    }
    set(&mut state, 0, 0x8000_0000);
    state
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// Compares the first three numbers with those of `Random.new(seed).rand(limit + 1)` in Ruby 3.1.
    fn check(seed: &[u32], limit: u64, expected: [u64; 3]) {
        let mut random = Random::new(seed);
        let limit = limit.into();
        let found = [random.up_to(&limit), random.up_to(&limit), random.up_to(&limit)];
        assert_eq!(found, expected.map(Into::into), "{seed:?} {limit}");
    }

    #[test]
    fn numbers_are_those_of_ruby() {
        check(&[0], 0, [0, 0, 0]);
        check(&[0], 9, [5, 0, 3]);
        check(&[0], 99, [44, 47, 64]);
        check(&[0], 4294967295, [2357136044, 2546248239, 3071714933]);
        check(&[0], 4294967296, [2546248239, 1277901399, 243580376]);
        check(&[0], 1099511627776, [741280623151, 506137267392, 1080377046723]);
        check(&[0], 18446744073709551614, [10123822223749065263, 13192915183495924928, 11119021634053362427]);
        check(&[1], 0, [0, 0, 0]);
        check(&[1], 9, [5, 8, 9]);
        check(&[1], 99, [37, 12, 72]);
        check(&[1], 4294967295, [1791095845, 4282876139, 3093770124]);
        check(&[1], 4294967296, [4005303368, 1703301249, 1666063943]);
        check(&[1], 1099511627776, [163196666091, 309238136575, 876169207429]);
        check(&[1], 18446744073709551614, [7692698082559361259, 13287641507927168072, 2109959069025161]);
        check(&[42], 0, [0, 0, 0]);
        check(&[42], 9, [6, 3, 7]);
        check(&[42], 99, [51, 92, 14]);
        check(&[42], 4294967295, [1608637542, 3421126067, 4083286876]);
        check(&[42], 4294967296, [3421126067, 787846414, 3348747335]);
        check(&[42], 1099511627776, [441507790259, 458615280711, 810017303572]);
        check(&[42], 18446744073709551614, [6909045637428952499, 17537583593393853710, 13502904847239337031]);
        check(&[5, 1], 0, [0, 0, 0]);
        check(&[5, 1], 9, [3, 6, 6]);
        check(&[5, 1], 99, [99, 78, 61]);
        check(&[5, 1], 4294967295, [953453411, 236996814, 3739766767]);
        check(&[5, 1], 4294967296, [1562238070, 4206684233, 385778404]);
        check(&[5, 1], 1099511627776, [888503029743, 812636670950, 510751544720]);
        check(
            &[5, 1],
            18446744073709551614,
            [4095051218741643470, 16062175962503177917, 3813295331020233846],
        );
        check(&[7, 8], 0, [0, 0, 0]);
        check(&[7, 8], 9, [2, 3, 2]);
        check(&[7, 8], 99, [90, 2, 83]);
        check(&[7, 8], 4294967295, [2139911002, 3504165250, 1997615571]);
        check(&[7, 8], 4294967296, [3504165250, 3094521698, 3403086606]);
        check(&[7, 8], 1099511627776, [131943540578, 787466312746, 254266033670]);
        check(
            &[7, 8],
            18446744073709551614,
            [9190847773444755842, 8579693550325158860, 11897964989689014114],
        );
        check(&[7, 0, 1], 0, [0, 0, 0]);
        check(&[7, 0, 1], 9, [8, 2, 6]);
        check(&[7, 0, 1], 99, [8, 95, 2]);
        check(&[7, 0, 1], 4294967295, [4108730632, 3822271071, 1375296642]);
        check(&[7, 0, 1], 4294967296, [3822271071, 2547429643, 175949382]);
        check(&[7, 0, 1], 1099511627776, [409397189762, 1082507707974, 29135666146]);
        check(
            &[7, 0, 1],
            18446744073709551614,
            [17646863696335682143, 5906854102236049675, 7774216793953715782],
        );
        check(&[1, 2, 3, 4], 0, [0, 0, 0]);
        check(&[1, 2, 3, 4], 9, [5, 4, 9]);
        check(&[1, 2, 3, 4], 99, [15, 42, 5]);
        check(&[1, 2, 3, 4], 4294967295, [2915706234, 1022996879, 334638762]);
        check(&[1, 2, 3, 4], 4294967296, [1022996879, 769204869, 1604204313]);
        check(&[1, 2, 3, 4], 1099511627776, [730913645189, 300494464918, 662708459095]);
        check(
            &[1, 2, 3, 4],
            18446744073709551614,
            [12522862920796320143, 1437262539533132421, 889652191493502745],
        );
        check(&[1, 2, 3, 1], 0, [0, 0, 0]);
        check(&[1, 2, 3, 1], 9, [9, 3, 5]);
        check(&[1, 2, 3, 1], 99, [94, 25, 67]);
        check(&[1, 2, 3, 1], 4294967295, [2619334238, 1552691353, 3808334787]);
        check(&[1, 2, 3, 1], 4294967296, [1552691353, 1874344021, 3831596684]);
        check(&[1, 2, 3, 1], 1099511627776, [405279617177, 401477809221, 365198775481]);
        check(
            &[1, 2, 3, 1],
            18446744073709551614,
            [11249954891055771801, 16356673364924325981, 8786861821816168221],
        );
        check(&[4294967295, 4294967295, 4294967295, 4294967295], 0, [0, 0, 0]);
        check(&[4294967295, 4294967295, 4294967295, 4294967295], 9, [8, 0, 5]);
        check(&[4294967295, 4294967295, 4294967295, 4294967295], 99, [72, 0, 31]);
        check(
            &[4294967295, 4294967295, 4294967295, 4294967295],
            4294967295,
            [1009630920, 3360221056, 3623212703],
        );
        check(
            &[4294967295, 4294967295, 4294967295, 4294967295],
            4294967296,
            [3360221056, 3926847882, 2199542818],
        );
        check(
            &[4294967295, 4294967295, 4294967295, 4294967295],
            1099511627776,
            [862353680256, 685025469786, 780406925552],
        );
        check(
            &[4294967295, 4294967295, 4294967295, 4294967295],
            18446744073709551614,
            [4336331785790613376, 15561580067962430810, 16350545726970833136],
        );
        check(&[9, 9, 9, 0], 0, [0, 0, 0]);
        check(&[9, 9, 9, 0], 9, [9, 6, 9]);
        check(&[9, 9, 9, 0], 99, [38, 10, 93]);
        check(&[9, 9, 9, 0], 4294967295, [634648681, 3929190182, 3807963769]);
        check(&[9, 9, 9, 0], 4294967296, [3181765096, 472175837, 2288751330]);
        check(&[9, 9, 9, 0], 1099511627776, [454900756262, 520703992830, 950479965722]);
        check(
            &[9, 9, 9, 0],
            18446744073709551614,
            [2725795333273726758, 16355079853220848638, 9068075961167503848],
        );
    }
}
