#include "concolic/solver/library.h"

#include "base/file.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

/* The solver of solver.h: the library, and the engine in it. */
struct solver {
    const struct solver_library *library;
    struct engine *engine;
};

static const struct solver_library *solver_load(struct error *error)
{
    char *path = file_installed("lib/tutti/libtutti-solver.so");
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct solver_library *functions = library ? dlsym(library, "tutti_solver") : NULL;
    if (!functions && access(path, R_OK) != 0)
        error_set(error, ERROR_FAILED,
                  "this Tutti was built without Z3, so it has no solver; `tutti doctor` says more");
    else if (!functions)
        error_set(error, ERROR_FAILED, "the solver cannot be loaded: %s", dlerror());
    free(path);
    return functions;
}

struct solver *solver_open(const struct solver_options *options, struct error *error)
{
    const struct solver_library *library = solver_load(error);
    struct engine *engine = library ? library->open(options, error) : NULL;
    if (!engine)
        return NULL;
    struct solver *solver = memory_zero(1, sizeof *solver);
    *solver = (struct solver){library, engine};
    return solver;
}

void solver_close(struct solver *solver)
{
    if (!solver)
        return;
    solver->library->close(solver->engine);
    free(solver);
}

enum solver_answer solver_ask(struct solver *solver, const struct solver_question *question,
                              struct solver_model *model)
{
    return solver->library->ask(solver->engine, question, model);
}

const struct solver_statistics *solver_statistics(const struct solver *solver)
{
    return solver->library->statistics(solver->engine);
}
