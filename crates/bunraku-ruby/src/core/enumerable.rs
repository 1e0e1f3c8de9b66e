//! `Enumerable`: the methods that build on `each`. Arrays, hashes and ranges use them as well.

mod end;
mod find;
mod group;
mod map;
mod order;
mod reduce;
mod select;
mod slices;

pub(super) use group::uniq;
pub(super) use map::key_and_value;
pub(super) use order::{sort_by, sorted};
pub(super) use reduce::add;

use crate::class::{ANY, NativeClass, method};

pub(super) static ENUMERABLE: NativeClass = NativeClass::module(
    "Enumerable",
    &[
        method("all?", 0, 1, find::all),
        method("any?", 0, 1, find::any),
        method("none?", 0, 1, find::none),
        method("one?", 0, 1, find::one),
        method("find", 0, 1, find::find),
        method("detect", 0, 1, find::find),
        method("find_index", 0, 1, find::find_index),
        method("include?", 1, 1, find::include),
        method("member?", 1, 1, find::include),
        method("first", 0, 1, end::first),
        method("take", 1, 1, end::take),
        method("take_while", 0, 0, end::take_while),
        method("drop", 1, 1, end::drop),
        method("drop_while", 0, 0, end::drop_while),
        method("cycle", 0, 1, end::cycle),
        method("reverse_each", 0, 0, end::reverse_each),
        method("map", 0, 0, map::map),
        method("collect", 0, 0, map::map),
        method("flat_map", 0, 0, map::flat_map),
        method("collect_concat", 0, 0, map::flat_map),
        method("filter_map", 0, 0, map::filter_map),
        method("each_with_index", 0, ANY, map::each_with_index),
        method("each_with_object", 1, 1, map::each_with_object),
        method("each_entry", 0, 0, map::each_entry),
        method("chain", 0, ANY, super::enumerator::chain),
        method("zip", 0, ANY, map::zip),
        method("to_a", 0, ANY, map::to_a),
        method("entries", 0, ANY, map::to_a),
        method("to_h", 0, 0, map::to_h),
        method("to_set", 0, 0, map::to_set),
        method("lazy", 0, 0, super::lazy::lazy),
        method("each_slice", 1, 1, group::each_slice),
        method("each_cons", 1, 1, group::each_cons),
        method("group_by", 0, 0, group::group_by),
        method("partition", 0, 0, group::partition),
        method("chunk", 0, 0, slices::chunk),
        method("chunk_while", 0, 0, slices::chunk_while),
        method("slice_when", 0, 0, slices::slice_when),
        method("slice_before", 0, 1, slices::slice_before),
        method("slice_after", 0, 1, slices::slice_after),
        method("tally", 0, 1, group::tally),
        method("uniq", 0, 0, group::uniq),
        method("inject", 0, 2, reduce::inject),
        method("reduce", 0, 2, reduce::inject),
        method("sum", 0, 1, reduce::sum),
        method("count", 0, 1, reduce::count),
        method("min", 0, 1, order::min),
        method("max", 0, 1, order::max),
        method("minmax", 0, 0, order::minmax),
        method("min_by", 0, 1, order::min_by),
        method("max_by", 0, 1, order::max_by),
        method("minmax_by", 0, 0, order::minmax_by),
        method("sort", 0, 0, order::sort),
        method("sort_by", 0, 0, order::sort_by),
        method("select", 0, 0, select::select),
        method("filter", 0, 0, select::select),
        method("find_all", 0, 0, select::select),
        method("reject", 0, 0, select::reject),
        method("compact", 0, 0, select::compact),
        method("grep", 1, 1, select::grep),
        method("grep_v", 1, 1, select::grep_v),
    ],
    &[],
);
