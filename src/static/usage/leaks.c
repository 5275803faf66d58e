/* leaks.c: finds handles that a function makes, keeps to itself and never frees. */
#include "static/usage/leaks.h"

#include "static/calls/objects.h"
#include "static/calls/warn.h"
#include "static/requests/paths.h"

#include <string.h>

struct kind {
    const char *class, *role, *rule, *text, *release;
};

static const struct kind kinds[] = {
    {"comm.constructor", "comm", "leak.comm", "communicator", "MPI_Comm_free"},
    {"topology.constructor", "comm", "leak.comm", "communicator", "MPI_Comm_free"},
    {"group.constructor", "group", "leak.group", "group", "MPI_Group_free"},
    {"datatype.constructor", "datatype", "leak.type", "datatype", "MPI_Type_free"},
    {"op.constructor", "op", "leak.op", "operation", "MPI_Op_free"},
    {"rma.window", "win", "leak.win", "window", "MPI_Win_free"},
    {"file.open", "file", "leak.file", "file", "MPI_File_close"},
    {"attribute.keyval", "keyval", "leak.keyval", "key", "the function that frees it"},
    {"errhandler.constructor", "errhandler", "leak.errhandler", "error handler",
     "MPI_Errhandler_free"},
};

static const struct kind persistent_kind = {NULL, "request", "leak.request", "persistent request",
                                            "MPI_Request_free"};

static const struct kind *leak_kind_of(const struct api_function *mpi)
{
    if (mpi->persistent) {
        return &persistent_kind;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (api_class_fits(mpi->class->name, kinds[i].class)) {
            return &kinds[i];
        }
    }
    return NULL;
}

/* Returns the parameter through which the call returns the new handle. */
static const struct api_parameter *made_handle(const struct api_function *mpi,
                                               const struct kind *kind)
{
    for (size_t i = 0; i < mpi->parameter_count; i++) {
        const struct api_parameter *parameter = &mpi->parameters[i];
        if (parameter->direction == API_OUT && !parameter->length &&
            strcmp(parameter->role->name, kind->role) == 0) {
            return parameter;
        }
    }
    return NULL;
}

/* Returns whether the call takes the handle without keeping or changing it. Conversions give it
 * another name. */
static bool leak_only_uses(const struct api_function *mpi, const struct api_parameter *parameter)
{
    return parameter->direction == API_IN && !api_class_fits(mpi->class->name, "conversion") &&
           strcmp(parameter->role->name, "attribute") != 0 &&
           strcmp(parameter->role->name, "extra_state") != 0;
}

/* Returns whether the handle exists after an MPI call that gets its address. */
static bool survives_call(const struct analysis *analysis, const struct object_use *use)
{
    const struct api_function *mpi = analysis_mpi(analysis, use->user);
    if (!mpi) {
        const char *name = object_callee(use->user);
        return strncmp(name, "llvm.lifetime.", 14) == 0 || strncmp(name, "llvm.memset", 11) == 0 ||
               strcmp(name, "free") == 0;
    }
    const char *class = mpi->class->name;
    if (api_class_fits(class, "datatype.commit") || api_class_fits(class, "request.start") ||
        api_class_fits(class, "completion.*")) {
        return true;
    }
    const struct api_parameter *parameter =
        object_parameter(analysis, use->user, use->pointer, NULL);
    for (; parameter; parameter = object_parameter(analysis, use->user, use->pointer, parameter)) {
        bool makes = parameter->direction == API_OUT && !parameter->role->memory;
        if (!makes && !leak_only_uses(mpi, parameter)) {
            return false;
        }
    }
    return true;
}

/* Returns whether a loaded handle is only compared, and passed to MPI by value. */
static bool stays_local(const struct analysis *analysis, const struct ir_value *load)
{
    for (uint32_t i = 0; i < load->user_count; i++) {
        const struct ir_value *user = load->users[i];
        if (user->opcode == IR_COMPARE) {
            continue;
        }
        const struct api_function *mpi = analysis_mpi(analysis, user);
        if (!mpi) {
            return false;
        }
        const struct api_parameter *parameter = object_parameter(analysis, user, load, NULL);
        for (; parameter; parameter = object_parameter(analysis, user, load, parameter)) {
            if (!leak_only_uses(mpi, parameter)) {
                return false;
            }
        }
    }
    return true;
}

static bool leak_is_kept(const struct analysis *analysis, const struct object *object)
{
    for (size_t i = 0; i < object->use_count; i++) {
        const struct object_use *use = &object->uses[i];
        switch (use->user->opcode) {
        case IR_LOAD:
            if (!stays_local(analysis, use->user)) {
                return false;
            }
            break;
        case IR_CALL:
            if (!survives_call(analysis, use)) {
                return false;
            }
            break;
        case IR_STORE: /* of a null handle; another value may belong to another variable */
            if (use->user->operands[0]->kind == IR_INSTRUCTION) {
                return false;
            }
            break;
        default:
            return false;
        }
    }
    return true;
}

/* Returns whether a started request is never completed: requests_check() reports this. */
static bool is_incomplete(const struct analysis *analysis, const struct object *object)
{
    bool started = false, completed = false;
    for (size_t i = 0; i < object->use_count; i++) {
        const struct api_function *mpi = analysis_mpi(analysis, object->uses[i].user);
        started |= mpi && api_class_fits(mpi->class->name, "request.start");
        completed |= mpi && api_class_fits(mpi->class->name, "completion.*");
    }
    return started && !completed;
}

/* Returns whether the colour of a split says that this rank gets no communicator. */
static bool makes_nothing(const struct analysis *analysis, const struct ir_value *call)
{
    int64_t color, undefined;
    return analysis_integer(analysis, analysis_role(analysis, call, "color"), &color) &&
           analysis_constant(analysis, "MPI_UNDEFINED", &undefined) && color == undefined;
}

/* Returns whether the value is only compared with MPI_SUCCESS, which is 0 in all MPI libraries. */
static bool is_only_tested(const struct ir_value *value)
{
    for (uint32_t i = 0; i < value->user_count; i++) {
        const struct ir_value *user = value->users[i];
        const struct ir_value *other =
            user->opcode == IR_COMPARE ? user->operands[user->operands[0] == value] : NULL;
        if (!other || other->kind != IR_INTEGER || other->integer != 0) {
            return false;
        }
    }
    return true;
}

static bool variable_is_only_tested(struct analysis *analysis, const struct ir_value *store)
{
    const struct ir_value *root = object_root(store->operands[1]);
    if (!root) {
        return false;
    }
    struct object object = object_of(analysis, root, store->function);
    for (size_t i = 0; i < object.use_count && !object.escapes; i++) {
        const struct ir_value *user = object.uses[i].user;
        if (user->opcode == IR_LOAD && !is_only_tested(user)) {
            return false;
        }
    }
    return !object.escapes;
}

/* Returns whether the program may examine the error of a call. Errors of files are returned by
 * default (MPI 4.0, section 14.7). A program that only tests for an error goes on with the file;
 * one that examines the error may go on with the error. */
static bool may_want_error(struct analysis *analysis, const struct ir_value *call)
{
    for (uint32_t i = 0; i < call->user_count; i++) {
        const struct ir_value *user = call->users[i];
        bool stored = user->opcode == IR_STORE && user->operands[0] == call;
        if (stored ? !variable_is_only_tested(analysis, user)
                   : user->opcode != IR_COMPARE || !is_only_tested(call)) {
            return true;
        }
    }
    return false;
}

static bool comes_to_an_end(const struct analysis *analysis, const struct ir_function *function,
                            const bool *never_returns)
{
    for (uint32_t i = 0; i < function->call_count; i++) {
        const struct api_function *mpi = analysis_mpi(analysis, function->calls[i]);
        if (mpi && api_class_fits(mpi->class->name, "finalize")) {
            return true;
        }
    }
    return !never_returns[function->number];
}

static void leak_check_call(struct static_run *run, const struct ir_value *call,
                            const bool *never_returns)
{
    struct analysis *analysis = run->analysis;
    const struct api_function *mpi = analysis_mpi(analysis, call);
    const struct kind *kind = leak_kind_of(mpi);
    const struct api_parameter *made = kind ? made_handle(mpi, kind) : NULL;
    const struct ir_value *pointer =
        made ? analysis_argument(analysis, call, made->name).value : NULL;
    const struct ir_value *root = pointer ? object_root(pointer) : NULL;
    if (!root || makes_nothing(analysis, call) ||
        (api_class_fits(mpi->class->name, "file.*") && may_want_error(analysis, call)) ||
        !comes_to_an_end(analysis, call->function, never_returns)) {
        return;
    }
    struct object object = object_of(analysis, root, call->function);
    if (object.escapes || object.asynchronous || !leak_is_kept(analysis, &object) ||
        (mpi->persistent && is_incomplete(analysis, &object))) {
        return;
    }
    struct arena *arena = &run->document->arena;
    struct finding *finding = warn_begin(run, kind->rule, call);
    if (root->name) {
        finding->headline = arena_printf(arena, "the %s '%s' made by %s is never freed", kind->text,
                                         root->name, mpi->name);
    } else {
        finding->headline =
            arena_printf(arena, "the %s made by %s is never freed", kind->text, mpi->name);
    }
    finding->why = arena_printf(arena,
                                "Only '%s' knows the handle, and no path through it calls %s on "
                                "it.",
                                call->function->name, kind->release);
}

void leaks_check(struct static_run *run)
{
    const struct ir_program *program = run->analysis->program;
    const bool *never_returns = paths_never_return(run->analysis);
    /* An error handler of the program may be the very handle that leaks. */
    bool handled = warn_errors(run->analysis) != WARN_ERRORS_FATAL;
    enum warn_errors errors = handled ? WARN_ERRORS_RETURNED : WARN_ERRORS_FATAL;
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        for (uint32_t k = 0; k < function->call_count; k++) {
            if (analysis_mpi(run->analysis, function->calls[k]) &&
                !warn_on_purpose(run->analysis, errors, function->calls[k])) {
                leak_check_call(run, function->calls[k], never_returns);
            }
        }
    }
}
