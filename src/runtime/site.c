#include "runtime/site.h"

#include "runtime/library.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unwind.h>

/* What is known of a return address. Entries are only added; if the table is full, the place is
 * searched for each call. Several threads may add entries: a thread first takes an entry, and
 * stores the address last. */
struct site_known {
    _Atomic(const void *) address;
    atomic_flag taken;
    ptrdiff_t outer; /* words from the frame to the return address further out; 0: the return
                        address is the place */
};

enum { KNOWN = 1 << 12, STACK_WORDS = 4096 };

static struct site_known table[KNOWN];

struct site_search {
    const void *found;
    bool inside; /* a frame of the library was passed */
};

/* Returns whether the address is in this library, which also wraps Fortran entry points
 * (fortran.h): then the caller is meant. */
static bool site_is_own(const void *address)
{
    Dl_info own, other;
    return dladdr(table, &own) && dladdr(address, &other) && own.dli_fbase == other.dli_fbase;
}

static _Unwind_Reason_Code site_look(struct _Unwind_Context *context, void *data)
{
    struct site_search *search = data;
    const void *address = (const void *)(uintptr_t)_Unwind_GetIP(context);
    if (library_has(address)) {
        search->inside = true;
        return _URC_NO_REASON;
    }
    if (!search->inside || site_is_own(address))
        return _URC_NO_REASON; /* frames of this library come first */
    search->found = address;
    return _URC_END_OF_STACK;
}

/* Returns the position of the address on the stack, in words; 0: not found. */
static ptrdiff_t place_on_stack(const void *frame, const void *address)
{
    const void *const *word = frame;
    for (ptrdiff_t i = 1; i < STACK_WORDS; i++)
        if (word[i] == address)
            return i;
    return 0;
}

static const void *site_learn(struct site_known *known, const void *return_address,
                              const void *frame)
{
    struct site_search search = {.found = NULL};
    ptrdiff_t outer = 0;
    if (library_has(return_address)) {
        _Unwind_Backtrace(site_look, &search);
        if (search.found)
            outer = place_on_stack(frame, search.found);
    }
    if (known && !atomic_flag_test_and_set(&known->taken)) {
        known->outer = outer;
        atomic_store_explicit(&known->address, return_address, memory_order_release);
    }
    return search.found ? search.found : return_address;
}

const void *site_of(const void *return_address, const void *frame)
{
    size_t at = ((uintptr_t)return_address * UINT64_C(0x9e3779b97f4a7c15)) >> 52;
    for (size_t tries = 0; tries < 16; tries++, at = (at + 1) % KNOWN) {
        const void *address = atomic_load_explicit(&table[at].address, memory_order_acquire);
        if (!address)
            return site_learn(&table[at], return_address, frame);
        if (address == return_address)
            return table[at].outer ? ((const void *const *)frame)[table[at].outer] : return_address;
    }
    return site_learn(NULL, return_address, frame);
}
