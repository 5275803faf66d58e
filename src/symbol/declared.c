#include "symbol/declared.h"

#include "symbol/location.h"
#include "symbol/statement.h"
#include "symbol/symbol_private.h"
#include "symbol/types.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAMES_MAX = 32,
    HOPS_MAX = 2,      /* pointers that are followed to find another one */
    ELEMENTS_MAX = 16, /* elements of an array of pointers that are examined */
    READS_MAX = 1024,  /* reads of memory for one question */
    NESTING_MAX = 16,
};

/* A frame, with the scopes there. */
struct scope {
    struct location_frame at;
    struct module *module;
    struct unit_scopes scopes;
    struct statement *statement;
    bool fortran;
    bool external; /* a procedure that callers may call without its interface */
};

struct declared_view {
    struct symbols *symbols;
    struct arena *arena;
    pid_t process;
    struct scope *scopes;
    size_t count;
};

/* The state of one question. */
struct search {
    struct declared_view *view;
    uint64_t address, low, high;
    const struct scope *scope;
    int frame;
    struct declared *found;
    size_t count;
    int reads;
};

/* The examined variable, and the way from it to a pointer in it. */
struct trail {
    Dwarf_Die *root;
    const char *name; /* name of the root, or of the last member that is named by the user */
    bool foreign;     /* all members on the way belong to a library: _M_start */
    bool whole;       /* the root itself, no member */
};

static bool declared_is_fortran(const struct scope *scope)
{
    Dwarf_Die unit = scope->scopes.unit;
    Dwarf_Attribute attribute;
    Dwarf_Word language;
    if (dwarf_formudata(dwarf_attr(&unit, DW_AT_language, &attribute), &language) != 0)
        return false;
    return language == DW_LANG_Fortran77 || language == DW_LANG_Fortran90 ||
           language == DW_LANG_Fortran95 || language == DW_LANG_Fortran03 ||
           language == DW_LANG_Fortran08;
}

/* Says whether the scope is a procedure outside of modules and other procedures. */
static bool is_external(const struct scope *scope)
{
    Dwarf_Die *outwards = NULL;
    int count =
        scope->scopes.count > 0 ? dwarf_getscopes_die(&scope->scopes.list[0], &outwards) : 0;
    bool external = count > 1 && dwarf_tag(&outwards[1]) == DW_TAG_compile_unit;
    free(outwards);
    return external;
}

struct declared_view *declared_look(struct symbols *symbols, pid_t process,
                                    const struct unwind_input *input, struct arena *arena)
{
    struct unwind_frame frames[FRAMES_MAX];
    struct declared_view *view = arena_alloc(arena, sizeof *view);
    size_t count = 0;
    struct error error;
    *view = (struct declared_view){.symbols = symbols, .arena = arena, .process = process};
    if (unwind_frames(symbols, input, frames, FRAMES_MAX, &count, &error) != 0)
        return view;
    view->scopes = arena_alloc(arena, (count + 1) * sizeof *view->scopes);
    for (size_t i = 0; i < count; i++) {
        struct scope scope = {.module = symbols_module_at(symbols, frames[i].pc)};
        module_load(scope.module, symbols->dwfl, &symbols->arena);
        scope.at = (struct location_frame){
            .process = process, .frame = frames[i], .bias = scope.module->debug_bias};
        if (!units_scopes(&scope.module->units, frames[i].pc - scope.at.bias, &symbols->arena,
                          &scope.scopes))
            continue;
        scope.at.function = scope.scopes.count > 0 ? &scope.scopes.list[0] : NULL;
        scope.statement = statement_read(scope.scopes.source, scope.scopes.line, arena);
        scope.fortran = declared_is_fortran(&scope);
        scope.external = scope.fortran && is_external(&scope);
        view->scopes[view->count++] = scope;
    }
    return view;
}

static bool is_named_in(const struct scope *scope, const struct trail *trail)
{
    bool fold = scope->fortran;
    const char *root = dwarf_diename(trail->root);
    return statement_names(scope->statement, trail->foreign ? root : trail->name, fold);
}

/* Says whether the statement of the variable's own frame names it; for a global variable, that of
 * any frame. */
static bool is_named(const struct search *search, const struct trail *trail)
{
    const struct declared_view *view = search->view;
    if (search->frame >= 0)
        return is_named_in(search->scope, trail);
    for (size_t i = 0; i < view->count; i++)
        if (is_named_in(&view->scopes[i], trail))
            return true;
    return false;
}

/* Returns the file of an entry. Since DWARF 5 the first file of a unit has the number 0, which
 * libdw takes for none. */
static const char *declared_file_of(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Word number;
    Dwarf_Die unit;
    Dwarf_Files *files;
    size_t count;
    const char *file = dwarf_decl_file(die);
    if (file || dwarf_formudata(dwarf_attr_integrate(die, DW_AT_decl_file, &attribute), &number) ||
        number != 0 || !dwarf_diecu(die, &unit, NULL, NULL) ||
        dwarf_getsrcfiles(&unit, &files, &count) != 0 || count == 0)
        return file;
    return dwarf_filesrc(files, 0, NULL, NULL);
}

static struct declared *found_add(struct search *search, const struct trail *trail,
                                  const Dwarf_Die *type)
{
    struct arena *arena = search->view->arena;
    const struct scope *scope = search->scope;
    struct declared *found = arena_push(arena, search->found, search->count);
    *found = (struct declared){.name = trail->foreign ? dwarf_diename(trail->root) : trail->name,
                               .named = is_named(search, trail),
                               .parameter = trail->whole &&
                                            dwarf_tag(trail->root) == DW_TAG_formal_parameter,
                               .frame = search->frame,
                               .bytes = UINT64_MAX};
    found->unchecked = found->parameter && scope->external;
    found->file = units_path(&scope->module->units, scope->at.frame.pc - scope->at.bias,
                             declared_file_of(trail->root));
    if (dwarf_decl_line(trail->root, &found->line) != 0)
        found->file = NULL;
    if (type) {
        struct declared_type *kept = arena_alloc(arena, sizeof *kept);
        kept->die = *type;
        found->type = kept;
    }
    return found;
}

static bool is_aggregate(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

static bool is_pointer(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);
    return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
           tag == DW_TAG_rvalue_reference_type;
}

/* Examines a pointer to elements of the type (NULL for void) with this value. Later bytes of the
 * same block of numbers belong to further elements. Anything may follow a struct. */
static void match_pointer(struct search *search, const struct trail *trail, uint64_t value,
                          Dwarf_Die *target)
{
    bool inside = search->high > search->low && value >= search->low && value <= search->address;
    bool first = target && value <= search->address &&
                 search->address - value < type_bytes(target) && type_bytes(target) > 1;
    if (value != search->address && !first && (!inside || (target && is_aggregate(target))))
        return;
    struct declared *found = found_add(search, trail, target);
    found->pointed = true;
    found->address = value;
    found->repeats = target && !is_aggregate(target);
    if (target && is_aggregate(target)) {
        uint64_t size = type_bytes(target);
        found->bytes = size;
        if (inside && size > 0 && (search->high - value) % size == 0)
            found->room = search->high - value;
    }
}

static void declared_scan(struct search *search, const struct trail *trail, Dwarf_Die *type,
                          uint64_t address, int hops, int depth);

static void follow_pointer(struct search *search, const struct trail *trail, Dwarf_Die *type,
                           uint64_t value, int hops, int depth)
{
    Dwarf_Die target;
    if (value == 0)
        return;
    if (!type_of(type, &target)) {
        match_pointer(search, trail, value, NULL);
        return;
    }
    match_pointer(search, trail, value, &target);
    if (hops == 0)
        return;
    if (is_aggregate(&target))
        declared_scan(search, trail, &target, value, hops - 1, depth + 1);
    for (uint64_t i = 0; is_pointer(&target) && i < ELEMENTS_MAX; i++)
        declared_scan(search, trail, &target, value + i * sizeof(void *), hops - 1, depth + 1);
}

/* Follows the descriptor of an allocatable array or a pointer of Fortran to its elements. */
static void follow_descriptor(struct search *search, const struct trail *trail, Dwarf_Die *type,
                              uint64_t address)
{
    Dwarf_Attribute attribute;
    struct location_answer answer;
    Dwarf_Die element;
    if (dwarf_attr(type, DW_AT_data_location, &attribute) &&
        location_evaluate(&search->scope->at, &attribute, address, &answer) && answer.value &&
        type_of(type, &element))
        match_pointer(search, trail, answer.value, &element);
}

/* Says whether the name is reserved for compilers and their libraries. */
static bool is_library_name(const char *name)
{
    return !name || name[0] == '_';
}

static void scan_members(struct search *search, const struct trail *trail, Dwarf_Die *type,
                         uint64_t address, int hops, int depth)
{
    Dwarf_Die member, inner;
    uint64_t offset;
    if (dwarf_tag(type) == DW_TAG_union_type || dwarf_child(type, &member) != 0)
        return;
    do {
        if (!type_member_offset(&member, &offset) || !type_of(&member, &inner))
            continue;
        const char *name = dwarf_diename(&member);
        bool library = is_library_name(name);
        struct trail longer = {.root = trail->root,
                               .name = library ? trail->name : name,
                               .foreign = library && (trail->whole || trail->foreign)};
        declared_scan(search, &longer, &inner, address + offset, hops, depth + 1);
    } while (type_next_sibling(&member));
}

/* Examines pointers in an object at the address, and what they point to. */
static void declared_scan(struct search *search, const struct trail *trail, Dwarf_Die *type,
                          uint64_t address, int hops, int depth)
{
    uint64_t value;
    Dwarf_Die element;
    if (depth > NESTING_MAX)
        return;
    if (is_pointer(type)) {
        if (search->reads++ < READS_MAX && location_read(search->view->process, address, &value))
            follow_pointer(search, trail, type, value, hops, depth);
    } else if (is_aggregate(type)) {
        scan_members(search, trail, type, address, hops, depth);
    } else if (type_is_described(type)) {
        follow_descriptor(search, trail, type, address);
    } else if (dwarf_tag(type) == DW_TAG_array_type && type_of(type, &element) &&
               (is_pointer(&element) || is_aggregate(&element))) {
        uint64_t size = type_bytes(&element), whole = type_bytes(type);
        for (uint64_t i = 0; size > 0 && i < ELEMENTS_MAX && (i + 1) * size <= whole; i++)
            declared_scan(search, trail, &element, address + i * size, hops, depth + 1);
    }
}

/* Examines the variable itself. An argument by reference is in the caller's memory, of which the
 * routine may know only a part. */
static void match_variable(struct search *search, const struct trail *trail, Dwarf_Die *type,
                           const struct location_answer *answer)
{
    uint64_t size = type_bytes(type);
    if (type_is_described(type))
        return;
    if (answer->followed) {
        Dwarf_Die element = *type;
        if (dwarf_tag(type) == DW_TAG_array_type && !type_of(type, &element))
            return;
        match_pointer(search, trail, answer->value, &element);
        return;
    }
    if (search->address < answer->value || search->address - answer->value >= size)
        return;
    struct declared *found = found_add(search, trail, type);
    found->address = answer->value;
    found->bytes = size;
}

static void look_at_variable(struct search *search, Dwarf_Die *variable)
{
    Dwarf_Attribute attribute;
    struct location_answer answer;
    Dwarf_Die type;
    const struct trail trail = {.root = variable, .name = dwarf_diename(variable), .whole = true};
    int tag = dwarf_tag(variable);
    if ((tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) ||
        !dwarf_attr_integrate(variable, DW_AT_location, &attribute) ||
        !location_evaluate(&search->scope->at, &attribute, 0, &answer) || !type_of(variable, &type))
        return;
    if (!answer.in_memory) {
        if (is_pointer(&type))
            follow_pointer(search, &trail, &type, answer.value, HOPS_MAX, 0);
        return;
    }
    match_variable(search, &trail, &type, &answer);
    declared_scan(search, &trail, &type, answer.value, HOPS_MAX, 0);
}

/* Examines the variables of a scope; with `global` also those of modules and namespaces in a unit.
 */
static void declared_look_into(struct search *search, Dwarf_Die *scope, bool global, int depth)
{
    Dwarf_Die child;
    if (depth > NESTING_MAX || dwarf_child(scope, &child) != 0)
        return;
    do {
        int tag = dwarf_tag(&child);
        look_at_variable(search, &child);
        if (tag == DW_TAG_common_block ||
            (global && (tag == DW_TAG_module || tag == DW_TAG_namespace)))
            declared_look_into(search, &child, global, depth + 1);
    } while (type_next_sibling(&child));
}

static bool is_unit_seen(const struct declared_view *view, size_t index)
{
    Dwarf_Off offset = dwarf_dieoffset(&view->scopes[index].scopes.unit);
    for (size_t i = 0; i < index; i++)
        if (view->scopes[i].module == view->scopes[index].module &&
            dwarf_dieoffset(&view->scopes[i].scopes.unit) == offset)
            return true;
    return false;
}

/* Examines globals of the units of all frames. */
static void look_into_units(struct search *search)
{
    struct declared_view *view = search->view;
    for (size_t i = 0; i < view->count; i++) {
        struct scope *scope = &view->scopes[i];
        if (is_unit_seen(view, i))
            continue;
        search->scope = scope;
        declared_look_into(search, &scope->scopes.unit, true, 0);
    }
}

static void gather_globals(struct module *module, Dwarf_Die *parent, struct arena *arena, int depth)
{
    Dwarf_Die child;
    if (depth > NESTING_MAX || dwarf_child(parent, &child) != 0)
        return;
    do {
        int tag = dwarf_tag(&child);
        if (tag == DW_TAG_variable && dwarf_hasattr_integrate(&child, DW_AT_location))
            *arena_push(arena, module->globals, module->global_count) = child;
        else if (tag == DW_TAG_module || tag == DW_TAG_namespace)
            gather_globals(module, &child, arena, depth + 1);
    } while (type_next_sibling(&child));
}

/* Examines globals of the innermost frame's file, in all its units. */
static void look_into_program(struct search *search)
{
    Dwarf_Addr bias;
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;
    const struct declared_view *view = search->view;
    struct module *module = view->scopes[0].module;
    Dwarf *dwarf = module->has_globals ? NULL : dwfl_module_getdwarf(module->dwfl, &bias);
    while (dwarf && dwarf_get_units(dwarf, cu, &cu, NULL, NULL, &unit, NULL) == 0)
        gather_globals(module, &unit, &view->symbols->arena, 0);
    module->has_globals = true;
    search->scope = &view->scopes[0];
    for (size_t i = 0; i < module->global_count; i++)
        look_at_variable(search, &module->globals[i]);
}

size_t declared_find(struct declared_view *view, uint64_t address, uint64_t low, uint64_t high,
                     const struct declared **list)
{
    struct search search = {.view = view, .address = address, .low = low, .high = high};
    for (size_t i = 0; i < view->count; i++) {
        search.frame = (int)i;
        search.scope = &view->scopes[i];
        for (size_t k = 0; k < search.scope->scopes.count; k++)
            declared_look_into(&search, &search.scope->scopes.list[k], false, 0);
    }
    search.frame = -1;
    if (view->count > 0)
        look_into_units(&search);
    if (view->count > 0 && search.count == 0)
        look_into_program(&search);
    *list = search.found;
    return search.count;
}
