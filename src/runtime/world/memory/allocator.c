#include "runtime/world/memory/allocator.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/single_threaded.h>

#define EXPORTED __attribute__((visibility("default")))
#define FRAME    ((const uintptr_t *)__builtin_frame_address(0))

/* The next allocator. */
static struct {
    void *(*malloc)(size_t size);
    void *(*calloc)(size_t count, size_t size);
    void *(*realloc)(void *block, size_t size);
    void *(*memalign)(size_t alignment, size_t size);
    void (*free)(void *block);
    size_t (*usable)(void *block); /* NULL: it does not tell, and nothing is noted */
} next;

/* Memory for the dynamic linker, which may allocate while the next allocator is looked up. */
enum { SPARE = 4096 };
static char spare[SPARE] __attribute__((aligned(16)));
static size_t spare_used;
static bool looking;

static void *spare_take(size_t size)
{
    size_t bytes = (size + 15) & ~(size_t)15;
    if (bytes < size || bytes > SPARE - spare_used)
        return NULL;
    spare_used += bytes;
    return spare + spare_used - bytes;
}

static bool spare_has(const void *block)
{
    return (uintptr_t)block - (uintptr_t)spare < SPARE;
}

static void *allocator_symbol_of(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* Returns whether both symbols are in one file. An allocator may come without malloc_usable_size(),
 * and that of the C library does not know its blocks. */
static bool is_together(void *one, void *other)
{
    Dl_info left, right;
    return one && other && dladdr(one, &left) && dladdr(other, &right) &&
           left.dli_fbase == right.dli_fbase;
}

static void look_for_next(void)
{
    looking = true;
    void *usable = allocator_symbol_of("malloc_usable_size"),
         *first = allocator_symbol_of("malloc");
    *(void **)&next.calloc = allocator_symbol_of("calloc");
    *(void **)&next.realloc = allocator_symbol_of("realloc");
    *(void **)&next.memalign = allocator_symbol_of("memalign");
    *(void **)&next.free = allocator_symbol_of("free");
    *(void **)&next.usable = is_together(first, usable) ? usable : NULL;
    *(void **)&next.malloc = first;
    looking = false;
}

static bool is_ready(void)
{
    if (!next.malloc && !looking)
        look_for_next();
    return next.malloc != NULL;
}

/* Code that allocates: its address range, and whether its blocks are noted. Entries are only
 * added. */
struct code {
    uintptr_t start, end;
    bool noted;
    bool between; /* the C++ library: the caller of `operator new` is the one that allocates */
};

enum { CODES = 512 };

static struct code codes[CODES];
static _Atomic size_t code_count;
static pthread_mutex_t code_lock = PTHREAD_MUTEX_INITIALIZER;

static bool is_noted_file(const char *path)
{
    static const char *const without[] = {"libc.",   "libc-",     "ld-",       "libtutti-",
                                          "libmpi",  "mca_",      "libopen-",  "libpmi",
                                          "libpmix", "libprrte",  "libhwloc",  "libevent",
                                          "libuc",   "libfabric", "linux-vdso"};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (strncmp(name, without[i], strlen(without[i])) == 0)
            return false;
    return true;
}

struct code_search {
    uintptr_t address;
    struct code found;
};

static int look_at_file(struct dl_phdr_info *file, size_t size, void *data)
{
    struct code_search *search = data;
    (void)size;
    for (int i = 0; i < file->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &file->dlpi_phdr[i];
        const uintptr_t start = file->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) ||
            search->address - start >= part->p_memsz)
            continue;
        search->found = (struct code){start, start + part->p_memsz, is_noted_file(file->dlpi_name),
                                      strstr(file->dlpi_name, "/libstdc++.so") ||
                                          strstr(file->dlpi_name, "/libc++.so")};
        return 1;
    }
    return 0;
}

static struct code learn_code(uintptr_t site)
{
    struct code_search search = {.address = site};
    dl_iterate_phdr(look_at_file, &search);
    if (search.found.end && pthread_mutex_trylock(&code_lock) == 0) {
        size_t count = code_count;
        if (count < CODES) {
            codes[count] = search.found;
            code_count = count + 1;
        }
        pthread_mutex_unlock(&code_lock);
    }
    return search.found;
}

static struct code code_of(uintptr_t site)
{
    const size_t count = code_count;
    for (size_t i = 0; i < count; i++)
        if (site - codes[i].start < codes[i].end - codes[i].start)
            return codes[i];
    return learn_code(site);
}

/* Returns the caller of `operator new`, whose frame has a few words. */
static uintptr_t caller_beyond(const uintptr_t *frame)
{
    enum { WORDS = 12 };
    for (int i = 2; i < WORDS; i++) {
        const struct code code = code_of(frame[i]);
        if (code.noted && !code.between)
            return frame[i];
    }
    return 0;
}

/* The thread that uses the table. A thread is identified by the address of its variable `self`. */
static _Atomic(char *) holder;
static _Thread_local char self __attribute__((tls_model("initial-exec")));
static bool broken; /* a signal handler allocated while its thread used the table: nothing is
                       known any more */

static bool table_enter(void)
{
    char *nobody = NULL;
    if (holder == &self) {
        broken = true;
        return false;
    }
    if (__libc_single_threaded) {
        atomic_store_explicit(&holder, &self, memory_order_relaxed);
        return true;
    }
    while (!atomic_compare_exchange_weak(&holder, &nobody, &self)) {
        nobody = NULL;
        sched_yield();
    }
    return true;
}

static void table_leave(void)
{
    atomic_store_explicit(&holder, NULL, memory_order_release);
}

/* The thread that used the table does not exist in a child. */
static void after_fork(void)
{
    broken = broken || (holder && holder != &self);
    holder = NULL;
}

__attribute__((constructor)) static void allocator_prepare(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}

static void memory_allocator_note(const void *block, size_t size, uintptr_t site)
{
    if (!next.usable || !table_enter())
        return;
    allocations_add(&(struct allocation){(uintptr_t)block, size, site},
                    next.usable((void *)(uintptr_t)block));
    table_leave();
}

/* Watched memory of windows. */
enum { WATCHES = 64 };

static struct watch {
    bool used;
    uint64_t low, high;
    uintptr_t freed; /* site of the free */
} watches[WATCHES];
static int watched; /* 1 + the greatest index used */

static void look_at_watches(const struct allocation *block, uintptr_t site)
{
    for (int i = 0; i < watched; i++)
        if (watches[i].used && !watches[i].freed && block->start < watches[i].high &&
            watches[i].low < block->start + block->size)
            watches[i].freed = site;
}

/* Removes a block from the table. Most freed blocks are not in it and must leave no trace: each
 * page that an execution writes must be restored. */
static bool allocator_forget(void *block, struct allocation *was, uintptr_t site)
{
    const size_t usable = next.usable ? next.usable(block) : 0;
    if (!next.usable || (__libc_single_threaded && !allocations_have((uintptr_t)block, usable)) ||
        !table_enter())
        return false;
    bool there = allocations_remove((uintptr_t)block, usable, was);
    if (there && watched)
        look_at_watches(was, site);
    table_leave();
    return there;
}

int allocator_watch(uint64_t address, uint64_t size)
{
    struct allocation block;
    int watch = 0;
    while (watch < WATCHES && watches[watch].used)
        watch++;
    if (watch == WATCHES || size == 0 || !allocator_find(address, &block))
        return 0;
    watches[watch] = (struct watch){true, address, address + size, 0};
    watched = watch >= watched ? watch + 1 : watched;
    return watch + 1;
}

const void *allocator_freed_at(int watch)
{
    return (const void *)watches[watch - 1].freed; /* NOLINT(performance-no-int-to-ptr) */
}

void allocator_watch_end(int watch)
{
    if (watch > 0)
        watches[watch - 1].used = false;
}

/* Notes the block. `frame` is that of the allocating function and has its return address. */
static void *allocator_noted(void *block, size_t size, const uintptr_t *frame)
{
    const struct code code = block ? code_of(frame[1]) : (struct code){0};
    if (code.noted)
        memory_allocator_note(block, size, code.between ? caller_beyond(frame) : frame[1]);
    return block;
}

EXPORTED void *malloc(size_t size)
{
    return is_ready() ? allocator_noted(next.malloc(size), size, FRAME) : spare_take(size);
}

EXPORTED void *calloc(size_t count, size_t size)
{
    /* If the product overflows, the allocator has failed. */
    return is_ready() ? allocator_noted(next.calloc(count, size), count * size, FRAME)
                      : spare_take(count * size);
}

static void *allocator_resize(void *block, size_t size, const uintptr_t *frame)
{
    struct allocation was;
    if (!is_ready() || (block && spare_has(block))) {
        void *copy = is_ready() ? next.malloc(size) : spare_take(size);
        if (copy && block) {
            size_t room = (size_t)(spare + SPARE - (char *)block);
            memcpy(copy, block, size < room ? size : room);
        }
        return copy;
    }
    bool there = block && allocator_forget(block, &was, frame[1]);
    void *moved = next.realloc(block, size);
    if (moved)
        return allocator_noted(moved, size, frame);
    if (there && size > 0)
        memory_allocator_note(block, was.size, was.site);
    return NULL;
}

EXPORTED void *realloc(void *block, size_t size)
{
    return allocator_resize(block, size, FRAME);
}

EXPORTED void *reallocarray(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return allocator_resize(block, bytes, FRAME);
}

EXPORTED void *memalign(size_t alignment, size_t size)
{
    return is_ready() ? allocator_noted(next.memalign(alignment, size), size, FRAME) : NULL;
}

EXPORTED void *aligned_alloc(size_t alignment, size_t size)
{
    return is_ready() ? allocator_noted(next.memalign(alignment, size), size, FRAME) : NULL;
}

EXPORTED int posix_memalign(void **place, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
    int before = errno;
    void *block = is_ready() ? allocator_noted(next.memalign(alignment, size), size, FRAME) : NULL;
    errno = before;
    if (!block)
        return ENOMEM;
    *place = block;
    return 0;
}

EXPORTED void free(void *block)
{
    struct allocation was;
    if (!block || spare_has(block) || !is_ready())
        return;
    allocator_forget(block, &was, FRAME[1]);
    next.free(block);
}

void allocator_note(const void *block, size_t size, const void *site)
{
    memory_allocator_note(block, size, (uintptr_t)site);
}

bool allocator_find(uint64_t address, struct allocation *found)
{
    if (!next.usable || broken)
        return false;
    if (__libc_single_threaded)
        return allocations_find(address, found);
    if (!table_enter())
        return false;
    bool there = allocations_find(address, found);
    table_leave();
    return there;
}
