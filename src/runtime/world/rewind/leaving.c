#include "runtime/world/rewind/leaving.h"

#include "runtime/next.h"
#include "runtime/weak.h"
#include "runtime/world/rewind/rewind.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { HANDLERS_MAX = 4096, LIBRARIES_MAX = 1024, OF_LIBRARY_MAX = 64 };

/* Exit handlers from before MPI_Init; later ones run before ours. For a library with very many
 * handlers, only the first ones are kept. */
static struct {
    void (*function)(void *argument);
    void *argument, *library;
} handlers[HANDLERS_MAX];
static struct {
    const void *handle; /* by which the library identifies itself */
    int count;
} libraries[LIBRARIES_MAX];
static int handler_count, library_count;
static bool prepared, as_usual;
/* Destructors of Fortran's library; the last one runs first. */
static void (**fortran_ends)(void);
static size_t fortran_end_count;
static void *(*flush_stream)(void *stream);
static void *streams[2]; /* std::cout, std::clog */

static bool leaving_is_in(const char *path, const char *const *prefixes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strncmp(path, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

/* Returns whether the file belongs to the system or to the MPI library, so that nothing it does at
 * the end can be seen. */
static bool leaving_is_of_system(const char *path)
{
    static const char *const places[] = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"};
    Dl_info mpi;
    if (strstr(path, "libtutti-") || leaving_is_in(path, places, sizeof places / sizeof *places))
        return true;
    if (!dladdr((void *)(uintptr_t)NEXT(PMPI_Init), &mpi) || !mpi.dli_fname)
        return false;
    const char *slash = strrchr(mpi.dli_fname, '/');
    return slash && strncmp(path, mpi.dli_fname, (size_t)(slash - mpi.dli_fname) + 1) == 0;
}

static const ElfW(Dyn) * dynamic_of(const struct dl_phdr_info *object)
{
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
            return (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
    return NULL;
}

/* Looks for destructors of the program. An object without any of its own has one, the
 * compiler's. */
static int has_destructors(struct dl_phdr_info *object, size_t size, void *data)
{
    bool *found = data;
    (void)size;
    if (*object->dlpi_name &&
        (leaving_is_of_system(object->dlpi_name) || *object->dlpi_name != '/'))
        return 0; /* linux-vdso has no path */
    const ElfW(Dyn) *entry = dynamic_of(object);
    for (; entry && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_FINI_ARRAYSZ && entry->d_un.d_val > sizeof(void *))
            *found = true;
    return 0;
}

/* Replaces dladdr(), which would look for the symbol too and is slow. */
struct leaving_search {
    uintptr_t address;
    bool found, of_system;
};

static int find_object(struct dl_phdr_info *object, size_t size, void *data)
{
    struct leaving_search *search = data;
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || search->address - object->dlpi_addr < part->p_vaddr ||
            search->address - object->dlpi_addr - part->p_vaddr >= part->p_memsz)
            continue;
        search->found = true;
        search->of_system = *object->dlpi_name && leaving_is_of_system(object->dlpi_name);
        return 1;
    }
    return 0;
}

static struct leaving_search leaving_find(const void *address)
{
    struct leaving_search search = {.address = (uintptr_t)address};
    dl_iterate_phdr(find_object, &search);
    return search;
}

/* Returns whether the program or a library of its own has registered the handler. A handler whose
 * function is no longer mapped went with its library. */
static bool leaving_is_own(int i)
{
    struct leaving_search function = leaving_find((const void *)(uintptr_t)handlers[i].function);
    struct leaving_search library = leaving_find(handlers[i].library);
    if (!function.found)
        return false;
    return library.found ? !library.of_system : !function.of_system;
}

static int find_ends(struct dl_phdr_info *object, size_t size, void *data)
{
    struct leaving_search search = {.address = (uintptr_t)data};
    const ElfW(Dyn) *entry = dynamic_of(object);
    if (!*object->dlpi_name || !find_object(object, size, &search) || !entry)
        return 0;
    for (; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_FINI_ARRAY)
            fortran_ends = (void (**)(void))(object->dlpi_addr + entry->d_un.d_ptr);
        if (entry->d_tag == DT_FINI_ARRAYSZ)
            fortran_end_count = entry->d_un.d_val / sizeof *fortran_ends;
    }
    return 1;
}

/* Finds the buffers of C++ and Fortran, which their libraries write at the end. Flushing Fortran's
 * units would wait for ever if the program ends in a statement that uses one, as it does after an
 * error in it; the library's destructors do not. */
static void find_streams(void)
{
    dl_iterate_phdr(find_ends, dlsym(RTLD_DEFAULT, "_gfortran_flush_i4"));
    flush_stream = (void *(*)(void *))(uintptr_t)dlsym(RTLD_DEFAULT, "_ZNSo5flushEv");
    streams[0] = dlsym(RTLD_DEFAULT, "_ZSt4cout");
    streams[1] = dlsym(RTLD_DEFAULT, "_ZSt4clog");
}

/* A program that does not include <iostream> has the objects, but nobody constructed them: they
 * have no virtual table. */
static bool is_constructed(void *stream)
{
    return stream && *(void **)stream;
}

static void flush_streams(void)
{
    for (size_t i = fortran_end_count; i > 0; i--)
        fortran_ends[i - 1]();
    for (int i = 0; flush_stream && i < 2; i++)
        if (is_constructed(streams[i]))
            flush_stream(streams[i]);
    fflush(NULL);
}

static void leaving_leave(int status, void *data)
{
    (void)data;
    if (as_usual)
        return;
    while (handler_count > 0) {
        handler_count--;
        handlers[handler_count].function(handlers[handler_count].argument);
    }
    flush_streams();
    rewind_end(status);
    syscall(SYS_exit_group, status);
}

void leaving_prepare(void)
{
    int own = 0;
    prepared = true;
    dl_iterate_phdr(has_destructors, &as_usual);
    for (int i = 0; i < library_count; i++) {
        struct leaving_search library = leaving_find(libraries[i].handle);
        if (libraries[i].count > OF_LIBRARY_MAX && library.found && !library.of_system)
            as_usual = true; /* not all handlers are known */
    }
    for (int i = 0; i < handler_count; i++)
        if (leaving_is_own(i))
            handlers[own++] = handlers[i];
    handler_count = own;
    find_streams();
    on_exit(leaving_leave, NULL);
}

/* Counts one more handler of the library; returns their number. */
static int count_library(const void *handle)
{
    int i = library_count;
    while (i > 0 && libraries[i - 1].handle != handle) /* usually the last one */
        i--;
    if (i == 0 && library_count < LIBRARIES_MAX) {
        i = ++library_count;
        libraries[i - 1].handle = handle;
    }
    return i > 0 ? ++libraries[i - 1].count : OF_LIBRARY_MAX;
}

static void leaving_keep(void (*function)(void *argument), void *argument, void *library)
{
    if (handler_count == HANDLERS_MAX) {
        as_usual = true;
        return;
    }
    handlers[handler_count].function = function;
    handlers[handler_count].argument = argument;
    handlers[handler_count++].library = library;
}

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c): of the C++ ABI, what atexit() calls. */
int __cxa_atexit(void (*function)(void *argument), void *argument, void *library);

__attribute__((visibility("default"))) int __cxa_atexit(void (*function)(void *argument),
                                                        void *argument, void *library)
{
    if (!prepared && count_library(library) <= OF_LIBRARY_MAX)
        leaving_keep(function, argument, library);
    return NEXT(__cxa_atexit)(function, argument, library);
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c) */
