#include "explore/test_machine.h"

#include <stdlib.h>

uint64_t machine_mix(uint64_t hash, uint64_t value)
{
    hash = hash * 0x9e3779b97f4a7c15U + value + 0x632be59bd9b4e019U;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93U;
    return hash ^ hash >> 29;
}

static void learn(struct machine *machine, struct learned *learned, int32_t value)
{
    machine->history = machine_mix(machine->history, (uint32_t)value);
    if (learned->count == LEARNED)
        abort();
    learned->list[learned->count++] = value;
}

static bool holds(const struct machine *machine, const struct statement *statement)
{
    switch ((enum condition)statement->condition) {
    case ALWAYS:
        return true;
    case SOURCE_IS:
        return machine->source == statement->operand;
    case SOURCE_IS_NOT:
        return machine->source != statement->operand;
    case FLAG_IS:
        return machine->flag == statement->operand;
    case INDEX_IS:
        return machine->index == statement->operand;
    case INDEX_IS_NOT:
        return machine->index != statement->operand;
    }
    return false;
}

/* Returns whether the statement does nothing: there is no request to wait for, and nobody to
 * answer. */
static bool is_empty(const struct machine *machine, const struct statement *statement)
{
    if (statement->action == WAIT)
        return (statement->requests & machine->active) == 0;
    if (statement->action == PROBE)
        return machine->probed == PROBED_KEPT; /* one at a time */
    return statement->peer == PROGRAM_LAST && machine->source < 0;
}

static void skip(struct machine *machine, const struct program *program, int rank)
{
    const struct statement *statements = program->statements[rank];
    while (machine->place < program->counts[rank] &&
           (!holds(machine, &statements[machine->place]) ||
            is_empty(machine, &statements[machine->place])))
        machine->place++;
    if (machine->place == program->counts[rank] && machine->probed == PROBED_KEPT)
        machine->probed = PROBED_LEFT;
}

void machine_start(struct machine *machine, const struct program *program, int rank)
{
    *machine = (struct machine){.source = -1, .tag = -1, .flag = -1, .index = -1};
    skip(machine, program, rank);
}

bool machine_ended(const struct machine *machine, const struct program *program, int rank)
{
    return machine->place == program->counts[rank] && !machine->active && !machine->probed;
}

void machine_call(const struct machine *machine, const struct program *program, int rank,
                  struct call *call)
{
    uint64_t value = machine_mix(machine->history, (uint64_t)rank << 8 | machine->place);
    *call = (struct call){.place = machine->place, .value = (uint32_t)value};
    if (machine->place == program->counts[rank])
        call->statement = (struct statement){
            .action = WAIT, .blocking = true, .kind = COMPLETE_ALL, .requests = machine->active};
    else
        call->statement = program->statements[rank][machine->place];
    struct statement *statement = &call->statement;
    if (machine->probed == PROBED_NOW || machine->probed == PROBED_LEFT)
        *statement =
            (struct statement){.action = RECEIVE,
                               .blocking = true,
                               .matched = statement->matched || machine->probed == PROBED_LEFT,
                               .peer = machine->source,
                               .tag = machine->tag,
                               .context = statement->context};
    if (statement->peer == PROGRAM_LAST)
        statement->peer = machine->source;
    statement->requests &= machine->active;
}

static void take_message(struct machine *machine, struct learned *learned,
                         const struct arrival *arrival)
{
    machine->source = arrival->source;
    machine->tag = arrival->tag;
    learn(machine, learned, arrival->source);
    learn(machine, learned, arrival->tag);
    learn(machine, learned, (int32_t)arrival->value);
}

static void take_result(struct machine *machine, struct learned *learned,
                        const struct statement *statement, const struct arrival *arrival)
{
    if (statement->action == RECEIVE)
        take_message(machine, learned, arrival);
    else if (statement->action == COLLECTIVE && statement->kind != BARRIER)
        learn(machine, learned, (int32_t)arrival->value);
}

static void take_requests(struct machine *machine, struct learned *learned,
                          const struct statement *own, const struct call *call,
                          const struct result *result)
{
    if (call->statement.kind == COMPLETE_SOME)
        learn(machine, learned, __builtin_popcount(result->chosen));
    for (int i = 0; i < PROGRAM_STATEMENTS; i++) {
        if (!(result->chosen >> i & 1))
            continue;
        if (call->statement.kind != COMPLETE_ALL)
            learn(machine, learned, i);
        if (call->statement.kind == COMPLETE_ANY)
            machine->index = (int8_t)i;
        take_result(machine, learned, &own[i], &result->arrived[i]);
    }
    machine->active &= (uint16_t)~result->chosen;
}

/* Returns true if the poll is repeated. */
static bool take_flag(struct machine *machine, struct learned *learned, const struct call *call,
                      const struct result *result)
{
    machine->flag = (int8_t)result->flag;
    learn(machine, learned, result->flag);
    machine->tries++;
    bool again = !result->flag && machine->tries < call->statement.times;
    if (!again)
        machine->tries = 0;
    return again;
}

static void take_probed(struct machine *machine, struct learned *learned,
                        const struct statement *probe, const struct arrival *arrival)
{
    machine->source = arrival->source;
    machine->tag = arrival->tag;
    learn(machine, learned, machine->source);
    learn(machine, learned, machine->tag);
    if (probe->receives)
        machine->probed = probe->later ? PROBED_KEPT : PROBED_NOW;
}

void machine_return(struct machine *machine, struct learned *learned, const struct program *program,
                    int rank, const struct call *call, const struct result *result)
{
    const struct statement *statement = &call->statement;
    enum probed before = machine->probed;
    bool again = statement->polls && take_flag(machine, learned, call, result);
    machine->probed = before == PROBED_KEPT ? PROBED_LEFT : PROBED_NOTHING;
    if (!statement->blocking && statement->action != PROBE) {
        machine->active |= (uint16_t)(1U << call->place);
    } else if (statement->action == WAIT) {
        take_requests(machine, learned, program->statements[rank], call, result);
    } else if (statement->action == PROBE && (!statement->polls || result->flag)) {
        take_probed(machine, learned, statement, &result->arrived[0]);
    } else {
        take_result(machine, learned, statement, &result->arrived[0]);
    }
    if (again || machine->probed == PROBED_NOW)
        return;
    if (before != PROBED_LEFT && machine->place < program->counts[rank])
        machine->place++;
    if (machine->probed != PROBED_LEFT)
        skip(machine, program, rank);
}

uint64_t machine_key(const struct machine *machine)
{
    uint64_t place = (uint64_t)machine->place << 16 | machine->tries << 8 | machine->probed;
    return machine_mix(machine_mix(machine->history, place), machine->active);
}

void machine_print(const struct machine *machine, const struct learned *learned,
                   const struct program *program, int rank, FILE *out)
{
    fprintf(out, "  rank %d ", rank);
    if (machine_ended(machine, program, rank))
        fprintf(out, "ended");
    else
        fprintf(out, "at %d%s, requests %#x", machine->place, machine->probed ? " (receive)" : "",
                machine->active);
    fprintf(out, ", learned");
    for (int i = 0; i < learned->count; i++)
        if (learned->list[i] >= 0 && learned->list[i] < 100)
            fprintf(out, " %d", learned->list[i]);
        else
            fprintf(out, " #%08x", (unsigned)learned->list[i]);
    fputc('\n', out);
}
