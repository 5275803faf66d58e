/* next.h: the definition of an MPI function behind this library: the program's MPI, or a tool of
 * the program in between. NEXT(MPI_Send) is a pointer to it, looked up once. */
#ifndef TUTTI_RUNTIME_TRACE_NEXT_H
#define TUTTI_RUNTIME_TRACE_NEXT_H

#define NEXT(function)                                           \
    ({                                                           \
        static void *_Atomic found;                              \
        (__typeof__(&(function)))next_symbol(&found, #function); \
    })

/* Ends the process with a sentence if there is none. */
void *next_symbol(void *_Atomic *found, const char *name);

#endif
