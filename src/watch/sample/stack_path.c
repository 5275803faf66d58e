#include "watch/sample/stack_path.h"

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

enum kind { KIND_OWN, KIND_MPI, KIND_SYSTEM };

static const char *stack_path_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns whether the module is one that every program is linked with, or a part of the kernel. */
static bool is_system(const char *module)
{
    static const char *const names[] = {"libc.so*",        "libc-*.so", "libm.so*",  "libm-*.so",
                                        "libpthread*.so*", "librt.so*", "libdl.so*", "ld-*.so*",
                                        "libgcc_s.so*",    "[vdso]",    "[vsyscall]"};
    if (!module)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        /* The names of the last two contain brackets, which are no pattern. */
        bool same = names[i][0] == '[' ? strcmp(names[i], module) == 0
                                       : fnmatch(names[i], stack_path_base_name(module), 0) == 0;
        if (same)
            return true;
    }
    return false;
}

static bool stack_path_starts_with(const char *string, const char *start)
{
    return strncmp(string, start, strlen(start)) == 0;
}

static bool stack_path_cut_end(char *string, const char *end)
{
    size_t length = strlen(string), end_length = strlen(end);
    if (length <= end_length || strcmp(string + length - end_length, end) != 0)
        return false;
    string[length - end_length] = '\0';
    return true;
}

/* Returns "MPI_Type_size" for "type_size_", "TYPE_SIZE", "type_size_f08ts_". */
static const char *name_from_fortran(const char *rest, struct arena *arena)
{
    char *name = arena_printf(arena, "MPI_%s", rest);
    for (char *each = name + strlen("MPI_"); *each; each++)
        *each = (char)tolower((unsigned char)*each);
    while (stack_path_cut_end(name, "_"))
        ;
    if (!stack_path_cut_end(name, "_f08ts"))
        stack_path_cut_end(name, "_f08");
    if (!islower((unsigned char)name[4]))
        return NULL;
    name[4] = (char)toupper((unsigned char)name[4]);
    return name;
}

/* Returns the string behind the prefix; NULL: it does not begin with the prefix. */
static const char *stack_path_behind(const char *string, const char *prefix)
{
    return stack_path_starts_with(string, prefix) ? string + strlen(prefix) : NULL;
}

const char *stack_mpi_name(const char *function, bool in_library, struct arena *arena)
{
    if (!function)
        return NULL;
    const char *rest = stack_path_behind(function, "PMPI_");
    rest = rest ? rest : stack_path_behind(function, "MPI_");
    if (rest && isupper((unsigned char)rest[0])) {
        /* In C, only the first letter of the first word is upper case, except for MPI_T_. */
        bool small = false;
        for (const char *each = rest; *each; each++)
            small = small || islower((unsigned char)*each);
        if (small)
            return arena_printf(arena, "MPI_%s", rest);
        return in_library ? name_from_fortran(rest, arena) : NULL;
    }
    if (!in_library)
        return NULL; /* users give such names to their own functions */
    const char *module =
        strstr(function, "_MOD_"); /* gfortran's mark between module and procedure */
    function = module ? module + strlen("_MOD_") : function;
    static const char *const prefixes[] = {"pmpi_", "mpi_"}, *const own_prefixes[] = {"pompi_",
                                                                                      "ompi_"};
    for (size_t i = 0; i < 2; i++) {
        rest = stack_path_behind(function, prefixes[i]);
        if (rest)
            return name_from_fortran(rest, arena);
        rest =
            stack_path_behind(function, own_prefixes[i]); /* Open MPI's ompi_send_f is mpi_send_ */
        if (rest && strlen(rest) > 2 && strcmp(rest + strlen(rest) - 2, "_f") == 0) {
            char *copy = arena_copy(arena, rest);
            copy[strlen(copy) - 2] = '\0';
            return name_from_fortran(copy, arena);
        }
    }
    return NULL;
}

struct walk {
    struct arena *arena;
    struct stack_path *path;
    enum kind last;
    bool linked_in; /* inside an MPI that is linked into the program */
    bool named;     /* the line of the stretch of MPI has its final name */
};

static struct stack_line *push_line(struct walk *walk)
{
    return arena_push(walk->arena, walk->path->lines, walk->path->count);
}

static const char *frame_name(const struct frame *frame, struct arena *arena)
{
    return frame->function ? frame->function : symbols_format_frame(frame, arena);
}

static void add_mpi(struct walk *walk, const struct frame *frame)
{
    struct stack_path *path = walk->path;
    bool entered = walk->last != KIND_MPI;
    if (!entered && walk->named)
        return;
    const char *name = stack_mpi_name(frame->function, true, walk->arena);
    if (entered)
        push_line(walk);
    if (entered || name)
        path->lines[path->count - 1] =
            (struct stack_line){.function = name ? name : frame_name(frame, walk->arena)};
    walk->named = name != NULL;
    if (entered || name)
        path->mpi_function = name;
    path->in_mpi = true;
    walk->last = KIND_MPI;
}

static void add_frame(struct walk *walk, const struct frame *frame)
{
    bool own = symbols_own_frame(frame);
    bool named = own && stack_mpi_name(frame->function, false, walk->arena);
    walk->linked_in = walk->linked_in || named;
    if (!own || walk->linked_in) {
        add_mpi(walk, frame);
        return;
    }
    if (is_system(frame->module)) {
        if (walk->last == KIND_OWN)
            push_line(walk)->function = frame_name(frame, walk->arena);
        walk->last = walk->last == KIND_MPI ? KIND_MPI : KIND_SYSTEM;
        return;
    }
    *push_line(walk) = (struct stack_line){
        .function = frame_name(frame, walk->arena), .file = frame->file, .line = frame->line};
    walk->last = KIND_OWN;
}

void stack_path_from_frames(const struct frame *const *frames, size_t count, bool complete,
                            struct arena *arena, struct stack_path *path)
{
    *path = (struct stack_path){.complete = complete};
    struct walk walk = {.arena = arena, .path = path, .last = KIND_OWN};
    /* The frames that start a thread are the same for all. */
    size_t left = count;
    while (left > 0 && is_system(frames[left - 1]->module))
        left--;
    if (left == 0)
        left = count;
    while (left-- > 0)
        add_frame(&walk, frames[left]);
}

/* Adds the frames at an address; returns false at the start of the program. The path contains only
 * the function names of libraries, so their debug information need not be read. */
static bool add_frames_at(struct symbols *symbols, uint64_t pc, bool is_return_address,
                          struct arena *arena, const struct frame ***frames, size_t *count)
{
    bool system = is_system(symbols_find_module(symbols, pc, is_return_address));
    if (system || !symbols_own_address(symbols, pc, is_return_address)) {
        const struct frame *frame = symbols_find_function(symbols, pc, is_return_address);
        if (system && frame->function && stack_path_starts_with(frame->function, "__libc_start_"))
            return false;
        *arena_push(arena, *frames, *count) = frame;
        return true;
    }
    const struct frame *found;
    size_t found_count;
    symbols_find(symbols, pc, is_return_address, &found, &found_count);
    for (size_t i = 0; i < found_count; i++) {
        *arena_push(arena, *frames, *count) = &found[i];
        if (found[i].is_main)
            return false;
    }
    return true;
}

void stack_path_make(struct symbols *symbols, const uint64_t *pcs, size_t count,
                     enum unwind_end end, struct arena *arena, struct stack_path *path)
{
    const struct frame **frames = NULL;
    size_t frame_count = 0;
    bool started = false;
    for (size_t i = 0; i < count && !started; i++)
        started = !add_frames_at(symbols, pcs[i], i > 0, arena, &frames, &frame_count);
    stack_path_from_frames(frames, frame_count, started || end == UNWIND_COMPLETE, arena, path);
}

static bool is_named_mpi(struct symbols *symbols, uint64_t pc, bool is_return_address)
{
    struct arena arena = {0};
    const struct frame *frames;
    size_t frame_count;
    symbols_find(symbols, pc, is_return_address, &frames, &frame_count);
    bool is = stack_mpi_name(frames[frame_count - 1].function, false, &arena) != NULL;
    arena_free(&arena);
    return is;
}

size_t stack_mpi_depth(struct symbols *symbols, const uint64_t *pcs, size_t count)
{
    for (size_t i = count; i > 0; i--)
        if (!symbols_own_address(symbols, pcs[i - 1], i > 1))
            return i;
    for (size_t i = symbols_own_all(symbols) ? count : 0; i > 0; i--)
        if (is_named_mpi(symbols, pcs[i - 1], i > 1))
            return i;
    return 0;
}
