/* library.h: the solver as a library of its own, loaded when it is opened.
 *
 * Z3's shared library takes longer to load than most commands take to run. So only `test` loads it,
 * and Tutti starts where it is not installed. Inside the library, engine.c is the solver; outside,
 * load.c offers solver.h and calls the library.
 */
#ifndef TUTTI_CONCOLIC_SOLVER_LIBRARY_H
#define TUTTI_CONCOLIC_SOLVER_LIBRARY_H

#include "concolic/solver/solver.h"

struct engine;

struct solver_library {
    struct engine *(*open)(const struct solver_options *options, struct error *error);
    void (*close)(struct engine *engine);
    enum solver_answer (*ask)(struct engine *engine, const struct solver_question *question,
                              struct solver_model *model);
    const struct solver_statistics *(*statistics)(const struct engine *engine);
};

#endif
