/* mpi.c: the effect of MPI calls on values and memory. The meaning follows the MPI standard;
 * classes, roles and directions of parameters come from the table of MPI. */
#include "static/uniformity/mpi.h"
#include "static/calls/handle_index.h"

#include "static/uniformity/access.h"
#include "static/uniformity/call.h"
#include "static/uniformity/forms.h"
#include "static/uniformity/function.h"
#include "static/uniformity/sources.h"

#include <string.h>

struct mpi_site {
    struct solver *solver;
    const struct ir_value *call;
    const struct api_function *mpi;
    struct handle handle; /* that the call works on */
};

static bool mpi_named(const struct mpi_site *site, const char *name)
{
    return strcmp(site->mpi->name, name) == 0;
}

static bool mpi_starts(const struct mpi_site *site, const char *start)
{
    return strncmp(site->mpi->name, start, strlen(start)) == 0;
}

static bool of_class(const struct mpi_site *site, const char *pattern)
{
    return api_class_fits(site->mpi->class->name, pattern);
}

static bool of_role(const struct api_parameter *parameter, const char *role)
{
    return strcmp(parameter->role->name, role) == 0;
}

static struct taint of_source(const struct mpi_site *site, enum source_kind kind)
{
    return (struct taint){
        .sources = source_bit(site->solver->uniformity, kind, site->handle),
        .form = FORM_ANYTHING,
    };
}

/* Joins all that the call reads, except buffers and handles. */
static struct taint inputs_taint(const struct mpi_site *site)
{
    const struct analysis *analysis = site->solver->uniformity->analysis;
    struct taint taint = {.form = FORM_ANYTHING};
    const struct ir_function *target = analysis_target(site->call, 0);
    bool fortran = target && analysis->fortran[target->number];
    for (uint32_t i = 0; i < site->call->operand_count; i++) {
        const struct api_parameter *parameter = analysis_parameter(analysis, site->call, i);
        if (!parameter || !(parameter->direction & API_IN) || of_role(parameter, "comm"))
            continue;
        bool memory = fortran || parameter->length || parameter->role->memory ||
                      parameter->direction == API_INOUT;
        struct taint one = memory
                               ? memory_read(site->solver, site->call->operands[i],
                                             parameter->length || parameter->role->memory ? 0 : 1)
                               : taint_of(site->solver, site->call->operands[i]);
        taint.sources |= one.sources;
        taint.parameters |= one.parameters;
        if (one.sources && !taint.definer)
            taint.definer = one.definer;
    }
    return taint;
}

static struct taint argument_taint(const struct mpi_site *site, const char *role)
{
    struct analysis_argument argument =
        analysis_role(site->solver->uniformity->analysis, site->call, role);
    if (!argument.value)
        return (struct taint){.form = FORM_ANYTHING};
    return argument.by_reference ? memory_read(site->solver, argument.value, 1)
                                 : taint_of(site->solver, argument.value);
}

/* ---- handles that a call makes */

/* Returns whether a colour can be MPI_UNDEFINED; searches through joins and variables. */
static bool may_be_undefined(const struct mpi_site *site, const struct ir_value *value,
                             bool by_reference)
{
    const struct uniformity *uniformity = site->solver->uniformity;
    const struct ir_value *list[64];
    size_t count = 0;
    int64_t undefined;
    if (!analysis_constant(uniformity->analysis, "MPI_UNDEFINED", &undefined))
        return true;
    /* For a value that is read from memory, any store of the constant into the object counts. */
    for (list[count++] = value; count > 0;) {
        const struct ir_value *at = list[--count];
        bool memory = by_reference && at == value;
        if (at->kind == IR_INTEGER && at->integer == undefined)
            return true;
        if (at->kind == IR_ARGUMENT && !memory)
            return true; /* callers may pass anything */
        if (at->opcode == IR_LOAD || memory) {
            struct points_location exact;
            struct points_set set =
                analysis_places(uniformity->analysis, memory ? at : at->operands[0], &exact);
            for (uint32_t i = 0; i < set.count; i++) {
                const struct ir_value *object = set.locations[i].object;
                for (uint32_t k = 0; k < object->user_count; k++)
                    if (object->users[k]->opcode == IR_STORE && count < 64 &&
                        object->users[k]->operands[0] != object)
                        list[count++] = object->users[k]->operands[0];
            }
            continue;
        }
        if (at->opcode != IR_PHI && at->opcode != IR_SELECT)
            continue;
        for (uint32_t i = at->opcode == IR_SELECT; i < at->operand_count && count < 64; i++)
            if (at->operands[i]->kind == IR_INTEGER || at->operands[i]->number < at->number)
                list[count++] = at->operands[i];
    }
    return false;
}

/* Returns what a test of the new handle for MPI_COMM_NULL depends on. */
static struct taint new_handle(const struct mpi_site *site)
{
    struct taint same = {.form = FORM_ANYTHING};
    struct mpi_site made = *site;
    made.handle = (struct handle){
        .kind = HANDLE_MADE,
        .made = handle_maker(site->solver->uniformity->analysis->handles, site->call),
    };
    if (mpi_named(site, "MPI_Comm_split") || mpi_named(site, "MPI_Comm_split_type")) {
        struct analysis_argument colour =
            analysis_role(site->solver->uniformity->analysis, site->call,
                          mpi_named(site, "MPI_Comm_split") ? "color" : "split_type");
        if (!colour.value || !may_be_undefined(site, colour.value, colour.by_reference))
            return same;
        struct taint taint =
            argument_taint(site, mpi_named(site, "MPI_Comm_split") ? "color" : "split_type");
        return taint.sources || taint.parameters ? of_source(&made, SOURCE_MEMBER) : same;
    }
    if (mpi_starts(site, "MPI_Comm_create"))
        return of_source(&made, SOURCE_MEMBER);
    if (mpi_starts(site, "MPI_Cart_create") || mpi_starts(site, "MPI_Graph_create") ||
        mpi_starts(site, "MPI_Intercomm"))
        return of_source(&made, SOURCE_MAYBE_MEMBER);
    return same;
}

/* ---- data */

static bool is_data(const struct api_parameter *parameter)
{
    return of_role(parameter, "recvbuf") || of_role(parameter, "buffer");
}

/* Returns the taint of the data that a collective gets. With MPI_IN_PLACE the data is in the
 * receive buffer. */
static struct taint given_taint(const struct mpi_site *site)
{
    static const char *const roles[] = {"sendbuf", "buffer", "recvbuf"};
    const struct analysis *analysis = site->solver->uniformity->analysis;
    struct taint taint = {.form = FORM_ANYTHING};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        struct analysis_argument buffer = analysis_role(analysis, site->call, roles[i]);
        struct points_location exact;
        if (buffer.value && analysis_places(analysis, buffer.value, &exact).count > 0)
            return memory_read(site->solver, buffer.value, 1);
    }
    return taint;
}

/* Returns the taint of a result that all ranks of the communicator share. If all broadcast the same
 * data, the result is the same in other communicators, too. If the data differs, so does the result
 * elsewhere, unless the data was agreed on in other communicators: after rows and then columns all
 * ranks agree. */
static struct taint agreed_taint(const struct mpi_site *site, bool broadcast)
{
    struct uniformity *uniformity = site->solver->uniformity;
    struct handle world = {.kind = HANDLE_WORLD};
    struct taint given = given_taint(site);
    if (broadcast && !given.sources && !given.parameters)
        return (struct taint){.form = FORM_ANYTHING};
    bool apart = sources_level(uniformity, given.sources, world) == UNIFORM_DIFFERS;
    for (size_t i = 0; i < uniformity->source_count && apart; i++)
        apart = !(given.sources >> i & 1) || (uniformity->sources[i].kind != SOURCE_AGREED &&
                                              uniformity->sources[i].kind != SOURCE_APART);
    return of_source(site, apart ? SOURCE_APART : SOURCE_AGREED);
}

/* Returns the taint of what a collective writes to a buffer. */
static struct taint collective_taint(const struct mpi_site *site)
{
    const char *name = site->mpi->name + strlen("MPI_");
    name += *name == 'I' && name[1] >= 'a' && name[1] <= 'z'; /* Ibcast */
    bool broadcast = strncasecmp(name, "bcast", 5) == 0;
    if (broadcast || strncasecmp(name, "allreduce", 9) == 0 ||
        strncasecmp(name, "allgather", 9) == 0)
        return agreed_taint(site, broadcast);
    return of_source(site, SOURCE_SPREAD);
}

static bool is_completion(const struct mpi_site *site)
{
    return of_class(site, "completion.*") || of_class(site, "p2p.*") ||
           of_class(site, "request.*") || of_class(site, "grequest");
}

/* Returns the taint of point-to-point data, and of outputs that say whether a message is there. */
static struct taint message_taint(const struct mpi_site *site,
                                  const struct api_parameter *parameter)
{
    if (of_role(parameter, "request") || of_role(parameter, "message"))
        return (struct taint){.form = FORM_ANYTHING};
    if (is_data(parameter))
        return of_source(site, call_exchanges(site->solver, site->call) ? SOURCE_EXCHANGED
                                                                        : SOURCE_RECEIVED);
    if (of_role(parameter, "status"))
        return of_source(site, SOURCE_RECEIVED);
    /* A test in a loop succeeds in the end: ranks differ in when, but not in whether. */
    bool again = site->solver->regions->loops->head[site->call->block->number] != GRAPH_NONE;
    if (of_role(parameter, "flag") || of_role(parameter, "index") || of_role(parameter, "number"))
        return of_source(site,
                         again && site->mpi->mode == API_LOCAL ? SOURCE_UNKNOWN : SOURCE_TIMING);
    return of_source(site, SOURCE_UNKNOWN);
}

static struct taint topology_taint(const struct mpi_site *site,
                                   const struct api_parameter *parameter)
{
    if (mpi_named(site, "MPI_Cart_shift") || mpi_named(site, "MPI_Cart_map") ||
        mpi_named(site, "MPI_Graph_map") || mpi_starts(site, "MPI_Dist_graph_neighbors") ||
        (mpi_named(site, "MPI_Cart_get") && of_role(parameter, "coords")))
        return of_source(site, SOURCE_SPREAD);
    struct taint taint = inputs_taint(site);
    taint.sources |= of_source(site, SOURCE_AGREED).sources;
    return taint;
}

/* Returns whether the split separates one rank from the rest: then the parts have different
 * sizes. */
static bool splits_one_off(const struct mpi_site *site)
{
    const struct analysis *analysis = site->solver->uniformity->analysis;
    const struct api_function *mpi =
        site->handle.kind == HANDLE_MADE ? analysis_mpi(analysis, site->handle.made) : NULL;
    if (!mpi || strcmp(mpi->name, "MPI_Comm_split") != 0)
        return false;
    struct analysis_argument colour = analysis_role(analysis, site->handle.made, "color");
    const struct ir_value *value = colour.by_reference ? NULL : colour.value;
    while (value && value->kind == IR_INSTRUCTION &&
           (value->opcode == IR_EXTEND_ZERO || value->opcode == IR_SELECT))
        value = value->operands[0];
    return value && value->kind == IR_INSTRUCTION && value->opcode == IR_COMPARE &&
           (value->predicate == IR_EQUAL || value->predicate == IR_NOT_EQUAL);
}

static struct taint communicator_taint(const struct mpi_site *site)
{
    struct taint taint = of_source(site, SOURCE_AGREED);
    if (mpi_named(site, "MPI_Comm_rank")) {
        taint = of_source(site, SOURCE_RANK);
        taint.form = form_of(site->solver->uniformity, FORM_RANK, site->handle);
    } else if (mpi_named(site, "MPI_Comm_size")) {
        if (splits_one_off(site))
            taint = of_source(site, SOURCE_APART);
        taint.form = form_of(site->solver->uniformity, FORM_SIZE, site->handle);
    }
    return taint;
}

static struct taint group_taint(const struct mpi_site *site)
{
    struct mpi_site unknown = *site;
    unknown.handle = (struct handle){.kind = HANDLE_UNKNOWN, .variable = site->call};
    if (mpi_named(site, "MPI_Group_rank"))
        return of_source(&unknown, SOURCE_SPREAD);
    return inputs_taint(site);
}

static bool mpi_is_handle(const struct api_parameter *parameter)
{
    static const char *const roles[] = {
        "comm", "group", "datatype", "op",     "request", "info",          "errhandler",
        "win",  "file",  "session",  "keyval", "message", "pointer_place", "allocated"};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (of_role(parameter, roles[i]))
            return true;
    return false;
}

/* Returns the taint of an output of the call. */
static struct taint output_taint(const struct mpi_site *site, const struct api_parameter *parameter)
{
    struct taint same = {.form = FORM_ANYTHING};
    if (of_role(parameter, "comm"))
        return new_handle(site);
    if (mpi_is_handle(parameter))
        return same;
    if (of_class(site, "collective.*") || of_class(site, "neighbour.*"))
        return collective_taint(site);
    if (is_completion(site))
        return message_taint(site, parameter);
    if (of_class(site, "comm.local"))
        return communicator_taint(site);
    if (of_class(site, "group.local"))
        return group_taint(site);
    if (of_class(site, "topology.local"))
        return topology_taint(site, parameter);
    if (of_class(site, "rma.access"))
        return of_source(site, SOURCE_RECEIVED);
    if (of_class(site, "file.*"))
        return of_source(site, of_role(parameter, "status") || is_data(parameter) ? SOURCE_INPUT
                                                                                  : SOURCE_AGREED);
    if (mpi_named(site, "MPI_Get_processor_name"))
        return of_source(site, SOURCE_MACHINE);
    if (of_class(site, "status") || of_class(site, "pack") || of_class(site, "op.local") ||
        of_class(site, "datatype.*"))
        return inputs_taint(site);
    if (of_class(site, "init") || of_class(site, "environment") || of_class(site, "attribute.*") ||
        of_class(site, "error") || of_class(site, "info.*") || of_class(site, "comm.*") ||
        of_class(site, "rma.*") || of_class(site, "memory"))
        return same;
    return of_source(site, SOURCE_UNKNOWN);
}

/* ---- the call */

static uint64_t type_size(const char *datatype)
{
    static const struct {
        const char *name;
        uint64_t size;
    } sizes[] = {
        {"MPI_CHAR", 1},          {"MPI_BYTE", 1},
        {"MPI_SHORT", 2},         {"MPI_INT", 4},
        {"MPI_UNSIGNED", 4},      {"MPI_FLOAT", 4},
        {"MPI_INTEGER", 4},       {"MPI_LOGICAL", 4},
        {"MPI_REAL", 4},          {"MPI_LONG", 8},
        {"MPI_UNSIGNED_LONG", 8}, {"MPI_DOUBLE", 8},
        {"MPI_INT64_T", 8},       {"MPI_INT32_T", 4},
        {"MPI_LONG_LONG_INT", 8}, {"MPI_DOUBLE_PRECISION", 8},
        {"MPI_REAL8", 8},         {"MPI_REAL4", 4},
        {"MPI_INTEGER8", 8},      {"MPI_INTEGER4", 4},
        {"MPI_CHARACTER", 1},     {"MPI_C_BOOL", 1},
        {"MPI_2INT", 8},          {"MPI_DOUBLE_INT", 16},
        {"MPI_UINT64_T", 8},      {"MPI_UINT32_T", 4},
    };
    for (size_t i = 0; datatype && i < sizeof sizes / sizeof *sizes; i++)
        if (strcmp(sizes[i].name, datatype) == 0)
            return sizes[i].size;
    return 0;
}

/* Returns the size of a buffer in bytes; 0: it is not known, which means all that follows. */
static uint64_t buffer_size(const struct mpi_site *site, const struct api_parameter *parameter)
{
    const struct analysis *analysis = site->solver->uniformity->analysis;
    const struct api_buffer *buffer = &parameter->buffer;
    int64_t count;
    if (buffer->shape != API_SHAPE_PLAIN || buffer->each || !buffer->count || !buffer->datatype ||
        !analysis_integer(analysis, analysis_argument(analysis, site->call, buffer->count), &count))
        return 0;
    const char *type = analysis_handle_of_kind(
        analysis, analysis_argument(analysis, site->call, buffer->datatype), "datatype");
    return count > 0 ? (uint64_t)count * type_size(type) : 0;
}

static void write_output(const struct mpi_site *site, uint32_t operand,
                         const struct api_parameter *parameter)
{
    struct solver *solver = site->solver;
    const struct ir_value *address = site->call->operands[operand];
    struct taint taint = output_taint(site, parameter);
    taint.definer = site->call->number + 1;
    uint64_t exchanged = source_plain(solver->uniformity, SOURCE_EXCHANGED);
    if (is_data(parameter)) {
        uint64_t size = buffer_size(site, parameter);
        enum write mode = taint.sources & exchanged ? WRITE_ALWAYS : WRITE_BUFFER;
        bool agreed =
            sources_level(solver->uniformity, taint.sources, site->handle) == UNIFORM_SAME;
        if (agreed && !memory_certain(solver, address)) {
            /* One of several objects is the same now, and it is not known which. */
            taint.sources |= exchanged;
            mode = WRITE_ALWAYS;
        }
        memory_write(solver, address, size, taint, site->call, mode);
    } else if (parameter->length || parameter->role->memory) {
        memory_write(solver, address, 0, taint, site->call, WRITE_BUFFER);
    } else {
        memory_write(solver, address, 1, taint, site->call, WRITE_SCALAR);
    }
}

/* Makes the memory of windows unknown: other ranks may have changed it. */
static void synchronise_windows(const struct mpi_site *site)
{
    const struct uniformity *uniformity = site->solver->uniformity;
    struct taint unknown = of_source(site, SOURCE_UNKNOWN);
    for (size_t i = 0; i < uniformity->exposed_count; i++)
        memory_add(site->solver, uniformity->exposed[i], 0, unknown, site->call);
}

struct taint mpi_call(struct solver *solver, const struct ir_value *call,
                      const struct api_function *mpi)
{
    const struct analysis *analysis = solver->uniformity->analysis;
    struct mpi_site site = {solver, call, mpi, uniform_handle_of_call(solver->uniformity, call)};
    uint32_t operand = 0;
    for (; operand < call->operand_count; operand++) {
        const struct api_parameter *parameter = analysis_parameter(analysis, call, operand);
        if (!parameter)
            break;
        /* Requests and the like change, but a program cannot compare them. */
        if (parameter->direction == API_OUT ||
            (parameter->direction == API_INOUT && is_data(parameter)) ||
            (parameter->direction == API_INOUT && of_role(parameter, "position")))
            write_output(&site, operand, parameter);
    }
    if (of_class(&site, "rma.sync"))
        synchronise_windows(&site);
    /* Errors end the program unless it asks for them: assume that calls succeed. */
    struct taint success = {.form = form_constant(solver->uniformity, 0)};
    const struct ir_function *target = analysis_target(call, 0);
    bool fortran = target && analysis->fortran[target->number];
    if (fortran && operand < call->operand_count)
        memory_write(solver, call->operands[operand], 1, success, call, WRITE_SCALAR);
    if (!mpi->result || strcmp(mpi->result->name, "error") == 0)
        return success;
    if (mpi_named(&site, "MPI_Wtime")) {
        struct taint time = of_source(&site, SOURCE_TIMING);
        time.definer = call->number + 1;
        return time;
    }
    if (of_class(&site, "conversion"))
        return call->operand_count > 0 ? taint_of(solver, call->operands[0]) : success;
    return (struct taint){.form = FORM_ANYTHING};
}
