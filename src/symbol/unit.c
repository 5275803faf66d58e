#include "symbol/unit.h"

#include "symbol/types.h"

#include <dwarf.h>
#include <string.h>

/* Limit on the nesting of blocks and inlined calls. */
enum { DEPTH_MAX = 256 };

/* A range of code of a function. */
struct function_range {
    Dwarf_Addr low, high; /* [low, high) */
    Dwarf_Die function;
};

struct unit {
    Dwarf_Die lines;     /* has the table of lines */
    Dwarf_Die functions; /* has the functions; differs if they are in a file of their own */
    bool ready;          /* the next fields are filled in */
    bool deep;           /* functions within functions are included */
    struct function_range *ranges;
    size_t range_count;
    const char *directory; /* directory of the compiler; NULL: not known */
    const char *name;      /* name of the source file, as given to the compiler; NULL: not known */
};

struct unit_range {
    Dwarf_Addr low, high;
    struct unit *unit;
};

/* A walk over the ranges of an entry. Code that the linker dropped keeps the address 0, where no
 * program has code. */
struct range_walk {
    Dwarf_Die *die;
    ptrdiff_t at;
    Dwarf_Addr base, low, high;
};

static bool range_next(struct range_walk *walk)
{
    do
        walk->at = dwarf_ranges(walk->die, walk->at, &walk->base, &walk->low, &walk->high);
    while (walk->at > 0 && (walk->low == 0 || walk->low >= walk->high));
    return walk->at > 0;
}

static const char *die_string(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    return dwarf_formstring(dwarf_attr_integrate(die, name, &attribute));
}

void units_load(struct units *units, Dwarf *dwarf, struct arena *arena)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Die die;
    while (dwarf_get_units(dwarf, cu, &cu, NULL, NULL, &die, NULL) == 0) {
        struct unit *unit = NULL;
        struct range_walk walk = {.die = &die};
        while (range_next(&walk)) {
            if (!unit) {
                unit = arena_alloc(arena, sizeof *unit);
                unit->lines = unit->functions = die;
            }
            *arena_push(arena, units->ranges, units->range_count) =
                (struct unit_range){walk.low, walk.high, unit};
        }
    }
}

/* Collects the ranges of functions. A function within another (a contained procedure of Fortran) is
 * in the entry of that one, but not in its code. Finding all of these means reading every entry of
 * the unit: `deep` is for addresses that no other function has. */
static void unit_collect_functions(struct unit *unit, Dwarf_Die *parent, bool deep, int depth,
                                   struct arena *arena)
{
    Dwarf_Die child;
    if (depth == DEPTH_MAX || dwarf_child(parent, &child) != 0)
        return;
    do {
        int tag = dwarf_tag(&child);
        if (tag == DW_TAG_subprogram) {
            struct range_walk walk = {.die = &child};
            while (range_next(&walk))
                *arena_push(arena, unit->ranges, unit->range_count) =
                    (struct function_range){walk.low, walk.high, child};
        }
        bool inside = tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
                      tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
                      tag == DW_TAG_union_type;
        if (tag == DW_TAG_module || tag == DW_TAG_namespace || (deep && inside))
            unit_collect_functions(unit, &child, deep, depth + 1, arena);
    } while (type_next_sibling(&child));
}

static void unit_prepare(struct unit *unit, struct arena *arena)
{
    if (unit->ready)
        return;
    unit->ready = true;
    /* With -gsplit-dwarf the functions are in a .dwo file. If that is missing, the lines are still
     * there. */
    uint8_t type;
    Dwarf_Die split;
    if (dwarf_cu_info(unit->lines.cu, NULL, &type, NULL, &split, NULL, NULL, NULL) == 0 &&
        type == DW_UT_skeleton && split.addr)
        unit->functions = split;
    unit->directory = die_string(&unit->lines, DW_AT_comp_dir);
    unit->name = die_string(&unit->functions, DW_AT_name);
    unit_collect_functions(unit, &unit->functions, false, 0, arena);
}

static bool unit_starts(const char *string, const char *start, size_t length)
{
    return string && strncmp(string, start, length) == 0;
}

/* Returns the path as it was given to the compiler. libdw puts the directory before a relative
 * path, and clang puts "./" before a header beside the source. */
static const char *unit_path(const struct unit *unit, const char *path)
{
    if (!path || unit_starts(unit->name, "/", 1))
        return path;
    size_t length = unit->directory ? strlen(unit->directory) : 0;
    while (length > 0 && unit->directory[length - 1] == '/')
        length--;
    if (unit->directory && unit_starts(path, unit->directory, length) && path[length] == '/') {
        path += length;
        path += strspn(path, "/");
    }
    return unit_starts(path, "./", 2) && !unit_starts(unit->name, "./", 2) ? path + 2 : path;
}

/* Follows the blocks that hold the address inwards, and appends each inlined call; with `blocks`
 * also the blocks. */
static void collect_inlined(Dwarf_Die *scope, Dwarf_Addr address, int depth, bool blocks,
                            struct arena *arena, Dwarf_Die **chain, size_t *chain_count)
{
    Dwarf_Die child;
    if (depth == DEPTH_MAX || dwarf_child(scope, &child) != 0)
        return;
    size_t before = *chain_count;
    do {
        int tag = dwarf_tag(&child);
        if (tag == DW_TAG_inlined_subroutine && dwarf_haspc(&child, address) > 0) {
            *arena_push(arena, *chain, *chain_count) = child;
            collect_inlined(&child, address, depth + 1, blocks, arena, chain, chain_count);
        } else if (tag == DW_TAG_lexical_block || tag == DW_TAG_try_block ||
                   tag == DW_TAG_catch_block) {
            /* If a block states no range, its content decides. */
            bool states =
                dwarf_hasattr(&child, DW_AT_low_pc) || dwarf_hasattr(&child, DW_AT_ranges);
            bool holds = states && dwarf_haspc(&child, address) > 0;
            if (blocks && holds)
                *arena_push(arena, *chain, *chain_count) = child;
            if (!states || holds)
                collect_inlined(&child, address, depth + 1, blocks, arena, chain, chain_count);
        }
    } while ((blocks || *chain_count == before) && type_next_sibling(&child));
}

static int die_number(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;
    if (dwarf_formudata(dwarf_attr(die, name, &attribute), &value) != 0 || value > INT32_MAX)
        return 0;
    return (int)value;
}

/* Finds the place where a function was inlined. */
static void locate_call(const struct unit *unit, Dwarf_Die *inlined, struct frame *frame)
{
    Dwarf_Die die = unit->functions;
    Dwarf_Files *files;
    size_t file_count;
    if (!dwarf_hasattr(inlined, DW_AT_call_file) ||
        dwarf_getsrcfiles(&die, &files, &file_count) != 0)
        return;
    size_t file = (size_t)die_number(inlined, DW_AT_call_file);
    if (file >= file_count)
        return;
    frame->file = unit_path(unit, dwarf_filesrc(files, file, NULL, NULL));
    frame->directory = unit->directory;
    frame->line = die_number(inlined, DW_AT_call_line);
    frame->column = die_number(inlined, DW_AT_call_column);
}

static void locate_address(const struct unit *unit, Dwarf_Addr address, struct frame *frame)
{
    Dwarf_Die die = unit->lines;
    Dwarf_Line *line = dwarf_getsrc_die(&die, address);
    if (!line)
        return;
    frame->file = unit_path(unit, dwarf_linesrc(line, NULL, NULL));
    frame->directory = unit->directory;
    if (dwarf_lineno(line, &frame->line) != 0)
        frame->line = 0;
    if (dwarf_linecol(line, &frame->column) != 0)
        frame->column = 0;
}

static bool starts_program(Dwarf_Die *die, const char *function, const char *linkage)
{
    /* The main program of Fortran has a name chosen by the user. A main that the compiler makes
     * calls it, or inlines it. */
    Dwarf_Attribute attribute;
    Dwarf_Word convention;
    if (dwarf_attr_integrate(die, DW_AT_main_subprogram, &attribute))
        return true;
    if (dwarf_formudata(dwarf_attr_integrate(die, DW_AT_calling_convention, &attribute),
                        &convention) == 0 &&
        convention == DW_CC_program)
        return true;
    /* A method, or a procedure of a module, may also be called main. */
    return function && strcmp(function, "main") == 0 && (!linkage || strcmp(linkage, "main") == 0);
}

static void name_function(Dwarf_Die *die, struct frame *frame)
{
    const char *linkage = die_string(die, DW_AT_linkage_name);
    frame->function = dwarf_diename(die);
    Dwarf_Attribute attribute;
    Dwarf_Word line;
    if (dwarf_formudata(dwarf_attr_integrate(die, DW_AT_decl_line, &attribute), &line) == 0 &&
        line <= INT32_MAX)
        frame->declared = (int)line;
    frame->is_main = starts_program(die, frame->function, linkage);
    if (!frame->function)
        frame->function = linkage;
}

/* Finds the unit with the smallest range that holds the address: where ranges of different units
 * overlap, the smaller one is more exact. */
static struct unit *find_unit(const struct units *units, Dwarf_Addr address)
{
    const struct unit_range *best = NULL;
    for (size_t i = 0; i < units->range_count; i++) {
        const struct unit_range *range = &units->ranges[i];
        if (range->low <= address && address < range->high &&
            (!best || range->high - range->low < best->high - best->low))
            best = range;
    }
    return best ? best->unit : NULL;
}

static const Dwarf_Die *search_functions(const struct unit *unit, Dwarf_Addr address)
{
    const struct function_range *best = NULL;
    for (size_t i = 0; i < unit->range_count; i++) {
        const struct function_range *range = &unit->ranges[i];
        if (range->low <= address && address < range->high &&
            (!best || range->high - range->low < best->high - best->low))
            best = range;
    }
    return best ? &best->function : NULL;
}

static const Dwarf_Die *find_function(struct unit *unit, Dwarf_Addr address, struct arena *arena)
{
    const Dwarf_Die *found = search_functions(unit, address);
    if (found || unit->deep)
        return found;
    unit->deep = true;
    unit->ranges = NULL;
    unit->range_count = 0;
    unit_collect_functions(unit, &unit->functions, true, 0, arena);
    return search_functions(unit, address);
}

void units_find(const struct units *units, Dwarf_Addr address, struct arena *arena,
                struct frame **frames, size_t *frame_count)
{
    struct unit *unit = find_unit(units, address);
    if (!unit)
        return;
    unit_prepare(unit, arena);

    Dwarf_Die *chain = NULL; /* outermost first */
    size_t chain_count = 0;
    const Dwarf_Die *function = find_function(unit, address, arena);
    struct frame innermost = {0};
    locate_address(unit, address, &innermost);
    if (!function) {
        if (innermost.file)
            *arena_push(arena, *frames, *frame_count) = innermost;
        return;
    }
    *arena_push(arena, chain, chain_count) = *function;
    collect_inlined(&chain[0], address, 0, false, arena, &chain, &chain_count);
    for (size_t i = chain_count; i-- > 0;) {
        struct frame frame = {0};
        if (i == chain_count - 1)
            frame = innermost;
        else
            locate_call(unit, &chain[i + 1], &frame);
        name_function(&chain[i], &frame);
        frame.inlined = i > 0;
        *arena_push(arena, *frames, *frame_count) = frame;
    }
}

bool units_scopes(const struct units *units, Dwarf_Addr address, struct arena *arena,
                  struct unit_scopes *scopes)
{
    struct unit *unit = find_unit(units, address);
    *scopes = (struct unit_scopes){0};
    if (!unit)
        return false;
    unit_prepare(unit, arena);
    scopes->unit = unit->functions;
    const Dwarf_Die *function = find_function(unit, address, arena);
    if (function) {
        *arena_push(arena, scopes->list, scopes->count) = *function;
        Dwarf_Die outermost = *function;
        collect_inlined(&outermost, address, 0, true, arena, &scopes->list, &scopes->count);
    }
    Dwarf_Die lines = unit->lines;
    Dwarf_Line *line = dwarf_getsrc_die(&lines, address);
    if (line && dwarf_lineno(line, &scopes->line) == 0)
        scopes->source = dwarf_linesrc(line, NULL, NULL);
    return true;
}

const char *units_path(const struct units *units, Dwarf_Addr address, const char *path)
{
    const struct unit *unit = find_unit(units, address);
    return unit && path ? unit_path(unit, path) : path;
}
