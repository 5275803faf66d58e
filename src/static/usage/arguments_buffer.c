/* arguments_buffer.c, of arguments.h: checks for buffers that MPI forbids: null, MPI_IN_PLACE where
 * it is not allowed, the same memory twice, too small. */
#include "api/datatypes.h"
#include "static/calls/objects.h"
#include "static/calls/warn.h"
#include "static/usage/arguments.h"

#include <string.h>

static struct finding *arguments_buffer_warn(const struct argument_check *check, const char *what,
                                             const char *why)
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

/* Returns whether the count is a constant and positive. */
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
    /* MPI_BOTTOM is also the null pointer: it is right with the absolute addresses of a derived
     * type. */
    if (address == 0 && predefined && is_full(check) && !has_nobody(check)) {
        arguments_buffer_warn(check, "the null pointer",
                              "There are elements to transfer, and no memory for them.");
    } else if (argument_in_place(analysis, check->argument.value) && !check->parameter->in_place) {
        arguments_buffer_warn(check, "MPI_IN_PLACE",
                              "The call does not work in place by this argument.");
    }
}

/* Computes the offset in the object. Returns false unless all indices are constant. */
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
        arguments_buffer_warn(
            check,
            arena_printf(&check->run->document->arena, "the same memory as '%s'",
                         other.parameter->name),
            "The call reads one while it writes the other; MPI_IN_PLACE or a replacing call is "
            "meant for this.");
    }
}

/* Returns the size of a variable in bytes, or of memory that is allocated with a constant size; 0:
 * not known. */
static uint64_t size_of_object(const struct analysis *analysis, const struct ir_value *root)
{
    int64_t size = 0, count = 1;
    if (root->opcode == IR_CALL) {
        for (uint32_t i = 0; i < root->operand_count; i++) {
            struct analysis_argument factor = {root->operands[i], false};
            if (!object_is_allocation(root) || !analysis_integer(analysis, factor, &size) ||
                size <= 0 || __builtin_mul_overflow(count, size, &count)) {
                return 0;
            }
        }
        return root->operand_count > 0 ? (uint64_t)count : 0;
    }
    if (!root->accessed || (root->opcode != IR_ALLOCA && root->kind != IR_GLOBAL)) {
        return 0;
    }
    if (root->opcode == IR_ALLOCA && root->operand_count > 0) {
        if (root->operands[0]->kind != IR_INTEGER || root->operands[0]->integer <= 0) {
            return 0;
        }
        count = root->operands[0]->integer;
    }
    return root->accessed->size * (uint64_t)count;
}

/* MPI 4.0, section 3.2.2: a buffer has as many elements as the call says. A collective with a block
 * for each rank needs at least one block. */
void argument_check_space(const struct argument_check *check)
{
    const struct analysis *analysis = check->run->analysis;
    const struct api_buffer *buffer = &check->parameter->buffer;
    const struct ir_value *root = object_root(check->argument.value);
    int64_t count, offset;
    if (!root || buffer->shape != API_SHAPE_PLAIN || !buffer->count || !buffer->datatype ||
        check->parameter->at_root || !is_buffer(check) ||
        !constant_offset(check->argument.value, &offset) || offset < 0 || has_nobody(check) ||
        !analysis_integer(analysis, analysis_argument(analysis, check->call, buffer->count),
                          &count)) {
        return;
    }
    const struct datatype *type = datatype_find(analysis_handle_of_kind(
        analysis, analysis_argument(analysis, check->call, buffer->datatype), "datatype"));
    uint64_t size = size_of_object(analysis, root), needed;
    if (!type || size == 0 || count <= 0 ||
        __builtin_mul_overflow((uint64_t)count, type->size, &needed) ||
        (uint64_t)offset + needed <= size) {
        return;
    }
    struct arena *arena = &check->run->document->arena;
    uint64_t left = (uint64_t)offset < size ? size - (uint64_t)offset : 0;
    struct finding *finding = warn_begin(check->run, "arg.buffer", check->call);
    finding->headline =
        arena_printf(arena, "argument '%s' of %s has %llu bytes, less than %lld of %s take",
                     check->parameter->name, check->mpi->name, (unsigned long long)left,
                     (long long)count, type->name);
    finding->why = "The call reads or writes memory beyond it.";
    warn_relate(check->run, finding, "the memory", root);
}
