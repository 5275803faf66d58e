#include "static/calls/handles.h"

#include "static/calls/handle_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A search backwards from a use to the places that a handle comes from. Its questions stand in a
 * list, so that nothing recurses. The list is short, because programs pass handles around
 * little. */
enum { QUESTIONS_MAX = 96, ORIGIN_HOPS = 16 };

struct handles_question {
    const struct ir_value *value; /* asks about a value, or about the memory at this address ... */
    bool memory;
    int64_t shift;             /* ... plus this many bytes */
    const struct ir_value *at; /* ... as it is at this instruction; NULL: at any time */
};

struct search {
    struct analysis *analysis;
    struct handles_question questions[QUESTIONS_MAX];
    size_t count;
    const struct ir_function *function; /* parameters of this function are answers; NULL: no
                                           parameters are */
    struct handle found;
    bool any, several;
    const char *kind; /* "comm", "win", "file" */
};

static void handle_ask(struct search *search, struct handles_question question)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->questions[i].value == question.value &&
            search->questions[i].memory == question.memory &&
            search->questions[i].shift == question.shift && search->questions[i].at == question.at)
            return;
    if (search->count == QUESTIONS_MAX)
        search->several = true;
    else
        search->questions[search->count++] = question;
}

static void ask_value(struct search *search, const struct ir_value *value)
{
    handle_ask(search, (struct handles_question){.value = value});
}

static void handle_found(struct search *search, struct handle handle)
{
    if (search->any && !handle_equal(search->found, handle))
        search->several = true;
    if (!search->any)
        search->found = handle;
    search->any = true;
}

static void found_unknown(struct search *search, const struct ir_value *variable, int64_t offset)
{
    handle_found(search,
                 (struct handle){.kind = HANDLE_UNKNOWN, .variable = variable, .offset = offset});
}

/* Returns true if the argument is a predefined handle; null handles are no communicators, and
 * ignored. */
static bool found_predefined(struct search *search, struct analysis_argument argument)
{
    const char *name = analysis_handle_of_kind(search->analysis, argument, search->kind);
    if (!name)
        return false;
    if (strcmp(name, "MPI_COMM_WORLD") == 0)
        handle_found(search, (struct handle){.kind = HANDLE_WORLD});
    else if (strcmp(name, "MPI_COMM_SELF") == 0)
        handle_found(search, (struct handle){.kind = HANDLE_SELF});
    return true;
}

static void found_parameter(struct search *search, const struct ir_value *argument, bool memory)
{
    const struct ir_function *function = argument->function;
    const struct analysis_callers *callers = &search->analysis->callers[function->number];
    if (function == search->function || callers->count == 0) {
        handle_found(search, (struct handle){.kind = HANDLE_PARAMETER,
                                             .parameter = argument->index,
                                             .variable = argument,
                                             .by_reference = memory});
        return;
    }
    for (size_t i = 0; i < callers->count; i++) {
        const struct ir_value *actual =
            analysis_actual(callers->calls[i], function, argument->index);
        if (actual)
            handle_ask(search, (struct handles_question){
                                   .value = actual, .memory = memory, .at = callers->calls[i]});
    }
}

static void answer_call(struct search *search, const struct ir_value *call)
{
    const struct api_function *mpi = analysis_mpi(search->analysis, call);
    if (mpi && strcmp(mpi->class->name, "conversion") == 0 && call->operand_count == 1) {
        ask_value(search, call->operands[0]); /* MPI_Comm_f2c */
        return;
    }
    const struct ir_function *target = analysis_target(call, 0);
    if (!target || !target->defined || analysis_target(call, 1)) {
        found_unknown(search, call, 0);
        return;
    }
    for (uint32_t i = 0; i < target->block_count; i++) {
        const struct ir_value *end = ir_terminator(target->blocks[i]);
        if (end->opcode == IR_RETURN && end->operand_count > 0)
            ask_value(search, end->operands[0]);
    }
}

static void answer_value(struct search *search, const struct ir_value *value)
{
    if (found_predefined(search, (struct analysis_argument){value, false}))
        return;
    if (value->kind == IR_ARGUMENT) {
        found_parameter(search, value, false);
        return;
    }
    switch (value->opcode) {
    case IR_PHI:
    case IR_SELECT:
        for (uint32_t i = value->opcode == IR_SELECT; i < value->operand_count; i++)
            ask_value(search, value->operands[i]);
        return;
    case IR_CAST:
    case IR_FREEZE:
    case IR_TRUNCATE:
    case IR_EXTEND_SIGN:
    case IR_EXTEND_ZERO:
        ask_value(search, value->operands[0]);
        return;
    case IR_LOAD:
        handle_ask(search, (struct handles_question){
                               .value = value->operands[0], .memory = true, .at = value});
        return;
    case IR_CALL:
        answer_call(search, value);
        return;
    default:
        if (value->kind != IR_UNDEFINED)
            found_unknown(search, value, 0);
    }
}

/* Asks for what a writer puts at this place of its object. */
static void ask_writer(struct search *search, const struct handle_writer *writer, int64_t offset)
{
    const struct ir_value *instruction = writer->instruction;
    if (writer->source) {
        bool known = writer->offset != POINTS_ANYWHERE && offset != POINTS_ANYWHERE;
        handle_ask(search, (struct handles_question){.value = writer->source,
                                                     .memory = true,
                                                     .shift = known ? offset - writer->offset : 0,
                                                     .at = instruction});
    } else if (instruction->opcode == IR_STORE) {
        ask_value(search, instruction->operands[0]);
    } else {
        handle_found(search,
                     (struct handle){.kind = HANDLE_MADE,
                                     .made = handle_maker(search->analysis->handles, instruction)});
    }
}

struct place {
    struct points_location locations[16];
    size_t count;
};

static const struct handle_writer *writer_at(const struct search *search, const struct place *place,
                                             const struct ir_value *instruction, int64_t *offset)
{
    for (size_t i = 0; i < place->count; i++) {
        size_t count;
        const struct handle_writer *writers =
            handle_writers(search->analysis->handles, place->locations[i].object, &count);
        size_t low = 0, high = count;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (writers[middle].instruction->number < instruction->number)
                low = middle + 1;
            else
                high = middle;
        }
        *offset = place->locations[i].offset;
        for (; low < count && writers[low].instruction == instruction; low++)
            if (handle_writer_touches(&writers[low], *offset))
                return &writers[low];
    }
    return NULL;
}

/* Asks for the constant that a global has at this offset at the start, if it is a handle. */
static void ask_initial(struct search *search, const struct points_location *location)
{
    const struct ir_value *object = location->object;
    if (object->kind != IR_GLOBAL || object->operand_count == 0)
        return;
    const struct ir_value *initial = object->operands[0];
    int64_t offset = location->offset;
    while (initial && initial->kind == IR_AGGREGATE && initial->type &&
           initial->type->kind == IR_TYPE_STRUCT && offset >= 0) {
        uint32_t field = 0;
        while (field + 1 < initial->operand_count && field + 1 < initial->type->part_count &&
               (int64_t)initial->type->offsets[field + 1] <= offset)
            field++;
        if (field >= initial->operand_count)
            return;
        offset -= (int64_t)initial->type->offsets[field];
        initial = initial->operands[field];
    }
    if (initial && initial->kind != IR_NULL)
        found_predefined(search, (struct analysis_argument){initial, false});
}

/* Asks for all that may be written there: in the whole program, or outside of one function. */
static void ask_writers(struct search *search, const struct place *place,
                        const struct ir_function *outside)
{
    for (size_t i = 0; i < place->count; i++) {
        size_t count;
        const struct handle_writer *writers =
            handle_writers(search->analysis->handles, place->locations[i].object, &count);
        for (size_t k = 0; k < count; k++)
            if (writers[k].instruction->function != outside &&
                handle_writer_touches(&writers[k], place->locations[i].offset))
                ask_writer(search, &writers[k], place->locations[i].offset);
        ask_initial(search, &place->locations[i]);
    }
}

static bool calls_defined(const struct ir_value *instruction)
{
    const struct ir_function *target =
        instruction->opcode == IR_CALL ? analysis_target(instruction, 0) : NULL;
    return target && target->defined;
}

/* Searches backwards from `at` through its function for the writers that reach it. Returns true if
 * it reaches the start of the function, or a call that may also write. */
static bool ask_reaching(struct search *search, const struct place *place,
                         const struct ir_value *at)
{
    const struct ir_function *function = at->function;
    bool *seen = memory_zero(function->block_count + 1, sizeof *seen);
    const struct ir_block **todo = memory_zero(function->block_count + 1, sizeof(void *));
    uint32_t count = 0;
    bool open = false, first = true;
    todo[count++] = at->block;
    while (count > 0) {
        const struct ir_block *block = todo[--count];
        uint32_t i = block->instruction_count;
        if (first)
            while (i > 0 && block->instructions[i - 1] != at)
                i--;
        if (first && i > 0)
            i--; /* `at` writes after it reads */
        first = false;
        const struct handle_writer *writer = NULL;
        int64_t offset = 0;
        while (i > 0 && !writer) {
            const struct ir_value *instruction = block->instructions[--i];
            if (instruction->opcode != IR_STORE && instruction->opcode != IR_CALL)
                continue;
            open |= calls_defined(instruction);
            writer = writer_at(search, place, instruction, &offset);
        }
        if (writer) {
            ask_writer(search, writer, offset);
            continue;
        }
        open |= block->number == 0;
        for (uint32_t k = 0; k < block->predecessor_count; k++)
            if (!seen[block->predecessors[k]->number]) {
                seen[block->predecessors[k]->number] = true;
                todo[count++] = block->predecessors[k];
            }
    }
    free(seen);
    free(todo);
    return open;
}

static bool written_in(const struct search *search, const struct place *place,
                       const struct ir_function *function)
{
    for (size_t i = 0; i < place->count; i++) {
        size_t count;
        const struct handle_writer *writers =
            handle_writers(search->analysis->handles, place->locations[i].object, &count);
        for (size_t k = 0; k < count; k++)
            if (writers[k].instruction->function == function &&
                handle_writer_touches(&writers[k], place->locations[i].offset))
                return true;
    }
    return false;
}

static void answer_memory(struct search *search, const struct handles_question *question)
{
    const struct ir_value *address = question->value;
    if (question->shift == 0 && found_predefined(search, (struct analysis_argument){address, true}))
        return;
    struct place place = {.count = 0};
    struct points_location exact;
    struct points_set set = analysis_places(search->analysis, address, &exact);
    for (uint32_t i = 0; i < set.count && place.count < 16; i++) {
        place.locations[place.count] = set.locations[i];
        if (set.locations[i].offset != POINTS_ANYWHERE)
            place.locations[place.count].offset += question->shift;
        place.count++;
    }
    const struct ir_function *here = question->at ? question->at->function : NULL;
    bool open = true;
    if (here && written_in(search, &place, here))
        open = ask_reaching(search, &place, question->at);
    if (!open)
        return;
    if (address->kind == IR_ARGUMENT && address->function->defined && question->shift == 0) {
        found_parameter(search, address, true);
        return;
    }
    size_t before = search->count;
    bool any = search->any;
    ask_writers(search, &place, here);
    if (place.count == 0 || (search->count == before && !any && !search->any))
        found_unknown(search, place.count == 1 ? place.locations[0].object : address,
                      place.count == 1 ? place.locations[0].offset : 0);
}

/* Returns the only source found. Several sources make a class of its own, told apart by the
 * variable if there is one. */
static struct handle handle_answer_of(const struct search *search,
                                      struct analysis_argument argument)
{
    if (search->any && !search->several)
        return search->found;
    struct handle unknown = {.kind = HANDLE_UNKNOWN, .variable = argument.value};
    const struct ir_value *address = argument.value;
    if (!argument.by_reference && address->opcode == IR_LOAD)
        address = address->operands[0];
    else if (!argument.by_reference)
        return unknown;
    struct points_location exact;
    struct points_set set = analysis_places(search->analysis, address, &exact);
    if (set.count == 1 && !set.unknown) {
        unknown.variable = set.locations[0].object;
        unknown.offset = set.locations[0].offset;
    }
    return unknown;
}

static struct handle search_handle(struct analysis *analysis, struct analysis_argument argument,
                                   const struct ir_value *at, const struct ir_function *function,
                                   const char *kind)
{
    struct search search = {.analysis = analysis, .function = function, .kind = kind};
    handle_ask(&search, (struct handles_question){
                            .value = argument.value, .memory = argument.by_reference, .at = at});
    for (size_t i = 0; i < search.count && !search.several; i++) {
        struct handles_question question = search.questions[i];
        if (question.memory)
            answer_memory(&search, &question);
        else
            answer_value(&search, question.value);
    }
    return handle_answer_of(&search, argument);
}

struct handle handle_of_value(struct analysis *analysis, struct analysis_argument argument)
{
    return search_handle(analysis, argument, NULL, argument.value->function, "comm");
}

struct handle handle_of_call(struct analysis *analysis, const struct ir_value *call)
{
    static const char *const roles[] = {"comm", "win", "file"};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        struct analysis_argument argument = analysis_role(analysis, call, roles[i]);
        if (!argument.value)
            continue;
        /* A constructor that takes no communicator works on the one that it makes. */
        const struct api_function *mpi = analysis_mpi(analysis, call);
        const struct api_parameter *parameter = api_function_role(mpi, roles[i]);
        if (parameter && parameter->direction == API_OUT)
            return (struct handle){.kind = HANDLE_MADE,
                                   .made = handle_maker(analysis->handles, call)};
        if (parameter && parameter->direction == API_INOUT)
            argument.by_reference = true; /* MPI_Comm_free(&comm) */
        return search_handle(analysis, argument, call, call->function, roles[i]);
    }
    return (struct handle){.kind = HANDLE_WORLD};
}

/* Returns whether the result of the function spans the ranks of its argument. */
static bool keeps_ranks(const struct api_function *mpi)
{
    return strncmp(mpi->name, "MPI_Comm_dup", 12) == 0 ||
           strncmp(mpi->name, "MPI_Comm_idup", 13) == 0 ||
           strcmp(mpi->class->name, "rma.window") == 0 ||
           strcmp(mpi->class->name, "file.open") == 0;
}

struct handle handle_origin(struct analysis *analysis, struct handle handle)
{
    for (int hops = 0; hops < ORIGIN_HOPS && handle.kind == HANDLE_MADE; hops++) {
        const struct api_function *mpi = analysis_mpi(analysis, handle.made);
        if (!mpi || !keeps_ranks(mpi))
            break;
        handle = handle_of_call(analysis, handle.made);
    }
    return handle;
}

struct handle handle_at_call(struct analysis *analysis, struct handle handle,
                             const struct ir_value *call)
{
    if (handle.kind != HANDLE_PARAMETER)
        return handle;
    const struct ir_function *target = handle.variable->function;
    const struct ir_value *actual = analysis_actual(call, target, handle.parameter);
    if (!actual)
        return handle;
    return search_handle(analysis, (struct analysis_argument){actual, handle.by_reference}, call,
                         call->function, "comm");
}

struct handle handle_anywhere(struct analysis *analysis, struct handle handle)
{
    if (handle.kind != HANDLE_PARAMETER)
        return handle;
    struct handle closed =
        search_handle(analysis, (struct analysis_argument){handle.variable, handle.by_reference},
                      NULL, NULL, "comm");
    return closed.kind == HANDLE_UNKNOWN ? handle : closed;
}

bool handle_equal(struct handle a, struct handle b)
{
    if (a.kind != b.kind)
        return false;
    switch (a.kind) {
    case HANDLE_MADE:
        return a.made == b.made;
    case HANDLE_PARAMETER:
        return a.variable == b.variable;
    case HANDLE_UNKNOWN:
        return a.variable && a.variable == b.variable && a.offset == b.offset;
    default:
        return true;
    }
}

bool handle_may_equal(struct handle a, struct handle b)
{
    bool open = a.kind == HANDLE_UNKNOWN || b.kind == HANDLE_UNKNOWN ||
                a.kind == HANDLE_PARAMETER || b.kind == HANDLE_PARAMETER;
    return open || handle_equal(a, b);
}

const char *handle_describe(struct analysis *analysis, struct handle handle)
{
    switch (handle.kind) {
    case HANDLE_WORLD:
        return "WORLD";
    case HANDLE_SELF:
        return "SELF";
    case HANDLE_MADE:
        for (uint32_t i = 0; i < handle.made->operand_count; i++) {
            const struct api_parameter *parameter = analysis_parameter(analysis, handle.made, i);
            /* MPI_Win_allocate returns the memory, too */
            if (parameter && parameter->direction == API_OUT &&
                strcmp(parameter->role->name, "pointer_place") != 0)
                return analysis_describe(analysis, handle.made->operands[i]);
        }
        return "a communicator";
    default:
        return handle.variable ? analysis_describe(analysis, handle.variable) : "a communicator";
    }
}
