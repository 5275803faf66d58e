/* stack.c: decides which frames are the user's own, and writes them as text. */
#include "base/source/source_place.h"
#include "symbol/symbol_private.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

static const char *stack_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool symbols_own_frame(const struct frame *frame)
{
    /* Names of files, mostly followed by a version: libmpi.so.40.30.4. A user's library must not
     * match: libmpi_helpers.so is one. */
    static const char *const foreign[] = {
        "libtutti-*.so*",
        /* MPICH and MPIs based on it */
        "libmpi.so*", "libmpich.so*", "libmpichf90.so*", "libmpichfort.so*", "libmpichcxx.so*",
        "libmpifort.so*", "libmpicxx.so*", "libpmpi.so*", "libmpl.so*", "libopa.so*",
        "libmpi_cray*.so*", "libmpi_gnu*.so*", "libmpi_intel*.so*", "libmpi_ilp64.so*",
        "libmpifort_*.so*",
        /* Open MPI */
        "libmpi_cxx.so*", "libmpi_mpifh.so*", "libmpi_usempi*.so*", "libmpi_f77.so*",
        "libmpi_f90.so*", "libmpi_java.so*", "libmpi*_openmpi*.so*", "libompitrace.so*",
        "libopen-rte.so*", "libopen-pal.so*", "libprrte.so*", "libmca_common_*.so*", "mca_*.so",
        /* libraries that they are built on */
        "libpmi.so*", "libpmi2.so*", "libpmix.so*", "libhwloc.so*", "libucp.so*", "libucs.so*",
        "libuct.so*", "libucm.so*", "libuct_*.so*", "libucs_*.so*", "libucx_*.so*", "libucc.so*",
        "libfabric.so*", "libpsm_infinipath.so*", "libpsm2.so*", "libhcoll.so*", "libsharp*.so*",
        "libcxi.so*", "libibverbs.so*", "librdmacm.so*", "libevent-2*.so*", "libevent_core-2*.so*",
        "libevent_pthreads-2*.so*"};
    if (!frame->module)
        return true;
    const char *name = stack_base_name(frame->module);
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (fnmatch(foreign[i], name, 0) == 0)
            return false;
    return true;
}

/* Says whether every program is linked with the library: for errors in abort() or memcpy() the
 * caller is responsible. */
static bool stack_is_of_system(const char *module)
{
    static const char *const names[] = {"libc.",       "libc-",       "libm.",    "libm-",
                                        "ld-",         "libpthread.", "libgcc_s", "libstdc++",
                                        "libgfortran", "libgomp",     "libomp."};
    const char *name = stack_base_name(module);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

bool symbols_own_line(const struct frame *frame)
{
    return frame->file && frame->line > 0 && symbols_own_frame(frame) &&
           !(frame->module && stack_is_of_system(frame->module)) && !source_is_system(frame->file);
}

const char *symbols_directory(const struct frame *frame, struct arena *arena)
{
    char here[PATH_MAX];
    if (!frame->file || frame->file[0] == '/' || !frame->directory || frame->directory[0] != '/' ||
        !getcwd(here, sizeof here) || strcmp(here, frame->directory) == 0)
        return NULL;
    return arena_copy(arena, frame->directory);
}

static bool own_module(struct module *module)
{
    if (module->owner == OWNER_UNKNOWN)
        module->owner = symbols_own_frame(&(struct frame){.module = module->mapping.path})
                            ? OWNER_USER
                            : OWNER_OTHER;
    return module->owner == OWNER_USER;
}

bool symbols_own_address(struct symbols *symbols, uint64_t pc, bool is_return_address)
{
    struct module *module = symbols_module_at(symbols, pc - (is_return_address ? 1 : 0));
    return !module || own_module(module);
}

bool symbols_own_all(struct symbols *symbols)
{
    for (size_t i = 0; i < symbols->module_count; i++)
        if (!own_module(&symbols->modules[i]))
            return false;
    return true;
}

/* Removes the frames that call main, for programs that are stripped of that name. The C library may
 * be stripped too; then only the outer one of the two frames has a name. */
static bool cut_at_start(const struct frame **frames, size_t *count)
{
    const struct frame *last = frames[*count - 1];
    if (!last->function || strncmp(last->function, "__libc_start_", 13) != 0)
        return false;
    do
        --*count;
    while (*count > 0 && !frames[*count - 1]->function &&
           frames[*count - 1]->module == last->module);
    return true;
}

/* Returns all frames of the stack, innermost first, up to the start of the program. */
static size_t whole_stack(struct symbols *symbols, const uint64_t *pcs, size_t pc_count,
                          bool is_return_address, struct arena *arena, const struct frame ***frames)
{
    size_t total = 0;
    *frames = NULL;
    for (size_t i = 0; i < pc_count; i++) {
        const struct frame *found;
        size_t count;
        symbols_find(symbols, pcs[i], i > 0 || is_return_address, &found, &count);
        for (size_t j = 0; j < count; j++) {
            *arena_push(arena, *frames, total) = &found[j];
            if (found[j].is_main || cut_at_start(*frames, &total))
                return total;
        }
    }
    return total;
}

size_t symbols_user_stack(struct symbols *symbols, const uint64_t *pcs, size_t pc_count,
                          bool is_return_address, struct arena *arena, const struct frame ***frames)
{
    size_t total = whole_stack(symbols, pcs, pc_count, is_return_address, arena, frames);
    size_t own = 0;
    for (size_t i = 0; i < total; i++)
        own += symbols_own_frame((*frames)[i]);
    if (own == 0)
        return total;
    own = 0;
    for (size_t i = 0; i < total; i++)
        if (symbols_own_frame((*frames)[i]))
            (*frames)[own++] = (*frames)[i];
    return own;
}

static char *frame_text(const struct frame *frame, struct arena *arena)
{
    const char *function = frame->function ? frame->function : "??";
    if (frame->file && frame->line > 0)
        return arena_printf(arena, "%s at %s:%d", function, frame->file, frame->line);
    if (frame->file)
        return arena_printf(arena, "%s at %s", function, frame->file);
    if (frame->module && *frame->module)
        return arena_printf(arena, "%s in %s+0x%" PRIx64, function, stack_base_name(frame->module),
                            frame->offset);
    return arena_printf(arena, "%s at address 0x%" PRIx64, function, frame->offset);
}

/* Names from damaged debug information may contain line breaks. */
char *symbols_format_frame(const struct frame *frame, struct arena *arena)
{
    char *text = frame_text(frame, arena);
    for (char *each = text; *each; each++)
        if ((unsigned char)*each < ' ' || *each == 127)
            *each = '?';
    return text;
}

size_t symbols_format_stack(struct symbols *symbols, const uint64_t *pcs, size_t pc_count,
                            bool is_return_address, struct arena *arena, const char ***lines)
{
    const struct frame **frames;
    size_t count = symbols_user_stack(symbols, pcs, pc_count, is_return_address, arena, &frames);
    *lines = arena_alloc(arena, count * sizeof **lines);
    for (size_t i = 0; i < count; i++)
        (*lines)[i] = symbols_format_frame(frames[i], arena);
    return count;
}
