#include "runtime/world/request/pending.h"

#include "runtime/world/checksum.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/rewind/gate.h"
#include "runtime/world/rma/touches.h"
#include "runtime/world/rma/window.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Two interval trees, one of sends and one of receives, balanced by random priorities (treaps). A
 * buffer that is sent many times at once is never compared with itself. */
static struct pending *reads, *writes;

void pending_describe(struct pending *pending, const void *buffer, uint64_t count,
                      MPI_Datatype datatype, bool is_written)
{
    const struct datatype_info *info = datatype_info(datatype);
    *pending = (struct pending){.writes = is_written, .datatype = datatype};
    if (!info)
        return;
    pending->holds = !info->predefined;
    if (pending->holds)
        datatype_hold(datatype);
    if (count == 0)
        return;
    pending->area = datatype_area(buffer, count, info);
    pending->contiguous = info->contiguous;
    if (!layout_span(&pending->area, &pending->low, &pending->high))
        pending->low = pending->high = 0;
}

void pending_release(struct pending *pending)
{
    if (pending->holds)
        datatype_release(pending->datatype);
    pending->holds = false;
}

void pending_disown(struct pending *pending)
{
    pending->low = pending->high = 0;
}

static uint64_t next_priority(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15U;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static bool is_before(const struct pending *one, const struct pending *other)
{
    return one->low != other->low ? one->low < other->low : one < other;
}

static void pending_update(struct pending *tree)
{
    tree->top = tree->high;
    if (tree->left && tree->left->top > tree->top)
        tree->top = tree->left->top;
    if (tree->right && tree->right->top > tree->top)
        tree->top = tree->right->top;
}

static void pending_split(struct pending *tree, const struct pending *at, struct pending **before,
                          struct pending **after)
{
    if (!tree) {
        *before = *after = NULL;
        return;
    }
    if (is_before(tree, at)) {
        pending_split(tree->right, at, &tree->right, after);
        *before = tree;
    } else {
        pending_split(tree->left, at, before, &tree->left);
        *after = tree;
    }
    pending_update(tree);
}

static struct pending *pending_join(struct pending *before, struct pending *after)
{
    if (!before || !after)
        return before ? before : after;
    if (before->priority > after->priority) {
        before->right = pending_join(before->right, after);
        pending_update(before);
        return before;
    }
    after->left = pending_join(before, after->left);
    pending_update(after);
    return after;
}

static void pending_insert(struct pending **tree, struct pending *pending)
{
    if (*tree && (*tree)->priority > pending->priority) {
        pending_insert(is_before(pending, *tree) ? &(*tree)->left : &(*tree)->right, pending);
        pending_update(*tree);
        return;
    }
    pending_split(*tree, pending, &pending->left, &pending->right);
    pending_update(pending);
    *tree = pending;
}

static void pending_take_out(struct pending **tree, const struct pending *pending)
{
    if (*tree == pending) {
        *tree = pending_join(pending->left, pending->right);
        return;
    }
    pending_take_out(is_before(pending, *tree) ? &(*tree)->left : &(*tree)->right, pending);
    pending_update(*tree);
}

/* Returns an operation in the tree with a byte in common; NULL: none. */
static struct pending *find_common(struct pending *tree, const struct pending *with)
{
    if (!tree || tree->top <= with->low)
        return NULL;
    struct pending *found = find_common(tree->left, with);
    if (found || tree->low >= with->high)
        return found;
    if (tree->high > with->low && ((tree->contiguous && with->contiguous) ||
                                   layout_overlap(&tree->area, &with->area) == LAYOUT_OVERLAPS))
        return tree;
    return find_common(tree->right, with);
}

/* Returns the operation that owns the memory and does not allow the access; NULL: none. */
static struct pending *find_owner(const struct pending *pending)
{
    if (pending->low == pending->high)
        return NULL;
    struct pending *owner = find_common(writes, pending);
    return !owner && pending->writes ? find_common(reads, pending) : owner;
}

static const char OWNED[] =
    "From its start to the wait or test that completes it, the buffer of an operation belongs to "
    "MPI.";

static const char OWNED_ONCE[] =
    "An operation owns its buffer until a wait or a successful test completes it. Memory that is "
    "being received into belongs to one operation only.";

static struct problem pending_race(const struct world_call *at, const struct pending *owner,
                                   const char *why)
{
    return (struct problem){.at = at,
                            .rule = "race.buffer",
                            .why = why,
                            .related = "started at",
                            .related_site = owner->call.site};
}

/* Reports the touch; the rank goes on. A send carries the content of its buffer at its start, and
 * received data land at the completion, so every execution gives the same result, whatever a
 * library would do. The change of the buffer at the end is then not reported again. */
static void tell_touch(struct pending *owner, const struct world_call *at, const char *does,
                       const char *why)
{
    struct problem problem = pending_race(at, owner, why);
    owner->shared = true;
    problem_pass(&problem, "%s %s memory that a pending %s %s", at->name, does, owner->call.name,
                 owner->writes ? "receives into" : "sends from");
}

static void check_owner(struct pending *pending, const struct world_call *at)
{
    struct pending *owner = find_owner(pending);
    if (!owner)
        return;
    if (pending->writes)
        pending->shared = true;
    tell_touch(owner, at, pending->writes ? "receives into" : "sends from", OWNED_ONCE);
}

bool pending_any(void)
{
    return reads || writes;
}

void pending_touch_memory(const struct world_call *at, uint64_t low, uint64_t high, bool is_written)
{
    const struct pending pending = {
        .low = low, .high = high, .writes = is_written, .contiguous = true};
    struct pending *owner = find_owner(&pending);
    if (owner)
        tell_touch(owner, at, is_written ? "changes" : "reads", OWNED);
}

typedef void piece_of_pending(uint64_t low, uint64_t high, void *data);

/* Visits every contiguous piece of the buffer, in order; false: they are unknown. */
static bool each_piece(const struct pending *pending, piece_of_pending *visit, void *data)
{
    const struct layout_area *area = &pending->area;
    if (pending->contiguous) {
        visit(pending->low, pending->high, data);
        return true;
    }
    if (!area->layout || !area->layout->known)
        return false;
    for (uint64_t element = 0; element < area->count; element++)
        for (uint32_t i = 0; i < area->layout->strip_count; i++) {
            const struct layout_strip *strip = &area->layout->strips[i];
            uint64_t place = area->address + element * (uint64_t)area->extent;
            place += (uint64_t)strip->offset;
            for (uint64_t copy = 0; copy < strip->repeat; copy++) {
                uint64_t low = place + copy * (uint64_t)strip->stride;
                visit(low, low + (uint64_t)strip->length, data);
            }
        }
    return true;
}

enum { PIECES_NOTED = 256 }; /* pieces of one buffer */

struct noting {
    struct touch touch;
    uint32_t count;
};

/* Notes an access to window memory, to be reported to the scheduler. */
static void note_piece(uint64_t low, uint64_t high, void *data)
{
    struct noting *noting = data;
    if (noting->count++ >= PIECES_NOTED)
        return;
    noting->touch.low = low;
    noting->touch.high = high;
    touches_note(&noting->touch);
}

static void note_touched(const struct pending *pending, const struct world_call *at,
                         uint32_t issued)
{
    struct noting noting = {.touch = {.writes = pending->writes, .at = *at, .issued = issued}};
    if (pending->low < pending->high && touches_reach(pending->low, pending->high))
        each_piece(pending, note_piece, &noting);
}

void pending_touch(struct pending *pending, const struct world_call *at)
{
    check_owner(pending, at);
    note_touched(pending, at, rank_operations());
}

void pending_touch_buffer(const struct world_call *at, const void *buffer, uint64_t count,
                          MPI_Datatype datatype, bool is_written)
{
    struct pending pending;
    if (buffer == MPI_IN_PLACE || (!pending_any() && !window_first()))
        return;
    pending_describe(&pending, buffer, count, datatype, is_written);
    pending_touch(&pending, at);
    pending_release(&pending);
}

/* Returns whether the memory is mapped: programs state more room than they have, which works while
 * messages are short. */
static bool pending_is_mapped(uint64_t low, uint64_t high)
{
    enum { PAGE = 4096 };
    uint64_t first = low / PAGE * PAGE;
    if (high - first <= PAGE)
        return true;
    return GATE(SYS_msync, first, high - first, MS_ASYNC) == 0;
}

static void hash_piece(uint64_t low, uint64_t high, void *data)
{
    uint64_t *hash = data;
    *hash = checksum_bytes(*hash, (const void *)(uintptr_t)low, high - low); /* NOLINT */
}

static bool hash_content(const struct pending *pending, uint64_t *hash)
{
    *hash = 0;
    return pending_is_mapped(pending->low, pending->high) && each_piece(pending, hash_piece, hash);
}

void pending_begin(struct pending *pending, const struct world_call *at)
{
    if (pending->low == pending->high)
        return;
    check_owner(pending, at);
    pending->call = *at;
    pending->issued = rank_operations();
    pending->hashed = hash_content(pending, &pending->hash);
    pending->there = true;
    pending->priority = next_priority();
    pending_insert(pending->writes ? &writes : &reads, pending);
}

void pending_give_up(struct pending *pending)
{
    if (!pending->there)
        return;
    pending->there = false;
    pending_take_out(pending->writes ? &writes : &reads, pending);
}

void pending_end(struct pending *pending, const struct world_call *at)
{
    uint64_t hash = 0;
    if (!pending->there)
        return;
    pending_give_up(pending);
    note_touched(pending, &pending->call, pending->issued);
    if (!pending->hashed || pending->shared || !hash_content(pending, &hash) ||
        hash == pending->hash)
        return;
    struct problem problem = pending_race(at, pending, OWNED);
    problem_pass(&problem, "the buffer of a pending %s was %s before %s completed it",
                 pending->call.name, pending->writes ? "written" : "changed", at->name);
}
