#include "runtime/world/allocator.h"

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
#define SITE     ((uintptr_t)__builtin_return_address(0))

/* The allocator behind this one. */
static struct {
    void *(*malloc)(size_t size);
    void *(*calloc)(size_t count, size_t size);
    void *(*realloc)(void *block, size_t size);
    void *(*memalign)(size_t alignment, size_t size);
    void (*free)(void *block);
    size_t (*usable)(void *block); /* NULL: it does not say, and nothing is noted */
} next;

/* While it is looked for, the dynamic linker may ask for memory itself. */
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

static void *symbol_of(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* An allocator may come without malloc_usable_size(): that of the C library knows nothing of it. */
static bool is_together(void *one, void *other)
{
    Dl_info left, right;
    return one && other && dladdr(one, &left) && dladdr(other, &right) &&
           left.dli_fbase == right.dli_fbase;
}

static void look_for_next(void)
{
    looking = true;
    void *usable = symbol_of("malloc_usable_size"), *first = symbol_of("malloc");
    *(void **)&next.calloc = symbol_of("calloc");
    *(void **)&next.realloc = symbol_of("realloc");
    *(void **)&next.memalign = symbol_of("memalign");
    *(void **)&next.free = symbol_of("free");
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

/* Code that asks for memory: of which file, and whether that is noted. Entries are only added. */
struct code {
    uintptr_t start, end;
    bool noted;
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
        if (part->p_type != PT_LOAD || search->address - start >= part->p_memsz)
            continue;
        search->found = (struct code){start, start + part->p_memsz, is_noted_file(file->dlpi_name)};
        return 1;
    }
    return 0;
}

static bool learn_code(uintptr_t site)
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
    return search.found.noted;
}

static bool is_noted(uintptr_t site)
{
    const size_t count = code_count;
    for (size_t i = 0; i < count; i++)
        if (site - codes[i].start < codes[i].end - codes[i].start)
            return codes[i].noted;
    return learn_code(site);
}

/* The thread that is at the table; each is the address of what it has of its own. */
static _Atomic(char *) holder;
static _Thread_local char self __attribute__((tls_model("initial-exec")));
static bool broken; /* a signal came in between, and its handler allocates: nothing is known */

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

/* The thread that was there has no twin in a child. */
static void after_fork(void)
{
    broken = broken || (holder && holder != &self);
    holder = NULL;
}

__attribute__((constructor)) static void prepare(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}

static void note(const void *block, size_t size, uintptr_t site)
{
    if (!next.usable || !table_enter())
        return;
    allocations_add(&(struct allocation){(uintptr_t)block, size, site},
                    next.usable((void *)(uintptr_t)block));
    table_leave();
}

static bool forget(void *block, struct allocation *was)
{
    if (!next.usable || !table_enter())
        return false;
    bool there = allocations_remove((uintptr_t)block, next.usable(block), was);
    table_leave();
    return there;
}

static void *noted(void *block, size_t size, uintptr_t site)
{
    if (block && is_noted(site))
        note(block, size, site);
    return block;
}

EXPORTED void *malloc(size_t size)
{
    return is_ready() ? noted(next.malloc(size), size, SITE) : spare_take(size);
}

EXPORTED void *calloc(size_t count, size_t size)
{
    /* An overflow has failed in there. */
    return is_ready() ? noted(next.calloc(count, size), count * size, SITE)
                      : spare_take(count * size);
}

static void *reallocate(void *block, size_t size, uintptr_t site)
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
    bool there = block && forget(block, &was);
    void *moved = next.realloc(block, size);
    if (moved)
        return noted(moved, size, site);
    if (there && size > 0)
        note(block, was.size, was.site);
    return NULL;
}

EXPORTED void *realloc(void *block, size_t size)
{
    return reallocate(block, size, SITE);
}

EXPORTED void *reallocarray(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return reallocate(block, bytes, SITE);
}

EXPORTED void *memalign(size_t alignment, size_t size)
{
    return is_ready() ? noted(next.memalign(alignment, size), size, SITE) : NULL;
}

EXPORTED void *aligned_alloc(size_t alignment, size_t size)
{
    return is_ready() ? noted(next.memalign(alignment, size), size, SITE) : NULL;
}

EXPORTED int posix_memalign(void **place, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
    int before = errno;
    void *block = is_ready() ? noted(next.memalign(alignment, size), size, SITE) : NULL;
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
    forget(block, &was);
    next.free(block);
}

bool allocator_find(uint64_t address, struct allocation *found)
{
    if (!next.usable || !table_enter())
        return false;
    bool there = !broken && allocations_find(address, found);
    table_leave();
    return there;
}
