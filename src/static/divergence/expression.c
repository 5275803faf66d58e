#include "static/divergence/expression.h"

#include "static/divergence/store.h"

#include <stdlib.h>
#include <string.h>

/* --- Sequences. --- */

uint32_t expressions_atoms(const struct expressions *all, uint32_t sequence, uint32_t *atoms,
                           uint32_t space)
{
    uint32_t count = 0;

    for (; sequence != EXPRESSION_EMPTY && count < space; sequence = all->nodes[sequence].rest) {
        atoms[count++] = all->nodes[sequence].first;
    }
    return count;
}

/* Returns the first atoms of a sequence, without the last `keep`, followed by `after`. */
static uint32_t expression_rebuild(struct expressions *all, uint32_t sequence, uint32_t keep,
                                   uint32_t after)
{
    uint32_t count = all->nodes[sequence].length - keep;

    if (keep == 0 && after == EXPRESSION_EMPTY) {
        return sequence;
    }
    while (all->scratch_space < count) {
        all->scratch =
            memory_room(all->scratch, all->scratch_space, &all->scratch_space, sizeof(uint32_t));
    }
    expressions_atoms(all, sequence, all->scratch, count);
    while (count > 0) {
        after = store_sequence(all, all->scratch[--count], after);
    }
    return after;
}

uint32_t expressions_join(struct expressions *all, uint32_t before, uint32_t after)
{
    if (before == EXPRESSION_EMPTY) {
        return after;
    }
    if (after == EXPRESSION_EMPTY || all->nodes[before].ends) {
        return before;
    }
    return expression_rebuild(all, before, 0, after);
}

uint32_t expressions_content(struct expressions *all, const uint32_t *sequences, uint32_t count)
{
    uint32_t *atoms = NULL;
    size_t atom_count = 0, space = 0;
    uint32_t content = EXPRESSION_EMPTY;

    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t at = sequences[i]; at != EXPRESSION_EMPTY; at = all->nodes[at].rest) {
            enum expression_kind kind = all->nodes[all->nodes[at].first].kind;

            if (kind != EXPRESSION_END && kind != EXPRESSION_HOLE) {
                atoms = memory_room(atoms, atom_count, &space, sizeof *atoms);
                atoms[atom_count++] = all->nodes[at].first;
            }
        }
    }
    if (atom_count > 0) {
        qsort(atoms, atom_count, sizeof *atoms, store_compare);
    }
    for (size_t i = atom_count; i > 0; i--) {
        if (i == atom_count || atoms[i - 1] != atoms[i]) {
            content = store_sequence(all, atoms[i - 1], content);
        }
    }
    free(atoms);
    return content;
}

/* --- Choices. --- */

/* Returns whether the sequence has only problems that have been reported. */
static bool is_hole(const struct expressions *all, uint32_t sequence)
{
    bool any = false;

    while (sequence != EXPRESSION_NONE && sequence != EXPRESSION_EMPTY) {
        if (all->nodes[all->nodes[sequence].first].kind != EXPRESSION_HOLE) {
            return false;
        }
        any = true;
        sequence = all->nodes[sequence].rest;
    }
    return any;
}

static bool arms_differ(const uint32_t *arms, uint32_t count)
{
    uint32_t one = EXPRESSION_NONE;

    for (uint32_t i = 0; i < count; i++) {
        if (arms[i] != EXPRESSION_NONE) {
            if (one != EXPRESSION_NONE && arms[i] != one) {
                return true;
            }
            one = arms[i];
        }
    }
    return false;
}

/* Returns the first atom that all arms have in common, or EXPRESSION_NONE. */
static uint32_t shared_first(const struct expressions *all, const uint32_t *arms, uint32_t count)
{
    uint32_t shared = EXPRESSION_NONE;

    for (uint32_t i = 0; i < count; i++) {
        if (arms[i] == EXPRESSION_NONE) {
            continue;
        }
        if (arms[i] == EXPRESSION_EMPTY) {
            return EXPRESSION_NONE;
        }
        uint32_t first = all->nodes[arms[i]].first;
        if (shared != EXPRESSION_NONE && first != shared) {
            return EXPRESSION_NONE;
        }
        shared = first;
    }
    return shared;
}

/* Returns the longest common end of the arms. Equal ends of sequences have equal numbers, so it
 * compares the numbers along all arms, each cut to the length of the shortest. */
static uint32_t shared_end(const struct expressions *all, const uint32_t *arms, uint32_t count)
{
    uint32_t shared = EXPRESSION_NONE;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = arms[i];

        if (at == EXPRESSION_NONE) {
            continue;
        }
        if (shared == EXPRESSION_NONE) {
            shared = at;
        }
        while (at != shared) {
            if (all->nodes[at].length >= all->nodes[shared].length) {
                at = all->nodes[at].rest;
            } else {
                shared = all->nodes[shared].rest;
            }
        }
    }
    return shared == EXPRESSION_NONE ? EXPRESSION_EMPTY : shared;
}

bool expressions_factor(struct expressions *all, uint32_t *arms, uint32_t count,
                        struct expression_ends *ends)
{
    uint32_t original = EXPRESSION_NONE, taken = 0;

    for (uint32_t i = 0; i < count && original == EXPRESSION_NONE; i++) {
        original = arms[i];
    }
    *ends = (struct expression_ends){EXPRESSION_EMPTY, EXPRESSION_EMPTY};
    if (original == EXPRESSION_NONE) {
        return false;
    }
    if (!arms_differ(arms, count)) {
        ends->after = original;
        for (uint32_t i = 0; i < count; i++) {
            arms[i] = arms[i] == EXPRESSION_NONE ? arms[i] : EXPRESSION_EMPTY;
        }
        return false;
    }
    while (shared_first(all, arms, count) != EXPRESSION_NONE) {
        for (uint32_t i = 0; i < count; i++) {
            arms[i] = arms[i] == EXPRESSION_NONE ? arms[i] : all->nodes[arms[i]].rest;
        }
        taken++;
    }
    ends->after = shared_end(all, arms, count);
    ends->before =
        expression_rebuild(all, original, all->nodes[original].length - taken, EXPRESSION_EMPTY);
    for (uint32_t i = 0; i < count; i++) {
        if (arms[i] != EXPRESSION_NONE) {
            arms[i] =
                expression_rebuild(all, arms[i], all->nodes[ends->after].length, EXPRESSION_EMPTY);
            arms[i] = is_hole(all, arms[i]) ? EXPRESSION_NONE : arms[i];
        }
    }
    return arms_differ(arms, count);
}

uint32_t expressions_choice(struct expressions *all, uint32_t condition, uint32_t *arms,
                            uint32_t count)
{
    struct expression_ends ends;
    uint32_t middle = EXPRESSION_EMPTY;

    if (expressions_factor(all, arms, count, &ends)) {
        struct expression node = {
            .kind = EXPRESSION_CHOICE,
            .open = all->conditions[condition].parameters != 0,
            .condition = condition,
            .arm_count = count,
            .arms = arms,
        };

        for (uint32_t i = 0; i < count; i++) {
            if (arms[i] != EXPRESSION_NONE) {
                node.open = node.open || all->nodes[arms[i]].open;
                node.set = expressions_union(all, node.set, all->nodes[arms[i]].set);
            }
        }
        middle = store_sequence(all, store_node(all, &node), EXPRESSION_EMPTY);
    } else {
        for (uint32_t i = 0; i < count; i++) {
            middle = arms[i] == EXPRESSION_NONE ? middle : arms[i];
        }
    }
    return expressions_join(all, ends.before, expressions_join(all, middle, ends.after));
}
