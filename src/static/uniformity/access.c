/* access.c: reads and writes memory in the current state. */
#include "static/uniformity/access.h"
#include "static/uniformity/forms.h"
#include "static/uniformity/function.h"
#include "static/uniformity/memory.h"
#include "static/uniformity/program.h"
#include "static/uniformity/sources.h"

#include <stdlib.h>
#include <string.h>

static const struct locations *locations_of(const struct solver *solver)
{
    return &solver->uniformity->locations;
}

struct taint taint_join(struct taint a, struct taint b)
{
    return (struct taint){
        .sources = a.sources | b.sources,
        .parameters = a.parameters | b.parameters,
        .form = form_join(a.form, b.form),
        .definer = a.sources || !b.definer ? a.definer : b.definer,
    };
}

int address_parameter(const struct ir_value *address)
{
    for (int i = 0; i < 64; i++) {
        if (address->kind == IR_ARGUMENT)
            return address->index < PARAMETERS_MAX ? (int)address->index : -1;
        if ((address->opcode != IR_ADDRESS && address->opcode != IR_CAST) ||
            address->operand_count == 0)
            return -1;
        address = address->operands[0];
    }
    return -1;
}

/* Finds the variable and distance that an address means. Returns false if that is not certain. */
static bool exact_place(const struct solver *solver, const struct ir_value *address,
                        struct points_location *place)
{
    if (analysis_place(address, place))
        return true;
    if (address->kind != IR_INSTRUCTION && address->kind != IR_ARGUMENT)
        return false;
    return form_is_place(solver->uniformity, solver->solution->values[address->number].form,
                         place) &&
           locations_has(locations_of(solver), *place);
}

bool memory_certain(const struct solver *solver, const struct ir_value *address)
{
    struct points_location exact;
    if (exact_place(solver, address, &exact) || address_parameter(address) >= 0)
        return true;
    struct points_set set = points_to(solver->uniformity->analysis->points, address);
    for (uint32_t i = 1; i < set.count; i++)
        if (set.locations[i].object != set.locations[0].object)
            return false;
    return set.count > 0 && !set.unknown;
}

static bool known_to_libc(const char *name)
{
    static const char *const same[] = {"optarg", "optind", "opterr", "optopt",
                                       "stdin",  "stdout", "stderr", "environ"};
    for (size_t i = 0; name && i < sizeof same / sizeof *same; i++)
        if (strcmp(name, same[i]) == 0)
            return true;
    return false;
}

static const struct entry *access_find_entry(const struct uniformity_summary *summary,
                                             uint32_t location)
{
    size_t at = location_position(summary->entries, summary->entry_count, sizeof *summary->entries,
                                  location);
    return at < summary->entry_count && summary->entries[at].location == location
               ? &summary->entries[at]
               : NULL;
}

/* Finds the value of a global that is never written. Returns false if it may be written. */
static bool constant_global(struct solver *solver, const struct ir_value *object, int64_t offset,
                            struct taint *taint)
{
    if (object->kind != IR_GLOBAL)
        return false;
    if (object->constant) {
        taint->form = FORM_ANYTHING;
        const struct ir_value *initial = object->operand_count > 0 ? object->operands[0] : NULL;
        if (initial && offset == 0 && initial->kind == IR_INTEGER && !initial->wide)
            taint->form = form_constant(solver->uniformity, initial->integer);
        return true;
    }
    if (object->operand_count > 0)
        return false;
    struct handle none = {.kind = HANDLE_WORLD};
    if (!known_to_libc(object->name))
        taint->sources = source_plain(solver->uniformity, SOURCE_UNKNOWN);
    else
        taint->form = form_of(solver->uniformity, FORM_ARGUMENTS, none);
    return false;
}

/* Returns the form of what a location holds when the function is entered. Assumes that the program
 * sets variables before it uses them, so that what is read is what is written. For constants this
 * is not safe, because the initial zero may be meant. */
static uint32_t written_form(const struct solver *solver, uint32_t location)
{
    uint32_t form = solver->solution->written_before[location].form;
    int64_t ignored;
    bool usable = form != FORM_NONE && !form_is_constant(solver->uniformity, form, &ignored);
    return usable ? form : FORM_ANYTHING;
}

/* Returns what a location holds when the function is entered. */
static struct taint entry_read(struct solver *solver, uint32_t location)
{
    const struct points_location *place = &locations_of(solver)->list[location];
    struct taint taint = {.form = FORM_NONE};
    if (place->object->function == solver->function)
        return taint; /* a variable of this function: not set yet */
    if (constant_global(solver, place->object, place->offset, &taint))
        return taint;
    const struct uniformity_summary *summary =
        &solver->solution->summaries[solver->function->number];
    const struct entry *entry = access_find_entry(summary, location);
    if (entry) {
        taint.sources |= entry->taint.sources;
        taint.definer = entry->taint.definer;
    }
    if (uniform_called_from_outside(solver->uniformity, solver->function)) {
        const struct taint *before = &solver->solution->written_before[location];
        taint.sources |= before->sources;
        taint.definer = taint.definer ? taint.definer : before->definer;
    }
    if (taint.form == FORM_NONE)
        taint.form = written_form(solver, location);
    return taint;
}

uint32_t location_entry_form(struct solver *solver, uint32_t location)
{
    const struct points_location *place = &locations_of(solver)->list[location];
    struct taint taint = {.form = FORM_NONE};
    if (place->object->function == solver->function ||
        constant_global(solver, place->object, place->offset, &taint) || taint.form != FORM_NONE)
        return taint.form;
    return written_form(solver, location);
}

struct taint location_read(struct solver *solver, uint32_t location)
{
    const struct cell *cell = state_find(&solver->state, location);
    if (!cell)
        return entry_read(solver, location);
    return cell->entry ? taint_join(cell->taint, entry_read(solver, location)) : cell->taint;
}

static struct taint read_place(struct solver *solver, struct points_location place, uint64_t size)
{
    uint32_t first, end, anywhere;
    struct taint taint = {.form = FORM_NONE};
    locations_range(locations_of(solver), place, size, &first, &end, &anywhere);
    for (uint32_t i = first; i < end; i++)
        taint = taint_join(taint, location_read(solver, i));
    if (anywhere != UINT32_MAX && (anywhere < first || anywhere >= end))
        taint = taint_join(taint, location_read(solver, anywhere));
    return taint;
}

/* Candidates of which one is read. Sources that not all candidates have are no evidence that the
 * value differs. */
struct candidates {
    struct taint any;
    uint64_t all_sources, all_parameters;
    uint32_t count;
};

static void add_candidate(struct candidates *candidates, struct taint taint)
{
    candidates->all_sources =
        candidates->count ? candidates->all_sources & taint.sources : taint.sources;
    candidates->all_parameters =
        candidates->count ? candidates->all_parameters & taint.parameters : taint.parameters;
    candidates->any = candidates->count ? taint_join(candidates->any, taint) : taint;
    candidates->count++;
}

static struct taint candidates_taint(const struct solver *solver,
                                     const struct candidates *candidates)
{
    struct taint taint = candidates->any;
    bool doubt =
        taint.sources != candidates->all_sources || taint.parameters != candidates->all_parameters;
    taint.sources = candidates->all_sources;
    taint.parameters = candidates->all_parameters;
    if (doubt)
        taint.sources |= source_plain(solver->uniformity, SOURCE_UNKNOWN);
    return taint;
}

static void read_elements(struct solver *solver, struct points_location array, uint64_t size,
                          struct candidates *candidates)
{
    uint32_t first, end, anywhere;
    locations_range(locations_of(solver), array, size, &first, &end, &anywhere);
    for (uint32_t i = first; i < end; i++)
        add_candidate(candidates, location_read(solver, i));
}

struct taint memory_read(struct solver *solver, const struct ir_value *address, uint64_t size)
{
    struct points_location exact;
    if (exact_place(solver, address, &exact))
        return read_place(solver, exact, size);
    struct points_set set = points_to(solver->uniformity->analysis->points, address);
    struct candidates candidates = {.any = {.form = FORM_NONE}};
    bool scalar = points_single(solver->uniformity->analysis->points, address, &exact);
    for (uint32_t i = 0; i < set.count; i++) {
        struct points_location place = set.locations[i];
        uint64_t bytes;
        if (place.object->kind == IR_FUNCTION)
            continue;
        if (size > 0 && !scalar && locations_array(&place, &bytes))
            read_elements(solver, place, bytes, &candidates);
        else
            add_candidate(&candidates, read_place(solver, place, size));
    }
    struct taint taint = candidates_taint(solver, &candidates);
    if (set.unknown || set.count == 0) {
        taint.sources |= source_plain(solver->uniformity, SOURCE_UNKNOWN);
        taint.form = FORM_ANYTHING;
    }
    return taint;
}

/* Returns the cell of a location for writing; adds it if the state has none. */
struct cell *location_cell(struct solver *solver, uint32_t location)
{
    struct state *state = &solver->state;
    size_t low = location_position(state->cells, state->count, sizeof *state->cells, location);
    if (low < state->count && state->cells[low].location == location)
        return &state->cells[low];
    if (state->count == solver->space) {
        solver->space = solver->space ? solver->space * 2 : 64;
        state->cells = memory_resize(state->cells, solver->space * sizeof *state->cells);
    }
    memmove(&state->cells[low + 1], &state->cells[low], (state->count - low) * sizeof(struct cell));
    state->count++;
    state->cells[low] = (struct cell){.location = location, .entry = true};
    state->cells[low].taint.form = FORM_NONE;
    return &state->cells[low];
}

/* Returns `form`, or `other` if that is better. Variables are often initialised to 0, 1 or -1:
 * these constants do not count next to another form. */
static uint32_t form_beside(const struct solver *solver, uint32_t form, uint32_t other)
{
    int64_t value;
    bool start = form_is_constant(solver->uniformity, form, &value) && value >= -1 && value <= 1;
    bool better = other != FORM_NONE && other != FORM_ANYTHING &&
                  !form_is_constant(solver->uniformity, other, &value);
    return start && better ? other : form;
}

static void note_written(struct solver *solver, uint32_t location, struct taint taint)
{
    struct taint *written = &solver->solution->written[location];
    taint = taint_closed(solver->uniformity, solver->solution, solver->function, taint);
    taint.form = form_beside(solver, taint.form, written->form);
    written->form = form_beside(solver, written->form, taint.form);
    *written = taint_join(*written, taint);
}

static void write_location(struct solver *solver, uint32_t location, struct taint taint,
                           const struct ir_value *by, bool replace, int parameter)
{
    struct cell *cell = location_cell(solver, location);
    cell->weak = !replace;
    if (replace) {
        cell->taint = taint;
        cell->entry = false;
    } else {
        /* The old value is still possible, with its form. */
        if (cell->version == 0)
            cell->taint.form = location_entry_form(solver, location);
        /* The write may go to another place: this counts as a branch in between. */
        taint = taint_beyond(solver->uniformity, taint);
        cell->taint = taint_join(cell->taint, taint);
    }
    cell->version = by->number + 1;
    if (parameter >= 0)
        cell->via |= UINT64_C(1) << parameter;
    else
        cell->direct = true;
    if (solver->final)
        note_written(solver, location, taint);
}

static void write_place(struct solver *solver, struct points_location place, uint64_t size,
                        struct taint taint, const struct ir_value *by, bool replace, int parameter)
{
    uint32_t first, end, anywhere;
    locations_range(locations_of(solver), place, size, &first, &end, &anywhere);
    for (uint32_t i = first; i < end; i++)
        write_location(solver, i, taint, by, replace, parameter);
    bool whole = size == 0 && place.offset == 0;
    if (whole && anywhere != UINT32_MAX && (anywhere < first || anywhere >= end))
        write_location(solver, anywhere, taint, by, replace, parameter);
}

static bool access_replaces(struct solver *solver, const struct ir_value *address, enum write mode,
                            const struct points_set *set)
{
    struct points_location ignored;
    switch (mode) {
    case WRITE_ALWAYS:
        return true;
    case WRITE_BUFFER:
        return memory_certain(solver, address);
    default:
        if (points_single(solver->uniformity->analysis->points, address, &ignored))
            return true;
        /* Each call writes one variable through a parameter, unless it is an element of an
         * array. */
        for (uint32_t i = 0; i < set->count; i++) {
            struct points_location place = set->locations[i];
            uint64_t size;
            if (place.offset == POINTS_ANYWHERE || place.object->opcode == IR_CALL ||
                locations_array(&place, &size))
                return false;
        }
        return address->kind == IR_ARGUMENT ||
               (address->constant && address_parameter(address) >= 0);
    }
}

/* Writes to all places that an address may mean; the elements of an array are one place. */
static void write_places(struct solver *solver, const struct ir_value *address, uint64_t size,
                         struct taint taint, const struct ir_value *by, bool replace)
{
    struct points_set set = points_to(solver->uniformity->analysis->points, address);
    struct points_location ignored;
    bool scalar = points_single(solver->uniformity->analysis->points, address, &ignored);
    int parameter = address_parameter(address);
    for (uint32_t i = 0; i < set.count; i++) {
        struct points_location place = set.locations[i];
        uint64_t bytes = size;
        if (place.object->kind == IR_FUNCTION)
            continue;
        if (size > 0 && !scalar)
            locations_array(&place, &bytes);
        write_place(solver, place, bytes, taint, by, replace, parameter);
    }
}

void memory_write(struct solver *solver, const struct ir_value *address, uint64_t size,
                  struct taint taint, const struct ir_value *by, enum write mode)
{
    struct points_location exact;
    struct points_set set = points_to(solver->uniformity->analysis->points, address);
    if (exact_place(solver, address, &exact))
        write_place(solver, exact, size, taint, by, !solver->function->recursive || mode,
                    address_parameter(address));
    else
        write_places(solver, address, size, taint, by,
                     access_replaces(solver, address, mode, &set));
}

void memory_add(struct solver *solver, const struct ir_value *address, uint64_t size,
                struct taint taint, const struct ir_value *by)
{
    struct points_location exact;
    if (exact_place(solver, address, &exact))
        write_place(solver, exact, size, taint, by, false, address_parameter(address));
    else
        write_places(solver, address, size, taint, by, false);
}

/* Finds the only place that an address can mean. Returns false if that is not certain. */
static bool only_place(const struct solver *solver, const struct ir_value *address,
                       struct points_location *place)
{
    if (exact_place(solver, address, place))
        return true;
    struct points_set set = points_to(solver->uniformity->analysis->points, address);
    uint64_t ignored;
    if (set.count != 1 || set.unknown || set.locations[0].object->kind == IR_FUNCTION)
        return false;
    struct points_location array = *place = set.locations[0];
    return place->offset != POINTS_ANYWHERE && !locations_array(&array, &ignored);
}

/* Copies structures field by field, if it is certain which ones. */
static bool copy_fields(struct solver *solver, const struct ir_value *to,
                        const struct ir_value *from, uint64_t size, const struct ir_value *by)
{
    struct points_location target, source;
    if (size == 0 || !only_place(solver, to, &target) || !only_place(solver, from, &source))
        return false;
    uint32_t first, end, anywhere;
    locations_range(locations_of(solver), target, size, &first, &end, &anywhere);
    for (uint32_t i = first; i < end; i++) {
        int64_t inside = locations_of(solver)->list[i].offset - target.offset;
        struct points_location field = {source.object, source.offset + inside};
        struct taint taint = read_place(solver, field, 1);
        if (taint.form == FORM_NONE)
            taint.form = FORM_ANYTHING;
        write_location(solver, i, taint, by, true, -1);
    }
    return true;
}

void memory_copy_range(struct solver *solver, const struct ir_value *to,
                       const struct ir_value *from, uint64_t size, const struct ir_value *by)
{
    if (copy_fields(solver, to, from, size, by))
        return;
    struct taint taint = memory_read(solver, from, size);
    taint.form = FORM_ANYTHING;
    memory_add(solver, to, size, taint, by);
}
