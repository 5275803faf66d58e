/* expression.h: expressions for lengths of arrays in mpi.api: numbers, constants of mpi.h,
 * parameters, + - * [ ] ( ), and the functions size, peers, indegree, outdegree, dimensions of a
 * communicator and sum of an array. */
#ifndef TUTTI_API_EXPRESSION_H
#define TUTTI_API_EXPRESSION_H

#include "api/table.h"
#include "base/text.h"

/* Returns a copy, in the arena, of the first name in the expression that is neither a parameter of
 * the function nor otherwise known; NULL if all are known. */
const char *expression_unknown(const char *expression, const struct api_function *function,
                               struct arena *arena);

/* Writes the expression in C: size(comm) becomes API_SIZE(comm), a macro that the user of the
 * result defines. */
void expression_write_c(const char *expression, struct text *out);

#endif
