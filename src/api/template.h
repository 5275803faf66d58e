/* template.h: templates of wrappers.
 *
 * A template says once per class of functions what a wrapper does; this module writes it out for
 * every function of a header. README.md describes the language. A template is parsed as a whole
 * before anything is written, so a mistake is found whether or not a function uses that block.
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
    const char *condition; /* "flag", text is what it is about, or "" */
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

/* The caller frees the template with template_free(), also after an error. */
int template_parse(const char *name, const char *text, const struct api_table *table,
                   struct template *template, struct error *error);
int template_read(const char *path, const struct api_table *table, struct template *template,
                  struct error *error);
void template_free(struct template *template);

/* The block for a function, of the kind BLOCK_FORTRAN or of the others; NULL if none fits or if it
 * is to be omitted. A name goes before a class, a class before "p2p.*", that before "*". */
const struct block *template_block(const struct template *template,
                                   const struct api_function *function, bool fortran);

/* Whether a block for Fortran has the function by its name: then its entry points are wrapped, too,
 * though they call the C function. */
bool template_names_fortran(const struct template *template, const struct api_function *function);

/* A pattern of a block fits the function: 0 is not at all, more is better. */
size_t template_fit(const struct api_function *function, const char *pattern);

#endif
