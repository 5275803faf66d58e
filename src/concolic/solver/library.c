/* library.c: the symbol of libtutti-solver.so that the command looks up (library.h). */
#include "concolic/solver/library.h"

#include "concolic/solver/engine.h"

extern const struct solver_library tutti_solver;

__attribute__((visibility("default"))) const struct solver_library tutti_solver = {
    .open = engine_open,
    .close = engine_close,
    .ask = engine_ask,
    .statistics = engine_statistics,
};
