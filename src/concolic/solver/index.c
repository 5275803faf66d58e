#include "concolic/solver/index.h"

#include "base/intern.h"
#include "concolic/path/operation.h"
#include "runtime/hash.h"

#include <stdlib.h>
#include <string.h>

uint64_t index_hash_claim(const struct solver_index *index, const struct claim *claim)
{
    uint64_t hash = hash_number(hash_number(index->hashes[claim->node], claim->kind), claim->value);
    bool list = claim->kind == CLAIM_AMONG || claim->kind == CLAIM_NOT_AMONG;
    for (size_t i = 0; list && i < claim->value_count; i++)
        hash = hash_number(hash, (uint64_t)claim->values[i]);
    return hash;
}

/* Sets of variables, without duplicates, and unions made before. */
struct sets {
    struct solver_index *index;
    struct intern by_content, by_parts;
    struct {
        uint32_t a, b, both;
    } *unions;
    size_t union_count, union_space, set_space, member_space;
};

static uint64_t content_hash(const struct solver_index *index, const struct index_set *set)
{
    uint64_t hash = set->count;
    for (uint32_t i = 0; i < set->count; i++)
        hash = hash_number(hash, index->members[set->first + i]);
    return hash;
}

static bool content_equal(const void *owner, uint32_t number, const void *wanted)
{
    const struct solver_index *index = owner;
    const struct index_set *a = &index->sets[number], *b = wanted;
    return a->count == b->count && memcmp(&index->members[a->first], &index->members[b->first],
                                          b->count * sizeof *index->members) == 0;
}

static bool parts_equal(const void *owner, uint32_t number, const void *wanted)
{
    const uint32_t *parts = wanted;
    const struct sets *sets = owner;
    return sets->unions[number].a == parts[0] && sets->unions[number].b == parts[1];
}

static void add_set(struct sets *sets, size_t first)
{
    struct solver_index *index = sets->index;
    index->sets = memory_room(index->sets, index->set_count, &sets->set_space, sizeof *index->sets);
    index->sets[index->set_count++] =
        (struct index_set){(uint32_t)first, (uint32_t)(index->member_count - first)};
}

/* Makes a set of the members from `first` to the end; drops them if that set exists. */
static uint32_t set_of_members(struct sets *sets, size_t first)
{
    struct solver_index *index = sets->index;
    size_t fresh = index->set_count;
    add_set(sets, first);
    const struct index_set *set = &index->sets[fresh];
    uint32_t number = intern_number(&sets->by_content, content_hash(index, set), content_equal,
                                    index, set, fresh);
    if (number != fresh) {
        index->set_count--;
        index->member_count = first;
    }
    return number;
}

static void index_add_member(struct sets *sets, uint32_t variable)
{
    struct solver_index *index = sets->index;
    index->members = memory_room(index->members, index->member_count, &sets->member_space,
                                 sizeof *index->members);
    index->members[index->member_count++] = variable;
}

static uint32_t index_merge(struct sets *sets, uint32_t a, uint32_t b)
{
    struct solver_index *index = sets->index;
    struct index_set x = index->sets[a], y = index->sets[b];
    size_t first = index->member_count;
    uint32_t i = 0, j = 0;
    while (i < x.count || j < y.count) {
        uint32_t left = i < x.count ? index->members[x.first + i] : UINT32_MAX;
        uint32_t right = j < y.count ? index->members[y.first + j] : UINT32_MAX;
        i += left <= right;
        j += right <= left;
        index_add_member(sets, left < right ? left : right);
    }
    if (index->member_count - first <= INDEX_SET_LIMIT)
        return set_of_members(sets, first);
    index->member_count = first;
    return INDEX_TOO_MANY;
}

static uint32_t set_union(struct sets *sets, uint32_t a, uint32_t b)
{
    if (a == b || b == 0)
        return a;
    if (a == 0)
        return b;
    if (a == INDEX_TOO_MANY || b == INDEX_TOO_MANY)
        return INDEX_TOO_MANY;
    const uint32_t parts[] = {a, b};
    size_t fresh = sets->union_count;
    uint32_t number =
        intern_number(&sets->by_parts, hash_number(a, b), parts_equal, sets, parts, fresh);
    if (number == fresh) {
        uint32_t both = index_merge(sets, a, b);
        sets->unions = memory_room(sets->unions, fresh, &sets->union_space, sizeof *sets->unions);
        sets->unions[fresh].a = a;
        sets->unions[fresh].b = b;
        sets->unions[fresh].both = both;
        sets->union_count++;
    }
    return sets->unions[number].both;
}

static bool always_equal(const void *owner, uint32_t number, const void *wanted)
{
    (void)owner, (void)number, (void)wanted;
    return true;
}

/* Hashes variables by name, so that hashes agree between executions. Two variables of one name are
 * told apart by their order. Bounds are part of the hash. */
static void hash_variables(const struct trace *trace, struct solver_index *index)
{
    struct intern names = {0}; /* only by their hashes */
    for (uint32_t i = 0; i < trace->variable_count; i++) {
        const struct symbolic_variable *variable = &trace->variables[i];
        uint64_t hash = hash_bytes(HASH_START, variable->name, strlen(variable->name));
        hash = hash_number(hash, variable->kind | variable->type << 8 | variable->base << 16);
        hash = hash_number(hash, (uint64_t)variable->lower);
        hash = hash_number(hash, (uint64_t)variable->upper);
        if (variable->kind == SYMBOLIC_LOCAL_RANK)
            hash = hash_number(hash, trace->communicators[variable->source].size);
        index->variable_hashes[i] = hash;
    }
    for (uint32_t i = 0; i < trace->variable_count; i++) {
        uint64_t *hash = &index->variable_hashes[i];
        while (intern_number(&names, *hash, always_equal, NULL, NULL, i) != i)
            *hash = hash_number(*hash, 1);
    }
    intern_free(&names);
}

static void visit_node(const struct trace *trace, struct sets *sets, uint32_t number)
{
    struct solver_index *index = sets->index;
    const struct symbolic_node *node = &trace->nodes[number];
    uint64_t hash = (uint64_t)node->op << 8 | node->type;
    uint32_t set = 0;
    if (node->op == SYMBOLIC_CONSTANT) {
        hash = hash_number(hash, node->value);
    } else if (node->op == SYMBOLIC_VARIABLE) {
        size_t first = index->member_count;
        hash = hash_number(hash, index->variable_hashes[node->a]);
        index_add_member(sets, node->a);
        set = set_of_members(sets, first);
    } else {
        const uint32_t operands[] = {node->a, node->b, node->c};
        for (unsigned i = 0; i < operation_operands(node->op); i++) {
            hash = hash_number(hash, index->hashes[operands[i]]);
            set = set_union(sets, set, index->node_sets[operands[i]]);
        }
        if (node->op == SYMBOLIC_EXTRACT)
            hash = hash_number(hash, node->b);
    }
    index->hashes[number] = hash;
    index->node_sets[number] = set;
}

/* Marks the nodes that constraints depend on, then computes their sets from the leaves upwards. */
static void visit_nodes(const struct trace *trace, struct sets *sets)
{
    char *needed = memory_zero(trace->node_count, 1);
    for (uint32_t i = 0; i < trace->constraint_count; i++) {
        if (trace->constraints[i].kind != EVENT_TEXT)
            needed[trace->constraints[i].expression] = 1;
    }
    for (uint32_t i = trace->node_count; i-- > 1;) {
        const struct symbolic_node *node = &trace->nodes[i];
        const uint32_t operands[] = {node->a, node->b, node->c};
        for (unsigned j = 0; needed[i] && j < operation_operands(node->op); j++)
            needed[operands[j]] = 1;
    }
    for (uint32_t i = 1; i < trace->node_count; i++) {
        if (needed[i])
            visit_node(trace, sets, i);
    }
    free(needed);
}

static void find_sets(struct trace *trace, struct solver_index *index)
{
    struct sets sets = {.index = index};
    add_set(&sets, 0); /* empty */
    add_set(&sets, 0); /* INDEX_TOO_MANY */
    visit_nodes(trace, &sets);
    struct index_set *found = index->sets;
    uint32_t *members = index->members;
    index->sets = arena_alloc(&trace->arena, index->set_count * sizeof *found);
    memcpy(index->sets, found, index->set_count * sizeof *found);
    index->members = arena_alloc(&trace->arena, (index->member_count + 1) * sizeof *members);
    if (members)
        memcpy(index->members, members, index->member_count * sizeof *members);
    free(found);
    free(members);
    free(sets.unions);
    intern_free(&sets.by_content);
    intern_free(&sets.by_parts);
}

/* Says whether the earlier constraint implies the later one, wherever the later one counts. */
static bool index_says(const struct index_constraint *earlier, const struct index_constraint *later)
{
    return earlier->hash == later->hash && earlier->claim.kind == later->claim.kind &&
           earlier->claim.value == later->claim.value && (!earlier->loose || later->loose);
}

static bool said_equal(const void *owner, uint32_t number, const void *wanted)
{
    return index_says(&((const struct solver_index *)owner)->constraints[number], wanted);
}

/* Says whether an earlier constraint says the same; remembers this one otherwise. */
static bool said_before(struct solver_index *index, struct intern *said, uint32_t number)
{
    const struct index_constraint *this = &index->constraints[number];
    return intern_number(said, this->hash, said_equal, index, this, number) != number;
}

static void visit_constraints(const struct trace *trace, struct solver_index *index,
                              const uint64_t *values)
{
    struct intern said = {0};
    index->too_hard = UINT32_MAX;
    for (uint32_t i = 0; i < trace->constraint_count; i++) {
        struct index_constraint *constraint = &index->constraints[i];
        if (trace->constraints[i].kind == EVENT_TEXT) {
            constraint->idle = true;
            continue;
        }
        constraint->loose = trace->constraints[i].loose;
        constraint->claim = claim_of(&trace->constraints[i], trace->nodes);
        constraint->hash = index_hash_claim(index, &constraint->claim);
        constraint->set = index->node_sets[constraint->claim.node];
        constraint->idle = constraint->set == 0 || constraint->claim.kind == CLAIM_NOTHING ||
                           !claim_holds(&constraint->claim, trace->nodes, values) ||
                           said_before(index, &said, i);
        if (!constraint->idle && constraint->set == INDEX_TOO_MANY && i < index->too_hard)
            index->too_hard = i;
        constraint->simple =
            !constraint->idle &&
            claim_ring(&constraint->claim, trace->nodes, &constraint->variable, &constraint->ring);
    }
    intern_free(&said);
}

static void list_constraints(struct trace *trace, struct solver_index *index)
{
    uint32_t *first = index->first =
        arena_alloc(&trace->arena, ((size_t)trace->variable_count + 2) * sizeof *first);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < trace->constraint_count; i++) {
            const struct index_constraint *constraint = &index->constraints[i];
            struct index_set set = index->sets[constraint->idle ? 0 : constraint->set];
            for (uint32_t j = 0; j < set.count; j++) {
                uint32_t variable = index->members[set.first + j];
                if (pass == 0)
                    first[variable + 2]++;
                else
                    index->lists[first[variable + 1]++] = i;
            }
        }
        for (uint32_t i = 2; pass == 0 && i < trace->variable_count + 2; i++)
            first[i] += first[i - 1];
        if (pass == 0)
            index->lists =
                arena_alloc(&trace->arena,
                            ((size_t)first[trace->variable_count + 1] + 1) * sizeof *index->lists);
    }
}

struct solver_index *index_make(struct trace *trace, const void *owner, uint64_t serial)
{
    struct arena *arena = &trace->arena;
    struct solver_index *index = arena_alloc(arena, sizeof *index);
    *index = (struct solver_index){.owner = owner, .serial = serial};
    size_t nodes = trace->node_count, variables = (size_t)trace->variable_count + 1;
    size_t constraints = (size_t)trace->constraint_count + 1;
    index->hashes = arena_alloc(arena, nodes * sizeof *index->hashes);
    index->node_sets = arena_alloc(arena, nodes * sizeof *index->node_sets);
    index->node_stamps = arena_alloc(arena, nodes * sizeof *index->node_stamps);
    index->values = arena_alloc(arena, nodes * sizeof *index->values);
    for (int i = 0; i < INDEX_MODES; i++)
        index->slots[i] = arena_alloc(arena, nodes * sizeof *index->slots[i]);
    index->variable_hashes = arena_alloc(arena, variables * sizeof *index->variable_hashes);
    index->variable_stamps = arena_alloc(arena, variables * sizeof *index->variable_stamps);
    index->unknowns = arena_alloc(arena, variables * sizeof *index->unknowns);
    index->constraints = arena_alloc(arena, constraints * sizeof *index->constraints);
    index->constraint_stamps = arena_alloc(arena, constraints * sizeof *index->constraint_stamps);
    hash_variables(trace, index);
    find_sets(trace, index);
    for (uint32_t i = 1; i < trace->node_count; i++)
        index->values[i] = trace->nodes[i].value;
    visit_constraints(trace, index, index->values);
    list_constraints(trace, index);
    return index;
}
