#include "static/calls/objects.h"

#include "ir/library.h"

#include <string.h>

const char *object_callee(const struct ir_value *call)
{
    if (call->opcode != IR_CALL || !call->callee || call->callee->kind != IR_FUNCTION) {
        return "";
    }
    return call->callee->as_function->symbol;
}

bool object_library_call(const struct ir_value *call)
{
    const char *name = object_callee(call);
    if (!*name || call->callee->as_function->defined) {
        return false;
    }
    return library_of(name).flags & CALL_PLAIN;
}

bool object_is_allocation(const struct ir_value *call)
{
    const char *name = object_callee(call);
    return strcmp(name, "malloc") == 0 || strcmp(name, "calloc") == 0;
}

static bool is_address(const struct ir_value *value)
{
    return value->opcode == IR_ADDRESS && value->operand_count > 0;
}

const struct ir_value *object_root(const struct ir_value *pointer)
{
    while (pointer && is_address(pointer)) {
        pointer = pointer->operands[0];
    }
    if (!pointer) {
        return NULL;
    }
    bool object = pointer->opcode == IR_ALLOCA || pointer->kind == IR_GLOBAL ||
                  (pointer->opcode == IR_CALL && object_is_allocation(pointer));
    return object ? pointer : NULL;
}

const struct api_parameter *object_parameter(const struct analysis *analysis,
                                             const struct ir_value *call,
                                             const struct ir_value *value,
                                             const struct api_parameter *after)
{
    const struct api_function *mpi = analysis_mpi(analysis, call);
    size_t first = after ? (size_t)(after - mpi->parameters) + 1 : 0;
    for (size_t i = first; i < mpi->parameter_count; i++) {
        if (analysis_argument(analysis, call, mpi->parameters[i].name).value == value) {
            return &mpi->parameters[i];
        }
    }
    return NULL;
}

/* Returns whether MPI keeps the address of a buffer: until the operation is complete, the window
 * freed, the memory detached. */
static bool keeps_buffer(const struct api_function *mpi, const struct api_parameter *parameter)
{
    if (!parameter->role->memory || strcmp(parameter->role->name, "status") == 0 ||
        strcmp(parameter->role->name, "string") == 0) {
        return false;
    }
    return mpi->mode == API_NONBLOCKING || mpi->persistent || mpi->split ||
           api_class_fits(mpi->class->name, "rma.*") ||
           strcmp(parameter->role->name, "location") == 0 ||
           strcmp(parameter->role->name, "bsendbuf") == 0 ||
           strcmp(parameter->role->name, "attribute") == 0;
}

static void judge_mpi(const struct analysis *analysis, const struct object_use *use,
                      struct object *object)
{
    const struct api_function *mpi = analysis_mpi(analysis, use->user);
    const struct api_parameter *parameter =
        object_parameter(analysis, use->user, use->pointer, NULL);
    for (; parameter; parameter = object_parameter(analysis, use->user, use->pointer, parameter)) {
        object->asynchronous |= keeps_buffer(mpi, parameter);
        const char *role = parameter->role->name;
        if (strcmp(role, "extra_state") == 0 || strcmp(role, "attribute") == 0 ||
            strcmp(role, "winbase") == 0) {
            object->escapes = true;
        }
    }
}

static void judge_call(const struct analysis *analysis, const struct object_use *use,
                       struct object *object)
{
    if (analysis_mpi(analysis, use->user)) {
        judge_mpi(analysis, use, object);
        return;
    }
    const char *name = object_callee(use->user);
    bool harmless = strncmp(name, "llvm.lifetime.", 14) == 0 || strcmp(name, "free") == 0 ||
                    strncmp(name, "llvm.memset", 11) == 0 || strncmp(name, "llvm.mem", 8) == 0 ||
                    strncmp(name, "llvm.dbg", 8) == 0;
    if (!harmless) {
        object->escapes = true;
    }
}

static void object_judge(const struct analysis *analysis, const struct object_use *use,
                         const struct ir_function *function, struct object *object)
{
    const struct ir_value *user = use->user;
    if (user->kind != IR_INSTRUCTION || user->function != function) {
        object->escapes = true;
        return;
    }
    switch (user->opcode) {
    case IR_LOAD:
    case IR_COMPARE:
        break;
    case IR_STORE:
        object->escapes |= user->operands[0] == use->pointer;
        break;
    case IR_CALL:
        judge_call(analysis, use, object);
        break;
    default:
        object->escapes = true;
    }
}

bool object_used_by(const struct object *object, const struct ir_value *user)
{
    for (size_t i = 0; i < object->use_count; i++) {
        if (object->uses[i].user == user) {
            return true;
        }
    }
    return false;
}

struct object object_of(struct analysis *analysis, const struct ir_value *root,
                        const struct ir_function *function)
{
    struct object object = {.value = root};
    const struct ir_value **pending = NULL;
    size_t pending_count = 0;
    *arena_push(&analysis->arena, pending, pending_count) = root;
    for (size_t next = 0; next < pending_count; next++) {
        const struct ir_value *pointer = pending[next];
        for (uint32_t i = 0; i < pointer->user_count; i++) {
            const struct ir_value *user = pointer->users[i];
            if (is_address(user) && user->operands[0] == pointer) {
                *arena_push(&analysis->arena, pending, pending_count) = user;
                continue;
            }
            struct object_use *use = arena_push(&analysis->arena, object.uses, object.use_count);
            *use = (struct object_use){.user = user, .pointer = pointer};
            object_judge(analysis, use, function, &object);
        }
    }
    if (root->kind == IR_GLOBAL) {
        object.escapes |= points_escapes(analysis->points, root);
    }
    return object;
}
