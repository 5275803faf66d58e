/* arguments.c: checks constant arguments for values that MPI forbids. */
#include "static/usage/arguments.h"
#include "api/datatypes.h"
#include "static/calls/warn.h"

#include <string.h>

static bool argument_has_class(const struct argument_check *check, const char *class)
{
    return api_class_fits(check->mpi->class->name, class);
}

bool argument_has_role(const struct argument_check *check, const char *role)
{
    return strcmp(check->parameter->role->name, role) == 0;
}

bool argument_constant_address(const struct ir_value *value, int64_t *address)
{
    if (value->kind == IR_NULL) {
        *address = 0;
        return true;
    }
    if (value->kind == IR_EXPRESSION && value->opcode == IR_CAST && value->operand_count == 1 &&
        value->operands[0]->kind == IR_INTEGER) {
        *address = value->operands[0]->integer;
        return true;
    }
    return false;
}

bool argument_in_place(const struct analysis *analysis, const struct ir_value *value)
{
    int64_t address;
    return argument_constant_address(value, &address) &&
           (int32_t)address == (analysis->openmpi ? 1 : -1);
}

bool argument_is_empty(const struct argument_check *check)
{
    const struct analysis *analysis = check->run->analysis;
    const char *count = check->parameter->buffer.count;
    int64_t integer;
    return count &&
           analysis_integer(analysis, analysis_argument(analysis, check->call, count), &integer) &&
           integer <= 0;
}

static void argument_warn(const struct argument_check *check, const char *rule, const char *what,
                          const char *why)
{
    struct arena *arena = &check->run->document->arena;
    struct finding *finding = warn_begin(check->run, rule, check->call);
    finding->headline = arena_printf(arena, "argument '%s' of %s is %s", check->parameter->name,
                                     check->mpi->name, what);
    finding->why = why;
}

static const char *number_text(const struct argument_check *check, int64_t integer)
{
    return arena_printf(&check->run->document->arena, "%lld", (long long)integer);
}

static bool argument_is_constant(const struct argument_check *check, const char *name,
                                 int64_t integer)
{
    int64_t value;
    return analysis_constant(check->run->analysis, name, &value) && value == integer;
}

/* Returns whether the count or datatype is ignored, because its buffer is: MPI_IN_PLACE,
 * significant only at the root, empty. A reduction with MPI_NO_OP reads none of the caller's
 * memory. */
static bool is_ignored(const struct argument_check *check)
{
    const struct analysis *analysis = check->run->analysis;
    const char *name = check->parameter->name;
    bool ignored = check->parameter->at_root || check->parameter->length;
    if (argument_has_class(check, "rma.*") && api_function_role(check->mpi, "op")) {
        return true;
    }
    for (size_t i = 0; i < check->mpi->parameter_count; i++) {
        struct argument_check other = *check;
        other.parameter = &check->mpi->parameters[i];
        const struct api_buffer *buffer = &other.parameter->buffer;
        bool describes = buffer->datatype && strcmp(buffer->datatype, name) == 0;
        bool counts = buffer->count && strcmp(buffer->count, name) == 0;
        if (!describes && !counts) {
            continue;
        }
        other.argument = analysis_argument(analysis, check->call, other.parameter->name);
        bool used = !other.parameter->at_root && (counts || !argument_is_empty(&other)) &&
                    other.argument.value && !argument_in_place(analysis, other.argument.value);
        if (used) {
            return false;
        }
        ignored = true;
    }
    return ignored;
}

static void argument_check_count(const struct argument_check *check, int64_t integer)
{
    if (integer < 0 && !is_ignored(check)) {
        argument_warn(check, "arg.count", number_text(check, integer),
                      "A count is never negative.");
    }
}

static void check_peer(const struct argument_check *check, int64_t integer, bool receives)
{
    if (integer >= 0 || argument_is_constant(check, "MPI_PROC_NULL", integer)) {
        return;
    }
    bool any = argument_is_constant(check, "MPI_ANY_SOURCE", integer);
    if (any && receives) {
        return;
    }
    argument_warn(check, "arg.rank", any ? "MPI_ANY_SOURCE" : number_text(check, integer),
                  any ? "Only a receive or a probe may leave the other side open."
                      : "It is neither a rank nor MPI_PROC_NULL.");
}

static bool tag_of_receive(const struct argument_check *check)
{
    if (argument_has_class(check, "p2p.sendrecv")) {
        return strcmp(check->parameter->name, "recvtag") == 0;
    }
    return argument_has_class(check, "p2p.recv") || argument_has_class(check, "p2p.probe");
}

static void check_tag(const struct argument_check *check, int64_t integer)
{
    if (integer >= 0) {
        return;
    }
    bool any = argument_is_constant(check, "MPI_ANY_TAG", integer);
    if (any && tag_of_receive(check)) {
        return;
    }
    argument_warn(check, "arg.tag", any ? "MPI_ANY_TAG" : number_text(check, integer),
                  any ? "Only a receive or a probe may leave the tag open."
                      : "A tag is never negative.");
}

static void check_root(const struct argument_check *check, int64_t integer)
{
    const struct analysis *analysis = check->run->analysis;
    const char *comm =
        analysis_handle_of_kind(analysis, analysis_role(analysis, check->call, "comm"), "comm");
    bool group =
        comm && (strcmp(comm, "MPI_COMM_WORLD") == 0 || strcmp(comm, "MPI_COMM_SELF") == 0);
    if (integer > 0 && comm && strcmp(comm, "MPI_COMM_SELF") == 0) {
        argument_warn(check, "arg.root", number_text(check, integer),
                      "MPI_COMM_SELF has rank 0 only.");
    }
    bool special = argument_is_constant(check, "MPI_PROC_NULL", integer) ||
                   argument_is_constant(check, "MPI_ROOT", integer);
    if (integer >= 0 || (special && !group)) {
        return;
    }
    argument_warn(check, "arg.root", number_text(check, integer),
                  special ? "MPI_ROOT and MPI_PROC_NULL are roots of inter-communicators only."
                          : "A root is a rank of the communicator.");
}

static void check_integer(const struct argument_check *check)
{
    int64_t integer;
    if (check->parameter->length || check->parameter->direction != API_IN ||
        !analysis_integer(check->run->analysis, check->argument, &integer)) {
        return;
    }
    if (argument_has_role(check, "count") || argument_has_role(check, "large_count") ||
        argument_has_role(check, "number")) {
        argument_check_count(check, integer);
    } else if (argument_has_role(check, "dest") || argument_has_role(check, "target")) {
        check_peer(check, integer, false);
    } else if (argument_has_role(check, "source")) {
        check_peer(check, integer, true);
    } else if (argument_has_role(check, "tag")) {
        check_tag(check, integer);
    } else if (argument_has_role(check, "root")) {
        check_root(check, integer);
    }
}

static void check_handle(const struct argument_check *check)
{
    if (check->parameter->direction != API_IN || check->parameter->length ||
        argument_has_class(check, "conversion") || argument_has_class(check, "abort")) {
        return;
    }
    const char *kind = check->parameter->role->name;
    const char *name = analysis_handle_of_kind(check->run->analysis, check->argument, kind);
    if (!name) {
        return;
    }
    if (strcmp(name, "MPI_COMM_NULL") == 0 && argument_has_role(check, "comm") &&
        strcmp(check->parameter->name, "peer_comm") != 0) {
        argument_warn(check, "arg.comm", name,
                      "There is no process to talk to in the null communicator.");
    } else if (strcmp(name, "MPI_DATATYPE_NULL") == 0 && argument_has_role(check, "datatype") &&
               !is_ignored(check)) {
        argument_warn(check, "arg.datatype", name, "The null handle describes no data.");
    } else if (strcmp(name, "MPI_OP_NULL") == 0 && argument_has_role(check, "op")) {
        argument_warn(check, "arg.op", name, "The null handle is no operation.");
    }
}

/* Checks results, which MPI must be able to store. */
static void check_result(const struct argument_check *check)
{
    const struct analysis *analysis = check->run->analysis;
    int64_t address;
    if (check->argument.by_reference ||
        !argument_constant_address(check->argument.value, &address) || address != 0) {
        return;
    }
    if (argument_has_role(check, "status")) {
        int64_t count = 1;
        bool none =
            check->parameter->length &&
            (!analysis_integer(analysis,
                               analysis_argument(analysis, check->call, check->parameter->length),
                               &count) ||
             count <= 0);
        if (!analysis->openmpi && !none && (check->parameter->direction & API_OUT)) {
            argument_warn(
                check, "arg.other", "the null pointer",
                "MPI_STATUS_IGNORE is another constant in this MPI library; the call stores the "
                "status where the pointer says.");
        }
        return;
    }
    if (!(check->parameter->direction & API_OUT) || check->parameter->length ||
        check->parameter->role->memory) {
        return;
    }
    if (argument_has_role(check, "request")) {
        argument_warn(check, "arg.request", "the null pointer",
                      "The call stores the request there.");
    } else if (argument_has_role(check, "rank") || argument_has_role(check, "size") ||
               argument_has_role(check, "comm") || argument_has_role(check, "flag")) {
        argument_warn(check, "arg.other", "the null pointer", "The call stores its result there.");
    }
}

/* Returns whether the operation fits the kind of datatype: MPI 4.0, section 6.9.2. */
static bool operation_fits(const char *op, const struct datatype *type)
{
    bool located = strcmp(op, "MPI_MAXLOC") == 0 || strcmp(op, "MPI_MINLOC") == 0;
    if (located != (type->kind == DATATYPE_PAIR)) {
        return false;
    }
    bool arithmetic = strcmp(op, "MPI_SUM") == 0 || strcmp(op, "MPI_PROD") == 0;
    bool order = strcmp(op, "MPI_MAX") == 0 || strcmp(op, "MPI_MIN") == 0;
    bool bits =
        strcmp(op, "MPI_BAND") == 0 || strcmp(op, "MPI_BOR") == 0 || strcmp(op, "MPI_BXOR") == 0;
    bool logic =
        strcmp(op, "MPI_LAND") == 0 || strcmp(op, "MPI_LOR") == 0 || strcmp(op, "MPI_LXOR") == 0;
    if (type->kind == DATATYPE_COMPLEX) {
        return !order && !bits && !logic;
    }
    if (type->kind == DATATYPE_FLOAT) {
        return !bits && !logic;
    }
    bool text = strcmp(type->name, "MPI_CHAR") == 0 || strcmp(type->name, "MPI_CHARACTER") == 0 ||
                strcmp(type->name, "MPI_PACKED") == 0;
    bool bytes = strcmp(type->name, "MPI_BYTE") == 0;
    bool truth = strncmp(type->name, "MPI_LOGICAL", 11) == 0 || strstr(type->name, "BOOL");
    if (text || bytes) {
        return !arithmetic && !order && !logic && !(text && bits);
    }
    return !truth || (!arithmetic && !order && !bits);
}

static void argument_check_operation(const struct argument_check *check)
{
    const struct analysis *analysis = check->run->analysis;
    if (!argument_has_role(check, "op") ||
        !api_class_fits(check->mpi->class->name, "collective.*")) {
        return;
    }
    const char *op = analysis_handle_of_kind(analysis, check->argument, "op");
    const struct datatype *type = datatype_find(analysis_handle_of_kind(
        analysis, analysis_role(analysis, check->call, "datatype"), "datatype"));
    if (op && type && strcmp(op, "MPI_OP_NULL") != 0 && strcmp(op, "MPI_REPLACE") != 0 &&
        strcmp(op, "MPI_NO_OP") != 0 && !operation_fits(op, type)) {
        argument_warn(
            check, "arg.op", op,
            arena_printf(&check->run->document->arena, "It is not defined for %s.", type->name));
    }
}

/* Checks that the datatype is committed, where it describes memory that is transferred. */
static void check_commit(const struct argument_check *check)
{
    static const char *const classes[] = {"p2p.*", "collective.*", "neighbour.*", "rma.access"};
    if (!argument_has_role(check, "datatype") || check->parameter->length ||
        check->parameter->direction != API_IN || is_ignored(check)) {
        return;
    }
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (argument_has_class(check, classes[i])) {
            argument_check_committed(check);
            return;
        }
    }
}

static void argument_check_call(struct static_run *run, const struct ir_value *call)
{
    struct argument_check check = {
        .run = run, .call = call, .mpi = analysis_mpi(run->analysis, call)};
    if (!check.mpi) {
        return;
    }
    for (size_t i = 0; i < check.mpi->parameter_count; i++) {
        check.parameter = &check.mpi->parameters[i];
        check.argument = analysis_argument(run->analysis, call, check.parameter->name);
        if (!check.argument.value) {
            continue;
        }
        check_integer(&check);
        check_handle(&check);
        check_result(&check);
        argument_check_operation(&check);
        check_commit(&check);
        if (check.parameter->buffer.shape != API_SHAPE_NONE) {
            argument_check_buffer(&check);
            argument_check_same(&check);
            if (!argument_check_type(&check)) {
                argument_check_space(&check);
            }
        }
    }
}

void arguments_check(struct static_run *run)
{
    const struct ir_program *program = run->analysis->program;
    enum warn_errors errors = warn_errors(run->analysis);
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        for (uint32_t k = 0; k < function->call_count; k++) {
            const struct ir_value *call = function->calls[k];
            if (analysis_mpi(run->analysis, call) &&
                !warn_on_purpose(run->analysis, errors, call)) {
                argument_check_call(run, call);
            }
        }
    }
}
