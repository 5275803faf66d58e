/* fit.c: whether the datatype of a call fits the memory of its buffer, which a rank asks
 * (runtime/world/fit.h) and the debug information of its program answers. */
#include "world/fitting.h"
#include "world/stage.h"
#include "world/state.h"

#include <stdio.h>
#include <string.h>

enum { BASICS_MAX = 1024, OBJECTS_MAX = 8, NAME_SIZE = 64 };

/* Copies the question out of memory that the program may have damaged. */
static bool take_question(const struct scheduler *scheduler, const struct world_op *op,
                          struct world_fit *fit, const struct signature **signature,
                          const struct layout **layout)
{
    const char *payload = (const char *)scheduler->segment + op->payload;
    memcpy(fit, payload, sizeof *fit);
    const char *second = payload + sizeof *fit + (fit->signature_bytes + 7) / 8 * 8;
    *signature = (const struct signature *)(payload + sizeof *fit);
    *layout = (const struct layout *)second;
    return signature_valid(*signature, fit->signature_bytes) &&
           fit->layout_bytes >= sizeof **layout &&
           fit->layout_bytes ==
               sizeof **layout + (*layout)->strip_count * sizeof *(*layout)->strips &&
           fit->known != 0;
}

/* What is said of the memory: "'a', which holds double". */
static void say(struct world_problem *problem, const char *call, const struct declared *declared,
                const struct fitting_verdict *verdict)
{
    const struct leaf *leaf = &verdict->leaf;
    char type[NAME_SIZE];
    const char *holds = leaf->kind == LEAF_PADDING   ? "a gap between members"
                        : leaf->kind == LEAF_POINTER ? "a pointer"
                        : leaf->name                 ? leaf->name
                                                     : "another type";
    const char *name = declared->name ? declared->name : "a variable without a name";
    signature_code_name(verdict->basic.code, type, sizeof type);
    const char *what =
        verdict->relation == FITTING_SIGN ? "differs in its sign from" : "does not fit";
    snprintf(problem->rule, sizeof problem->rule, "mismatch.datatype");
    snprintf(problem->headline, sizeof problem->headline,
             "%s %s the buffer of %s, where '%s%s%s' holds %s", type, what, call, name,
             leaf->member && strcmp(leaf->member, name) != 0 ? "." : "",
             leaf->member && strcmp(leaf->member, name) != 0 ? leaf->member : "", holds);
    uint64_t offset = verdict->basic.address - declared->address;
    if (verdict->relation == FITTING_SIGN)
        snprintf(problem->why, sizeof problem->why,
                 "MPI has a datatype for each sign. The same bits arrive, so the program only goes "
                 "wrong where the receiver has the other sign.");
    else
        snprintf(problem->why, sizeof problem->why,
                 "The program declares %s at byte %llu of '%s', and the datatype has %s there: "
                 "what one type wrote the other one reads.",
                 holds, (unsigned long long)offset, name, type);
}

/* Told as if the rank had found it itself. */
static void tell(struct scheduler *scheduler, int rank, const struct world_op *op,
                 const struct declared *declared, const struct fitting_verdict *verdict)
{
    struct told_problem *told = problem_add(scheduler);
    *told = (struct told_problem){.operation = {.op = *op, .rank = rank}};
    told->operation.op.kind = OP_PROBLEM;
    told->operation.op.call[WORLD_CALL - 1] = '\0';
    told->problem.note = verdict->relation == FITTING_SIGN;
    told->problem.certain = true;
    say(&told->problem, told->operation.op.call, declared, verdict);
    /* Another buffer of the call is another mistake. */
    told->problem.related_site =
        (uint64_t)(uintptr_t)declared->name * 31 + (uint64_t)declared->line;
    told->declared_file = declared->file;
    told->declared_line = declared->line;
}

/* The first basic type that none of the declarations covers; NULL: all have one. */
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

static bool judge(struct world *world, struct scheduler *scheduler, int rank,
                  const struct world_op *op, const struct world_fit *fit,
                  const struct fitting_map *map)
{
    struct unwind_input input = {.known = fit->known,
                                 .pc = fit->pc,
                                 .stack_pointer = fit->cfa,
                                 .process = scheduler->segment->rank[rank].process};
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
            tell(scheduler, rank, op, declared, &verdict);
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
    if (stage_symbols(world) && take_question(scheduler, op, &fit, &signature, &layout)) {
        struct fitting_map map = fitting_lay_out(signature, layout, fit.buffer, fit.count,
                                                 fit.extent, BASICS_MAX, &arena);
        wrong = map.count > 0 && judge(world, scheduler, rank, op, &fit, &map);
    }
    arena_free(&arena);
    return wrong;
}
