/* summary.h: what many processes say about their next collective, in a fixed number of bytes.
 *
 * Merging is commutative and idempotent, so it does not matter how often and in which order a
 * process is merged (thesis algorithm 14 reduces with an operator "equalsop" instead).
 */
#ifndef TUTTI_RUNTIME_CHECK_SUMMARY_H
#define TUTTI_RUNTIME_CHECK_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

enum summary_kind { SUMMARY_CALL = 1, SUMMARY_FREE = 2, SUMMARY_FINALIZE = 4 };

struct summary {
    uint64_t low, high;            /* smallest and largest hash of a call */
    int64_t bytes_low, bytes_high; /* bytes that have to be equal; low > high: none yet */
    uint32_t kinds;                /* bits of enum summary_kind: all that occur */
};

static inline struct summary summary_of(uint64_t hash, int64_t bytes, enum summary_kind kind)
{
    struct summary summary = {hash, hash, bytes, bytes, kind};
    if (bytes < 0) {
        summary.bytes_low = INT64_MAX;
        summary.bytes_high = INT64_MIN;
    }
    return summary;
}

static inline void summary_merge(struct summary *into, const struct summary *from)
{
    if (from->low < into->low)
        into->low = from->low;
    if (from->high > into->high)
        into->high = from->high;
    if (from->bytes_low < into->bytes_low)
        into->bytes_low = from->bytes_low;
    if (from->bytes_high > into->bytes_high)
        into->bytes_high = from->bytes_high;
    into->kinds |= from->kinds;
}

/* Returns whether the calls differ. Some processes may free a communicator while others leave it to
 * MPI_Finalize: no process then waits for ever. */
static inline bool summary_differs(const struct summary *summary)
{
    if (summary->low != summary->high)
        return summary->kinds != (SUMMARY_FREE | SUMMARY_FINALIZE);
    return summary->bytes_low < summary->bytes_high;
}

#endif
