#include "world/record/decisions.h"

#include <string.h>
#include <sys/stat.h>
#include <uthash.h>

struct step_node {
    struct step step;
    uint32_t index;
    struct step_node *after; /* what followed it the last time: programs are loops */
    UT_hash_handle hh;
};

struct comm_key {
    int32_t rank, context;
};

struct comm_node {
    struct comm_key key;
    uint32_t number;
    UT_hash_handle hh;
};

void decisions_init(struct decisions *decisions, int ranks)
{
    *decisions = (struct decisions){.ranks = ranks};
    decisions->trails = arena_alloc(&decisions->arena, (size_t)ranks * sizeof *decisions->trails);
    decisions->last = arena_alloc(&decisions->arena, (size_t)ranks * sizeof *decisions->last);
    decisions->comm_counts =
        arena_alloc(&decisions->arena, (size_t)ranks * sizeof *decisions->comm_counts);
}

void decisions_init_same(struct decisions *decisions, const struct decisions *of)
{
    decisions_init(decisions, of->ranks);
    decisions->directory = of->directory;
    decisions->words = of->words;
    decisions->word_count = of->word_count;
    decisions->variables = of->variables;
    decisions->variable_count = of->variable_count;
    decisions->input = of->input;
    decisions->mpi = of->mpi;
    decisions->buffering = of->buffering;
    decisions->collectives = of->collectives;
    decisions->test = of->test;
    decisions->explored = of->explored;
    decisions->poll_bound = of->poll_bound;
    decisions->seed = of->seed;
    decisions->choices = of->choices;
    decisions->choice_count = of->choice_count;
}

bool decisions_note_binary(struct decisions *decisions, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    decisions->binary_size = (uint64_t)status.st_size;
    decisions->binary_time =
        (uint64_t)status.st_mtim.tv_sec * 1000000000u + (uint64_t)status.st_mtim.tv_nsec;
    return true;
}

void decisions_free(struct decisions *decisions)
{
    HASH_CLEAR(hh, decisions->nodes);
    HASH_CLEAR(hh, decisions->comms);
    arena_free(&decisions->arena);
    *decisions = (struct decisions){0};
}

void decisions_add(struct decisions *decisions, const struct decision *decision)
{
    *arena_push(&decisions->arena, decisions->list, decisions->count) = *decision;
}

/* Contexts are given in the order in which ranks come, which may differ from one execution to the
 * next; the order in which one rank uses its communicators does not. */
static uint32_t comm_number(struct decisions *decisions, int rank, int32_t context)
{
    if (context == WORLD_CONTEXT_WORLD)
        return 1;
    struct comm_key key = {rank, context};
    struct comm_node *node;
    HASH_FIND(hh, decisions->comms, &key, sizeof key, node);
    if (node)
        return node->number;
    node = arena_alloc(&decisions->arena, sizeof *node);
    node->key = key;
    node->number = 2 + decisions->comm_counts[rank]++;
    HASH_ADD(hh, decisions->comms, key, sizeof node->key, node);
    return node->number;
}

static struct step step_of(struct decisions *decisions, int rank, const struct world_op *op)
{
    struct step step;
    memset(&step, 0, sizeof step); /* all its bytes are hashed */
    step.comm = op->context ? comm_number(decisions, rank, op->context) : 0;
    step.members = op->members;
    step.peer = op->peer;
    step.tag = op->tag;
    step.bytes = op->bytes;
    step.site = op->site;
    memcpy(step.call, op->call, strnlen(op->call, sizeof step.call - 1));
    return step;
}

static struct step_node *decisions_node_of(struct decisions *decisions, const struct step *step,
                                           const struct step_node *before)
{
    if (before && before->after && memcmp(&before->after->step, step, sizeof *step) == 0)
        return before->after;
    struct step_node *node;
    HASH_FIND(hh, decisions->nodes, step, sizeof *step, node);
    if (node || decisions->step_count == DISTINCT_MAX)
        return node;
    node = arena_alloc(&decisions->arena, sizeof *node);
    node->step = *step;
    node->index = (uint32_t)decisions->step_count;
    *arena_push(&decisions->arena, decisions->steps, decisions->step_count) = *step;
    HASH_ADD(hh, decisions->nodes, step, sizeof node->step, node);
    return node;
}

bool decisions_add_step(struct decisions *decisions, int rank, const struct world_op *op)
{
    struct trail *trail = &decisions->trails[rank];
    if (trail->cut)
        return false;
    struct step_node *node = NULL;
    if (trail->count < STEPS_MAX / (size_t)decisions->ranks) {
        struct step step = step_of(decisions, rank, op);
        node = decisions_node_of(decisions, &step, decisions->last[rank]);
    }
    if (!node) {
        trail->cut = true;
        return false;
    }
    if (decisions->last[rank])
        decisions->last[rank]->after = node;
    decisions->last[rank] = node;
    *arena_push(&decisions->arena, trail->steps, trail->count) = node->index;
    return true;
}

bool step_equal(const struct step *one, const struct step *other)
{
    return one->comm == other->comm && one->peer == other->peer && one->tag == other->tag &&
           one->members == other->members && one->bytes == other->bytes &&
           strcmp(one->call, other->call) == 0;
}

const char *decision_kind_name(enum decision_kind kind)
{
    static const char *const names[] = {"receive", "probe", "wait", "access"};
    return (size_t)kind < sizeof names / sizeof *names ? names[kind] : NULL;
}
