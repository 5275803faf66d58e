/* fit.c: checks whether the datatype of a call fits the memory of its buffer. A rank asks
 * (runtime/world/datatype/fit.h), and the debug information of its program has the answer. */
#include "world/findings/fitting.h"
#include "world/findings/problem.h"
#include "world/process/stage.h"
#include "world/schedule/state.h"

#include <stdio.h>
#include <string.h>

enum { BASICS_MAX = 1024, OBJECTS_MAX = 8, NAME_SIZE = 64 };

/* Gets the rank's question, as copied by intake.c; returns false if it cannot be answered. */
static bool take_question(const struct scheduler *scheduler, struct world_fit *fit,
                          const struct signature **signature, const struct layout **layout)
{
    const char *payload = scheduler->taken.payload.bytes;
    memcpy(fit, payload, sizeof *fit);
    *signature = (const struct signature *)(payload + sizeof *fit);
    *layout = (const struct layout *)(payload + sizeof *fit +
                                      ((uint64_t)fit->signature_bytes + 7) / 8 * 8);
    return fit->known != 0;
}

/* Returns the name of the variable, followed by the member of a struct if the program itself has
 * named it. */
static const char *fit_name_of(const struct declared *declared, const struct leaf *leaf,
                               char name[NAME_SIZE])
{
    const char *variable = declared->name ? declared->name : "a variable without a name";
    bool member = leaf->member && leaf->member[0] != '_' && strcmp(leaf->member, variable) != 0;
    snprintf(name, NAME_SIZE, "%s%s%s", variable, member ? "." : "", member ? leaf->member : "");
    return name;
}

static void fit_say(struct world_problem *problem, const char *call, const char *argument,
                    const struct declared *declared, const struct fitting_verdict *verdict)
{
    const struct leaf *leaf = &verdict->leaf;
    char type[NAME_SIZE], name[NAME_SIZE];
    const char *holds = leaf->kind == LEAF_PADDING   ? "a gap between members"
                        : leaf->kind == LEAF_POINTER ? "a pointer"
                        : leaf->name                 ? leaf->name
                                                     : "another type";
    bool sign = verdict->relation == FITTING_SIGN;
    signature_code_name(verdict->basic.code, type, sizeof type);
    fit_name_of(declared, leaf, name);
    snprintf(problem->rule, sizeof problem->rule, "mismatch.datatype");
    snprintf(problem->headline, sizeof problem->headline,
             "%s: %s is given as %s, but '%s' holds %s", call, argument, type, name, holds);
    if (sign)
        snprintf(problem->why, sizeof problem->why,
                 "MPI has signed and unsigned datatypes. The same bits arrive; only a receiver "
                 "that reads them with the other sign gets wrong values.");
    else
        snprintf(problem->why, sizeof problem->why,
                 "At byte %llu of '%s' the program declares %s, and the datatype has %s. Data "
                 "written as one type are read as the other.",
                 (unsigned long long)(verdict->basic.address - declared->address),
                 declared->name ? declared->name : name, holds, type);
}

/* Returns a number that tells buffers of one call apart: each wrong one is another mistake. */
static uint64_t fit_number_of(const char *argument)
{
    uint64_t number = 0;
    for (; *argument; argument++)
        number = number * 31 + (unsigned char)*argument;
    return number;
}

/* Reports the mistake as if the rank had found it itself. */
static void fit_tell(struct scheduler *scheduler, int rank, const struct world_op *op,
                     const char *argument, const struct declared *declared,
                     const struct fitting_verdict *verdict)
{
    struct told_problem *told = problem_add(scheduler);
    *told = (struct told_problem){.operation = {.op = *op, .rank = rank}};
    told->operation.op.kind = OP_PROBLEM;
    told->operation.op.idle = (struct op_idle){.kind = OP_NONE};
    told->problem.note = verdict->relation == FITTING_SIGN;
    told->problem.certain = true;
    fit_say(&told->problem, told->operation.op.call, argument, declared, verdict);
    told->problem.related_site = fit_number_of(argument);
    told->declared_file = declared->file;
    told->declared_line = declared->line;
}

/* Returns the next basic type that none of the declarations covers; NULL: all others are covered.
 */
static const struct fitting_basic *first_outside(const struct fitting_map *map,
                                                 const struct world_fit *fit,
                                                 const struct declared *list, size_t count,
                                                 const struct fitting_basic *after)
{
    const struct fitting_basic *basic = after + 1;
    for (; basic < map->basics + map->count; basic++) {
        bool covered = basic->address >= fit->low && basic->address < fit->high;
        for (size_t i = 0; i < count && !covered; i++)
            covered = fitting_covers(&list[i], basic->address);
        if (!covered)
            return basic;
    }
    return NULL;
}

static bool fit_judge(struct world *world, struct scheduler *scheduler, int rank,
                      const struct world_op *op, const struct world_fit *fit,
                      const struct fitting_map *map)
{
    struct unwind_input input = {.known = fit->known,
                                 .pc = fit->pc,
                                 .stack_pointer = fit->cfa,
                                 .process = processes_rank(world->processes, rank)};
    struct arena arena = {0};
    struct fitting_verdict verdict;
    memcpy(input.registers, fit->registers, sizeof input.registers);
    struct declared_view *view = declared_look(stage_symbols(world), input.process, &input, &arena);
    const struct fitting_basic *basic = map->basics;
    bool wrong = false;
    for (int i = 0; i < OBJECTS_MAX && basic && !wrong; i++) {
        const struct declared *list;
        size_t count = declared_find(view, basic->address, fit->low, fit->high, &list);
        const struct declared *declared = fitting_judge(map, list, count, declared_leaf, &verdict);
        wrong = declared != NULL;
        if (wrong)
            fit_tell(scheduler, rank, op, fit->argument, declared, &verdict);
        basic = first_outside(map, fit, list, count, basic);
    }
    arena_free(&arena);
    return wrong;
}

bool stage_misfit(void *data, struct scheduler *scheduler, int rank, const struct world_op *op)
{
    struct world *world = data;
    struct world_fit fit;
    const struct signature *signature;
    const struct layout *layout;
    struct arena arena = {0};
    bool wrong = false;
    if (stage_symbols(world) && take_question(scheduler, &fit, &signature, &layout)) {
        struct fitting_map map = fitting_lay_out(signature, layout, fit.buffer, fit.count,
                                                 fit.extent, BASICS_MAX, &arena);
        wrong = map.count > 0 && fit_judge(world, scheduler, rank, op, &fit, &map);
    }
    arena_free(&arena);
    return wrong;
}
