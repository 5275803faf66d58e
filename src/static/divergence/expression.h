/* expression.h: an expression represents the collectives that a piece of a program performs.
 *
 * An expression is a sequence of atoms: a collective on a communicator, a choice between sequences,
 * another round of a loop. Every expression exists once and has a number. Two pieces with equal
 * numbers perform the same collectives. Parts are made before their wholes and have smaller
 * numbers, so that passes go through numbers and need no recursion.
 *
 * This is the reduced graph of algorithm 23 of the thesis in a form that can be compared.
 */
#ifndef TUTTI_STATIC_DIVERGENCE_EXPRESSION_H
#define TUTTI_STATIC_DIVERGENCE_EXPRESSION_H

#include "static/calls/handles.h"

enum {
    EXPRESSION_EMPTY = 0,
    EXPRESSION_LONG = 64,   /* a function with more atoms than this is inserted as a group */
    EXPRESSION_DEPTH = 3,   /* levels of calls with arguments that tell conditions apart */
    EXPRESSION_LARGE = 200, /* an expression with more parts than this, which each call changes,
                               is abridged */
};
#define EXPRESSION_UNKNOWN (-1)
#define EXPRESSION_NONE    UINT32_MAX /* an arm that is never taken; equal to anything */

enum expression_kind {
    EXPRESSION_SEQUENCE,   /* the atom `first`, then the sequence `rest`; or EMPTY */
    EXPRESSION_COLLECTIVE, /* `operation` on `handle`, with `root` and `reduction` */
    EXPRESSION_CHOICE,     /* one of the arms, by `condition` */
    EXPRESSION_AGAIN,      /* back to `head` with `content`; also a recursive call */
    EXPRESSION_GROUP,      /* a long sequence, `content`, as one atom */
    EXPRESSION_END,        /* the program ends here */
    EXPRESSION_HOLE,       /* a problem that has been reported: equal to anything */
};

struct expression {
    enum expression_kind kind;
    bool open;       /* depends on parameters of the function that it describes */
    bool ends;       /* a sequence: nothing comes after it */
    uint32_t length; /* of a sequence: its number of atoms */
    uint32_t set;    /* the set of its handles: see expressions_set() */
    union {
        struct {
            uint32_t first, rest;
        };
        struct {
            const struct api_function *operation;
            uint32_t handle;
            int32_t root;          /* a constant; EXPRESSION_UNKNOWN: not known, or none */
            const char *reduction; /* a predefined operation; NULL: not known, or none */
        };
        struct {
            uint32_t condition;
            uint32_t arm_count; /* one for each successor */
            const uint32_t *arms;
        };
        struct {
            const struct ir_block *head;
            uint32_t content;
        };
    };
};

/* Decides a choice, in one context of calls: a branch, a switch, a call through a pointer, or
 * whether a call throws. */
struct condition {
    const struct ir_value *decider;
    bool throws;         /* the arms are: it returns, it throws */
    uint32_t context;    /* 0: as in its own function; else a number for the arguments of the calls
                            around it */
    uint32_t depth;      /* number of those calls */
    uint64_t parameters; /* of the function that the expression describes; 0: none matters */
    uint32_t tested;     /* the only parameter that decides; EXPRESSION_NONE: more than one value
                            decides */
};

struct expressions;
struct expressions *expressions_create(void);
void expressions_free(struct expressions *all);

/* Returned by value, because making expressions moves them. */
struct expression expressions_at(const struct expressions *all, uint32_t number);
struct condition expressions_condition(const struct expressions *all, uint32_t condition);
uint32_t expressions_condition_of(struct expressions *all, struct condition condition);
/* Returns the context of a call with these arguments around the context `inner`. */
uint32_t expressions_context(struct expressions *all, uint32_t inner, const uint32_t *arguments,
                             uint32_t count);

uint32_t expressions_handle_number(struct expressions *all, struct handle handle);
struct handle expressions_handle(const struct expressions *all, uint32_t handle);
const uint32_t *expressions_set(const struct expressions *all, uint32_t set, uint32_t *count);
uint32_t expressions_union(struct expressions *all, uint32_t a, uint32_t b);

/* Return sequences of one atom. AGAIN and GROUP without content are EMPTY. */
uint32_t expressions_collective(struct expressions *all, const struct api_function *operation,
                                uint32_t handle, int32_t root, const char *reduction);
uint32_t expressions_again(struct expressions *all, const struct ir_block *head, uint32_t content);
uint32_t expressions_group(struct expressions *all, uint32_t content);
uint32_t expressions_end(struct expressions *all);
uint32_t expressions_hole(struct expressions *all);

uint32_t expressions_join(struct expressions *all, uint32_t before, uint32_t after);
/* Returns each atom of the sequences once, in a fixed order: the content of a loop. */
uint32_t expressions_content(struct expressions *all, const uint32_t *sequences, uint32_t count);

/* Removes what the arms have in common at both ends: arms[i] becomes the part between. Arms that
 * are equal to anything become EXPRESSION_NONE. Returns true if the rest differs. */
struct expression_ends {
    uint32_t before, after;
};
bool expressions_factor(struct expressions *all, uint32_t *arms, uint32_t count,
                        struct expression_ends *ends);
/* Returns the sequence of a choice between arms, which may be equal. Changes `arms` as factoring
 * does. */
uint32_t expressions_choice(struct expressions *all, uint32_t condition, uint32_t *arms,
                            uint32_t count);

/* Replaces handles and choices of expressions. An atom is left out if its handle becomes
 * EXPRESSION_NONE. `choice` gets the arms after replacement; NULL: keep the condition. */
struct expression_change {
    uint32_t (*handle)(void *context, uint32_t handle);
    uint32_t (*choice)(void *context, uint32_t condition, uint32_t *arms, uint32_t count);
    void *context;
    bool open_only; /* keep parts that do not depend on parameters */
    bool plain;     /* leave out roots and operations */
    bool headless;  /* tell loops apart by their content only */
};
/* Changes the sequences in place, all at once because they share most of their parts.
 * EXPRESSION_NONE stays. */
void expressions_change(struct expressions *all, uint32_t *sequences, uint32_t count,
                        const struct expression_change *change);

/* Reduces the sequences to what happens on one communicator. */
void expressions_project(struct expressions *all, uint32_t *sequences, uint32_t count,
                         uint32_t handle);

/* Returns how many expressions a call makes when it replaces parameters by its arguments. */
size_t expressions_size(struct expressions *all, uint32_t sequence);
/* Returns a replacement for a function that is too large to be compared: each of its collectives
 * once. */
uint32_t expressions_abridged(struct expressions *all, const struct ir_block *entry,
                              uint32_t sequence);

/* Writes the atoms of a sequence to an array, at most `space`; returns how many. */
uint32_t expressions_atoms(const struct expressions *all, uint32_t sequence, uint32_t *atoms,
                           uint32_t space);

#endif
