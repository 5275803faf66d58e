#include "runtime/world/error/problem.h"

#include "runtime/world/checksum.h"
#include "runtime/world/comm/comm.h"
#include "runtime/world/error/errors.h"
#include "runtime/world/rank/callers.h"
#include "runtime/world/rank/stacks.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void problem_copy(char *to, size_t size, const char *from)
{
    if (from)
        snprintf(to, size, "%s", from);
}

__attribute__((format(printf, 2, 0))) static struct world_op operation_of(
    const struct problem *problem, const char *headline, va_list arguments)
{
    struct world_call at = *problem->at;
    if (!world_site_stack((uintptr_t)at.site))
        at.site = stacks_take(at.name, at.site);
    struct world_op operation = rank_operation(OP_PROBLEM, &at);
    struct world_problem *told = rank_payload(sizeof *told, &operation.payload);
    memset(told, 0, sizeof *told);
    problem_copy(told->rule, sizeof told->rule, problem->rule);
    vsnprintf(told->headline, sizeof told->headline, headline, arguments);
    problem_copy(told->why, sizeof told->why, problem->why);
    problem_copy(told->related, sizeof told->related, problem->related);
    told->related_site = world_site_address((uintptr_t)problem->related_site);
    told->related_stack = world_site_stack((uintptr_t)problem->related_site);
    problem_copy(told->peer_call, sizeof told->peer_call, problem->peer_call);
    told->peer_site = world_site_address((uintptr_t)problem->peer_site);
    told->peer_stack = world_site_stack((uintptr_t)problem->peer_site);
    told->peer = problem->peer;
    told->note = problem->note;
    told->warning = problem->warning;
    told->certain = problem->certain;
    operation.idle = problem->idle;
    operation.context = problem->idle_context;
    return operation;
}

/* Sleeps for ever, with all threads of the rank: nobody answers. */
static _Noreturn void error_problem_stop(const struct problem *problem, struct world_op *operation)
{
    callers_stop();
    rank_wait(operation);
    rank_stop("%s: the run continued after an error", problem->at->name);
}

void problem_stop(const struct problem *problem, const char *headline, ...)
{
    va_list arguments;
    va_start(arguments, headline);
    struct world_op operation = operation_of(problem, headline, arguments);
    va_end(arguments);
    error_problem_stop(problem, &operation);
}

/* Returns whether the error was reported before at the same places: a loop is one mistake. Places
 * that others have displaced are reported again, and the scheduler merges them. */
static bool was_told(const struct problem *problem)
{
    enum { PLACES = 512 };
    static uint64_t told[PLACES];
    uint64_t places = checksum_number(world_site_address((uintptr_t)problem->at->site),
                                      world_site_address((uintptr_t)problem->related_site));
    places = checksum_number(places, world_site_address((uintptr_t)problem->peer_site));
    places = checksum_number(places, (uintptr_t)problem->rule) | 1;
    uint64_t *slot = &told[places / 2 % PLACES];
    if (*slot == places)
        return true;
    *slot = places;
    return false;
}

__attribute__((format(printf, 2, 0))) static void problem_post(const struct problem *problem,
                                                               const char *headline,
                                                               va_list arguments)
{
    struct problem certain = *problem;
    certain.certain = true;
    if (!world->stops && was_told(problem))
        return;
    struct world_op operation = operation_of(&certain, headline, arguments);
    if (world->stops)
        error_problem_stop(problem, &operation);
    rank_post(&operation);
}

void problem_pass(const struct problem *problem, const char *headline, ...)
{
    va_list arguments;
    va_start(arguments, headline);
    problem_post(problem, headline, arguments);
    va_end(arguments);
}

int problem_raise_or_pass(const struct problem *problem, MPI_Comm comm, int error_class,
                          const char *headline, ...)
{
    MPI_Comm on = comm_find(comm) ? comm : MPI_COMM_WORLD;
    if (!errors_are_fatal(on)) {
        errors_call(on, error_class);
        return error_class;
    }
    va_list arguments;
    va_start(arguments, headline);
    problem_post(problem, headline, arguments);
    va_end(arguments);
    return MPI_SUCCESS;
}

uint32_t problem_keep(const struct problem *problem, const char *headline, ...)
{
    va_list arguments;
    va_start(arguments, headline);
    struct world_op operation = operation_of(problem, headline, arguments);
    va_end(arguments);
    rank_post(&operation);
    return operation.number;
}

void problem_withdraw(const struct world_call *at, uint32_t number)
{
    struct world_op operation = rank_operation(OP_PROBLEM, at);
    operation.subject.number = number;
    rank_post(&operation);
}

int problem_raise(const struct problem *problem, MPI_Comm comm, int error_class,
                  const char *headline, ...)
{
    MPI_Comm on = comm_find(comm) ? comm : MPI_COMM_WORLD;
    if (errors_are_fatal(on)) {
        va_list arguments;
        va_start(arguments, headline);
        struct world_op operation = operation_of(problem, headline, arguments);
        va_end(arguments);
        error_problem_stop(problem, &operation);
    }
    if (errors_are_unasked(on)) {
        va_list arguments;
        va_start(arguments, headline);
        struct world_op operation = operation_of(problem, headline, arguments);
        va_end(arguments);
        rank_post(&operation);
    }
    errors_call(on, error_class);
    return error_class;
}

struct fault_words {
    const char *rule;
    int error_class;
    const char *text;
};

static struct fault_words problem_words_of(enum fault_kind kind)
{
    switch (kind) {
    case FAULT_COUNT:
        return (struct fault_words){"arg.count", MPI_ERR_ARG, "that is no number of things"};
    case FAULT_RANK:
        return (struct fault_words){"arg.rank", MPI_ERR_RANK, "there is no such rank"};
    case FAULT_DUPLICATE:
        return (struct fault_words){"arg.rank", MPI_ERR_RANK, "that rank is named before"};
    case FAULT_STRIDE:
    case FAULT_RANGE:
        return (struct fault_words){"arg.other", MPI_ERR_ARG, "no stride leads to its end so"};
    case FAULT_SIZE:
        return (struct fault_words){"arg.other", MPI_ERR_DIMS,
                                    "more processes than the communicator has"};
    case FAULT_DIMENSION:
        return (struct fault_words){"arg.other", MPI_ERR_DIMS, "that is no extent"};
    case FAULT_DIVISION:
        return (struct fault_words){"arg.other", MPI_ERR_DIMS,
                                    "the processes are no multiple of it"};
    case FAULT_COORDINATE:
        return (struct fault_words){"arg.other", MPI_ERR_ARG, "that is outside the topology"};
    case FAULT_DIRECTION:
        return (struct fault_words){"arg.other", MPI_ERR_DIMS, "there is no such dimension"};
    case FAULT_INDEX:
        return (struct fault_words){"arg.other", MPI_ERR_ARG, "less than the entry before"};
    case FAULT_WEIGHT:
        return (struct fault_words){"arg.other", MPI_ERR_ARG, "a weight is not negative"};
    case FAULT_WEIGHTED:
        return (struct fault_words){"arg.other", MPI_ERR_ARG,
                                    "all processes give weights, or none does"};
    case FAULT_MEMORY:
    case FAULT_NONE:
        break;
    }
    return (struct fault_words){"arg.other", MPI_ERR_OTHER, "out of memory"};
}

int problem_of_fault(const struct world_call *at, MPI_Comm comm, const struct fault *fault)
{
    if (fault->kind == FAULT_MEMORY)
        rank_stop("%s: out of memory in rank %d", at->name, world_rank);
    struct fault_words words = problem_words_of(fault->kind);
    struct problem problem = {.at = at, .rule = words.rule};
    char entry[32] = "";
    if (fault->entry >= 0)
        snprintf(entry, sizeof entry, "[%d]", fault->entry);
    return problem_raise(&problem, comm, words.error_class, "%s: %s%s gives %lld: %s", at->name,
                         fault->argument, entry, (long long)fault->value, words.text);
}
