#include "explore/test_model.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGES = PROGRAM_RANKS * PROGRAM_STATEMENTS, KEYS_LEAST = 1 << 8 };

/* The sender or request that the match of a message releases. */
enum sender_waits { NOBODY_WAITS, CALL_WAITS, REQUEST_WAITS };

struct message {
    int8_t sender, tag, context;
    uint8_t place, waits, padding[3];
    uint32_t value;
};

struct receive {
    int8_t source, tag, context;
    uint8_t place, blocking, padding[3];
};

/* A rank. Its messages are those sent to it, sorted by sender; between senders they have no
 * order. */
struct party {
    struct machine machine;
    struct learned learned;
    bool called; /* it is in a call that others must complete */
    uint16_t complete;
    uint8_t receive_count, message_count;
    uint8_t collective_count[PROGRAM_CONTEXTS];
    struct receive receives[PROGRAM_STATEMENTS]; /* without a message, in order */
    struct message messages[MESSAGES];
    struct message held;                        /* by a matched probe, until it is received */
    struct arrival arrived[PROGRAM_STATEMENTS]; /* of requests that are complete */
    struct contribution {
        uint32_t value;
        uint8_t kind, place, blocking;
        int8_t root;
    } contributions[PROGRAM_CONTEXTS][PROGRAM_COLLECTIVES];
};

struct state {
    struct party parties[PROGRAM_RANKS];
};

/* Sets of hashes. */

static size_t slot_of(const struct keys *keys, uint64_t key)
{
    size_t slot = key & (keys->space - 1);
    while (keys->table[slot] && keys->table[slot] != key)
        slot = (slot + 1) & (keys->space - 1);
    return slot;
}

static void keys_grow(struct keys *keys)
{
    struct keys old = *keys;
    keys->space = old.space ? old.space * 4 : KEYS_LEAST;
    keys->table = memory_zero(keys->space, sizeof *keys->table);
    for (size_t i = 0; i < old.space; i++)
        if (old.table[i])
            keys->table[slot_of(keys, old.table[i])] = old.table[i];
    free(old.table);
}

bool keys_add(struct keys *keys, uint64_t key)
{
    key += key == 0; /* an empty slot */
    if (keys->count * 2 >= keys->space)
        keys_grow(keys);
    size_t slot = slot_of(keys, key);
    if (keys->table[slot])
        return false;
    keys->table[slot] = key;
    keys->count++;
    return true;
}

bool keys_have(const struct keys *keys, uint64_t key)
{
    return keys->count > 0 && keys->table[slot_of(keys, key + (key == 0))];
}

bool keys_equal(const struct keys *one, const struct keys *other)
{
    if (one->count != other->count)
        return false;
    for (size_t i = 0; i < one->space; i++)
        if (one->table[i] && !keys_have(other, one->table[i]))
            return false;
    return true;
}

void keys_clear(struct keys *keys)
{
    if (keys->space > KEYS_LEAST)
        keys_free(keys);
    else if (keys->count > 0)
        memset(keys->table, 0, keys->space * sizeof *keys->table);
    keys->count = 0;
}

void keys_free(struct keys *keys)
{
    free(keys->table);
    *keys = (struct keys){0};
}

/* States. */

/* The searches spend most of their time here. */
static inline uint64_t fold(uint64_t hash, uint64_t word)
{
    hash ^= word * 0x9e3779b97f4a7c15U;
    return (hash << 27 | hash >> 37) * 0xd6e8feb86659fd93U + 1;
}

static uint64_t fold_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const char *from = bytes;
    for (; size >= sizeof(uint64_t); size -= sizeof(uint64_t), from += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, from, sizeof word);
        hash = fold(hash, word);
    }
    if (size > 0) {
        uint64_t word = 0;
        memcpy(&word, from, size);
        hash = fold(hash, word);
    }
    return hash;
}

static uint64_t hash_party(uint64_t hash, const struct party *party)
{
    hash = fold_bytes(hash, &party->machine, sizeof party->machine);
    hash = fold(hash, (uint64_t)party->called << 56 | (uint64_t)party->receive_count << 48 |
                          (uint64_t)party->message_count << 40 |
                          (uint64_t)party->collective_count[0] << 32 |
                          (uint64_t)party->collective_count[1] << 24 | party->complete);
    hash = fold_bytes(hash, &party->held, sizeof party->held);
    hash = fold_bytes(hash, party->receives, party->receive_count * sizeof *party->receives);
    hash = fold_bytes(hash, party->messages, party->message_count * sizeof *party->messages);
    for (int i = 0; party->complete >> i; i++)
        if (party->complete >> i & 1)
            hash = fold_bytes(hash, &party->arrived[i], sizeof party->arrived[i]);
    for (int context = 0; context < PROGRAM_CONTEXTS; context++)
        hash = fold_bytes(hash, party->contributions[context],
                          party->collective_count[context] * sizeof(struct contribution));
    return hash;
}

static uint64_t hash_state(const struct state *state, int ranks)
{
    uint64_t hash = 1;
    for (int rank = 0; rank < ranks; rank++)
        hash = hash_party(hash, &state->parties[rank]);
    return machine_mix(hash, 0);
}

uint64_t ending_key(const struct ending *ending, int ranks)
{
    uint64_t hash = ending->deadlock;
    for (int rank = 0; rank < ranks; rank++)
        hash = machine_mix(hash, machine_key(&ending->machines[rank]));
    return hash;
}

uint64_t ending_relation(const struct ending *ending, int ranks)
{
    return machine_mix(ending_key(ending, ranks), ending->unseen);
}

void ending_unseen(struct ending *ending, int rank, int request, uint32_t value)
{
    uint64_t name = (uint64_t)(rank + 1) << 40 | (uint64_t)request << 32;
    ending->unseen = machine_mix(ending->unseen, name | value);
}

void ending_print(const struct ending *ending, const struct program *program, FILE *out)
{
    fprintf(out, "%s\n", ending->deadlock ? "deadlock:" : "end:");
    for (int rank = 0; rank < program->ranks; rank++)
        machine_print(&ending->machines[rank], &ending->learned[rank], program, rank, out);
}

/* MPI's rules. */

static bool fits(const struct receive *receive, const struct message *message)
{
    return receive->context == message->context &&
           (receive->source == PROGRAM_ANY || receive->source == message->sender) &&
           (receive->tag == PROGRAM_ANY || receive->tag == message->tag);
}

/* Returns the message of the sender that the receive takes, among those that `earlier` receives
 * leave; -1: none. */
static int message_for(const struct party *party, const struct receive *receive, int earlier,
                       int sender)
{
    for (int i = 0; i < party->message_count; i++) {
        const struct message *message = &party->messages[i];
        if (message->sender != sender || !fits(receive, message))
            continue;
        for (int j = 0; j < earlier; j++)
            if (fits(&party->receives[j], message))
                return -1;
        return i;
    }
    return -1;
}

static void come_back(const struct model *model, struct state *state, int rank,
                      const struct result *result)
{
    struct party *party = &state->parties[rank];
    struct call call;
    machine_call(&party->machine, model->program, rank, &call);
    machine_return(&party->machine, &party->learned, model->program, rank, &call, result);
    party->called = false;
}

static void complete(const struct model *model, struct state *state, int rank, int place,
                     bool blocking, const struct arrival *arrival)
{
    struct party *party = &state->parties[rank];
    if (blocking) {
        come_back(model, state, rank, &(struct result){.arrived[0] = *arrival});
    } else {
        party->complete |= (uint16_t)(1U << place);
        party->arrived[place] = *arrival;
    }
}

static struct message take_message(struct party *party, int index)
{
    struct message message = party->messages[index];
    party->message_count--;
    memmove(&party->messages[index], &party->messages[index + 1],
            (size_t)(party->message_count - index) * sizeof message);
    return message;
}

/* Receives the message; its sender goes on if it waits for that. */
static void deliver(const struct model *model, struct state *state, int rank,
                    const struct message *message, int place, bool blocking)
{
    struct arrival arrival = {
        .source = message->sender, .tag = message->tag, .value = message->value};
    complete(model, state, rank, place, blocking, &arrival);
    if (message->waits != NOBODY_WAITS)
        complete(model, state, message->sender, message->place, message->waits == CALL_WAITS,
                 &(struct arrival){0});
}

static void match(const struct model *model, struct state *state, int rank, int receive_index,
                  int message_index)
{
    struct party *party = &state->parties[rank];
    struct receive receive = party->receives[receive_index];
    struct message message = take_message(party, message_index);
    party->receive_count--;
    memmove(&party->receives[receive_index], &party->receives[receive_index + 1],
            (size_t)(party->receive_count - receive_index) * sizeof receive);
    deliver(model, state, rank, &message, receive.place, receive.blocking);
}

static void send(const struct model *model, struct state *state, int rank, const struct call *call,
                 bool buffered)
{
    const struct statement *statement = &call->statement;
    struct party *to = &state->parties[statement->peer];
    int place = to->message_count++;
    while (place > 0 && to->messages[place - 1].sender > rank) {
        to->messages[place] = to->messages[place - 1];
        place--;
    }
    to->messages[place] = (struct message){.sender = (int8_t)rank,
                                           .tag = statement->tag,
                                           .context = statement->context,
                                           .place = (uint8_t)call->place,
                                           .waits = buffered              ? NOBODY_WAITS
                                                    : statement->blocking ? CALL_WAITS
                                                                          : REQUEST_WAITS,
                                           .value = call->value};
    if (!statement->blocking || buffered)
        come_back(model, state, rank, &(struct result){0});
    else
        state->parties[rank].called = true;
    if (!statement->blocking && buffered)
        complete(model, state, rank, call->place, false, &(struct arrival){0});
}

static void receive(const struct model *model, struct state *state, int rank,
                    const struct call *call)
{
    struct party *party = &state->parties[rank];
    if (call->statement.matched) {
        struct message held = party->held;
        memset(&party->held, 0, sizeof party->held);
        deliver(model, state, rank, &held, call->place, true);
        return;
    }
    party->receives[party->receive_count++] =
        (struct receive){.source = call->statement.peer,
                         .tag = call->statement.tag,
                         .context = call->statement.context,
                         .place = (uint8_t)call->place,
                         .blocking = call->statement.blocking};
    if (call->statement.blocking)
        party->called = true;
    else
        come_back(model, state, rank, &(struct result){0});
}

/* Returns whether the member has all that it needs of the n-th collective, and the value that it
 * learns. */
static bool collective_is_over(const struct model *model, const struct state *state, int rank,
                               int context, int number, uint32_t *value)
{
    const struct contribution *own = &state->parties[rank].contributions[context][number];
    bool all = own->kind == BARRIER || (own->kind == REDUCE && own->root == rank);
    *value = 0;
    for (int other = 0; other < model->program->ranks && model->waiting; other++)
        if (state->parties[other].collective_count[context] <= number)
            return false;
    for (int other = 0; other < model->program->ranks; other++) {
        bool needed = all || (own->kind == BROADCAST && other == own->root);
        if (!needed || (own->kind == BROADCAST && own->root == rank))
            continue;
        if (state->parties[other].collective_count[context] <= number)
            return false;
        if (own->kind != BARRIER)
            *value += state->parties[other].contributions[context][number].value;
    }
    return true;
}

static void collective(const struct model *model, struct state *state, int rank,
                       const struct call *call)
{
    const struct statement *statement = &call->statement;
    struct party *party = &state->parties[rank];
    int context = (int)statement->context, number = party->collective_count[context]++;
    party->contributions[context][number] = (struct contribution){.value = call->value,
                                                                  .kind = statement->kind,
                                                                  .place = (uint8_t)call->place,
                                                                  .blocking = statement->blocking,
                                                                  .root = statement->peer};
    bool waited[PROGRAM_RANKS] = {false};
    uint32_t value;
    party->collective_count[context]--;
    for (int other = 0; other < model->program->ranks; other++)
        waited[other] = state->parties[other].collective_count[context] > number &&
                        !collective_is_over(model, state, other, context, number, &value);
    party->collective_count[context]++;
    waited[rank] = true;
    if (statement->blocking)
        party->called = true;
    else
        come_back(model, state, rank, &(struct result){0});
    for (int other = 0; other < model->program->ranks; other++) {
        const struct contribution *of = &state->parties[other].contributions[context][number];
        if (waited[other] && collective_is_over(model, state, other, context, number, &value))
            complete(model, state, other, of->place, of->blocking,
                     &(struct arrival){.value = value});
    }
}

/* All orders of all steps. */

static void visit(struct model *model, const struct state *state);

static void copy(const struct model *model, struct state *to, const struct state *from)
{
    memcpy(to->parties, from->parties, (size_t)model->program->ranks * sizeof *to->parties);
}

static void step_probe(struct model *model, const struct state *state, int rank,
                       const struct call *call, bool *moved)
{
    const struct party *party = &state->parties[rank];
    struct receive probe = {.source = call->statement.peer,
                            .tag = call->statement.tag,
                            .context = call->statement.context};
    for (int sender = 0; sender < model->program->ranks; sender++) {
        int found = message_for(party, &probe, party->receive_count, sender);
        if (found < 0)
            continue;
        struct state next;
        copy(model, &next, state);
        struct result result = {
            .flag = true,
            .arrived[0] = {.source = (int8_t)sender, .tag = party->messages[found].tag}};
        if (call->statement.matched)
            next.parties[rank].held = take_message(&next.parties[rank], found);
        come_back(model, &next, rank, &result);
        visit(model, &next);
        *moved = true;
    }
}

static void step_return(struct model *model, const struct state *state, int rank, uint16_t chosen)
{
    struct state next;
    copy(model, &next, state);
    struct party *party = &next.parties[rank];
    struct result result = {.flag = true, .chosen = chosen};
    memcpy(result.arrived, party->arrived, sizeof result.arrived);
    party->complete &= (uint16_t)~chosen;
    come_back(model, &next, rank, &result);
    visit(model, &next);
}

static void step_wait(struct model *model, const struct state *state, int rank,
                      const struct call *call, bool *moved)
{
    uint16_t asked = call->statement.requests;
    uint16_t done = asked & state->parties[rank].complete;
    if (call->statement.kind == COMPLETE_ALL) {
        if (done != asked)
            return;
        step_return(model, state, rank, done);
        *moved = true;
        return;
    }
    for (uint16_t chosen = 1; chosen <= done; chosen++) {
        bool single = (chosen & (chosen - 1)) == 0;
        if ((chosen & ~done) || (call->statement.kind == COMPLETE_ANY && !single))
            continue;
        step_return(model, state, rank, chosen);
        *moved = true;
    }
}

static void step_send(struct model *model, const struct state *state, int rank,
                      const struct call *call)
{
    for (int buffered = 0; buffered < 2; buffered++) {
        if (buffered ? call->statement.synchronous || model->sends == SENDS_WAIT
                     : !call->statement.synchronous && model->sends == SENDS_GO_ON)
            continue;
        struct state next;
        copy(model, &next, state);
        send(model, &next, rank, call, buffered);
        visit(model, &next);
    }
}

static void step_rank(struct model *model, const struct state *state, int rank, bool *moved)
{
    const struct party *party = &state->parties[rank];
    if (party->called || machine_ended(&party->machine, model->program, rank))
        return;
    struct call call;
    machine_call(&party->machine, model->program, rank, &call);
    if (call.statement.action == PROBE)
        step_probe(model, state, rank, &call, moved);
    else if (call.statement.action == WAIT)
        step_wait(model, state, rank, &call, moved);
    if (call.statement.action == PROBE || call.statement.action == WAIT) {
        if (!call.statement.polls)
            return;
        struct state next;
        copy(model, &next, state);
        come_back(model, &next, rank, &(struct result){.flag = false});
        visit(model, &next);
    } else if (call.statement.action == SEND) {
        step_send(model, state, rank, &call);
    } else {
        struct state next;
        copy(model, &next, state);
        if (call.statement.action == RECEIVE)
            receive(model, &next, rank, &call);
        else
            collective(model, &next, rank, &call);
        visit(model, &next);
    }
    *moved = true;
}

static void step_matches(struct model *model, const struct state *state, int rank, bool *moved)
{
    const struct party *party = &state->parties[rank];
    for (int i = 0; i < party->receive_count; i++)
        for (int sender = 0; sender < model->program->ranks; sender++) {
            int found = message_for(party, &party->receives[i], i, sender);
            if (found < 0)
                continue;
            struct state next;
            copy(model, &next, state);
            match(model, &next, rank, i, found);
            visit(model, &next);
            *moved = true;
        }
}

static void note_end(struct model *model, const struct state *state)
{
    struct ending ending = {.deadlock = false};
    for (int rank = 0; rank < model->program->ranks; rank++) {
        ending.machines[rank] = state->parties[rank].machine;
        ending.learned[rank] = state->parties[rank].learned;
        ending.deadlock |= !machine_ended(&ending.machines[rank], model->program, rank);
        for (int i = 0; state->parties[rank].complete >> i; i++)
            if (state->parties[rank].complete >> i & 1)
                ending_unseen(&ending, rank, i, state->parties[rank].arrived[i].value);
    }
    uint64_t key = ending_key(&ending, model->program->ranks);
    keys_add(&model->relations, ending_relation(&ending, model->program->ranks));
    if (keys_add(ending.deadlock ? &model->deadlocks : &model->ends, key) && model->found)
        model->found(&ending, model->data);
}

static void visit(struct model *model, const struct state *state)
{
    int ranks = model->program->ranks;
    bool moved = false;
    if (model->too_large || !keys_add(&model->states, hash_state(state, ranks)))
        return;
    if (model->states.count > model->limit) {
        model->too_large = true;
        return;
    }
    for (int rank = 0; rank < ranks; rank++) {
        step_rank(model, state, rank, &moved);
        step_matches(model, state, rank, &moved);
    }
    if (!moved)
        note_end(model, state);
}

void model_explore(struct model *model)
{
    struct state start;
    memset(&start, 0, sizeof start);
    keys_clear(&model->states);
    keys_clear(&model->ends);
    keys_clear(&model->deadlocks);
    keys_clear(&model->relations);
    model->too_large = false;
    for (int rank = 0; rank < model->program->ranks; rank++)
        machine_start(&start.parties[rank].machine, model->program, rank);
    visit(model, &start);
}

void model_free(struct model *model)
{
    keys_free(&model->states);
    keys_free(&model->ends);
    keys_free(&model->deadlocks);
    keys_free(&model->relations);
}
