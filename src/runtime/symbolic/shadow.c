#include "runtime/symbolic/shadow.h"

#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/nodes.h"
#include "runtime/symbolic/state.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Addresses have 47 bits: a table of tables of pages. */
enum {
    PAGE_BITS = 12,
    TABLE_BITS = 17,
    ROOT_BITS = 47 - PAGE_BITS - TABLE_BITS,
    PAGE = 1 << PAGE_BITS,
    WRITABLE = 1 << 16, /* bytes of tags that are made writable at a time */
};

struct page {
    uint32_t expression[PAGE];
    unsigned char part[PAGE], value[PAGE];
};

static struct page ***root;

bool shadow_reserve(void)
{
    void *wanted = (void *)(uintptr_t)SYMBOLIC_TAGS; /* NOLINT(performance-no-int-to-ptr) */
    int kept = errno;
    void *tags = mmap(wanted, SYMBOLIC_TAGS_BYTES, PROT_READ,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (tags == wanted) {
        madvise(tags, SYMBOLIC_TAGS_BYTES, MADV_DONTDUMP);
        madvise(tags, SYMBOLIC_TAGS_BYTES, MADV_NOHUGEPAGE);
    } else if (tags != MAP_FAILED) {
        munmap(tags, SYMBOLIC_TAGS_BYTES); /* a kernel without MAP_FIXED_NOREPLACE */
    }
    errno = kept;
    return tags == wanted;
}

static unsigned char *shadow_tag_of(uintptr_t address)
{
    return (unsigned char *)(uintptr_t)(SYMBOLIC_TAGS + (address >> 3)); /* NOLINT */
}

static bool shadow_tagged(uintptr_t address)
{
    return *shadow_tag_of(address) >> (address & 7) & 1;
}

static bool in_reach(uintptr_t address)
{
    return address >> 47 == 0;
}

/* Returns the page of the address; NULL: no byte there is symbolic. */
static struct page *page_find(uintptr_t address)
{
    if (!root || !in_reach(address))
        return NULL;
    struct page **table = root[address >> (PAGE_BITS + TABLE_BITS)];
    return table ? table[address >> PAGE_BITS & ((1U << TABLE_BITS) - 1)] : NULL;
}

static struct page *page_make(uintptr_t address)
{
    if (!in_reach(address))
        return NULL;
    if (!root)
        root = memory_map(sizeof *root << ROOT_BITS);
    if (!root)
        return NULL;
    struct page ***table = &root[address >> (PAGE_BITS + TABLE_BITS)];
    if (!*table)
        *table = memory_map(sizeof **table << TABLE_BITS);
    if (!*table)
        return NULL;
    struct page **page = &(*table)[address >> PAGE_BITS & ((1U << TABLE_BITS) - 1)];
    uintptr_t tags = (uintptr_t)shadow_tag_of(address) & ~(uintptr_t)(WRITABLE - 1);
    if (!*page && syscall(SYS_mprotect, tags, WRITABLE, PROT_READ | PROT_WRITE) == 0)
        *page = memory_map(sizeof **page);
    return *page;
}

static void byte_forget(uintptr_t address)
{
    *shadow_tag_of(address) &= (unsigned char)~(1U << (address & 7));
}

static void byte_store(uintptr_t address, uint32_t expression, unsigned part, unsigned char value)
{
    struct page *page = page_find(address);
    if (!page)
        page = page_make(address);
    if (!page) {
        state.region->full = 1;
        return;
    }
    uintptr_t at = address & (PAGE - 1);
    page->expression[at] = expression;
    page->part[at] = (unsigned char)part;
    page->value[at] = value;
    *shadow_tag_of(address) |= (unsigned char)(1U << (address & 7));
}

/* Forgets a byte that code outside has written. The other bytes of the value that was stored with
 * it are forgotten, too, even if they are unchanged by chance. */
static void value_forget(uintptr_t address)
{
    const struct page *page = page_find(address);
    uint32_t expression = page->expression[address & (PAGE - 1)];
    unsigned part = page->part[address & (PAGE - 1)];
    unsigned count = node_is_origin(expression) ? 1 : type_bytes(node_get(expression)->type);
    byte_forget(address);
    for (unsigned i = 0; i < count; i++) {
        uintptr_t other = address - part + i, at = other & (PAGE - 1);
        page = page_find(other);
        if (page && page->expression[at] == expression && page->part[at] == i)
            byte_forget(other);
    }
}

/* Returns the expression of a byte that is now `value`. */
static uint32_t byte_load(uintptr_t address, unsigned char value, unsigned *part)
{
    const struct page *page = page_find(address);
    if (!page || !shadow_tagged(address))
        return 0;
    uintptr_t at = address & (PAGE - 1);
    if (page->value[at] != value) {
        value_forget(address);
        return 0;
    }
    *part = page->part[at];
    return page->expression[at];
}

bool shadow_any(const void *address, size_t length)
{
    uintptr_t first = (uintptr_t)address;
    if (!root || length == 0 || !in_reach(first) || !in_reach(first + length))
        return false;
    for (uintptr_t at = first >> 3; at <= (first + length - 1) >> 3; at++)
        if (*shadow_tag_of(at << 3))
            return true;
    return false;
}

uint32_t shadow_byte(const void *address, unsigned *part)
{
    return byte_load((uintptr_t)address, *(const unsigned char *)address, part);
}

/* The bytes of a value in memory. */
struct bytes {
    uint32_t expression[8];
    unsigned char part[8];
    uint64_t value;
};

/* Returns whether bytes [first, first + count) are consecutive bytes of one value. */
static bool shadow_together(const struct bytes *bytes, unsigned first, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        if (bytes->expression[first + i] != bytes->expression[first] ||
            bytes->part[first + i] != bytes->part[first] + i)
            return false;
    return bytes->expression[first] != 0;
}

/* Returns `count` (1, 2, 4, 8) bytes as an integer expression, which may be a constant. */
static uint32_t shadow_assemble(const struct bytes *bytes, unsigned first, unsigned count)
{
    enum symbolic_type type = type_of_bytes(count);
    uint64_t value = bytes->value >> (8 * first) & type_mask(type);
    if (shadow_together(bytes, first, count)) {
        uint32_t whole = bytes->expression[first];
        enum symbolic_type of = node_get(whole)->type;
        if (type_is_float(of))
            whole = node_bits(type_of_bytes(type_bytes(of)), whole, node_get(whole)->value);
        return whole ? node_extract(type, whole, 8U * bytes->part[first], value) : 0;
    }
    if (count == 1)
        return node_constant(type, value);
    uint32_t low = shadow_assemble(bytes, first, count / 2);
    uint32_t high = shadow_assemble(bytes, first + count / 2, count / 2);
    if (!low || !high)
        return 0;
    if (node_get(low)->op == SYMBOLIC_CONSTANT && node_get(high)->op == SYMBOLIC_CONSTANT)
        return node_constant(type, value);
    return node_concatenate(type, high, low, value);
}

static uint32_t load_parts(struct bytes *bytes, enum symbolic_type type)
{
    unsigned count = type_bytes(type);
    for (unsigned i = 0; i < count; i++) /* only an origin: of no use in a number */
        if (node_is_origin(bytes->expression[i]))
            bytes->expression[i] = 0;
    uint32_t result = shadow_assemble(bytes, 0, count);
    if (!result || node_get(result)->op == SYMBOLIC_CONSTANT)
        return 0;
    return type_is_float(type) ? node_bits(type, result, bytes->value)
                               : node_resize(type, result, false, bytes->value);
}

/* Returns the expression of a value that is unchanged since it was stored, as nearly all are; 0:
 * examine it byte by byte. The 8 bytes of a tag are tested at once. */
static uint32_t load_whole(uintptr_t address, unsigned count, uint64_t value)
{
    const uint64_t in_order = UINT64_C(0x0706050403020100);
    unsigned first = address & 7, wanted = ((1U << count) - 1) << first;
    uintptr_t at = address & (PAGE - 1);
    const struct page *page = page_find(address);
    if (!page || first + count > 8 || (*shadow_tag_of(address) & wanted) != wanted)
        return 0;
    uint64_t values, parts;
    memcpy(&values, page->value + at - first, sizeof values);
    memcpy(&parts, page->part + at - first, sizeof parts);
    uint64_t others = (values >> (8 * first) ^ value) | (parts >> (8 * first) ^ in_order);
    if (others & type_mask(type_of_bytes(count)))
        return 0;
    for (unsigned i = 1; i < count; i++)
        if (page->expression[at + i] != page->expression[at])
            return 0;
    return page->expression[at];
}

uint32_t shadow_load(const void *address, enum symbolic_type type, uint64_t value)
{
    struct bytes bytes = {.value = value};
    unsigned count = type_bytes(type), part;
    bool any = false;
    uint32_t whole = load_whole((uintptr_t)address, count, value);
    if (whole && !node_is_origin(whole) && node_flag(whole, NODE_HELD)) {
        shadow_forget(address, count);
        return 0;
    }
    if (whole && (node_is_origin(whole) || node_get(whole)->type == type))
        return whole;
    for (unsigned i = 0; i < count; i++) /* drops values with any stale byte */
        byte_load((uintptr_t)address + i, (unsigned char)(value >> (8 * i)), &part);
    for (unsigned i = 0; i < count; i++) {
        part = 0;
        bytes.expression[i] =
            byte_load((uintptr_t)address + i, (unsigned char)(value >> (8 * i)), &part);
        bytes.part[i] = (unsigned char)part;
        any = any || bytes.expression[i];
    }
    if (!any)
        return 0;
    uint32_t first = bytes.expression[0];
    if (first && bytes.part[0] == 0 && shadow_together(&bytes, 0, count)) {
        if (node_is_origin(first) || node_get(first)->type == type)
            return first;
    }
    return load_parts(&bytes, type);
}

void shadow_store(void *address, enum symbolic_type type, uint32_t expression, uint64_t value)
{
    unsigned count = type_bytes(type);
    if (!expression) {
        shadow_forget(address, count);
        return;
    }
    for (unsigned i = 0; i < count; i++)
        byte_store((uintptr_t)address + i, expression, i, (unsigned char)(value >> (8 * i)));
}

void shadow_put(void *address, uint32_t expression, unsigned part, unsigned length)
{
    const unsigned char *bytes = address;
    for (unsigned i = 0; i < length; i++)
        byte_store((uintptr_t)address + i, expression, part + i, bytes[i]);
}

/* Returns how many bytes from `address` on are in one page, and in `length`. */
static size_t within_page(uintptr_t address, size_t length)
{
    size_t rest = PAGE - (address & (PAGE - 1));
    return rest < length ? rest : length;
}

/* Returns the distance to the end of a table: without a table, nothing is symbolic. */
static size_t within_table(uintptr_t address, size_t length)
{
    uintptr_t span = (uintptr_t)1 << (PAGE_BITS + TABLE_BITS);
    if (!root || !in_reach(address))
        return length;
    if (root[address / span])
        return within_page(address, length);
    size_t rest = span - address % span;
    return rest < length ? rest : length;
}

void shadow_forget(const void *address, size_t length)
{
    uintptr_t at = (uintptr_t)address;
    while (length > 0) {
        size_t count = within_table(at, length);
        if (page_find(at))
            for (size_t i = 0; i < count; i++)
                if (shadow_tagged(at + i))
                    byte_forget(at + i);
        at += count;
        length -= count;
    }
}

static unsigned char byte_now(uintptr_t address)
{
    return *(const unsigned char *)address; /* NOLINT(performance-no-int-to-ptr) */
}

/* Copies the shadow of bytes that are in one page each. The memory is copied already: the target
 * has the content of the source. */
static void shadow_copy_bytes(uintptr_t to, uintptr_t from, size_t length, bool backwards)
{
    const struct page *page = page_find(from);
    for (size_t i = 0; page && i < length; i++)
        if (shadow_tagged(from + i) && page->value[(from + i) & (PAGE - 1)] != byte_now(to + i))
            value_forget(from + i);
    for (size_t i = 0; i < length; i++) {
        size_t byte = backwards ? length - 1 - i : i;
        uintptr_t at = (from + byte) & (PAGE - 1);
        if (page && shadow_tagged(from + byte))
            byte_store(to + byte, page->expression[at], page->part[at], page->value[at]);
        else if (page_find(to + byte))
            byte_forget(to + byte);
    }
}

void shadow_copy(void *to, const void *from, size_t length)
{
    uintptr_t target = (uintptr_t)to, source = (uintptr_t)from;
    bool backwards = target > source && target - source < length;
    size_t done = 0;
    while (done < length && target != source) {
        size_t rest = length - done, count;
        if (backwards) { /* one page of the source, and of the target, at a time */
            size_t there = ((target + rest - 1) & (PAGE - 1)) + 1;
            size_t here = ((source + rest - 1) & (PAGE - 1)) + 1;
            count = here < there ? here : there;
            count = count < rest ? count : rest;
        } else {
            size_t there = within_table(target + done, rest);
            count = within_table(source + done, there);
        }
        size_t first = backwards ? rest - count : done;
        if (page_find(target + first) || page_find(source + first))
            shadow_copy_bytes(target + first, source + first, count, backwards);
        done += count;
    }
}

void shadow_set(void *to, uint32_t expression, unsigned char value, size_t length)
{
    if (!expression) {
        shadow_forget(to, length);
        return;
    }
    for (size_t i = 0; i < length; i++)
        byte_store((uintptr_t)to + i, expression, 0, value);
}

uint32_t tutti_symbolic_load(const void *address, enum symbolic_type type, uint64_t value)
{
    if (!state_enter())
        return 0;
    uint32_t id = shadow_load(address, type, value);
    state_leave();
    return id;
}

void tutti_symbolic_store(void *address, enum symbolic_type type, uint32_t expression,
                          uint64_t value)
{
    if (!state_enter())
        return;
    shadow_store(address, type, expression, value);
    state_leave();
}

/* Returns whether memory is not symbolic, if it is so short that testing its tags is faster than
 * finding its pages. */
static bool is_plain(const void *address, uint64_t length)
{
    enum { SHORT = PAGE };
    return length <= SHORT && !shadow_any(address, length);
}

void tutti_symbolic_copy(void *to, const void *from, uint64_t length)
{
    if ((is_plain(from, length) && is_plain(to, length)) || !state_enter())
        return;
    shadow_copy(to, from, length);
    state_leave();
}

void tutti_symbolic_set(void *to, uint32_t expression, unsigned char value, uint64_t length)
{
    if (!state_enter())
        return;
    shadow_set(to, expression, value, length);
    state_leave();
}

void tutti_symbolic_forget(void *at, uint64_t length)
{
    if (is_plain(at, length) || !state_enter())
        return;
    shadow_forget(at, length);
    state_leave();
}
