/* symbolic.h: makes the test build of a file of bitcode.
 *
 * The test build is two modules: the light one, which has a flag for every edge and the program's
 * variables; and the heavy one, which carries expressions. runtime/symbolic/abi.h declares what
 * they call. Edges are those of the unoptimised code, whatever the compiler does afterwards: the
 * edges of each branch and switch, and one for the entry of each function. Symbols that only this
 * file knew become visible to both modules, under names that no other file has.
 */
#ifndef TUTTI_IR_SYMBOLIC_SYMBOLIC_H
#define TUTTI_IR_SYMBOLIC_SYMBOLIC_H

#include "ir/program.h"

enum ir_site_kind {
    IR_SITE_ENTRY,  /* of a function: one edge */
    IR_SITE_BRANCH, /* edges: true, false */
    IR_SITE_SWITCH, /* edges: default, then the cases */
    /* An operation that events report: a division, an access through an address. It has no edge and
     * no ways, and comes after all other sites. Operations of one function in the same place share
     * one. */
    IR_SITE_OPERATION,
};

/* The control flow from an edge to the next site of the function. */
struct ir_site_way {
    uint32_t next;      /* the next site; UINT32_MAX: the function ends */
    const char **calls; /* symbols of functions that are called on the way */
    size_t call_count;
};

struct ir_site {
    enum ir_site_kind kind;
    uint32_t number;      /* counted from `first_site` of the options */
    const char *function; /* symbol */
    const char *name;     /* of the function, as written in the source */
    struct ir_place place;
    uint64_t key; /* the same in every build from the same source: computed from the file, the
                     function and the index among the function's sites */
    uint32_t first_edge; /* counted from `first_edge` of the options */
    size_t edge_count;
    int64_t *cases;           /* IR_SITE_SWITCH: by edge; [0] is not used */
    struct ir_site_way *ways; /* by edge */
};

struct ir_symbolic_options {
    uint32_t first_site, first_edge; /* the first free numbers */
    const char
        *unique; /* unique for this file in the program: part of the names of its own symbols */
    /* Returns whether calls of that symbol go to its model. */
    bool (*modelled)(const char *symbol);
    bool lines; /* the bitcode has no debug information: write at least lines */
};

struct ir_symbolic {
    struct arena arena;
    char *light, *heavy; /* bitcode; freed by ir_symbolic_free() */
    size_t light_size, heavy_size;
    struct ir_site *sites;
    size_t site_count;
    uint32_t edge_count;
};

/* Makes the test build. Bitcode that LLVM cannot read is an error; the caller must have read it in
 * a child before (probe.h). */
int ir_symbolic(const struct ir_bitcode *piece, const struct ir_symbolic_options *options,
                struct ir_symbolic *result, struct error *error);
void ir_symbolic_free(struct ir_symbolic *result);

#endif
