#include "world/record/record.h"

#include "world/schedule/arguments.h"

#include <string.h>
#include <sys/stat.h>
#include <uthash.h>

struct step_node {
    struct step step;
    uint32_t index;
    struct step_node *after; /* the step that followed it last time: programs are loops */
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

static const char *const buffering_modes[] = {
    [BUFFERING_BOTH] = "both", [BUFFERING_ZERO] = "zero", [BUFFERING_INFINITE] = "infinite"};
static const char *const collective_modes[] = {[COLLECTIVES_MINIMAL] = "minimal",
                                               [COLLECTIVES_SYNCHRONISING] = "synchronising",
                                               [COLLECTIVES_BOTH] = "both"};

const char *buffering_mode_name(enum buffering_mode mode)
{
    return buffering_modes[mode];
}

const char *collective_mode_name(enum collective_mode mode)
{
    return collective_modes[mode];
}

enum buffering_mode buffering_mode_of(const char *name)
{
    enum buffering_mode mode = BUFFERING_INFINITE;
    while (mode > 0 && strcmp(name, buffering_modes[mode]) != 0)
        mode--;
    return mode;
}

enum collective_mode collective_mode_of(const char *name)
{
    enum collective_mode mode = COLLECTIVES_BOTH;
    while (mode > 0 && strcmp(name, collective_modes[mode]) != 0)
        mode--;
    return mode;
}

void record_init(struct record *record, int ranks)
{
    *record = (struct record){.ranks = ranks};
    record->trails = arena_alloc(&record->arena, (size_t)ranks * sizeof *record->trails);
    record->last = arena_alloc(&record->arena, (size_t)ranks * sizeof *record->last);
    record->comm_counts = arena_alloc(&record->arena, (size_t)ranks * sizeof *record->comm_counts);
}

void record_init_same(struct record *record, const struct record *of)
{
    record_init(record, of->ranks);
    record->directory = of->directory;
    record->words = of->words;
    record->word_count = of->word_count;
    record->variables = of->variables;
    record->variable_count = of->variable_count;
    record->input = of->input;
    record->mpi = of->mpi;
    record->buffering = of->buffering;
    record->collectives = of->collectives;
    record->test = of->test;
    record->explored = of->explored;
    record->poll_bound = of->poll_bound;
    record->seed = of->seed;
    record->choices = of->choices;
    record->choice_count = of->choice_count;
}

bool record_note_binary(struct record *record, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    record->binary_size = (uint64_t)status.st_size;
    record->binary_time =
        (uint64_t)status.st_mtim.tv_sec * 1000000000u + (uint64_t)status.st_mtim.tv_nsec;
    return true;
}

void record_free(struct record *record)
{
    HASH_CLEAR(hh, record->nodes);
    HASH_CLEAR(hh, record->comms);
    arena_free(&record->arena);
    *record = (struct record){0};
}

void record_follow(struct record *record, uint32_t poll_bound, uint64_t seed,
                   const struct choice *choices, size_t count)
{
    record->explored = true;
    record->poll_bound = poll_bound;
    record->seed = seed;
    record->choice_count = count;
    record->choices = arena_alloc(&record->arena, (count + 1) * sizeof *record->choices);
    if (count > 0)
        memcpy(record->choices, choices, count * sizeof *record->choices);
}

void record_print_program(const struct record *record, struct text *out)
{
    text_addf(out, "input %s\n", record->input ? record->input : "");
    text_addf(out, "binary %llu %llu\n", (unsigned long long)record->binary_size,
              (unsigned long long)record->binary_time);
    for (size_t i = 0; i < record->word_count; i++)
        text_addf(out, "word %s\n", record->words[i]);
}

void record_add_choice(struct record *record, const struct taken_choice *choice)
{
    *arena_push(&record->arena, record->taken, record->taken_count) = *choice;
}

/* Contexts are given in the order in which ranks come, which may differ from one execution to the
 * next; the order in which one rank uses its communicators does not. */
static uint32_t comm_number(struct record *record, int rank, int32_t context)
{
    if (context == WORLD_CONTEXT_WORLD)
        return 1;
    struct comm_key key = {rank, context};
    struct comm_node *node;
    HASH_FIND(hh, record->comms, &key, sizeof key, node);
    if (node)
        return node->number;
    node = arena_alloc(&record->arena, sizeof *node);
    node->key = key;
    node->number = 2 + record->comm_counts[rank]++;
    HASH_ADD(hh, record->comms, key, sizeof node->key, node);
    return node->number;
}

static struct step step_of(struct record *record, int rank, const struct world_op *op)
{
    const struct arguments arguments = arguments_of(rank, op);
    struct step step;
    memset(&step, 0, sizeof step); /* all bytes are hashed, padding included */
    step.comm = op->context ? comm_number(record, rank, op->context) : 0;
    step.members = arguments.members;
    step.peer = arguments.peer;
    step.tag = arguments.tag;
    step.bytes = arguments.bytes;
    step.site = op->site;
    memcpy(step.call, op->call, strnlen(op->call, sizeof step.call - 1));
    return step;
}

static struct step_node *record_node_of(struct record *record, const struct step *step,
                                        const struct step_node *before)
{
    if (before && before->after && memcmp(&before->after->step, step, sizeof *step) == 0)
        return before->after;
    struct step_node *node;
    HASH_FIND(hh, record->nodes, step, sizeof *step, node);
    if (node || record->step_count == DISTINCT_MAX)
        return node;
    node = arena_alloc(&record->arena, sizeof *node);
    node->step = *step;
    node->index = (uint32_t)record->step_count;
    *arena_push(&record->arena, record->steps, record->step_count) = *step;
    HASH_ADD(hh, record->nodes, step, sizeof node->step, node);
    return node;
}

bool record_add_step(struct record *record, int rank, const struct world_op *op)
{
    struct trail *trail = &record->trails[rank];
    if (trail->cut)
        return false;
    struct step_node *node = NULL;
    if (trail->count < STEPS_MAX / (size_t)record->ranks) {
        struct step step = step_of(record, rank, op);
        node = record_node_of(record, &step, record->last[rank]);
    }
    if (!node) {
        trail->cut = true;
        return false;
    }
    if (record->last[rank])
        record->last[rank]->after = node;
    record->last[rank] = node;
    *arena_push(&record->arena, trail->steps, trail->count) = node->index;
    return true;
}

bool step_equal(const struct step *one, const struct step *other)
{
    return one->comm == other->comm && one->peer == other->peer && one->tag == other->tag &&
           one->members == other->members && one->bytes == other->bytes &&
           strcmp(one->call, other->call) == 0;
}

const char *taken_kind_name(enum choice_kind kind)
{
    static const char *const names[] = {[CHOICE_RECEIVE] = "receive",
                                        [CHOICE_PROBE] = "probe",
                                        [CHOICE_ANY] = "wait",
                                        [CHOICE_ACCESS] = "access"};
    return (size_t)kind < sizeof names / sizeof *names ? names[kind] : NULL;
}
