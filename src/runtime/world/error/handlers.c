#include "runtime/world/error/handlers.h"

#include "runtime/next.h"
#include "runtime/weak.h"

#include <stdbool.h>
#include <stddef.h>

#ifndef TUTTI_FAMILY_OPENMPI

#define EACH_ENTRY(of)                                                                             \
    of(0) of(1) of(2) of(3) of(4) of(5) of(6) of(7) of(8) of(9) of(10) of(11) of(12) of(13) of(14) \
        of(15)
enum { ENTRIES = 16 };

static struct {
    handlers_function *of_program;
    bool of_cxx;
} entered[ENTRIES];
static int latest = -1; /* index used by the last handlers_enter() */

static struct {
    bool ran;
    int code;
} last;

static void handlers_run(int number, void *object, int *code)
{
    entered[number].of_program(object, code, 0); /* as MPICH does */
    last.ran = true;
    /* In C++ an error is an exception, and a handler that returns has dealt with it. */
    last.code = entered[number].of_cxx ? MPI_SUCCESS : *code;
}

#define ENTRY(number)                                        \
    static void entry_##number(void *object, int *code, ...) \
    {                                                        \
        handlers_run(number, object, code);                  \
    }
EACH_ENTRY(ENTRY)

#define ADDRESS(number) entry_##number,
static handlers_function *const entries[ENTRIES] = {EACH_ENTRY(ADDRESS)};

handlers_function *handlers_enter(handlers_function *of_program)
{
    latest = -1;
    if (!of_program)
        return NULL; /* the library reports that itself */
    for (int i = 0; i < ENTRIES; i++) {
        if (entered[i].of_program && entered[i].of_program != of_program)
            continue;
        entered[i].of_program = of_program;
        latest = i;
        return entries[i];
    }
    return of_program;
}

void handlers_expect(void)
{
    last.ran = false;
}

int handlers_left(int given)
{
    return last.ran ? last.code : given;
}

#ifdef TUTTI_FAMILY_MPICH
/* MPICH's C++ library calls this to say that the handler just created is for functions of C++. */
void MPII_Errhandler_set_cxx(MPI_Errhandler handler, void (*caller)(void));

__attribute__((visibility("default"))) void MPII_Errhandler_set_cxx(MPI_Errhandler handler,
                                                                    void (*caller)(void))
{
    if (latest >= 0)
        entered[latest].of_cxx = true;
    NEXT(MPII_Errhandler_set_cxx)(handler, caller);
}
#endif

#else

handlers_function *handlers_enter(handlers_function *of_program)
{
    return of_program;
}

void handlers_expect(void)
{
}

int handlers_left(int given)
{
    return given;
}

#endif
