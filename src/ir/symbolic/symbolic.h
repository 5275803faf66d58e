/* symbolic.h: the test build of a file of bitcode.
 *
 * Makes two modules of one: the light one, with a flag for every edge, which also has the program's
 * variables; and the heavy one, which carries expressions. runtime/symbolic/abi.h has what they
 * call. Edges are those of the unoptimised code, whatever it is compiled with afterwards: of each
 * branch and switch, and one for the entry of each function. Symbols that only this file knew are
 * made known to both modules, under names that no other file has.
 */
#ifndef TUTTI_IR_SYMBOLIC_SYMBOLIC_H
#define TUTTI_IR_SYMBOLIC_SYMBOLIC_H

#include "ir/program.h"

enum ir_site_kind {
    IR_SITE_ENTRY,  /* of a function: one edge */
    IR_SITE_BRANCH, /* edges: true, false */
    IR_SITE_SWITCH, /* edges: default, then the cases */
    /* An operation that events tell of: a division, an access through an address. No edge, no ways;
       behind all the others. Operations of one function in the same place share one. */
    IR_SITE_OPERATION,
};

/* Where the control flow goes from an edge on, until the next site of the function. */
struct ir_site_way {
    uint32_t next;      /* the next site; UINT32_MAX: the function ends */
    const char **calls; /* symbols of functions that are called on the way */
    size_t call_count;
};

struct ir_site {
    enum ir_site_kind kind;
    uint32_t number;      /* from the first one on that the caller gave */
    const char *function; /* symbol */
    const char *name;     /* of the function, as a person writes it */
    struct ir_place place;
    uint64_t key;        /* the same in every build from the same source: of file, function and the
                            place among the function's sites */
    uint32_t first_edge; /* from the first one on that the caller gave */
    size_t edge_count;
    int64_t *cases;           /* IR_SITE_SWITCH: by edge, [0] is of no use */
    struct ir_site_way *ways; /* by edge */
};

struct ir_symbolic_options {
    uint32_t first_site, first_edge; /* numbers that are free */
    const char
        *unique; /* of this file among those of the program: part of the names of its own symbols */
    /* Whether calls of that symbol go to its model. */
    bool (*modelled)(const char *symbol);
    bool lines; /* it has no debug information: write at least lines */
};

struct ir_symbolic {
    struct arena arena;
    char *light, *heavy; /* bitcode; to be freed by ir_symbolic_free() */
    size_t light_size, heavy_size;
    struct ir_site *sites;
    size_t site_count;
    uint32_t edge_count;
};

/* Bitcode that LLVM cannot read is an error; the caller has read it in a child before (probe.h). */
int ir_symbolic(const struct ir_bitcode *piece, const struct ir_symbolic_options *options,
                struct ir_symbolic *result, struct error *error);
void ir_symbolic_free(struct ir_symbolic *result);

#endif
