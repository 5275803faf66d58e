/* template.h: templates of wrappers.
 *
 * A template says once per class of functions what a wrapper does; it is written out for every
 * function of a header. README.md describes the language. The whole template is parsed before
 * anything is written, so an error is found even if no function uses the block.
 */
#ifndef TUTTI_API_TEMPLATE_H
#define TUTTI_API_TEMPLATE_H

#include "api/table.h"
#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

enum node_kind {
    NODE_TEXT,        /* text */
    NODE_PLACEHOLDER, /* $NAME: text is "NAME" */
    NODE_PARAM,       /* $PARAM(role): text is the role */
    NODE_EACH,        /* $EACH(in){...}: direction, body */
    NODE_FUNCTIONS,   /* $FUNCTIONS{...}: body */
    NODE_IF,          /* $IF(not flag large){...}$ELSE{...} */
};

struct node {
    enum node_kind kind;
    int line;
    const char *text;
    enum api_direction direction;
    bool negated;          /* the condition starts with "not" */
    const char *condition; /* "flag", ...; `text` is its argument, or "" */
    struct node *body, *otherwise;
    struct node *next;
};

enum block_kind { BLOCK_PRELUDE, BLOCK_EPILOGUE, BLOCK_WRAP, BLOCK_OMIT, BLOCK_FORTRAN };

struct block {
    enum block_kind kind;
    int line;
    const char **patterns; /* "MPI_Send", "p2p.send", "p2p.*", "*" */
    size_t pattern_count;
    struct node *body;
};

struct template
{
    struct arena arena;
    const char *name;
    struct block *blocks;
    size_t block_count;
};

/* Parse a template. The caller frees it with template_free(), also after an error. */
int template_parse(const char *name, const char *text, const struct api_table *table,
                   struct template *template, struct error *error);
int template_read(const char *path, const struct api_table *table, struct template *template,
                  struct error *error);
void template_free(struct template *template);

/* Returns the block for a function, of kind BLOCK_FORTRAN or of the others; NULL if none fits, or
 * if the function is to be omitted. A name has priority over a class, a class over "p2p.*", and
 * this over "*". */
const struct block *template_block(const struct template *template,
                                   const struct api_function *function, bool fortran);

/* Returns whether a block for Fortran names the function. Then its Fortran entry points are
 * wrapped, too, although they call the C function. */
bool template_names_fortran(const struct template *template, const struct api_function *function);

/* Returns how well a pattern fits the function: 0 is not at all, more is better. */
size_t template_fit(const struct api_function *function, const char *pattern);

#endif
