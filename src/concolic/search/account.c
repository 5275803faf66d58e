#include "concolic/search/account.h"

#include <string.h>

void aim_write(const struct aim *aim, struct bytes *bytes)
{
    const struct prediction *prediction = &aim->prediction;
    bytes_add_number(bytes, aim->flags);
    bytes_add_number(bytes, aim->edge);
    bytes_add_number(bytes, aim->fresh);
    bytes_add_number(bytes, aim->word);
    bytes_add_number(bytes, (uint64_t)aim->goal);
    bytes_add_id(bytes, aim->place);
    bytes_add_number(bytes, aim->priority);
    bytes_add_double(bytes, aim->seconds);
    bytes_add_id(bytes, aim->path);
    bytes_add_number(bytes, prediction->constraint);
    bytes_add_number(bytes, prediction->leads);
    bytes_add_number(bytes, prediction->kind);
    bytes_add_number(bytes, prediction->site);
    bytes_add_id(bytes, prediction->before);
    bytes_add_number(bytes, prediction->way);
    bytes_add_id(bytes, prediction->shape);
}

static void aim_read(struct reader *reader, struct aim *aim)
{
    struct prediction *prediction = &aim->prediction;
    aim->flags = (uint32_t)reader_number(reader);
    aim->edge = (uint32_t)reader_number(reader);
    aim->fresh = reader_number(reader) != 0;
    aim->word = reader_number(reader) != 0;
    aim->goal = (enum solver_goal)reader_number(reader);
    aim->place = reader_id(reader);
    aim->priority = (unsigned)reader_number(reader);
    aim->seconds = reader_double(reader);
    aim->path = reader_id(reader);
    prediction->constraint = (uint32_t)reader_number(reader);
    prediction->leads = reader_number(reader) != 0;
    prediction->kind = (uint8_t)reader_number(reader);
    prediction->site = (uint32_t)reader_number(reader);
    prediction->before = reader_id(reader);
    prediction->way = reader_number(reader);
    prediction->shape = reader_id(reader);
}

int item_read(const void *bytes, size_t length, struct input *input, struct aim *aim,
              struct error *error)
{
    struct reader reader = reader_of(bytes, length);
    if (input_read(&reader, input, error) != 0)
        return -1;
    aim_read(&reader, aim);
    if (!reader.bad && reader.left == 0)
        return 0;
    input_free(input);
    return error_set(error, ERROR_FAILED, "the journal of the search is damaged");
}

void account_try(struct account *account, struct coverage *coverage,
                 const struct candidate *candidate, uint8_t what)
{
    if (candidate->fresh && !candidate->turned && !coverage_has(coverage, candidate->edge) &&
        coverage_try(coverage, candidate->edge, what))
        *arena_push(account->arena, account->trials, account->trial_count) =
            (struct trial){candidate->edge, what};
}

void account_write(const struct account *account, struct bytes *bytes)
{
    const struct solver_statistics *solver = &account->solver;
    bytes_add_number(bytes, account->flags);
    bytes_add_number(bytes, account->constraints);
    bytes_add_number(bytes, account->simplified);
    bytes_add_number(bytes, solver->queries);
    bytes_add_number(bytes, solver->found);
    bytes_add_number(bytes, solver->none);
    bytes_add_number(bytes, solver->unknown);
    bytes_add_number(bytes, solver->cached);
    bytes_add_double(bytes, solver->seconds);
    bytes_add_string(bytes, account->edges, account->edge_count * sizeof *account->edges);
    bytes_add_string(bytes, account->trials, account->trial_count * sizeof *account->trials);
    bytes_add_string(bytes, account->symptoms, account->symptom_count * sizeof *account->symptoms);
}

/* Reads a copy of a list: in the bytes it need not be aligned. */
static void *account_read_list(struct reader *reader, struct arena *arena, size_t size,
                               size_t *count)
{
    size_t length;
    const char *bytes = reader_string(reader, &length);
    if (!bytes || length % size != 0) {
        reader->bad = true;
        return NULL;
    }
    *count = length / size;
    void *list = arena_alloc(arena, length + 1);
    memcpy(list, bytes, length);
    return list;
}

bool account_read(const void *bytes, size_t length, struct arena *arena, struct account *account)
{
    struct reader reader = reader_of(bytes, length);
    *account = (struct account){.arena = arena, .flags = (uint32_t)reader_number(&reader)};
    account->constraints = reader_number(&reader);
    account->simplified = reader_number(&reader);
    account->solver.queries = reader_number(&reader);
    account->solver.found = reader_number(&reader);
    account->solver.none = reader_number(&reader);
    account->solver.unknown = reader_number(&reader);
    account->solver.cached = reader_number(&reader);
    account->solver.seconds = reader_double(&reader);
    account->edges =
        account_read_list(&reader, arena, sizeof *account->edges, &account->edge_count);
    account->trials =
        account_read_list(&reader, arena, sizeof *account->trials, &account->trial_count);
    account->symptoms =
        account_read_list(&reader, arena, sizeof *account->symptoms, &account->symptom_count);
    return !reader.bad && reader.left == 0 &&
           symptoms_fit(account->symptoms, account->symptom_count);
}
