#include "static/requests/path_state.h"

#include <stdlib.h>
#include <string.h>

enum { FACT_LIMIT = 400 };

void path_state_free(struct path_state *state)
{
    free(state->bindings);
    free(state->cells);
    free(state->facts);
    *state = (struct path_state){0};
}

static void *copy_list(const void *list, size_t count, size_t size)
{
    if (!count) {
        return NULL;
    }
    void *copy = memory_alloc(count * size);
    memcpy(copy, list, count * size);
    return copy;
}

struct path_state path_state_copy(const struct path_state *state)
{
    struct path_state copy = *state;
    copy.bindings = copy_list(state->bindings, state->binding_count, sizeof *state->bindings);
    copy.cells = copy_list(state->cells, state->cell_count, sizeof *state->cells);
    copy.facts = copy_list(state->facts, state->fact_count, sizeof *state->facts);
    copy.binding_space = copy.binding_count;
    copy.cell_space = copy.cell_count;
    copy.fact_space = copy.fact_count;
    return copy;
}

static size_t binding_place(const struct path_state *state, const struct ir_value *value)
{
    size_t low = 0, high = state->binding_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (state->bindings[middle].value->number < value->number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void path_state_bind(struct path_state *state, const struct ir_value *value, term_id term)
{
    size_t at = binding_place(state, value);
    if (at == state->binding_count || state->bindings[at].value != value) {
        state->bindings = memory_room(state->bindings, state->binding_count, &state->binding_space,
                                      sizeof *state->bindings);
        memmove(&state->bindings[at + 1], &state->bindings[at],
                (state->binding_count++ - at) * sizeof *state->bindings);
    }
    state->bindings[at] = (struct path_binding){.value = value, .term = term};
}

term_id path_state_binding(const struct path_state *state, const struct ir_value *value)
{
    size_t at = binding_place(state, value);
    bool found = at < state->binding_count && state->bindings[at].value == value;
    return found ? state->bindings[at].term : TERM_NONE;
}

static int compare_place(const struct path_cell *cell, term_id base, int64_t offset)
{
    if (cell->base != base) {
        return cell->base < base ? -1 : 1;
    }
    return cell->offset < offset ? -1 : cell->offset > offset;
}

static size_t cell_place(const struct path_state *state, term_id base, int64_t offset)
{
    size_t low = 0, high = state->cell_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_place(&state->cells[middle], base, offset) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void path_state_forget(struct path_state *state,
                       bool (*goes)(const struct path_cell *cell, const void *context),
                       const void *context)
{
    size_t kept = 0;
    for (size_t i = 0; i < state->cell_count; i++) {
        if (!goes(&state->cells[i], context)) {
            state->cells[kept++] = state->cells[i];
        }
    }
    state->cell_count = kept;
}

static bool path_state_overlaps(const struct path_cell *cell, const void *context)
{
    const struct path_cell *other = context;
    return cell->base == other->base && cell->offset < other->offset + (int64_t)other->size &&
           other->offset < cell->offset + (int64_t)cell->size;
}

void path_state_set(struct path_state *state, struct term_address at, uint64_t size, term_id term)
{
    struct path_cell cell = {.base = at.base, .offset = at.offset, .size = size, .term = term};
    path_state_forget(state, path_state_overlaps, &cell);
    size_t place = cell_place(state, at.base, at.offset);
    state->cells =
        memory_room(state->cells, state->cell_count, &state->cell_space, sizeof *state->cells);
    memmove(&state->cells[place + 1], &state->cells[place],
            (state->cell_count++ - place) * sizeof *state->cells);
    state->cells[place] = cell;
}

term_id path_state_get(const struct path_state *state, struct term_address at, uint64_t size)
{
    size_t place = cell_place(state, at.base, at.offset);
    if (!at.known || place == state->cell_count ||
        compare_place(&state->cells[place], at.base, at.offset) != 0 ||
        state->cells[place].size != size) {
        return TERM_NONE;
    }
    return state->cells[place].term;
}

static size_t fact_place(const struct path_state *state, term_id term)
{
    size_t low = 0, high = state->fact_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (state->facts[middle].term < term) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static struct path_fact find_fact(const struct path_state *state, term_id term)
{
    size_t at = fact_place(state, term);
    if (at < state->fact_count && state->facts[at].term == term) {
        return state->facts[at];
    }
    return (struct path_fact){.term = term, .low = INT64_MIN, .high = INT64_MAX};
}

static bool narrow_fact(struct path_state *state, term_id term, int64_t low, int64_t high)
{
    struct path_fact fact = find_fact(state, term);
    fact.low = low > fact.low ? low : fact.low;
    fact.high = high < fact.high ? high : fact.high;
    if (fact.low > fact.high) {
        return false;
    }
    size_t at = fact_place(state, term);
    if (at == state->fact_count || state->facts[at].term != term) {
        if (state->fact_count >= FACT_LIMIT) {
            return true; /* the fact is dropped, which is safe */
        }
        state->facts =
            memory_room(state->facts, state->fact_count, &state->fact_space, sizeof *state->facts);
        memmove(&state->facts[at + 1], &state->facts[at],
                (state->fact_count++ - at) * sizeof *state->facts);
    }
    state->facts[at] = fact;
    return true;
}

static struct path_fact path_state_range_of(const struct terms *terms,
                                            const struct path_state *state, term_id term)
{
    int64_t integer;
    if (terms_is_integer(terms, term, &integer)) {
        return (struct path_fact){.term = term, .low = integer, .high = integer};
    }
    return find_fact(state, term);
}

bool path_state_integer(const struct terms *terms, const struct path_state *state, term_id term,
                        int64_t *integer)
{
    struct path_fact range = path_state_range_of(terms, state, term);
    *integer = range.low;
    return term != TERM_NONE && range.low == range.high;
}

static int path_state_compare_truth(const struct terms *terms, const struct path_state *state,
                                    term_id truth)
{
    const struct term *term = &terms->list[truth];
    struct path_fact known = find_fact(state, truth);
    if (known.low == known.high) {
        return known.low != 0;
    }
    if (term->kind != TERM_COMPARE) {
        return known.low > 0 || known.high < 0 ? 1 : -1;
    }
    struct path_fact left = path_state_range_of(terms, state, term->left);
    struct path_fact right = path_state_range_of(terms, state, term->right);
    bool apart = left.high < right.low || right.high < left.low;
    switch (term->predicate) {
    case IR_EQUAL:
        return apart ? 0 : -1;
    case IR_LESS:
        return left.high < right.low ? 1 : left.low >= right.high ? 0 : -1;
    default:
        if (left.low < 0 || right.low < 0) {
            return -1;
        }
        return left.high < right.low ? 1 : left.low >= right.high ? 0 : -1;
    }
}

int path_state_truth(const struct terms *terms, const struct path_state *state, term_id truth)
{
    bool opposite = false;
    while (terms->list[truth].kind == TERM_NOT) {
        opposite = !opposite;
        truth = terms->list[truth].left;
    }
    int64_t integer;
    int known = terms_is_integer(terms, truth, &integer)
                    ? integer != 0
                    : path_state_compare_truth(terms, state, truth);
    return known < 0 ? -1 : known ^ opposite;
}

/* Adds that the term is not this integer: if the integer is an end of its range, the range
 * shrinks. */
static bool state_exclude(struct path_state *state, term_id term, int64_t integer)
{
    struct path_fact range = find_fact(state, term);
    if (range.low == integer && integer < INT64_MAX) {
        return narrow_fact(state, term, integer + 1, INT64_MAX);
    }
    if (range.high == integer && integer > INT64_MIN) {
        return narrow_fact(state, term, INT64_MIN, integer - 1);
    }
    return true;
}

static bool assume_less(const struct terms *terms, struct path_state *state,
                        const struct term *term, bool value)
{
    struct path_fact left = path_state_range_of(terms, state, term->left);
    struct path_fact right = path_state_range_of(terms, state, term->right);
    bool possible = true;
    if (terms->list[term->left].kind != TERM_INTEGER) {
        int64_t limit = value ? right.high : right.low;
        if (value && limit > INT64_MIN) {
            possible = narrow_fact(state, term->left, INT64_MIN, limit - 1);
        } else if (!value) {
            possible = narrow_fact(state, term->left, limit, INT64_MAX);
        }
    }
    if (possible && terms->list[term->right].kind != TERM_INTEGER) {
        int64_t limit = value ? left.low : left.high;
        if (value && limit < INT64_MAX) {
            possible = narrow_fact(state, term->right, limit + 1, INT64_MAX);
        } else if (!value) {
            possible = narrow_fact(state, term->right, INT64_MIN, limit);
        }
    }
    return possible;
}

static bool assume_equal(const struct terms *terms, struct path_state *state,
                         const struct term *term, bool value)
{
    struct path_fact right = path_state_range_of(terms, state, term->right);
    if (right.low != right.high) {
        return true;
    }
    return value ? narrow_fact(state, term->left, right.low, right.low)
                 : state_exclude(state, term->left, right.low);
}

bool path_state_assume(struct terms *terms, struct path_state *state, term_id truth, bool value)
{
    while (terms->list[truth].kind == TERM_NOT) {
        value = !value;
        truth = terms->list[truth].left;
    }
    int known = path_state_truth(terms, state, truth);
    if (known >= 0) {
        return known == value;
    }
    struct term term = terms->list[truth];
    if (term.kind != TERM_COMPARE) {
        return narrow_fact(state, truth, value, value);
    }
    if (!narrow_fact(state, truth, value, value)) {
        return false;
    }
    if (term.predicate == IR_EQUAL) {
        return assume_equal(terms, state, &term, value);
    }
    return term.predicate != IR_LESS || assume_less(terms, state, &term, value);
}

void path_state_renew(const struct terms *terms, struct path_state *state, term_id term)
{
    size_t kept = 0;
    for (size_t i = 0; i < state->fact_count; i++) {
        if (!terms_contain(terms, state->facts[i].term, term)) {
            state->facts[kept++] = state->facts[i];
        }
    }
    state->fact_count = kept;
    kept = 0;
    for (size_t i = 0; i < state->cell_count; i++) {
        if (!terms_contain(terms, state->cells[i].term, term) &&
            !terms_contain(terms, state->cells[i].base, term)) {
            state->cells[kept++] = state->cells[i];
        }
    }
    state->cell_count = kept;
    kept = 0;
    for (size_t i = 0; i < state->binding_count; i++) {
        if (!terms_contain(terms, state->bindings[i].term, term)) {
            state->bindings[kept++] = state->bindings[i];
        }
    }
    state->binding_count = kept;
    for (size_t i = 0; i < PATH_REGISTERS; i++) {
        if (terms_contain(terms, state->registers[i].base, term)) {
            state->registers[i] = (struct term_address){0};
        }
    }
}

static bool merge_bindings(struct terms *terms, struct path_state *into,
                           const struct path_state *from, int64_t salt)
{
    bool changed = false;
    size_t kept = 0;
    for (size_t i = 0; i < into->binding_count; i++) {
        struct path_binding binding = into->bindings[i];
        term_id other = path_state_binding(from, binding.value);
        if (other == TERM_NONE) {
            changed = true;
            continue;
        }
        if (other != binding.term) {
            term_id join = terms_make(
                terms, (struct term){.kind = TERM_JOIN, .value = binding.value, .integer = salt});
            changed |= join != binding.term;
            binding.term = join;
        }
        into->bindings[kept++] = binding;
    }
    into->binding_count = kept;
    return changed;
}

static bool merge_cells(struct terms *terms, struct path_state *into, const struct path_state *from,
                        int64_t salt)
{
    bool changed = false;
    size_t kept = 0;
    for (size_t i = 0; i < into->cell_count; i++) {
        struct path_cell cell = into->cells[i];
        struct term_address at = {.base = cell.base, .offset = cell.offset, .known = true};
        term_id other = path_state_get(from, at, cell.size);
        if (other == TERM_NONE) {
            changed = true;
            continue;
        }
        if (other != cell.term) {
            term_id join = terms_make(terms, (struct term){.kind = TERM_MEMORY,
                                                           .left = cell.base,
                                                           .integer = cell.offset,
                                                           .right = (term_id)salt});
            changed |= join != cell.term;
            cell.term = join;
        }
        into->cells[kept++] = cell;
    }
    into->cell_count = kept;
    return changed;
}

static bool merge_facts(const struct terms *terms, struct path_state *into,
                        const struct path_state *from)
{
    bool changed = false;
    size_t kept = 0;
    for (size_t i = 0; i < into->fact_count; i++) {
        struct path_fact fact = into->facts[i];
        struct path_fact other = path_state_range_of(terms, from, fact.term);
        if (other.low < fact.low || other.high > fact.high) {
            changed = true;
            fact.low = other.low < fact.low ? other.low : fact.low;
            fact.high = other.high > fact.high ? other.high : fact.high;
        }
        bool truth = terms->list[fact.term].kind == TERM_COMPARE;
        bool says_nothing = truth ? fact.low <= 0 && fact.high >= 1
                                  : fact.low == INT64_MIN && fact.high == INT64_MAX;
        if (!says_nothing) {
            into->facts[kept++] = fact;
        }
    }
    into->fact_count = kept;
    return changed;
}

bool path_state_merge(struct terms *terms, struct path_state *into, const struct path_state *from,
                      int64_t salt)
{
    bool changed = (into->unsure && !from->unsure) || (into->open && !from->open);
    into->unsure &= from->unsure;
    into->open &= from->open;
    for (size_t i = 0; i < PATH_REGISTERS; i++) {
        struct term_address *mine = &into->registers[i];
        const struct term_address *other = &from->registers[i];
        if (mine->base != TERM_NONE && mine->base != other->base) {
            *mine = (struct term_address){0};
            changed = true;
        } else if (mine->known && (!other->known || mine->offset != other->offset)) {
            mine->known = false;
            mine->offset = 0;
            changed = true;
        }
    }
    changed |= merge_bindings(terms, into, from, salt);
    changed |= merge_cells(terms, into, from, salt);
    return merge_facts(terms, into, from) || changed;
}
