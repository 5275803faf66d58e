#include "runtime/world/rewind/pages.h"

#include "runtime/next.h"
#include "runtime/world/rewind/gate.h"

#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if GATE_IS_THERE

enum {
    PAGE = PAGES_SIZE,
    REGIONS = 2048,
    HOLE = 4096,   /* pages: absent parts of this size are discarded, not examined */
    FEW = 256,     /* pages that are cleared, not discarded: after a discard they would cause
                      faults again */
    GAP = 16,      /* pages between regions that are examined together */
    WINDOW = 4096, /* pages that are examined at once */
    PAGES_MAX = 16384,
    WRITTEN_MAX = 8192,
    LASTING_MAX = 1024,
    LEARNING = 32, /* rewinds that keep the lasting memory in any case */
    MAPS_MAX = 1 << 20,
    STACK_ROOM = 256, /* pages below the program's stack that are examined ... */
};
static const uint64_t STACK_DEPTH = 64 << 20; /* ... and bytes that the stack may grow to */

/* Bits of an entry of /proc/self/pagemap. */
static const uint64_t PRESENT = 1ULL << 63, SWAPPED = 1ULL << 62, OF_FILE = 1ULL << 61,
                      GUARDED = 1ULL << 58, EXCLUSIVE = 1ULL << 56;

/* Flag of a slot: the page is in the list of written pages. */
static const uint32_t NOTED = 1U << 31;

/* A part of the private memory. */
struct pages_region {
    uint64_t start;
    uint32_t pages;
    uint32_t together; /* pages from here that are examined at once; 0: an earlier region
                          includes it */
    /* By page: 1 + the place of its copy, 0: the page was absent; and NOTED. NULL: a hole. */
    uint32_t *slots;
    bool of_file;
};

/* A page that was written at some time. */
struct written {
    uint64_t start;
    uint32_t slot; /* without the flag NOTED */
};

/* Memory that is not restored. */
struct lasting {
    uint64_t start, bytes;
};

struct pages {
    uint32_t copied;
    size_t region_count;
    char *copies;
    uint64_t faults; /* page faults at the last restore or count */
    bool looked;
    bool left_out; /* some written pages are not in the list */
    uint32_t rewinds;
    size_t lasting_count;
    struct lasting lasting[LASTING_MAX];
    size_t written_count;
    struct written written[WRITTEN_MAX];
    struct pages_region regions[REGIONS];
    uint64_t entries[WINDOW];
    char maps[MAPS_MAX];
};

static struct pages *pages; /* those being saved or restored */

void *pages_shared(size_t bytes)
{
    long memory = GATE(SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1);
    if (memory < 0 && memory >= -PAGE)
        return NULL;
    GATE(SYS_madvise, memory, bytes, MADV_DONTFORK);
    GATE(SYS_madvise, memory, bytes, MADV_DONTDUMP);
    return (void *)memory;
}

/* Does not call memcpy(): its address may be in memory that is being restored. */
static void copy_page(void *to, const void *from)
{
    size_t words = PAGE / 8;
    __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
}

static void clear_page(void *to)
{
    size_t words = PAGE / 8;
    __asm__ volatile("rep stosq" : "+D"(to), "+c"(words) : "a"(0L) : "memory");
}

static bool pages_look(int pagemap, uint64_t start, size_t count)
{
    size_t bytes = count * sizeof *pages->entries;
    return GATE(SYS_pread64, pagemap, pages->entries, bytes,
                start / PAGE * sizeof *pages->entries) == (long)bytes;
}

/* A guard page in writable memory (MADV_GUARD_INSTALL, such as below the stacks of threads with
 * glibc 2.42) counts as swapped, and has no content. */
static bool pages_is_there(uint64_t entry)
{
    return (entry & (PRESENT | SWAPPED)) != 0 && !(entry & GUARDED);
}

static bool pages_add_region(uint64_t start, uint64_t end, bool of_file, bool hole)
{
    /* A hole has no slots. The others get theirs when all regions are known. */
    static uint32_t later;
    if (start >= end)
        return true;
    if (pages->region_count == REGIONS)
        return false;
    pages->regions[pages->region_count++] =
        (struct pages_region){.start = start,
                              .pages = (uint32_t)((end - start) / PAGE),
                              .slots = hole ? NULL : &later,
                              .of_file = of_file};
    return true;
}

/* Divides the mapping into parts with pages and large parts without. */
static bool pages_add_mapping(int pagemap, uint64_t start, uint64_t end, bool of_file)
{
    uint64_t begin = start, absent = start;
    for (uint64_t at = start; at < end;) {
        size_t count = (end - at) / PAGE < WINDOW ? (end - at) / PAGE : WINDOW;
        if (!pages_look(pagemap, at, count))
            return false;
        for (size_t i = 0; i < count; i++, at += PAGE) {
            if (!pages_is_there(pages->entries[i]))
                continue;
            if (at - absent >= (uint64_t)HOLE * PAGE) {
                if (!pages_add_region(begin, absent, of_file, false) ||
                    !pages_add_region(absent, at, of_file, true))
                    return false;
                begin = at;
            }
            absent = at + PAGE;
        }
    }
    if (end - absent < (uint64_t)HOLE * PAGE)
        return pages_add_region(begin, end, of_file, false);
    return pages_add_region(begin, absent, of_file, false) &&
           pages_add_region(absent, end, of_file, true);
}

/* Adds the stack, which may grow down to the mapping below it. */
static bool pages_add_stack(int pagemap, uint64_t before, uint64_t start, uint64_t end)
{
    uint64_t lowest = start > STACK_DEPTH ? start - STACK_DEPTH : PAGE;
    uint64_t room = start - (uint64_t)STACK_ROOM * PAGE;
    if (lowest < before)
        lowest = before;
    if (room < lowest)
        room = lowest;
    return pages_add_region(lowest, room, false, true) &&
           pages_add_mapping(pagemap, room, end, false);
}

static bool pages_read_maps(void)
{
    size_t length = 0;
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    for (ssize_t got = 1; got > 0 && length < MAPS_MAX - 1; length += (size_t)got) {
        got = read(file, pages->maps + length, MAPS_MAX - 1 - length);
        if (got < 0)
            got = 0;
    }
    close(file);
    pages->maps[length] = '\0';
    return length > 0 && length < MAPS_MAX - 1;
}

/* Finds all private memory that can be written. */
static bool find_regions(int pagemap)
{
    uint64_t before = 0;
    if (!pages_read_maps())
        return false;
    for (const char *line = pages->maps; *line;) {
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
        if (writable && !(is_stack ? pages_add_stack(pagemap, before, start, end)
                                   : pages_add_mapping(pagemap, start, end, of_file)))
            return false;
        before = end;
        line = rest + 1;
    }
    return true;
}

static void group_regions(void)
{
    for (size_t i = 0; i < pages->region_count;) {
        struct pages_region *first = &pages->regions[i++];
        if (!first->slots)
            continue;
        uint64_t end = first->start + (uint64_t)first->pages * PAGE;
        for (; i < pages->region_count && pages->regions[i].slots; i++) {
            const struct pages_region *next = &pages->regions[i];
            uint64_t reach = next->start + (uint64_t)next->pages * PAGE;
            if (next->start - end > (uint64_t)GAP * PAGE || (reach - first->start) / PAGE > WINDOW)
                break;
            end = reach;
        }
        first->together = (uint32_t)((end - first->start) / PAGE);
    }
}

/* Returns the entries of a region, after reading them together with those of the following regions
 * if needed; NULL: it is too large to be examined at once, or the read failed. */
static const uint64_t *entries_of(int pagemap, size_t index, uint64_t *first)
{
    const struct pages_region *region = &pages->regions[index];
    if (region->together > 0) {
        *first = region->start;
        if (region->together > WINDOW || !pages_look(pagemap, region->start, region->together))
            return NULL;
    }
    return pages->entries + (region->start - *first) / PAGE;
}

/* Splits regions that are too large to be examined at once. */
static void split_regions(void)
{
    for (size_t i = 0; i < pages->region_count; i++) {
        struct pages_region *region = &pages->regions[i];
        if (!region->slots || region->pages <= WINDOW || pages->region_count == REGIONS)
            continue;
        memmove(region + 1, region, (pages->region_count++ - i) * sizeof *region);
        region[1].start += (uint64_t)WINDOW * PAGE;
        region[1].pages -= WINDOW;
        region->pages = WINDOW;
    }
}

static bool copy_regions(int pagemap)
{
    size_t count = 0;
    uint64_t first = 0;
    for (size_t i = 0; i < pages->region_count; i++)
        count += pages->regions[i].slots ? pages->regions[i].pages : 0;
    uint32_t *slots = pages_shared(count * sizeof *slots + PAGE);
    pages->copies = pages_shared((size_t)PAGES_MAX * PAGE);
    if (!slots || !pages->copies)
        return false;
    for (size_t i = 0; i < pages->region_count; i++) {
        struct pages_region *region = &pages->regions[i];
        if (!region->slots)
            continue;
        const uint64_t *entries = entries_of(pagemap, i, &first);
        if (!entries)
            return false;
        region->slots = slots;
        slots += region->pages;
        for (uint32_t page = 0; page < region->pages; page++) {
            if (!pages_is_there(entries[page]))
                continue;
            if (pages->copied == PAGES_MAX)
                return false;
            copy_page(pages->copies + (size_t)pages->copied * PAGE,
                      (const char *)region->start + (size_t)page * PAGE);
            region->slots[page] = ++pages->copied;
        }
    }
    return true;
}

/* Returns the copy of the byte at an address, up to the end of its page; NULL: there is none. */
static char *pages_copy_of(uint64_t address)
{
    for (size_t i = 0; i < pages->region_count; i++) {
        const struct pages_region *region = &pages->regions[i];
        uint64_t page = (address - region->start) / PAGE;
        if (!region->slots || address < region->start || page >= region->pages)
            continue;
        uint32_t slot = region->slots[page] & ~NOTED;
        return slot ? pages->copies + (size_t)(slot - 1) * PAGE + address % PAGE : NULL;
    }
    return NULL;
}

/* Adds memory that is kept: resolved functions of libraries. Otherwise every execution would look
 * up the same functions, both those that NEXT() has found and those that the loader has bound. */
static void add_lasting(const void *start, size_t bytes)
{
    if (pages->lasting_count < LASTING_MAX && bytes > 0)
        pages->lasting[pages->lasting_count++] =
            (struct lasting){(uint64_t)(uintptr_t)start, bytes};
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
    add_lasting(next_first, (uintptr_t)next_end - (uintptr_t)next_first);
    dl_iterate_phdr(add_bindings, NULL);
}

static void keep_lasting(void)
{
    for (size_t i = 0; i < pages->lasting_count; i++) {
        uint64_t at = pages->lasting[i].start, end = at + pages->lasting[i].bytes;
        while (at < end) {
            uint64_t stop = (at / PAGE + 1) * PAGE < end ? (at / PAGE + 1) * PAGE : end;
            char *copy = pages_copy_of(at);
            for (; copy && at < stop; at += sizeof(void *), copy += sizeof(void *))
                *(void *volatile *)copy = *(void *volatile *)at;
            at = stop;
        }
    }
}

/* A page that is absent has no copy, so what is written into it later would not last, while what
 * belongs to it and lies in the page before would. */
static void touch_lasting(void)
{
    for (uint64_t at = (uintptr_t)next_first; at < (uintptr_t)next_end;
         at = (at / PAGE + 1) * PAGE) {
        volatile char *byte = (volatile char *)at; /* NOLINT(performance-no-int-to-ptr) */
        *byte = *byte;
    }
}

static bool pages_save_all(void)
{
    touch_lasting();
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

struct pages *pages_save(void)
{
    pages = pages_shared(sizeof *pages);
    return pages && pages_save_all() ? pages : NULL;
}

static _Noreturn void pages_fail(void)
{
    GATE(SYS_exit_group, EXIT_FAILURE);
    __builtin_unreachable();
}

static uint64_t count_faults(void)
{
    struct rusage usage;
    if (GATE(SYS_getrusage, RUSAGE_THREAD, &usage) != 0)
        pages_fail();
    return (uint64_t)usage.ru_minflt + (uint64_t)usage.ru_majflt;
}

static void restore_page(uint64_t start, uint32_t slot)
{
    if (slot)
        copy_page((void *)start, pages->copies + (size_t)(slot - 1) * PAGE);
    else
        clear_page((void *)start);
}

static void pages_note(struct pages_region *region, uint32_t page, bool restoring)
{
    uint64_t start = region->start + (uint64_t)page * PAGE;
    uint32_t slot = region->slots[page];
    if (slot & NOTED)
        return;
    if (pages->written_count < WRITTEN_MAX) {
        pages->written[pages->written_count++] = (struct written){start, slot};
        region->slots[page] |= NOTED;
        return;
    }
    pages->left_out = true;
    if (restoring)
        restore_page(start, slot);
}

static void pages_drop(uint64_t start, size_t count)
{
    GATE(SYS_madvise, start, count * PAGE, MADV_DONTNEED);
}

/* Handles the pages from `page` on that were absent at the save and exist now; returns their
 * number. */
static uint32_t look_at_absent(struct pages_region *region, const uint64_t *entries, uint32_t page,
                               bool restoring)
{
    uint32_t end = page;
    while (end < region->pages && !region->slots[end] && pages_is_there(entries[end]))
        end++;
    if (!region->of_file && end - page <= FEW)
        for (uint32_t i = page; i < end; i++)
            pages_note(region, i, restoring);
    else if (restoring)
        pages_drop(region->start + (uint64_t)page * PAGE, end - page);
    else
        pages->left_out = true;
    return end - page;
}

/* Returns whether the page was written, or has disappeared. */
static bool is_written(uint64_t entry)
{
    return !(entry & PRESENT) || ((entry & EXCLUSIVE) && !(entry & OF_FILE));
}

static void look_at_region(struct pages_region *region, const uint64_t *entries, bool restoring)
{
    for (uint32_t page = 0; page < region->pages;)
        if (!region->slots[page] && pages_is_there(entries[page])) {
            page += look_at_absent(region, entries, page, restoring);
        } else {
            if (region->slots[page] && is_written(entries[page]))
                pages_note(region, page, restoring);
            page++;
        }
}

static bool is_touched(int pagemap, const struct pages_region *hole)
{
    for (uint32_t page = 0; page < hole->pages;) {
        uint32_t count = hole->pages - page < WINDOW ? hole->pages - page : WINDOW;
        if (!pages_look(pagemap, hole->start + (uint64_t)page * PAGE, count))
            return true;
        for (uint32_t i = 0; i < count; i++)
            if (pages_is_there(pages->entries[i]))
                return true;
        page += count;
    }
    return false;
}

/* Updates the list of written pages. Pages that do not fit into it are restored at once if the
 * memory is being restored, and left out otherwise. */
static void pages_look_at_all(bool restoring)
{
    static const char path[] = "/proc/self/pagemap";
    uint64_t first = 0;
    int pagemap = (int)GATE(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    pages->left_out = false;
    for (size_t i = 0; i < pages->region_count; i++) {
        struct pages_region *region = &pages->regions[i];
        if (!region->slots && restoring)
            pages_drop(region->start, region->pages);
        if (!region->slots) {
            pages->left_out = pages->left_out || (!restoring && is_touched(pagemap, region));
            continue;
        }
        const uint64_t *entries = entries_of(pagemap, i, &first);
        if (!entries)
            pages_fail();
        look_at_region(region, entries, restoring);
    }
    GATE(SYS_close, pagemap);
    pages->looked = true;
}

static void bring_up_to_date(bool dropped, bool restoring)
{
    bool needed = dropped || !pages->looked || pages->left_out || count_faults() != pages->faults;
    if (restoring && (needed || pages->rewinds++ < LEARNING))
        keep_lasting();
    if (needed)
        pages_look_at_all(restoring);
}

static void restore_written(size_t from)
{
    for (size_t i = from; i < pages->written_count; i++)
        restore_page(pages->written[i].start, pages->written[i].slot);
}

void pages_restore(struct pages *of, bool dropped)
{
    pages = of;
    bring_up_to_date(dropped, true);
    restore_written(0);
    pages->faults = count_faults();
}

bool pages_written(struct pages *of, bool dropped, size_t *count)
{
    pages = of;
    bring_up_to_date(dropped, false);
    pages->faults = count_faults();
    *count = pages->written_count;
    return !pages->left_out;
}

void pages_copy(const struct pages *of, char *copies, size_t count)
{
    for (size_t i = 0; i < count; i++)
        copy_page(copies + i * PAGE, (const void *)of->written[i].start);
}

void pages_restore_copies(struct pages *of, bool dropped, const char *copies, size_t count)
{
    pages = of;
    bring_up_to_date(dropped, true);
    restore_written(count);
    for (size_t i = 0; i < count; i++)
        copy_page((void *)pages->written[i].start, copies + i * PAGE);
    pages->faults = count_faults();
}

#endif
