//! `Random`: pseudo-random numbers that follow from a seed. Without a seed they would differ from run to run, which is
//! refused.

use std::cell::RefCell;
use std::rc::Rc;

use bunraku_pcore::random::Random;
use num_bigint::{BigInt, BigUint, Sign};

use crate::{
    Args, Interp, R, Unwind,
    class::{ANY, NativeClass, method},
    value::{Data, RObject, RRange, Val},
};

pub(super) static RANDOM: NativeClass = NativeClass::class(
    "Random",
    "Object",
    &[],
    &[
        method("rand", 0, 1, rand),
        method("bytes", 1, 1, bytes),
        method("seed", 0, 0, seed),
        method("==", 1, 1, equal),
    ],
    &[
        method("new", 0, 1, new),
        method("rand", 0, ANY, |interp, _, _| Err(refused(interp))),
        method("bytes", 0, ANY, |interp, _, _| Err(refused(interp))),
        method("new_seed", 0, 0, |interp, _, _| Err(refused(interp))),
        method("srand", 0, 1, |interp, _, _| Err(refused(interp))),
        method("random_number", 0, ANY, |interp, _, _| Err(refused(interp))),
        method("urandom", 0, ANY, |interp, _, _| Err(refused(interp))),
    ],
);

pub(super) static SECURE_RANDOM: NativeClass = NativeClass::module(
    "SecureRandom",
    &[],
    &[
        method("hex", 0, ANY, |interp, _, _| Err(refused(interp))),
        method("uuid", 0, ANY, |interp, _, _| Err(refused(interp))),
        method("base64", 0, ANY, |interp, _, _| Err(refused(interp))),
        method("urlsafe_base64", 0, ANY, |interp, _, _| Err(refused(interp))),
        method("alphanumeric", 0, ANY, |interp, _, _| Err(refused(interp))),
        method("random_bytes", 0, ANY, |interp, _, _| Err(refused(interp))),
        method("random_number", 0, ANY, |interp, _, _| Err(refused(interp))),
        method("rand", 0, ANY, |interp, _, _| Err(refused(interp))),
        method("bytes", 0, ANY, |interp, _, _| Err(refused(interp))),
    ],
);

fn refused(interp: &mut Interp<'_>) -> Box<Unwind> {
    let help =
        "give a seed that follows from the node, as in `Random.new(seed)`, or use Puppet's `fqdn_rand`";
    interp.refuse("random numbers without a seed: the catalog would be another one every time", help)
}

/// A generator and its seed.
#[derive(Clone)]
struct Generator {
    random: Random,
    seed: BigInt,
}

fn new(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let seed = match args.at(0) {
        None => return Err(refused(interp)),
        Some(Val::Big(seed)) => (**seed).clone(),
        Some(seed) => BigInt::from(interp.arg_int(seed)?),
    };
    let random = Random::new(&seed.magnitude().to_u32_digits());
    let data = Data::Rust(RefCell::new(Some(Box::new(Generator { random, seed }))));
    let class = interp.class_named("Random").unwrap_or_else(|| Rc::clone(&interp.state.known.object));
    Ok(Val::Object(Rc::new(RObject::with_data(class, data))))
}

/// Calls a function with the generator of an object.
fn with<T>(interp: &mut Interp<'_>, this: &Val, work: impl FnOnce(&mut Generator) -> T) -> R<T> {
    if let Val::Object(object) = this
        && let Data::Rust(place) = &object.data
        && let Some(kept) = place.borrow_mut().as_mut()
        && let Some(generator) = kept.downcast_mut::<Generator>()
    {
        return Ok(work(generator));
    }
    Err(interp.type_error("uninitialized Random"))
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
