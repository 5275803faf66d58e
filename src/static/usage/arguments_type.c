/* arguments_type.c, of arguments.h: compares the datatype of a call with the type of its memory. */
#include "api/datatypes.h"
#include "static/calls/objects.h"
#include "static/calls/warn.h"
#include "static/usage/arguments.h"

#include <string.h>

enum { DEPTH_LIMIT = 16, FIELD_LIMIT = 64 };

/* Returns whether a scalar of the program can be an element (or a half, for complex numbers). */
static bool scalar_fits(const struct ir_type *scalar, const struct datatype *type)
{
    if (scalar->kind == IR_TYPE_INTEGER) {
        return scalar->size == 1 || (type->kind == DATATYPE_INTEGER && scalar->size == type->size);
    }
    if (scalar->kind == IR_TYPE_POINTER) {
        return type->kind == DATATYPE_INTEGER && type->size == scalar->size;
    }
    if (scalar->kind == IR_TYPE_FLOAT) {
        return (type->kind == DATATYPE_FLOAT && scalar->size == type->size) ||
               (type->kind == DATATYPE_COMPLEX && 2 * scalar->size == type->size);
    }
    return true; /* nothing is known */
}

static bool any_field_fits(const struct ir_type *type, const struct datatype *datatype, int depth)
{
    while (type->kind == IR_TYPE_ARRAY && type->part_count) {
        type = type->parts[0];
    }
    if (type->kind != IR_TYPE_STRUCT) {
        return scalar_fits(type, datatype);
    }
    /* A union shows only one of its members. */
    bool hidden = (type->name && strncmp(type->name, "union.", 6) == 0) || !type->part_count;
    if (hidden || depth == 0 || type->part_count > FIELD_LIMIT) {
        return true;
    }
    for (size_t i = 0; i < type->part_count; i++) {
        if (any_field_fits(type->parts[i], datatype, depth - 1)) {
            return true;
        }
    }
    return false;
}

/* Returns the type of all loads and stores that access the memory directly; NULL: their types
 * differ. */
static const struct ir_type *type_of_accesses(const struct object *object)
{
    const struct ir_type *type = NULL;
    for (size_t i = 0; i < object->use_count; i++) {
        const struct ir_value *user = object->uses[i].user;
        if (user->opcode != IR_LOAD && user->opcode != IR_STORE) {
            continue;
        }
        if (user->opcode == IR_STORE && user->operands[1] != object->uses[i].pointer) {
            continue;
        }
        if (!user->accessed || (type && type != user->accessed)) {
            return NULL;
        }
        type = user->accessed;
    }
    return type;
}

/* Returns the type at a constant offset: the field or element that begins there. */
static const struct ir_type *type_at(const struct ir_type *type, int64_t offset)
{
    for (int depth = 0; depth < DEPTH_LIMIT && offset >= 0; depth++) {
        if (type->kind == IR_TYPE_ARRAY && type->part_count && type->parts[0]->size) {
            type = type->parts[0];
            offset %= (int64_t)type->size;
        } else if (type->kind == IR_TYPE_STRUCT && offset > 0) {
            size_t field = type->part_count;
            while (field > 0 && (int64_t)type->offsets[field - 1] > offset) {
                field--;
            }
            if (field == 0) {
                return NULL;
            }
            offset -= (int64_t)type->offsets[field - 1];
            type = type->parts[field - 1];
        } else {
            return offset == 0 ? type : NULL;
        }
    }
    return NULL;
}

/* Returns the type of what the pointer points to; NULL: not known. */
static const struct ir_type *type_of_memory(struct analysis *analysis,
                                            const struct ir_value *pointer)
{
    const struct ir_value *root = object_root(pointer);
    if (!root) {
        return NULL;
    }
    if (root->opcode == IR_CALL) {
        struct object object = object_of(analysis, root, root->function);
        return type_of_accesses(&object);
    }
    if (!root->accessed) {
        return NULL;
    }
    int64_t offset = 0;
    for (; pointer != root; pointer = pointer->operands[0]) {
        if (!pointer->constant) {
            return root->accessed; /* an unknown element: any field is possible */
        }
        offset += pointer->offset;
    }
    return type_at(root->accessed, offset);
}

/* Returns whether the datatype is of a default kind of Fortran: options such as -fdefault-integer-8
 * change its size. */
static bool is_default_kind(const struct datatype *type)
{
    static const char *const names[] = {"MPI_INTEGER", "MPI_LOGICAL", "MPI_REAL",
                                        "MPI_DOUBLE_PRECISION", "MPI_COMPLEX"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(type->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool type_fits(const struct ir_type *memory, const struct datatype *type)
{
    if (any_field_fits(memory, type, DEPTH_LIMIT)) {
        return true;
    }
    struct datatype wide = *type;
    wide.size *= 2;
    return is_default_kind(type) && any_field_fits(memory, &wide, DEPTH_LIMIT);
}

static const char *type_describe(struct arena *arena, const struct ir_type *type)
{
    while (type->kind == IR_TYPE_ARRAY && type->part_count) {
        type = type->parts[0];
    }
    switch (type->kind) {
    case IR_TYPE_INTEGER:
        return arena_printf(arena, "%u-bit integers", type->bits);
    case IR_TYPE_FLOAT:
        return type->size == 4   ? "single-precision numbers"
               : type->size == 8 ? "double-precision numbers"
                                 : "floating-point numbers";
    case IR_TYPE_POINTER:
        return "a pointer";
    default:
        return "a struct without such a field";
    }
}

bool argument_check_type(const struct argument_check *check)
{
    struct analysis *analysis = check->run->analysis;
    const char *name = check->parameter->buffer.datatype;
    const struct datatype *type =
        name ? datatype_find(analysis_handle_of_kind(
                   analysis, analysis_argument(analysis, check->call, name), "datatype"))
             : NULL;
    if (!type || type->kind == DATATYPE_ANY || type->kind == DATATYPE_PAIR ||
        argument_is_empty(check) || check->argument.value->type->kind != IR_TYPE_POINTER) {
        return false;
    }
    const struct ir_type *memory = type_of_memory(analysis, check->argument.value);
    if (!memory || memory->size == 0 || type_fits(memory, type)) {
        return false;
    }
    struct arena *arena = &check->run->document->arena;
    const struct ir_value *root = object_root(check->argument.value);
    const char *text = type_describe(arena, memory);
    struct finding *finding = warn_begin(check->run, "mismatch.datatype", check->call);
    finding->headline = arena_printf(arena, "%s does not fit the buffer of %s, which holds %s",
                                     type->name, check->mpi->name, text);
    finding->why = root->name
                       ? arena_printf(arena, "'%s' holds %s, and an element of %s is another type.",
                                      root->name, text, type->name)
                       : arena_printf(arena,
                                      "The memory holds %s, and an element of %s is another "
                                      "type.",
                                      text, type->name);
    warn_relate(check->run, finding, "the memory", root);
    return true;
}

/* Returns whether the use neither commits the datatype nor gives its handle another name. */
static bool leaves_uncommitted(const struct analysis *analysis, const struct object_use *use)
{
    const struct ir_value *user = use->user;
    if (user->opcode == IR_STORE) {
        return user->operands[0]->kind != IR_INSTRUCTION;
    }
    if (user->opcode == IR_LOAD) {
        for (uint32_t i = 0; i < user->user_count; i++) {
            if (user->users[i]->opcode != IR_COMPARE && !analysis_mpi(analysis, user->users[i])) {
                return false;
            }
        }
        return true;
    }
    const struct api_function *mpi = analysis_mpi(analysis, user);
    if (!mpi) {
        return strncmp(object_callee(user), "llvm.lifetime.", 14) == 0;
    }
    const struct api_parameter *parameter = object_parameter(analysis, user, use->pointer, NULL);
    /* A duplicate of a committed datatype is committed. */
    return parameter && strcmp(mpi->name, "MPI_Type_dup") != 0 &&
           (parameter->direction == API_IN ||
            api_class_fits(mpi->class->name, "datatype.constructor") ||
            api_class_fits(mpi->class->name, "datatype.destructor"));
}

/* MPI 4.0, section 5.1.9: a datatype is committed before it is used in communication. */
void argument_check_committed(const struct argument_check *check)
{
    struct analysis *analysis = check->run->analysis;
    const struct ir_value *pointer = check->argument.value;
    if (!check->argument.by_reference) {
        pointer = pointer->opcode == IR_LOAD ? pointer->operands[0] : NULL;
    }
    const struct ir_value *root = pointer ? object_root(pointer) : NULL;
    if (!root || root->opcode != IR_ALLOCA) {
        return;
    }
    struct object object = object_of(analysis, root, check->call->function);
    const struct ir_value *made = NULL;
    for (size_t i = 0; i < object.use_count; i++) {
        if (!leaves_uncommitted(analysis, &object.uses[i])) {
            return;
        }
        const struct api_function *mpi = analysis_mpi(analysis, object.uses[i].user);
        if (mpi && api_class_fits(mpi->class->name, "datatype.constructor") &&
            object_parameter(analysis, object.uses[i].user, object.uses[i].pointer, NULL)
                    ->direction == API_OUT) {
            made = object.uses[i].user;
        }
    }
    if (object.escapes || !made) {
        return;
    }
    struct arena *arena = &check->run->document->arena;
    struct finding *finding = warn_begin(check->run, "arg.datatype", check->call);
    finding->headline =
        arena_printf(arena, "argument '%s' of %s is a datatype that was never committed",
                     check->parameter->name, check->mpi->name);
    finding->why = "No path calls MPI_Type_commit on it.";
    warn_relate(check->run, finding, "made here", made);
}
