"""Sets of cells as the bits of one int64: how many, and which is the lowest.

The plain bodies run uncompiled; compiled code (CPU and GPU) gets the machine instruction.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from siegeworks.core.jit import IS_PLAIN, jit


def count(bits):
    """How many bits are set."""
    return int(bits).bit_count()


def lowest(bits):
    """The number of the lowest set bit; `bits` must not be empty."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


@jit
def nth(bits, n):
    """The number of the set bit that has n set bits below it: the half it is in, the half of that, and so on."""
    place, width = 0, 32
    while width:
        below = count(bits & ((1 << width) - 1))
        is_above = int(n >= below)  # arithmetic instead of a branch nobody can foresee
        n -= is_above * below
        bits >>= is_above * width
        place += is_above * width
        width >>= 1
    return place


if not IS_PLAIN:

    @intrinsic
    def _population(typing, bits):
        def emit(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), emit

    @intrinsic
    def _trailing_zeros(typing, bits):
        def emit(context, builder, signature, arguments):
            zero_is_undefined = ir.Constant(ir.IntType(1), 1)
            return builder.cttz(arguments[0], zero_is_undefined)

        return types.int64(types.int64), emit

    @overload(count, inline="always")
    def _count(bits):
        return lambda bits: _population(bits)

    @overload(lowest, inline="always")
    def _lowest(bits):
        return lambda bits: _trailing_zeros(bits)
