"""Words of bits: sets of kinds, and heaps of up to three equal cards in three words."""

from __future__ import annotations

from llvmlite import ir
from numba import types, uint64
from numba.extending import intrinsic

from expedition.fast.compiled import inlined

ONE = uint64(1)


@intrinsic
def count_bits(typing_context, word):  # noqa: ARG001  Numba's signature
    """Return how many bits of a uint64 are set."""

    def generate(context, builder, signature, arguments):  # noqa: ARG001  Numba's signature
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def lowest_bit(typing_context, word):  # noqa: ARG001  Numba's signature
    """Return the place of the lowest set bit of a uint64 that isn't zero."""

    def generate(context, builder, signature, arguments):  # noqa: ARG001  Numba's signature
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@inlined
def nth_bit(word, n):
    """Return the place of the n-th set bit, counted from 0; there are so many."""
    for _ in range(n):
        word &= word - ONE
    return lowest_bit(word)


@inlined
def put_in(heap, bit):
    """Add one card of a kind, named by its bit, to a heap."""
    if heap[0] & bit:
        if heap[1] & bit:
            heap[2] |= bit
        else:
            heap[1] |= bit
    else:
        heap[0] |= bit


@inlined
def take_out(heap, bit):
    """Take one card of a kind out of a heap that has it."""
    if heap[2] & bit:
        heap[2] &= ~bit
    elif heap[1] & bit:
        heap[1] &= ~bit
    else:
        heap[0] &= ~bit


@inlined
def copies(heap, bit):
    """Return how many cards of a kind are in a heap, 0 to 3."""
    if not heap[0] & bit:
        return 0
    if not heap[1] & bit:
        return 1
    return 3 if heap[2] & bit else 2


@inlined
def heap_size(heap):
    """Return how many cards are in a heap."""
    return count_bits(heap[0]) + count_bits(heap[1]) + count_bits(heap[2])
