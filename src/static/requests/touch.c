/* touch.c, of requests.h: finds accesses to buffers of pending operations. MPI 4.0, section 3.7.2:
 * a send buffer may be read but not changed, a receive buffer may not even be read. */
#include "api/datatypes.h"
#include "static/requests/requests.h"

#include <string.h>

enum access { ACCESS_NONE = 0, ACCESS_READ = 1, ACCESS_WRITE = 2, ACCESS_EITHER = 4 };

static bool is_role(const struct api_parameter *parameter, const char *role)
{
    return strcmp(parameter->role->name, role) == 0;
}

/* Returns how a call uses a buffer. EITHER: it reads or writes, depending on the rank. Nothing is
 * said of partitioned messages: MPI_Pready and MPI_Parrived say which parts are in flight, one by
 * one. */
static enum access access_of(const struct api_function *mpi, const struct api_parameter *parameter)
{
    if (parameter->at_root || api_class_fits(mpi->class->name, "p2p.partitioned")) {
        return ACCESS_NONE;
    }
    if (is_role(parameter, "sendbuf")) {
        return ACCESS_READ;
    }
    if (is_role(parameter, "recvbuf")) {
        return ACCESS_WRITE;
    }
    if (is_role(parameter, "buffer")) {
        return api_class_fits(mpi->class->name, "p2p.*") ? ACCESS_WRITE : ACCESS_EITHER;
    }
    return ACCESS_NONE;
}

static const struct api_parameter *touch_companion(const struct api_function *mpi, const char *name)
{
    return name ? api_function_parameter(mpi, name) : NULL;
}

/* Returns whether the call does nothing, because its partner is MPI_PROC_NULL. */
static bool touch_is_idle(const struct request_follow *follow, const struct path_state *state,
                          const struct ir_value *call, const struct api_function *mpi,
                          enum access access)
{
    const char *role = access == ACCESS_READ ? "dest" : "source";
    const struct api_parameter *peer = api_function_role(mpi, role);
    int64_t rank, nobody;
    return peer && analysis_constant(follow->paths->analysis, "MPI_PROC_NULL", &nobody) &&
           paths_argument_integer(follow->paths, state,
                                  analysis_argument(follow->paths->analysis, call, peer->name),
                                  &rank) &&
           rank == nobody;
}

/* Returns how many bytes from its start a buffer certainly has; 0: not known. */
static uint64_t certain_length(const struct request_follow *follow, const struct path_state *state,
                               const struct ir_value *call, const struct api_function *mpi,
                               const struct api_parameter *parameter)
{
    struct analysis *analysis = follow->paths->analysis;
    const struct api_buffer *buffer = &parameter->buffer;
    if (buffer->shape != API_SHAPE_PLAIN || !touch_companion(mpi, buffer->datatype) ||
        !buffer->count || touch_is_idle(follow, state, call, mpi, access_of(mpi, parameter))) {
        return 0;
    }
    const struct datatype *type = datatype_find(analysis_handle_of_kind(
        analysis, analysis_argument(analysis, call, buffer->datatype), "datatype"));
    if (!type) {
        return 0;
    }
    int64_t count = 1; /* an unknown count is hardly 0 */
    struct analysis_argument argument = analysis_argument(analysis, call, buffer->count);
    if (argument.value && paths_argument_integer(follow->paths, state, argument, &count) &&
        (count <= 0 || count > INT32_MAX)) {
        return 0;
    }
    return (uint64_t)count * type->size;
}

void request_own(struct request_follow *follow, struct path_state *state)
{
    const struct api_function *mpi = follow->mpi;
    size_t found = 0;
    for (size_t i = 0; i < mpi->parameter_count && found < REQUEST_BUFFER_COUNT; i++) {
        const struct api_parameter *parameter = &mpi->parameters[i];
        if (access_of(mpi, parameter) == ACCESS_NONE || api_class_fits(mpi->class->name, "rma.*")) {
            continue;
        }
        const struct ir_value *pointer =
            analysis_argument(follow->paths->analysis, follow->call, parameter->name).value;
        uint64_t length = certain_length(follow, state, follow->call, mpi, parameter);
        struct request_buffer *buffer = &follow->buffers[found];
        if (!buffer->parameter || length < buffer->length) {
            *buffer = (struct request_buffer){.parameter = parameter, .length = length};
        }
        struct term_address at = {0};
        if (pointer) {
            at = paths_address(follow->paths, state, pointer);
        }
        state->registers[REQUEST_BUFFERS + found++] = at;
    }
}

static bool touch_conflicts(enum access owner, enum access access)
{
    switch (owner) {
    case ACCESS_READ:
        return access == ACCESS_WRITE;
    case ACCESS_WRITE:
        return access != ACCESS_NONE;
    default: /* the operation may only read it on this rank */
        return access == ACCESS_WRITE;
    }
}

static void touch_touch(struct request_follow *follow, const struct path_state *state,
                        const struct ir_value *instruction, struct term_address at, uint64_t length,
                        enum access access)
{
    if (at.base == TERM_NONE || !at.known || !length ||
        follow->paths->terms.list[at.base].kind == TERM_INTEGER) {
        return;
    }
    for (size_t i = 0; i < REQUEST_BUFFER_COUNT; i++) {
        const struct request_buffer *buffer = &follow->buffers[i];
        struct term_address owned = state->registers[REQUEST_BUFFERS + i];
        if (!buffer->parameter || !buffer->length || owned.base != at.base || !owned.known ||
            !touch_conflicts(access_of(follow->mpi, buffer->parameter), access)) {
            continue;
        }
        bool overlaps = at.offset < owned.offset + (int64_t)buffer->length &&
                        owned.offset < at.offset + (int64_t)length;
        if (overlaps && request_is_sure(follow, state, instruction)) {
            request_report_race(follow, instruction, buffer, access == ACCESS_WRITE);
        }
    }
}

static void touch_by_mpi(struct request_follow *follow, const struct path_state *state,
                         const struct ir_value *call, const struct api_function *mpi)
{
    for (size_t i = 0; i < mpi->parameter_count; i++) {
        const struct api_parameter *parameter = &mpi->parameters[i];
        const struct ir_value *pointer =
            analysis_argument(follow->paths->analysis, call, parameter->name).value;
        enum access access = access_of(mpi, parameter);
        if (!pointer || pointer->type->kind != IR_TYPE_POINTER || access == ACCESS_NONE ||
            api_class_fits(mpi->class->name, "rma.*")) {
            continue;
        }
        touch_touch(follow, state, call, paths_address(follow->paths, state, pointer),
                    certain_length(follow, state, call, mpi, parameter), access);
    }
}

/* Checks memcpy, memmove and memset in LLVM's form. */
static void touch_by_copy(struct request_follow *follow, const struct path_state *state,
                          const struct ir_value *call)
{
    const char *name = object_callee(call);
    bool copies = strncmp(name, "llvm.memcpy", 11) == 0 || strncmp(name, "llvm.memmove", 12) == 0;
    int64_t length;
    if ((!copies && strncmp(name, "llvm.memset", 11) != 0) || call->operand_count < 3 ||
        !terms_is_integer(&follow->paths->terms,
                          paths_term(follow->paths, state, call->operands[2]), &length) ||
        length <= 0) {
        return;
    }
    touch_touch(follow, state, call, paths_address(follow->paths, state, call->operands[0]),
                (uint64_t)length, ACCESS_WRITE);
    if (copies) {
        touch_touch(follow, state, call, paths_address(follow->paths, state, call->operands[1]),
                    (uint64_t)length, ACCESS_READ);
    }
}

void request_touch(struct request_follow *follow, struct path_state *state,
                   const struct ir_value *instruction)
{
    uint64_t size = instruction->accessed ? instruction->accessed->size : 0;
    if (instruction->opcode == IR_LOAD) {
        touch_touch(follow, state, instruction,
                    paths_address(follow->paths, state, instruction->operands[0]), size,
                    ACCESS_READ);
    } else if (instruction->opcode == IR_STORE) {
        touch_touch(follow, state, instruction,
                    paths_address(follow->paths, state, instruction->operands[1]), size,
                    ACCESS_WRITE);
    } else if (instruction->opcode == IR_CALL) {
        const struct api_function *mpi = analysis_mpi(follow->paths->analysis, instruction);
        if (mpi) {
            touch_by_mpi(follow, state, instruction, mpi);
        } else {
            touch_by_copy(follow, state, instruction);
        }
    }
}
