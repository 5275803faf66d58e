#include "explore/test_program.h"

#include <string.h>

/* Statements of a rank before those that complete requests. */
static const int rooms[] = {[SMALL] = 6, [LARGE] = 8};

uint64_t random_next(struct random *random)
{
    uint64_t value = random->state += 0x9e3779b97f4a7c15U;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9U;
    value = (value ^ value >> 27) * 0x94d049bb133111ebU;
    return value ^ value >> 31;
}

int random_below(struct random *random, int bound)
{
    return (int)(random_next(random) % (uint64_t)bound);
}

/* Frequencies of features in programs of this kind, in percent. */
struct taste {
    struct random random;
    int any_source, any_tag, tags, nonblocking, synchronous, collectives, polls, probes, conditions;
    int contexts, hot, disorder, room;
    int last; /* rank that received */
};

static bool chance(struct taste *taste, int percent)
{
    return random_below(&taste->random, 100) < percent;
}

static int one_of(struct taste *taste, int first, int second, int third)
{
    int choice = random_below(&taste->random, 3);
    return choice == 0 ? first : choice == 1 ? second : third;
}

static struct taste taste_of(enum program_size size, uint64_t seed, int *ranks)
{
    struct taste taste = {.random = {seed}, .room = rooms[size]};
    *ranks = one_of(&taste, chance(&taste, 40) ? 2 : 3, 3, 4);
    taste.any_source = one_of(&taste, 50, 75, 95);
    taste.any_tag = one_of(&taste, 10, 40, 70);
    taste.tags = one_of(&taste, 0, 20, 50);
    taste.nonblocking = one_of(&taste, 5, 30, 60);
    taste.synchronous = one_of(&taste, 0, 20, 60);
    taste.collectives = one_of(&taste, 0, 0, 20);
    taste.polls = one_of(&taste, 0, 0, 30);
    taste.probes = one_of(&taste, 0, 0, 30);
    taste.conditions = one_of(&taste, 0, 0, 30);
    taste.contexts = one_of(&taste, 1, 1, PROGRAM_CONTEXTS);
    taste.hot = random_below(&taste.random, *ranks);
    taste.disorder = one_of(&taste, 0, 5, 40);
    return taste;
}

static bool has_room(const struct program *program, const struct taste *taste, int rank, int count)
{
    return program->counts[rank] + count <= taste->room;
}

static void append(struct program *program, int rank, const struct statement *statement)
{
    program->statements[rank][program->counts[rank]++] = *statement;
}

static struct statement send_of(struct taste *taste, int to, int tag, int context)
{
    return (struct statement){.action = SEND,
                              .blocking = !chance(taste, taste->nonblocking),
                              .synchronous = chance(taste, taste->synchronous),
                              .peer = (int8_t)to,
                              .tag = (int8_t)tag,
                              .context = (int8_t)context};
}

static struct statement receive_of(struct taste *taste, int from, int tag, int context)
{
    struct statement receive = {.action = RECEIVE,
                                .blocking = !chance(taste, taste->nonblocking),
                                .peer =
                                    (int8_t)(chance(taste, taste->any_source) ? PROGRAM_ANY : from),
                                .tag = (int8_t)(chance(taste, taste->any_tag) ? PROGRAM_ANY : tag),
                                .context = (int8_t)context};
    if (!chance(taste, taste->probes))
        return receive;
    receive.action = PROBE;
    receive.polls = chance(taste, taste->polls);
    receive.times = (uint8_t)(1 + (receive.polls && chance(taste, 30)));
    receive.matched = chance(taste, 30);
    receive.later = receive.matched && chance(taste, 40);
    receive.receives = receive.matched || chance(taste, 85);
    return receive;
}

/* Adds a message and a receive that could take it, in an order that works. Other receives may take
 * the message instead. */
static void add_message(struct program *program, struct taste *taste)
{
    int to = chance(taste, 65) ? taste->hot : random_below(&taste->random, program->ranks);
    int from = (to + 1 + random_below(&taste->random, program->ranks - 1)) % program->ranks;
    int tag = chance(taste, taste->tags);
    int context = random_below(&taste->random, taste->contexts);
    if (chance(taste, 40) && taste->last != to)
        from = taste->last; /* it may depend on the message that this rank received */
    if (chance(taste, 2))
        from = to;
    bool reply = chance(taste, 20) && from != to;
    if (!has_room(program, taste, to, 1 + reply) || !has_room(program, taste, from, 1 + reply))
        return;
    taste->last = to;
    struct statement send = send_of(taste, to, tag, context);
    struct statement receive = receive_of(taste, from, tag, context);
    if (reply)
        receive.blocking = true; /* to know whom to answer */
    append(program, from, &send);
    append(program, to, &receive);
    if (!reply)
        return;
    struct statement answer = send_of(taste, PROGRAM_LAST, tag, context);
    struct statement end = receive_of(taste, to, tag, context);
    append(program, to, &answer);
    append(program, from, &end);
}

static void add_collective(struct program *program, struct taste *taste)
{
    int kind = random_below(&taste->random, 3);
    int counts[PROGRAM_CONTEXTS] = {0};
    for (int i = 0; i < program->counts[0]; i++)
        if (program->statements[0][i].action == COLLECTIVE)
            counts[program->statements[0][i].context]++;
    struct statement statement = {.action = COLLECTIVE,
                                  .kind = (uint8_t)kind,
                                  .blocking = !chance(taste, taste->nonblocking / 2),
                                  .peer = (int8_t)random_below(&taste->random, program->ranks),
                                  .context = (int8_t)random_below(&taste->random, taste->contexts)};
    if (counts[statement.context] == PROGRAM_COLLECTIVES)
        return;
    for (int rank = 0; rank < program->ranks; rank++)
        if (!has_room(program, taste, rank, 1))
            return;
    for (int rank = 0; rank < program->ranks; rank++)
        append(program, rank, &statement);
}

/* Swaps two statements. Two collectives on a communicator must come in the same order in all
 * ranks. */
static void swap_neighbours(struct program *program, struct taste *taste)
{
    int rank = random_below(&taste->random, program->ranks);
    if (program->counts[rank] < 2)
        return;
    int place = random_below(&taste->random, program->counts[rank] - 1);
    struct statement *pair = &program->statements[rank][place], swapped = pair[0];
    if (pair[0].action == COLLECTIVE && pair[1].action == COLLECTIVE &&
        pair[0].context == pair[1].context)
        return;
    pair[0] = pair[1];
    pair[1] = swapped;
}

/* Drops the last statement: some rank then waits for ever, or a message is left over. */
static void drop_last(struct program *program, struct taste *taste)
{
    int rank = random_below(&taste->random, program->ranks);
    if (program->counts[rank] > 1)
        program->counts[rank]--;
}

static void set_condition(struct program *program, struct taste *taste, struct statement *statement)
{
    int kind = random_below(&taste->random, 10);
    statement->condition = (uint8_t)(kind < 5   ? SOURCE_IS
                                     : kind < 7 ? SOURCE_IS_NOT
                                     : kind < 8 ? FLAG_IS
                                     : kind < 9 ? INDEX_IS
                                                : INDEX_IS_NOT);
    statement->operand =
        (int8_t)random_below(&taste->random, statement->condition == FLAG_IS ? 2 : program->ranks);
}

static struct statement otherwise(struct taste *taste, const struct statement *statement)
{
    struct statement other = *statement;
    switch (statement->condition) {
    case SOURCE_IS:
        other.condition = SOURCE_IS_NOT;
        break;
    case SOURCE_IS_NOT:
        other.condition = SOURCE_IS;
        break;
    case FLAG_IS:
        other.operand = (int8_t)!statement->operand;
        break;
    case INDEX_IS:
        other.condition = INDEX_IS_NOT;
        break;
    default:
        other.condition = INDEX_IS;
        break;
    }
    if (other.tag != PROGRAM_ANY && chance(taste, 50))
        other.tag = (int8_t)!other.tag;
    if (chance(taste, 50))
        other.blocking = !other.blocking;
    return other;
}

static bool can_be_conditional(const struct statement *statement)
{
    return statement->action == SEND || statement->action == RECEIVE;
}

static void add_conditions(struct program *program, struct taste *taste, int rank)
{
    struct statement before[PROGRAM_STATEMENTS];
    int count = program->counts[rank], left = taste->room + 1 - count;
    memcpy(before, program->statements[rank], sizeof before);
    program->counts[rank] = 0;
    for (int i = 0; i < count; i++) {
        struct statement statement = before[i];
        bool conditional =
            i > 0 && can_be_conditional(&statement) && chance(taste, taste->conditions);
        if (conditional)
            set_condition(program, taste, &statement);
        append(program, rank, &statement);
        if (!conditional || left <= 0 || !chance(taste, 50))
            continue;
        struct statement other = otherwise(taste, &statement);
        append(program, rank, &other);
        left--;
    }
}

static struct statement wait_of(struct taste *taste, uint16_t requests)
{
    struct statement wait = {.action = WAIT, .blocking = true};
    while (!wait.requests)
        wait.requests = (uint16_t)(random_next(&taste->random) & requests);
    wait.kind = (uint8_t)random_below(&taste->random, 3);
    wait.polls = chance(taste, taste->polls);
    wait.times = (uint8_t)(1 + (wait.polls && chance(taste, 30)));
    return wait;
}

/* Adds calls that complete requests, somewhere after the calls that make them. */
static void add_waits(struct program *program, struct taste *taste, int rank)
{
    struct statement before[PROGRAM_STATEMENTS];
    int count = program->counts[rank];
    uint16_t requests = 0;
    memcpy(before, program->statements[rank], sizeof before);
    program->counts[rank] = 0;
    for (int i = 0; i < count; i++) {
        append(program, rank, &before[i]);
        if (!before[i].blocking && before[i].action != PROBE)
            requests |= (uint16_t)(1U << (program->counts[rank] - 1));
        int left = PROGRAM_STATEMENTS - program->counts[rank] - (count - i - 1);
        if (requests == 0 || left < 1 || !chance(taste, 35))
            continue;
        struct statement wait = wait_of(taste, requests);
        append(program, rank, &wait);
    }
}

void program_generate(struct program *program, enum program_size size, uint64_t seed)
{
    *program = (struct program){.seed = seed, .size = size};
    struct taste taste = taste_of(size, seed, &program->ranks);
    int parts = (size == SMALL ? 3 : 7) + random_below(&taste.random, 6);
    for (int i = 0; i < parts; i++)
        if (chance(&taste, taste.collectives))
            add_collective(program, &taste);
        else
            add_message(program, &taste);
    for (int i = 0; i < 4; i++)
        if (chance(&taste, taste.disorder))
            swap_neighbours(program, &taste);
    if (chance(&taste, taste.disorder / 3))
        drop_last(program, &taste);
    for (int rank = 0; rank < program->ranks; rank++) {
        add_conditions(program, &taste, rank);
        add_waits(program, &taste, rank);
    }
}

bool program_repeats(const struct program *program)
{
    for (int rank = 0; rank < program->ranks; rank++)
        for (int i = 0; i < program->counts[rank]; i++)
            if (program->statements[rank][i].polls && program->statements[rank][i].times > 1)
                return true;
    return false;
}

bool program_polls(const struct program *program)
{
    for (int rank = 0; rank < program->ranks; rank++)
        for (int i = 0; i < program->counts[rank]; i++)
            if (program->statements[rank][i].polls)
                return true;
    return false;
}

bool program_collects_alike(const struct program *program)
{
    int counts[PROGRAM_RANKS][PROGRAM_CONTEXTS] = {{0}};
    for (int rank = 0; rank < program->ranks; rank++)
        for (int i = 0; i < program->counts[rank]; i++) {
            const struct statement *statement = &program->statements[rank][i];
            if (statement->action != COLLECTIVE)
                continue;
            if (statement->condition != ALWAYS)
                return false;
            counts[rank][statement->context]++;
        }
    for (int rank = 1; rank < program->ranks; rank++)
        if (memcmp(counts[rank], counts[0], sizeof counts[0]) != 0)
            return false;
    return true;
}

const char *statement_call(const struct statement *statement)
{
    static const char *const sends[] = {"MPI_Isend", "MPI_Send", "MPI_Issend", "MPI_Ssend"};
    static const char *const probes[][2] = {{"MPI_Probe", "MPI_Iprobe"},
                                            {"MPI_Mprobe", "MPI_Improbe"}};
    static const char *const waits[][2] = {{"MPI_Waitall", "MPI_Testall"},
                                           {"MPI_Waitany", "MPI_Testany"},
                                           {"MPI_Waitsome", "MPI_Testsome"}};
    static const char *const collectives[][2] = {{"MPI_Ibarrier", "MPI_Barrier"},
                                                 {"MPI_Ibcast", "MPI_Bcast"},
                                                 {"MPI_Ireduce", "MPI_Reduce"}};
    switch ((enum action)statement->action) {
    case SEND:
        return sends[statement->synchronous * 2 + statement->blocking];
    case RECEIVE:
        return statement->matched ? "MPI_Mrecv" : statement->blocking ? "MPI_Recv" : "MPI_Irecv";
    case PROBE:
        return probes[statement->matched][statement->polls];
    case WAIT:
        return waits[statement->kind][statement->polls];
    case COLLECTIVE:
        return collectives[statement->kind][statement->blocking];
    }
    return NULL;
}

static void print_condition(const struct statement *statement, FILE *out)
{
    static const char *const names[] = {
        "", "source == ", "source != ", "flag == ", "index == ", "index != "};
    if (statement->condition != ALWAYS)
        fprintf(out, "if (%s%d) ", names[statement->condition], statement->operand);
}

static void print_statement(const struct statement *statement, FILE *out)
{
    print_condition(statement, out);
    fprintf(out, "%s", statement_call(statement));
    if (statement->action == WAIT) {
        for (int i = 0; i < PROGRAM_STATEMENTS; i++)
            if (statement->requests >> i & 1)
                fprintf(out, " %d", i);
    } else {
        if (statement->action != COLLECTIVE || statement->kind != BARRIER)
            fprintf(out,
                    statement->peer == PROGRAM_LAST  ? " LAST"
                    : statement->peer == PROGRAM_ANY ? " ANY"
                                                     : " %d",
                    statement->peer);
        if (statement->action != COLLECTIVE)
            fprintf(out, statement->tag == PROGRAM_ANY ? " tag ANY" : " tag %d", statement->tag);
        if (statement->context > 0)
            fprintf(out, " on the second communicator");
    }
    if (statement->polls)
        fprintf(out, ", at most %d times", statement->times);
    if (statement->receives)
        fprintf(out, statement->later ? ", receives it after the next call" : ", then receives it");
    fputc('\n', out);
}

void program_print(const struct program *program, FILE *out)
{
    fprintf(out, "%s program %#llx\n", program->size == SMALL ? "small" : "large",
            (unsigned long long)program->seed);
    for (int rank = 0; rank < program->ranks; rank++) {
        fprintf(out, "rank %d\n", rank);
        for (int i = 0; i < program->counts[rank]; i++) {
            fprintf(out, "  %d  ", i);
            print_statement(&program->statements[rank][i], out);
        }
    }
}
