#include "cmd/shared/analyser.h"

#include "base/file.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

const struct analyser *analyser_load(struct error *error)
{
    char *path = file_installed("lib/tutti/libtutti-analyser.so");
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct analyser *analyser = library ? dlsym(library, "tutti_analyser") : NULL;
    if (!analyser && access(path, R_OK) != 0)
        error_set(error, ERROR_FAILED,
                  "this Tutti was built without LLVM, so it has no static analysis; `tutti "
                  "doctor` says more");
    else if (!analyser)
        error_set(error, ERROR_FAILED, "the static analysis cannot be loaded: %s", dlerror());
    free(path);
    return analyser;
}
