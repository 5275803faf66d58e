/* expression.h: lengths of arrays, as mpi.api writes them: numbers, constants of mpi.h,
 * parameters, + - * [ ] ( ), and the functions size, peers, indegree, outdegree, dimensions of a
 * communicator and sum of an array. */
#ifndef TUTTI_API_EXPRESSION_H
#define TUTTI_API_EXPRESSION_H

#include "api/table.h"
#include "base/text.h"

/* The first name in the expression that is neither a parameter of the function nor anything else
 * known, copied into the arena; NULL if all are known. */
const char *expression_unknown(const char *expression, const struct api_function *function,
                               struct arena *arena);

/* The expression in C: size(comm) becomes API_SIZE(comm), a macro of whoever uses the result. */
void expression_write_c(const char *expression, struct text *out);

#endif
