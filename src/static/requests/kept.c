/* kept.c, of requests.h: finds requests that no function of the program completes, among those that
 * several functions know, for instance in a member of an object.
 *
 * Ways do not matter here. If nothing that could complete the request can reach the memory that
 * holds it, then it is lost on every way. Code that reads the handle may keep a copy, and code
 * outside the program may complete it: nothing is reported about such a request. */
#include "static/calls/warn.h"
#include "static/requests/requests.h"

#include <string.h>

/* A call that makes a request, and the places that may keep it. */
struct kept {
    const struct ir_value *call, *pointer;
    struct points_set places;
    bool known; /* something may complete it */
};

struct keeping {
    struct analysis *analysis;
    struct kept *requests;
    size_t request_count;
    bool *watched; /* by number of the object: it keeps a request */
    uint64_t size; /* of a handle, in bytes */
};

/* Returns the places that an address points to. If only analysis_place() knows the place, the
 * elements of arrays are not merged in it, and its offset cannot be compared. */
static struct points_set kept_places_of(const struct analysis *analysis,
                                        const struct ir_value *address,
                                        struct points_location *exact)
{
    struct points_set set = analysis_places(analysis, address, exact);
    if (set.count && set.locations == exact) {
        exact->offset = POINTS_ANYWHERE;
    }
    return set;
}

/* Returns whether `size` bytes from `at` (0: all of the object) may overlap the handle. */
static bool kept_overlaps(const struct keeping *keeping, struct points_location at, uint64_t size,
                          struct points_location handle)
{
    if (at.object != handle.object) {
        return false;
    }
    return !size || at.offset == POINTS_ANYWHERE || handle.offset == POINTS_ANYWHERE ||
           (at.offset < handle.offset + (int64_t)keeping->size &&
            handle.offset < at.offset + (int64_t)size);
}

static void kept_know(struct keeping *keeping, struct points_location at, uint64_t size)
{
    for (size_t i = 0; i < keeping->request_count; i++) {
        struct kept *kept = &keeping->requests[i];
        for (uint32_t k = 0; k < kept->places.count && !kept->known; k++) {
            kept->known = kept_overlaps(keeping, at, size, kept->places.locations[k]);
        }
    }
}

/* Marks the requests in `size` bytes from the address: other code may know or complete them. Memory
 * outside the program never keeps a watched request: see is_enclosed(). */
static void know_address(struct keeping *keeping, const struct ir_value *address, uint64_t size)
{
    struct points_location exact;
    struct points_set set = kept_places_of(keeping->analysis, address, &exact);
    for (uint32_t i = 0; i < set.count; i++) {
        if (keeping->watched[set.locations[i].object->number]) {
            kept_know(keeping, set.locations[i], size);
        }
    }
}

static bool is_compared_only(const struct ir_value *load)
{
    for (uint32_t i = 0; i < load->user_count; i++) {
        if (load->users[i]->opcode != IR_COMPARE) {
            return false;
        }
    }
    return true;
}

/* Returns whether it is the address of a field of a structure, from which the code takes no step to
 * its neighbours. */
static bool kept_is_field(const struct ir_value *address)
{
    return address->opcode == IR_ADDRESS && address->constant &&
           address->accessed->kind == IR_TYPE_STRUCT && address->operand_count > 2 &&
           address->operands[1]->kind == IR_INTEGER && address->operands[1]->integer == 0;
}

/* Marks the requests that an MPI call takes: it completes, frees, starts or cancels them. */
static void look_at_mpi(struct keeping *keeping, const struct ir_value *call,
                        const struct api_function *mpi)
{
    const struct api_parameter *parameter = api_function_role(mpi, "request");
    if (!parameter || request_made(mpi)) {
        return;
    }
    const struct ir_value *address =
        analysis_argument(keeping->analysis, call, parameter->name).value;
    if (!address || address->type->kind != IR_TYPE_POINTER) {
        return; /* the handle itself is passed: the load of it has marked the request */
    }
    know_address(keeping, address,
                 parameter->length || !kept_is_field(address) ? 0 : keeping->size);
}

static bool kept_begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

bool request_copies(const struct ir_value *call)
{
    const char *name = object_callee(call);
    return call->operand_count > 2 &&
           (kept_begins(name, "llvm.memcpy") || kept_begins(name, "llvm.memmove") ||
            strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0);
}

/* Returns whether the function takes the address of an object without reading the object.
 * __kmpc_fork_call passes it to a function of the program. */
static bool kept_is_harmless(const char *name)
{
    return kept_begins(name, "llvm.lifetime.") || kept_begins(name, "llvm.memset") ||
           kept_begins(name, "llvm.dbg.") || kept_begins(name, "_Zdl") ||
           kept_begins(name, "_Zda") || strcmp(name, "memset") == 0 || strcmp(name, "free") == 0 ||
           strcmp(name, "__kmpc_fork_call") == 0 || strcmp(name, "__cxa_pure_virtual") == 0;
}

/* Returns whether the call can only be of a function of the program, or of a harmless one. */
static bool stays_inside(const struct analysis *analysis, const struct ir_value *call)
{
    if (call->callee->kind == IR_FUNCTION) {
        return call->callee->as_function->defined || kept_is_harmless(object_callee(call));
    }
    struct points_set targets = points_to(analysis->points, call->callee);
    for (uint32_t i = 0; i < targets.count; i++) {
        const struct ir_value *target = targets.locations[i].object;
        if (target->kind == IR_FUNCTION && !target->as_function->defined &&
            !kept_is_harmless(target->as_function->symbol)) {
            return false;
        }
    }
    return targets.count && !targets.unknown;
}

static void look_at_call(struct keeping *keeping, const struct ir_value *call)
{
    const struct api_function *mpi = analysis_mpi(keeping->analysis, call);
    if (mpi) {
        look_at_mpi(keeping, call, mpi);
    } else if (request_copies(call)) {
        const struct ir_value *size = call->operands[2];
        bool constant = size->kind == IR_INTEGER && size->integer > 0;
        know_address(keeping, call->operands[1], constant ? (uint64_t)size->integer : 0);
    } else if (!stays_inside(keeping->analysis, call)) {
        for (uint32_t i = 0; i < call->operand_count; i++) {
            know_address(keeping, call->operands[i], 0);
        }
    }
}

static void kept_look_at(struct keeping *keeping, const struct ir_value *instruction)
{
    switch (instruction->opcode) {
    case IR_LOAD:
        if (!is_compared_only(instruction)) {
            know_address(keeping, instruction->operands[0], instruction->accessed->size);
        }
        break;
    case IR_ATOMIC:
        know_address(keeping, instruction->operands[0], instruction->accessed->size);
        break;
    case IR_CALL:
        look_at_call(keeping, instruction);
        break;
    default:
        break;
    }
}

/* Returns whether the program calls code outside of it, which may know variables by their names. */
static bool calls_unknown_code(const struct analysis *analysis)
{
    const struct ir_program *program = analysis->program;
    for (uint32_t i = 0; i < program->function_count; i++) {
        for (uint32_t k = 0; k < program->functions[i]->call_count; k++) {
            const struct ir_value *call = program->functions[i]->calls[k];
            if (!analysis_mpi(analysis, call) && !object_library_call(call) &&
                !stays_inside(analysis, call)) {
                return true;
            }
        }
    }
    return false;
}

/* Returns whether all places that may keep the request belong to the program. */
static bool is_enclosed(const struct analysis *analysis, struct points_set places, bool all_known)
{
    for (uint32_t i = 0; i < places.count; i++) {
        const struct ir_value *object = places.locations[i].object;
        if (object->kind == IR_FUNCTION || points_escapes(analysis->points, object) ||
            (object->kind == IR_GLOBAL && !all_known)) {
            return false;
        }
    }
    return places.count && !places.unknown;
}

static void add_request(struct keeping *keeping, const struct ir_value *call,
                        const struct api_function *mpi, bool all_known)
{
    struct analysis *analysis = keeping->analysis;
    struct analysis_argument argument = analysis_argument(analysis, call, request_made(mpi)->name);
    /* Fortran's descriptors let its library copy what they describe. */
    if (!argument.value || argument.by_reference || mpi->persistent) {
        return;
    }
    const struct ir_value *root = object_root(argument.value);
    struct points_set places = points_to(analysis->points, argument.value);
    if ((root && !object_of(analysis, root, call->function).escapes) || /* requests.c follows it */
        !is_enclosed(analysis, places, all_known)) {
        return;
    }
    for (uint32_t i = 0; i < places.count; i++) {
        keeping->watched[places.locations[i].object->number] = true;
    }
    *arena_push(&analysis->arena, keeping->requests, keeping->request_count) =
        (struct kept){.call = call, .pointer = argument.value, .places = places};
}

static void kept_report(struct static_run *run, const struct kept *kept)
{
    struct arena *arena = &run->document->arena;
    const char *name = analysis_mpi(run->analysis, kept->call)->name;
    const char *kept_in = analysis_describe(run->analysis, kept->pointer);
    const struct ir_value *object = kept->places.locations[0].object;
    struct finding *finding = warn_begin(run, "request.missing-wait", kept->call);
    finding->headline =
        arena_printf(arena, "the request '%s' of %s is never completed", kept_in, name);
    finding->why =
        "No wait, test or MPI_Request_free in the whole program gets this request, and nothing "
        "copies it.";
    if (object->opcode == IR_ALLOCA && object->name) {
        finding->why = arena_printf(arena,
                                    "It is kept in '%s' of '%s'; no wait, test or MPI_Request_free "
                                    "in the whole program gets it, and nothing copies it.",
                                    object->name, object->function->name);
    }
    warn_relate(run, finding, "it is kept in this object", object);
}

void requests_kept_check(struct static_run *run, enum warn_errors errors)
{
    struct analysis *analysis = run->analysis;
    const struct ir_program *program = analysis->program;
    struct keeping keeping = {.analysis = analysis, .size = analysis->openmpi ? 8 : 4};
    keeping.watched = arena_alloc(&analysis->arena, program->value_count * sizeof(bool));
    bool all_known = !calls_unknown_code(analysis);
    for (uint32_t i = 0; i < program->function_count; i++) {
        for (uint32_t k = 0; k < program->functions[i]->call_count; k++) {
            const struct ir_value *call = program->functions[i]->calls[k];
            const struct api_function *mpi = analysis_mpi(analysis, call);
            if (request_made(mpi) && !warn_on_purpose(analysis, errors, call)) {
                add_request(&keeping, call, mpi, all_known);
            }
        }
    }
    for (uint32_t i = 0; i < program->value_count && keeping.request_count; i++) {
        if (program->values[i] && program->values[i]->kind == IR_INSTRUCTION) {
            kept_look_at(&keeping, program->values[i]);
        }
    }
    for (size_t i = 0; i < keeping.request_count; i++) {
        if (!keeping.requests[i].known) {
            kept_report(run, &keeping.requests[i]);
        }
    }
}
