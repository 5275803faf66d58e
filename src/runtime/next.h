/* next.h: the definition of an MPI function behind this library: the program's MPI, or a tool of
 * the program in between. NEXT(MPI_Send) is a pointer to it, looked up once. */
#ifndef TUTTI_RUNTIME_NEXT_H
#define TUTTI_RUNTIME_NEXT_H

#define NEXT(function)                                           \
    ({                                                           \
        static void *_Atomic found;                              \
        (__typeof__(&(function)))next_symbol(&found, #function); \
    })

/* NULL if the program's MPI is older than the one that this library was built for, and has none. */
#define NEXT_OR_NULL(function)                                           \
    ({                                                                   \
        static void *_Atomic found;                                      \
        (__typeof__(&(function)))next_symbol_or_null(&found, #function); \
    })

/* Ends the process with a sentence if there is none. */
void *next_symbol(void *_Atomic *found, const char *name);
void *next_symbol_or_null(void *_Atomic *found, const char *name);

#endif
