/* words.h: answers questions about texts. */
#ifndef TUTTI_CONCOLIC_SOLVER_WORDS_H
#define TUTTI_CONCOLIC_SOLVER_WORDS_H

#include "concolic/solver/solver.h"

enum solver_answer words_solve(const struct solver_question *question, struct solver_model *model);

#endif
