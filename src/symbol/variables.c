/* variables.c: lists the variables in the frames of functions, from debug information. */
#include "symbol/symbol_private.h"

#include <dwarf.h>
#include <gelf.h>
#include <string.h>

enum { DEPTH_MAX = 256 };

/* The state of collecting from one file. */
struct gathering {
    struct arena *arena;
    struct frame_layout *layouts;
    size_t layout_count;
    uint64_t bias;
};

/* Returns the single operation of the attribute; NULL: it is not that simple. */
static const Dwarf_Op *single_operation(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *operations;
    size_t count;
    if (!dwarf_attr_integrate(die, name, &attribute) ||
        dwarf_whatform(&attribute) == DW_FORM_loclistx ||
        dwarf_whatform(&attribute) == DW_FORM_sec_offset ||
        dwarf_getlocation(&attribute, &operations, &count) != 0 || count != 1)
        return NULL;
    return operations;
}

/* Finds the address that fbreg counts from. Without optimisation clang counts from the frame
 * pointer, which is below the return address and the caller's pointer. */
static bool base_of(Dwarf_Die *function, bool *by_pointer)
{
    enum { X86_64_RBP = 6 };
    const Dwarf_Op *base = single_operation(function, DW_AT_frame_base);
    *by_pointer = base && base->atom == DW_OP_reg0 + X86_64_RBP;
    return *by_pointer || (base && base->atom == DW_OP_call_frame_cfa);
}

static bool variable_of(Dwarf_Die *die, bool by_pointer, struct frame_variable *variable)
{
    enum { POINTER_BELOW = 16 };
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    Dwarf_Word size;
    const Dwarf_Op *place = single_operation(die, DW_AT_location);
    if (!place || place->atom != DW_OP_fbreg ||
        !dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), &type) ||
        dwarf_aggregate_size(&type, &size) != 0 || size == 0 || size > INT32_MAX)
        return false;
    *variable =
        (struct frame_variable){.offset = (int64_t)place->number - (by_pointer ? POINTER_BELOW : 0),
                                .size = size,
                                .name = dwarf_diename(die)};
    return true;
}

static void collect_variables(struct gathering *gathering, struct frame_layout *layout,
                              Dwarf_Die *parent, int depth)
{
    Dwarf_Die child;
    if (depth == DEPTH_MAX || dwarf_child(parent, &child) != 0)
        return;
    do {
        struct frame_variable variable;
        int tag = dwarf_tag(&child);
        if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) &&
            variable_of(&child, layout->by_pointer, &variable))
            *arena_push(gathering->arena, layout->variables, layout->variable_count) = variable;
        else if (tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine ||
                 tag == DW_TAG_try_block || tag == DW_TAG_catch_block)
            collect_variables(gathering, layout, &child, depth + 1);
    } while (dwarf_siblingof(&child, &child) == 0);
}

static void collect_function(struct gathering *gathering, Dwarf_Die *function)
{
    struct frame_layout layout = {0};
    ptrdiff_t at = 0;
    Dwarf_Addr base, low, high;
    if (!base_of(function, &layout.by_pointer))
        return;
    collect_variables(gathering, &layout, function, 0);
    while (layout.variable_count > 0 && (at = dwarf_ranges(function, at, &base, &low, &high)) > 0) {
        if (low == 0 || low >= high)
            continue;
        layout.low = low + gathering->bias;
        layout.high = high + gathering->bias;
        *arena_push(gathering->arena, gathering->layouts, gathering->layout_count) = layout;
    }
}

static void variables_collect_functions(struct gathering *gathering, Dwarf_Die *parent, int depth)
{
    Dwarf_Die child;
    if (depth == DEPTH_MAX || dwarf_child(parent, &child) != 0)
        return;
    do {
        int tag = dwarf_tag(&child);
        if (tag == DW_TAG_subprogram)
            collect_function(gathering, &child);
        if (tag == DW_TAG_subprogram || tag == DW_TAG_module || tag == DW_TAG_namespace ||
            tag == DW_TAG_lexical_block)
            variables_collect_functions(gathering, &child, depth + 1);
    } while (dwarf_siblingof(&child, &child) == 0);
}

static uint64_t debug_bytes(Dwfl_Module *module)
{
    GElf_Addr bias;
    Elf *elf = dwarf_getelf(dwfl_module_getdwarf(module, &bias));
    size_t names;
    if (!elf || elf_getshdrstrndx(elf, &names) != 0)
        return 0;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        const char *name =
            gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (name && strcmp(name, ".debug_info") == 0)
            return header.sh_size;
    }
    return 0;
}

static void collect_module(struct gathering *gathering, struct module *module)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    Dwarf *dwarf = dwfl_module_getdwarf(module->dwfl, &gathering->bias);
    while (dwarf && dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0)
        variables_collect_functions(gathering, &die, 0);
}

size_t symbols_frame_layouts(struct symbols *symbols, uint64_t bytes_max, struct arena *arena,
                             const struct frame_layout **layouts)
{
    struct gathering gathering = {.arena = arena};
    for (size_t i = 0; i < symbols->module_count; i++) {
        struct module *module = &symbols->modules[i];
        const char *path = module->mapping.path;
        if (*path != '/' || strncmp(path, "/lib", 4) == 0 || strncmp(path, "/usr/lib", 8) == 0 ||
            !symbols_own_address(symbols, module->mapping.start, false))
            continue;
        module_open(module, symbols->dwfl);
        if (module->dwfl && debug_bytes(module->dwfl) - 1 < bytes_max)
            collect_module(&gathering, module);
    }
    *layouts = gathering.layouts;
    return gathering.layout_count;
}
