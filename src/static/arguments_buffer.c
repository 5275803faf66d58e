/* Buffers that MPI forbids: null, MPI_IN_PLACE where there is none, the same memory twice. */
#include "static/arguments.h"
#include "static/datatypes.h"
#include "static/objects.h"
#include "static/warn.h"

#include <string.h>

static struct finding *warn(const struct argument_check *check, const char *what, const char *why)
{
    struct arena *arena = &check->run->document->arena;
    struct finding *finding = warn_begin(check->run, "arg.buffer", check->call);
    finding->headline = arena_printf(arena, "argument '%s' of %s is %s", check->parameter->name,
                                     check->mpi->name, what);
    finding->why = why;
    return finding;
}

static bool is_buffer(const struct argument_check *check)
{
    return argument_has_role(check, "sendbuf") || argument_has_role(check, "recvbuf") ||
           argument_has_role(check, "buffer");
}

/* The count is a constant and positive. */
static bool is_full(const struct argument_check *check)
{
    const struct analysis *analysis = check->run->analysis;
    const char *count = check->parameter->buffer.count;
    int64_t integer;
    return check->parameter->buffer.shape == API_SHAPE_PLAIN && count &&
           analysis_integer(analysis, analysis_argument(analysis, check->call, count), &integer) &&
           integer > 0;
}

static bool has_nobody(const struct argument_check *check)
{
    const struct analysis *analysis = check->run->analysis;
    const char *role = argument_has_role(check, "recvbuf") ? "source" : "dest";
    int64_t rank, nobody;
    return analysis_integer(analysis, analysis_role(analysis, check->call, role), &rank) &&
           analysis_constant(analysis, "MPI_PROC_NULL", &nobody) && rank == nobody;
}

void argument_check_buffer(const struct argument_check *check)
{
    const struct analysis *analysis = check->run->analysis;
    int64_t address;
    if (check->argument.by_reference || check->parameter->at_root || !is_buffer(check) ||
        !argument_constant_address(check->argument.value, &address)) {
        return;
    }
    const char *datatype = check->parameter->buffer.datatype;
    bool predefined =
        datatype && datatype_find(analysis_handle_of_kind(
                        analysis, analysis_argument(analysis, check->call, datatype), "datatype"));
    /* MPI_BOTTOM is the null pointer, too: right with the absolute addresses of a derived type. */
    if (address == 0 && predefined && is_full(check) && !has_nobody(check)) {
        warn(check, "the null pointer", "There are elements to transfer, and no memory for them.");
    } else if (argument_in_place(analysis, check->argument.value) && !check->parameter->in_place) {
        warn(check, "MPI_IN_PLACE", "The call does not work in place by this argument.");
    }
}

/* Offset in the object, if no index is variable. */
static bool constant_offset(const struct ir_value *pointer, int64_t *offset)
{
    *offset = 0;
    while (pointer->opcode == IR_ADDRESS && pointer->operand_count) {
        if (!pointer->constant) {
            return false;
        }
        *offset += pointer->offset;
        pointer = pointer->operands[0];
    }
    return true;
}

static bool same_address(const struct ir_value *a, const struct ir_value *b)
{
    int64_t first, second, constant;
    if (argument_constant_address(a, &constant)) {
        return false;
    }
    if (a == b) {
        return true;
    }
    const struct ir_value *root = object_root(a);
    return root && root == object_root(b) && constant_offset(a, &first) &&
           constant_offset(b, &second) && first == second;
}

/* MPI 4.0, section 6.2: in and out arguments of a collective must not alias; section 3.10 says the
 * same of MPI_Sendrecv. */
void argument_check_same(const struct argument_check *check)
{
    const struct analysis *analysis = check->run->analysis;
    bool covered = api_class_fits(check->mpi->class->name, "collective.*") ||
                   api_class_fits(check->mpi->class->name, "neighbour.*") ||
                   api_class_fits(check->mpi->class->name, "p2p.sendrecv");
    if (!covered || !argument_has_role(check, "recvbuf") || check->parameter->at_root ||
        argument_is_empty(check)) {
        return;
    }
    for (size_t i = 0; i < check->mpi->parameter_count; i++) {
        struct argument_check other = *check;
        other.parameter = &check->mpi->parameters[i];
        other.argument = analysis_argument(analysis, check->call, other.parameter->name);
        if (!argument_has_role(&other, "sendbuf") || other.parameter->at_root ||
            !other.argument.value || argument_is_empty(&other) ||
            !same_address(other.argument.value, check->argument.value)) {
            continue;
        }
        warn(check,
             arena_printf(&check->run->document->arena, "the same memory as '%s'",
                          other.parameter->name),
             "The call reads one while it writes the other; MPI_IN_PLACE or a replacing call is "
             "meant for this.");
    }
}
