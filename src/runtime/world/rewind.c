#include "runtime/world/rewind.h"

#include "runtime/next.h"
#include "runtime/world/effects.h"
#include "runtime/world/gate.h"
#include "runtime/world/rank.h"

#include <fcntl.h>
#include <link.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if GATE_IS_THERE

enum {
    PAGE = 4096,
    REGIONS = 2048,
    HOLE = 4096,   /* so many pages that are not there are dropped rather than looked at */
    FEW = 256,     /* pages that are cleared rather than dropped: they would come again by faults */
    GAP = 16,      /* pages between regions that are looked at together */
    WINDOW = 4096, /* pages looked at together */
    PAGES_MAX = 16384,
    WRITTEN_MAX = 4096,
    LASTING_MAX = 1024,
    LEARNING = 32, /* rewinds */
    MAPS_MAX = 1 << 20,
    STACK = 64 << 10,
    STACK_ROOM = 256, /* pages below the program's stack that are looked at ... */
};
static const uint64_t STACK_DEPTH = 64 << 20; /* ... and bytes that it may grow to */

/* Entries of /proc/self/pagemap. */
static const uint64_t PRESENT = 1ULL << 63, SWAPPED = 1ULL << 62, OF_FILE = 1ULL << 61,
                      EXCLUSIVE = 1ULL << 56;

/* A part of the private memory. */
struct region {
    uint64_t start;
    uint32_t pages;
    uint32_t together; /* pages from here that are looked at at once; 0: with an earlier region */
    uint32_t *slots;   /* by page: 1 + the place of its copy; 0: it was not there. NULL: a hole */
    bool of_file;
};

/* A page that has been written at some time. */
struct written {
    uint64_t start;
    uint32_t slot; /* as in struct region */
};

/* Memory that keeps what is written into it. */
struct lasting {
    uint64_t start, bytes;
};

/* Memory that is not rewound, and is shared so that it is none of the regions. */
struct area {
    struct effects effects;
    struct gate_context start;
    uint32_t order; /* the execution that this process is in */
    uint32_t pages; /* that were copied */
    size_t region_count;
    char *copies;
    /* A page can only come to be written by a fault. Without any since the last rewind those that
     * were written then are all there are, and nobody has to be asked. */
    uint64_t faults;
    bool known;
    uint32_t rewinds;
    size_t lasting_count;
    struct lasting lasting[LASTING_MAX];
    size_t written_count;
    struct written written[WRITTEN_MAX];
    struct region regions[REGIONS];
    uint64_t entries[WINDOW];
    char maps[MAPS_MAX];
    char stack[STACK] __attribute__((aligned(64)));
};

static struct area *area; /* NULL: this process cannot be rewound */

static void *shared_memory(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    madvise(memory, bytes, MADV_DONTFORK);
    madvise(memory, bytes, MADV_DONTDUMP);
    return memory;
}

/* No call of memcpy(): its address may be among what is being put back. */
static void copy_page(void *to, const void *from)
{
    size_t words = PAGE / 8;
    __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
}

static void clear_pages(void *to, size_t pages)
{
    size_t words = pages * PAGE / 8;
    __asm__ volatile("rep stosq" : "+D"(to), "+c"(words) : "a"(0L) : "memory");
}

static bool look(int pagemap, uint64_t start, size_t pages)
{
    size_t bytes = pages * sizeof *area->entries;
    return GATE(SYS_pread64, pagemap, area->entries, bytes, start / PAGE * sizeof *area->entries) ==
           (long)bytes;
}

static bool is_there(uint64_t entry)
{
    return (entry & (PRESENT | SWAPPED)) != 0;
}

static bool add_region(uint64_t start, uint64_t end, bool of_file, bool hole)
{
    /* A hole has no slots; the others get theirs when all are known. */
    static uint32_t later;
    if (start >= end)
        return true;
    if (area->region_count == REGIONS)
        return false;
    area->regions[area->region_count++] = (struct region){.start = start,
                                                          .pages = (uint32_t)((end - start) / PAGE),
                                                          .slots = hole ? NULL : &later,
                                                          .of_file = of_file};
    return true;
}

/* Cuts the mapping into what is there and large parts that are not. */
static bool add_mapping(int pagemap, uint64_t start, uint64_t end, bool of_file)
{
    uint64_t begin = start, absent = start;
    for (uint64_t at = start; at < end;) {
        size_t pages = (end - at) / PAGE < WINDOW ? (end - at) / PAGE : WINDOW;
        if (!look(pagemap, at, pages))
            return false;
        for (size_t i = 0; i < pages; i++, at += PAGE) {
            if (!is_there(area->entries[i]))
                continue;
            if (at - absent >= (uint64_t)HOLE * PAGE) {
                if (!add_region(begin, absent, of_file, false) ||
                    !add_region(absent, at, of_file, true))
                    return false;
                begin = at;
            }
            absent = at + PAGE;
        }
    }
    if (end - absent < (uint64_t)HOLE * PAGE)
        return add_region(begin, end, of_file, false);
    return add_region(begin, absent, of_file, false) && add_region(absent, end, of_file, true);
}

/* The stack may grow down until it meets what is mapped before it. */
static bool add_stack(int pagemap, uint64_t before, uint64_t start, uint64_t end)
{
    uint64_t lowest = start > STACK_DEPTH ? start - STACK_DEPTH : PAGE;
    uint64_t room = start - (uint64_t)STACK_ROOM * PAGE;
    if (lowest < before)
        lowest = before;
    if (room < lowest)
        room = lowest;
    return add_region(lowest, room, false, true) && add_mapping(pagemap, room, end, false);
}

static bool read_maps(void)
{
    size_t length = 0;
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    for (ssize_t got = 1; got > 0 && length < MAPS_MAX - 1; length += (size_t)got) {
        got = read(file, area->maps + length, MAPS_MAX - 1 - length);
        if (got < 0)
            got = 0;
    }
    close(file);
    area->maps[length] = '\0';
    return length > 0 && length < MAPS_MAX - 1;
}

/* All private memory that can be written. */
static bool find_regions(int pagemap)
{
    uint64_t before = 0;
    if (!read_maps())
        return false;
    for (const char *line = area->maps; *line;) {
        char *at;
        uint64_t start = strtoull(line, &at, 16), end = strtoull(at + 1, &at, 16);
        bool writable = at[2] == 'w' && at[4] == 'p';
        const char *rest = strchr(at, '\n');
        if (!rest)
            return false;
        strtoull(at + 6, &at, 16); /* offset; then device and inode */
        at = strchr(at + 1, ' ');
        bool of_file = at && strtoul(at, &at, 10) != 0;
        bool is_stack = !of_file && at && strncmp(at + strspn(at, " "), "[stack]", 7) == 0;
        if (writable && !(is_stack ? add_stack(pagemap, before, start, end)
                                   : add_mapping(pagemap, start, end, of_file)))
            return false;
        before = end;
        line = rest + 1;
    }
    return true;
}

static void group_regions(void)
{
    for (size_t i = 0; i < area->region_count;) {
        struct region *first = &area->regions[i++];
        if (!first->slots)
            continue;
        uint64_t end = first->start + (uint64_t)first->pages * PAGE;
        for (; i < area->region_count && area->regions[i].slots; i++) {
            const struct region *next = &area->regions[i];
            uint64_t reach = next->start + (uint64_t)next->pages * PAGE;
            if (next->start - end > (uint64_t)GAP * PAGE || (reach - first->start) / PAGE > WINDOW)
                break;
            end = reach;
        }
        first->together = (uint32_t)((end - first->start) / PAGE);
    }
}

/* Looks at the region, with those behind it, if an earlier one has not. Gives its entries; NULL: it
 * is too large to be looked at as a whole, or cannot be. */
static const uint64_t *entries_of(int pagemap, size_t index, uint64_t *first)
{
    const struct region *region = &area->regions[index];
    if (region->together > 0) {
        *first = region->start;
        if (region->together > WINDOW || !look(pagemap, region->start, region->together))
            return NULL;
    }
    return area->entries + (region->start - *first) / PAGE;
}

/* Regions are not larger than can be looked at. */
static void split_regions(void)
{
    for (size_t i = 0; i < area->region_count; i++) {
        struct region *region = &area->regions[i];
        if (!region->slots || region->pages <= WINDOW || area->region_count == REGIONS)
            continue;
        memmove(region + 1, region, (area->region_count++ - i) * sizeof *region);
        region[1].start += (uint64_t)WINDOW * PAGE;
        region[1].pages -= WINDOW;
        region->pages = WINDOW;
    }
}

static bool copy_regions(int pagemap)
{
    size_t pages = 0;
    uint64_t first = 0;
    for (size_t i = 0; i < area->region_count; i++)
        pages += area->regions[i].slots ? area->regions[i].pages : 0;
    uint32_t *slots = shared_memory(pages * sizeof *slots + PAGE);
    area->copies = shared_memory((size_t)PAGES_MAX * PAGE);
    if (!slots || !area->copies)
        return false;
    for (size_t i = 0; i < area->region_count; i++) {
        struct region *region = &area->regions[i];
        if (!region->slots)
            continue;
        const uint64_t *entries = entries_of(pagemap, i, &first);
        if (!entries)
            return false;
        region->slots = slots;
        slots += region->pages;
        for (uint32_t page = 0; page < region->pages; page++) {
            if (!is_there(entries[page]))
                continue;
            if (area->pages == PAGES_MAX)
                return false;
            copy_page(area->copies + (size_t)area->pages * PAGE,
                      (const char *)region->start + (size_t)page * PAGE);
            region->slots[page] = ++area->pages;
        }
    }
    return true;
}

/* The copy of an address, up to the end of its page; NULL: there is none. */
static char *copy_of(uint64_t address)
{
    for (size_t i = 0; i < area->region_count; i++) {
        const struct region *region = &area->regions[i];
        uint64_t page = (address - region->start) / PAGE;
        if (region->slots && address >= region->start && page < region->pages)
            return region->slots[page]
                       ? area->copies + (size_t)(region->slots[page] - 1) * PAGE + address % PAGE
                       : NULL;
    }
    return NULL;
}

/* What is found out once about the libraries stays known, or every execution would look for the
 * same functions: what NEXT() has found, and what the loader has bound. */
static void add_lasting(const void *start, size_t bytes)
{
    if (area->lasting_count < LASTING_MAX && bytes > 0)
        area->lasting[area->lasting_count++] = (struct lasting){(uint64_t)(uintptr_t)start, bytes};
}

static int add_bindings(struct dl_phdr_info *object, size_t size, void *data)
{
    enum { RESERVED = 3 }; /* the first entries are the loader's */
    const ElfW(Dyn) *entry = NULL;
    uint64_t table = 0, bytes = 0;
    (void)size;
    (void)data;
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
            entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
    for (; entry && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_PLTGOT)
            table = entry->d_un.d_ptr;
        if (entry->d_tag == DT_PLTRELSZ)
            bytes = entry->d_un.d_val / sizeof(ElfW(Rela)) * sizeof(void *);
    }
    if (table < object->dlpi_addr)
        table += object->dlpi_addr;
    add_lasting((const void *)(table + RESERVED * sizeof(void *)), bytes);
    return 0;
}

static void find_lasting(void)
{
    add_lasting(next_first, (size_t)(next_end - next_first));
    dl_iterate_phdr(add_bindings, NULL);
}

static void keep_lasting(void)
{
    for (size_t i = 0; i < area->lasting_count; i++) {
        uint64_t at = area->lasting[i].start, end = at + area->lasting[i].bytes;
        while (at < end) {
            uint64_t stop = (at / PAGE + 1) * PAGE < end ? (at / PAGE + 1) * PAGE : end;
            char *copy = copy_of(at);
            for (; copy && at < stop; at += sizeof(void *), copy += sizeof(void *))
                *(void *volatile *)copy = *(void *volatile *)at;
            at = stop;
        }
    }
}

static bool save(void)
{
    int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    if (pagemap < 0)
        return false;
    bool done = find_regions(pagemap);
    if (done) {
        split_regions();
        group_regions();
        find_lasting();
        done = copy_regions(pagemap);
    }
    close(pagemap);
    return done;
}

static void drop(uint64_t start, size_t pages)
{
    GATE(SYS_madvise, start, pages * PAGE, MADV_DONTNEED);
}

static void restore_page(uint64_t start, uint32_t slot)
{
    if (slot)
        copy_page((void *)start, area->copies + (size_t)(slot - 1) * PAGE);
    else
        clear_pages((void *)start, 1);
}

static void restore_and_note(uint64_t start, uint32_t slot)
{
    restore_page(start, slot);
    if (area->written_count == WRITTEN_MAX)
        area->known = false;
    else
        area->written[area->written_count++] = (struct written){start, slot};
}

/* Pages that were not there at the save, and are now, from `page` on. Gives how many. */
static uint32_t restore_absent(const struct region *region, const uint64_t *entries, uint32_t page)
{
    uint32_t end = page;
    uint64_t start = region->start + (uint64_t)page * PAGE;
    while (end < region->pages && !region->slots[end] && is_there(entries[end]))
        end++;
    if (region->of_file || end - page > FEW)
        drop(start, end - page);
    else
        for (uint32_t i = 0; i < end - page; i++)
            restore_and_note(start + (uint64_t)i * PAGE, 0);
    return end - page;
}

static void restore_region(const struct region *region, const uint64_t *entries)
{
    for (uint32_t page = 0; page < region->pages;) {
        uint64_t entry = entries[page];
        uint32_t slot = region->slots[page];
        if (!slot && is_there(entry)) {
            page += restore_absent(region, entries, page);
            continue;
        }
        bool written = !(entry & PRESENT) || ((entry & EXCLUSIVE) && !(entry & OF_FILE));
        if (slot && written)
            restore_and_note(region->start + (uint64_t)page * PAGE, slot);
        page++;
    }
}

static _Noreturn void fail(void)
{
    GATE(SYS_exit_group, EXIT_FAILURE);
    __builtin_unreachable();
}

static uint64_t count_faults(void)
{
    struct rusage usage;
    if (GATE(SYS_getrusage, RUSAGE_THREAD, &usage) != 0)
        fail();
    return (uint64_t)usage.ru_minflt + (uint64_t)usage.ru_majflt;
}

/* Finds out which pages were written. */
static void restore_regions(void)
{
    static const char path[] = "/proc/self/pagemap";
    uint64_t first = 0;
    int pagemap = (int)GATE(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    area->known = true;
    area->written_count = 0;
    for (size_t i = 0; i < area->region_count; i++) {
        const struct region *region = &area->regions[i];
        if (!region->slots) {
            drop(region->start, region->pages);
            continue;
        }
        const uint64_t *entries = entries_of(pagemap, i, &first);
        if (!entries)
            fail();
        restore_region(region, entries);
    }
    GATE(SYS_close, pagemap);
}

/* On a stack of its own, with nothing but the gate. */
static void begin_again(void)
{
    uint32_t order;
    while ((order = atomic_load(&world->order)) == area->order)
        GATE(SYS_futex, &world->order, FUTEX_WAIT, area->order, 0);
    if (order == ORDER_END)
        fail();
    bool look = effects_undo(&area->effects) || !area->known || count_faults() != area->faults;
    if (look || area->rewinds++ < LEARNING)
        keep_lasting();
    if (!look)
        for (size_t i = 0; i < area->written_count; i++)
            restore_page(area->written[i].start, area->written[i].slot);
    else
        restore_regions();
    area->faults = count_faults();
    area->order = order;
    gate_go(&area->start);
}

void rewind_save(void)
{
    if (world->rank[world_rank].plain)
        return;
    area = shared_memory(sizeof *area);
    if (!area || !effects_prepare(&area->effects, rewind_end)) {
        area = NULL;
        return;
    }
    area->order = atomic_load(&world->order);
    if (gate_here(&area->start) == 0 && !save()) {
        area = NULL;
        return;
    }
    effects_watch(&area->effects);
}

uint32_t rewind_execution(void)
{
    return area && !area->effects.lost ? area->order : ORDER_NONE;
}

bool rewind_due(void)
{
    uint32_t mine = rewind_execution();
    return mine != ORDER_NONE &&
           (atomic_load_explicit(&world->order, memory_order_relaxed) != mine ||
            atomic_load_explicit(&world->over, memory_order_relaxed) == mine);
}

void rewind_rest(void)
{
    atomic_store(&world->rank[world_rank].parked, area->order);
    gate_switch(area->stack + STACK, begin_again);
}

void rewind_end(int status)
{
    struct world_rank *block = &world->rank[world_rank];
    if (rewind_execution() == ORDER_NONE)
        return;
    atomic_store(&block->status, (status & 0xff) << 8);
    atomic_store(&block->ended, 1);
    rank_ring_for((uint32_t)world_rank);
    rewind_rest();
}

#else

void rewind_save(void)
{
}

uint32_t rewind_execution(void)
{
    return ORDER_NONE;
}

bool rewind_due(void)
{
    return false;
}

void rewind_rest(void)
{
    abort();
}

void rewind_end(int status)
{
    (void)status;
}

#endif
