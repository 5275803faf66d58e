/* store.h: the inside of struct expressions. store.c keeps equal things once, expression.c makes
 * sequences and choices, change.c changes them.
 */
#ifndef TUTTI_STATIC_DIVERGENCE_STORE_H
#define TUTTI_STATIC_DIVERGENCE_STORE_H

#include "base/intern.h"
#include "static/divergence/expression.h"

struct expressions {
    struct arena arena; /* arms and sets */
    struct expression *nodes;
    size_t count, space;
    struct intern by_content;
    struct handle *handles;
    size_t handle_count, handle_space;
    struct intern by_handle;
    struct condition *conditions;
    size_t condition_count, condition_space;
    struct intern by_condition;
    struct list {
        const uint32_t *entries;
        uint32_t count;
    } *lists; /* sets of handles and contexts of calls */
    size_t list_count, list_space;
    struct intern by_list;
    uint32_t *scratch; /* atoms of the sequences that are being taken apart */
    size_t scratch_space;
    uint32_t *changed; /* by number, during a change */
    uint32_t *stamp;   /* `changed[i]` is valid if this is the current epoch */
    size_t changed_space;
    uint32_t epoch;
};

/* Returns the number of an atom or sequence with this content; makes it if it is new. */
uint32_t store_node(struct expressions *all, const struct expression *node);
/* Returns the sequence of an atom followed by `rest`. */
uint32_t store_sequence(struct expressions *all, uint32_t atom, uint32_t rest);
/* Returns the sequence of an AGAIN or GROUP; EMPTY if it has no content. */
uint32_t store_containing(struct expressions *all, enum expression_kind kind,
                          const struct ir_block *head, uint32_t content);
int store_compare(const void *a, const void *b); /* compares numbers, for qsort */

#endif
