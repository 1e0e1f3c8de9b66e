//! `Random`, and `rand` of `Kernel`: pseudo-random numbers. A generator without a seed of its own starts from the seed
//! of the host, so that the same program gives the same numbers again.

use std::cell::RefCell;
use std::rc::Rc;

use bunraku_pcore::random::Random;
use num_bigint::{BigInt, BigUint, Sign};

use crate::{
    Args, Interp, R, Unwind,
    class::{NativeClass, NativeMethod, method},
    value::{Data, RObject, RRange, Val},
};

pub(super) static RANDOM: NativeClass = NativeClass::class(
    "Random",
    "Object",
    &[],
    &[
        method("rand", 0, 1, rand),
        method("bytes", 1, 1, bytes),
        method("random_number", 0, 1, random_number),
        method("seed", 0, 0, seed),
        method("==", 1, 1, equal),
    ],
    &[
        method("new", 0, 1, new),
        method("rand", 0, 1, rand),
        method("bytes", 1, 1, bytes),
        method("random_number", 0, 1, random_number),
        method("seed", 0, 0, seed),
        method("new_seed", 0, 0, new_seed),
        method("srand", 0, 1, srand),
        method("urandom", 1, 1, bytes),
    ],
);

/// The functions of `Kernel`, which use the generator that all code shares.
pub(super) const FUNCTIONS: &[NativeMethod] =
    &[method("rand", 0, 1, kernel_rand), method("srand", 0, 1, srand)];

/// A generator and its seed.
#[derive(Clone)]
pub(crate) struct Generator {
    random: Random,
    seed: BigInt,
}

impl Generator {
    fn new(seed: BigInt) -> Generator {
        Generator { random: Random::new(&seed.magnitude().to_u32_digits()), seed }
    }
}

fn new(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let seed = match args.at(0) {
        None => fresh_seed(interp)?,
        Some(seed) => seed_of(interp, seed)?,
    };
    let data = Data::Rust(RefCell::new(Some(Box::new(Generator::new(seed)))));
    let class = interp.class_named("Random").unwrap_or_else(|| Rc::clone(&interp.state.known.object));
    Ok(Val::Object(Rc::new(RObject::with_data(class, data))))
}

fn seed_of(interp: &mut Interp<'_>, seed: &Val) -> R<BigInt> {
    match seed {
        Val::Big(seed) => Ok((**seed).clone()),
        seed => Ok(BigInt::from(interp.arg_int(seed)?)),
    }
}

/// A seed for a new generator, drawn from the shared one. It has 128 bits, as in Ruby.
fn fresh_seed(interp: &mut Interp<'_>) -> R<BigInt> {
    let words = with_shared(interp, |generator| (0..4).map(|_| generator.random.word()).collect())?;
    Ok(BigInt::from(BigUint::new(words)))
}

fn new_seed(interp: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Ok(Val::integer(fresh_seed(interp)?))
}

/// `srand`: starts the shared generator anew, and returns its former seed.
fn srand(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let started = interp.state.random.borrow().as_ref().map(|generator| generator.seed.clone());
    let former = started.unwrap_or_else(|| BigInt::from(interp.host.seed().unwrap_or(0)));
    let seed = match args.at(0) {
        None => fresh_seed(interp)?,
        Some(seed) => seed_of(interp, seed)?,
    };
    *interp.state.random.borrow_mut() = Some(Generator::new(seed));
    Ok(Val::integer(former))
}

/// Calls a function with the generator of an object, or with the shared one for `Random` itself and `Kernel`.
fn with<T>(interp: &mut Interp<'_>, this: &Val, work: impl FnOnce(&mut Generator) -> T) -> R<T> {
    if let Val::Object(object) = this
        && let Data::Rust(place) = &object.data
        && let Some(kept) = place.borrow_mut().as_mut()
        && let Some(generator) = kept.downcast_mut::<Generator>()
    {
        return Ok(work(generator));
    }
    with_shared(interp, work)
}

/// Calls a function with the generator that all code shares. It starts from the seed of the host.
fn with_shared<T>(interp: &mut Interp<'_>, work: impl FnOnce(&mut Generator) -> T) -> R<T> {
    let state = Rc::clone(&interp.state);
    let mut place = state.random.borrow_mut();
    if place.is_none() {
        let Some(seed) = interp.host.seed() else {
            let help = "pass a seed, as in `Random.new(42)`, or use Puppet's `fqdn_rand`";
            return Err(interp.refuse("random numbers are not available here without a seed", help));
        };
        *place = Some(Generator::new(BigInt::from(seed)));
    }
    match place.as_mut() {
        Some(generator) => Ok(work(generator)),
        None => Err(interp.type_error("uninitialized Random")),
    }
}

/// `Kernel#rand`, which takes the absolute value of its limit, and for which 0 means none.
fn kernel_rand(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let limit = match args.at(0) {
        None | Some(Val::Nil) => None,
        Some(Val::Range(range)) => return rand_in(interp, &Val::Nil, range),
        Some(limit) => Some(interp.arg_int(limit)?).filter(|limit| *limit != 0),
    };
    match limit {
        Some(limit) => below(interp, &Val::Nil, BigUint::from(limit.unsigned_abs())),
        None => Ok(Val::Float(with_shared(interp, real)?)),
    }
}

/// `random_number`, for which a limit that is not positive means none.
fn random_number(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let unlimited = match args.at(0) {
        None | Some(Val::Nil) => true,
        Some(Val::Int(limit)) => *limit <= 0,
        Some(Val::Float(limit)) => *limit <= 0.0,
        Some(_) => false,
    };
    let args = if unlimited { Args::default() } else { args.clone() };
    rand(interp, this, &args)
}

fn rand(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let limit = match args.at(0) {
        None => return Ok(Val::Float(with(interp, this, real)?)),
        Some(limit) => limit.clone(),
    };
    match &limit {
        Val::Float(max) if *max >= 0.0 && max.is_finite() => {
            let scale = if *max == 0.0 { 1.0 } else { *max };
            Ok(Val::Float(with(interp, this, real)? * scale))
        }
        Val::Range(range) => rand_in(interp, this, range),
        Val::Big(max) if max.sign() == Sign::Plus => below(interp, this, max.magnitude().clone()),
        Val::Int(max) if *max > 0 => below(interp, this, BigUint::from(max.unsigned_abs())),
        Val::Int(_) | Val::Big(_) | Val::Float(_) | Val::Nil => Err(invalid(interp, &limit)),
        other => Err(interp.no_conversion(other, "Integer")),
    }
}

fn invalid(interp: &mut Interp<'_>, limit: &Val) -> Box<Unwind> {
    match interp.to_s(limit) {
        Ok(shown) => interp.argument_error(format!("invalid argument - {shown}")),
        Err(unwind) => unwind,
    }
}

fn below(interp: &mut Interp<'_>, this: &Val, count: BigUint) -> R {
    let number = with(interp, this, |generator| generator.random.up_to(&(count - 1u32)))?;
    Ok(Val::integer(BigInt::from(number)))
}

fn rand_in(interp: &mut Interp<'_>, this: &Val, range: &Rc<RRange>) -> R {
    match (&range.first, &range.last) {
        (Val::Int(first), Val::Int(last)) => {
            let count = BigInt::from(*last) - BigInt::from(*first) + i64::from(!range.exclusive);
            if count.sign() != Sign::Plus {
                return Err(invalid(interp, &Val::Range(Rc::clone(range))));
            }
            let number = below(interp, this, count.magnitude().clone())?;
            crate::core::enumerable::add(interp, &number, &Val::Int(*first))
        }
        (Val::Int(_) | Val::Float(_), Val::Int(_) | Val::Float(_)) => {
            let as_float = |number: &Val| match number {
                Val::Int(number) => *number as f64,
                Val::Float(number) => *number,
                _ => 0.0,
            };
            let (first, last) = (as_float(&range.first), as_float(&range.last));
            if last < first || !(last - first).is_finite() {
                return Err(invalid(interp, &Val::Range(Rc::clone(range))));
            }
            let exclusive = range.exclusive;
            let part =
                with(
                    interp,
                    this,
                    |generator| if exclusive { real(generator) } else { real_with_end(generator) },
                )?;
            Ok(Val::Float(first + part * (last - first)))
        }
        _ => Err(invalid(interp, &Val::Range(Rc::clone(range)))),
    }
}

/// A float with 53 random bits, from 0 up to but excluding 1.
fn real(generator: &mut Generator) -> f64 {
    let (high, low) = (generator.random.word() >> 5, generator.random.word() >> 6);
    (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
}

/// A float from 0 to 1, including both.
fn real_with_end(generator: &mut Generator) -> f64 {
    let (high, low) = (generator.random.word(), generator.random.word());
    let bits = u128::from(high) << 32 | u128::from(low);
    let scaled = (bits * ((1u128 << 53) | 1)) >> 64;
    scaled as f64 / 9_007_199_254_740_992.0
}

fn bytes(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let count = interp.arg_int(&args.get(0))?;
    let Ok(count) = usize::try_from(count) else { return Err(interp.argument_error("negative string size")) };
    interp.check_size(count)?;
    let made = with(interp, this, |generator| {
        let mut made = Vec::with_capacity(count);
        while made.len() < count {
            made.extend(generator.random.word().to_le_bytes());
        }
        made.truncate(count);
        made
    })?;
    Ok(Val::bytes(&made))
}

fn seed(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let seed = with(interp, this, |generator| generator.seed.clone())?;
    Ok(Val::integer(seed))
}

fn equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if this.same(&args.get(0)) {
        return Ok(Val::Bool(true));
    }
    let a = with(interp, this, |generator| generator.clone())?;
    Ok(Val::Bool(match with(interp, &args.get(0), |generator| generator.clone()) {
        Ok(b) => a.seed == b.seed && a.random == b.random,
        Err(_) => false,
    }))
}
