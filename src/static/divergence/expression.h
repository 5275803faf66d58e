/* expression.h: what collectives a piece of a program performs, as an expression.
 *
 * An expression is a sequence of atoms: a collective on a communicator, a choice between sequences,
 * another round of a loop. Every expression exists once and has a number, so that two pieces
 * perform the same collectives if their numbers are equal. Parts are made before their wholes: a
 * part has a smaller number, and passes go through numbers instead of recursing.
 *
 * This is the reduced graph of algorithm 23 of the thesis in a form that can be compared.
 */
#ifndef TUTTI_STATIC_DIVERGENCE_EXPRESSION_H
#define TUTTI_STATIC_DIVERGENCE_EXPRESSION_H

#include "static/calls/handles.h"

enum {
    EXPRESSION_EMPTY = 0,
    EXPRESSION_LONG = 64,   /* a function with more atoms than these is put in as a group */
    EXPRESSION_DEPTH = 3,   /* calls whose arguments tell conditions apart */
    EXPRESSION_LARGE = 200, /* one of more parts that each call changes is abridged */
};
#define EXPRESSION_UNKNOWN (-1)
#define EXPRESSION_NONE    UINT32_MAX /* an arm that nobody takes; fits anything */

enum expression_kind {
    EXPRESSION_SEQUENCE,   /* the atom `first`, then the sequence `rest`; or EMPTY */
    EXPRESSION_COLLECTIVE, /* `operation` on `handle`, with `root` and `reduction` */
    EXPRESSION_CHOICE,     /* one of the arms, by `condition` */
    EXPRESSION_AGAIN,      /* back to `head` with `content`; a recursive call is one, too */
    EXPRESSION_GROUP,      /* a long sequence, `content`, as one atom */
    EXPRESSION_END,        /* the program ends here */
    EXPRESSION_HOLE,       /* a problem that has been reported: fits anything */
};

struct expression {
    enum expression_kind kind;
    bool open;       /* depends on parameters of the function that it describes */
    bool ends;       /* a sequence: nothing comes after it */
    uint32_t length; /* a sequence: atoms */
    uint32_t set;    /* of handles, see expressions_set() */
    union {
        struct {
            uint32_t first, rest;
        };
        struct {
            const struct api_function *operation;
            uint32_t handle;
            int32_t root;          /* a constant, EXPRESSION_UNKNOWN: not known, or none */
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

/* What decides a choice: a branch, switch, call through a pointer, or whether a call throws, in one
 * context of calls. */
struct condition {
    const struct ir_value *decider;
    bool throws;         /* the arms: it returns, it throws */
    uint32_t context;    /* 0: as in its function; else told apart by the arguments of calls */
    uint32_t depth;      /* of those calls */
    uint64_t parameters; /* of the function that the expression describes; 0: none matters */
    uint32_t tested;     /* parameter that alone decides, EXPRESSION_NONE: not so simple */
};

struct expressions;
struct expressions *expressions_create(void);
void expressions_free(struct expressions *all);

/* By value: making expressions moves them. */
struct expression expressions_at(const struct expressions *all, uint32_t number);
struct condition expressions_condition(const struct expressions *all, uint32_t condition);
uint32_t expressions_condition_of(struct expressions *all, struct condition condition);
/* The context of calls `outer` with these arguments around the context `inner`. */
uint32_t expressions_context(struct expressions *all, uint32_t inner, const uint32_t *arguments,
                             uint32_t count);

uint32_t expressions_handle_number(struct expressions *all, struct handle handle);
struct handle expressions_handle(const struct expressions *all, uint32_t handle);
const uint32_t *expressions_set(const struct expressions *all, uint32_t set, uint32_t *count);
uint32_t expressions_union(struct expressions *all, uint32_t a, uint32_t b);

/* Sequences of one atom. AGAIN and GROUP of nothing are EMPTY. */
uint32_t expressions_collective(struct expressions *all, const struct api_function *operation,
                                uint32_t handle, int32_t root, const char *reduction);
uint32_t expressions_again(struct expressions *all, const struct ir_block *head, uint32_t content);
uint32_t expressions_group(struct expressions *all, uint32_t content);
uint32_t expressions_end(struct expressions *all);
uint32_t expressions_hole(struct expressions *all);

uint32_t expressions_join(struct expressions *all, uint32_t before, uint32_t after);
/* Each atom of the sequences once, in a fixed order: what a loop contains. */
uint32_t expressions_content(struct expressions *all, const uint32_t *sequences, uint32_t count);

/* What arms have in common at both ends is taken out of them: arms[i] becomes the part between.
 * Arms that fit anything become EXPRESSION_NONE. True if what is left differs. */
struct expression_ends {
    uint32_t before, after;
};
bool expressions_factor(struct expressions *all, uint32_t *arms, uint32_t count,
                        struct expression_ends *ends);
/* The sequence of such a choice; arms may be equal. `arms` is changed as by factoring. */
uint32_t expressions_choice(struct expressions *all, uint32_t condition, uint32_t *arms,
                            uint32_t count);

/* The same expression with handles and choices replaced. A `handle` that becomes EXPRESSION_NONE is
 * left out. `choice` gets the arms after replacement; NULL: keep the condition. */
struct expression_change {
    uint32_t (*handle)(void *context, uint32_t handle);
    uint32_t (*choice)(void *context, uint32_t condition, uint32_t *arms, uint32_t count);
    void *context;
    bool open_only; /* what does not depend on parameters stays */
    bool plain;     /* roots and operations are left out */
    bool headless;  /* loops are told apart by their content only */
};
/* In place, all at once: they share most of their parts. EXPRESSION_NONE stays. */
void expressions_change(struct expressions *all, uint32_t *sequences, uint32_t count,
                        const struct expression_change *change);

/* Only what happens on one communicator. */
void expressions_project(struct expressions *all, uint32_t *sequences, uint32_t count,
                         uint32_t handle);

/* How many expressions a call that gives it parameters makes anew. */
size_t expressions_size(struct expressions *all, uint32_t sequence);
/* Stands for a function that is too large to be compared: its collectives, each once. */
uint32_t expressions_abridged(struct expressions *all, const struct ir_block *entry,
                              uint32_t sequence);

/* A sequence as an array of atoms, at most `space`; returns how many. */
uint32_t expressions_atoms(const struct expressions *all, uint32_t sequence, uint32_t *atoms,
                           uint32_t space);

#endif
