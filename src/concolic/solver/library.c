/* library.c: what libtutti-solver.so gives to the command: see library.h. */
#include "concolic/solver/library.h"

#include "concolic/solver/engine.h"

extern const struct solver_library tutti_solver;

__attribute__((visibility("default"))) const struct solver_library tutti_solver = {
    .open = engine_open,
    .close = engine_close,
    .ask = engine_ask,
    .statistics = engine_statistics,
};
