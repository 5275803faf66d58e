/* next.h: the definition of an MPI function behind this library: the program's MPI, or a tool of
 * the program in between. NEXT(MPI_Send) is a pointer to it, looked up once. */
#ifndef TUTTI_RUNTIME_NEXT_H
#define TUTTI_RUNTIME_NEXT_H

/* All of them lie together, so that they can be kept where a process is put back to an earlier time
 * (world/rewind.h). */
#define NEXT_TOGETHER __attribute__((section("tutti_next")))
extern char next_first[] __asm__("__start_tutti_next") __attribute__((visibility("hidden")));
extern char next_end[] __asm__("__stop_tutti_next") __attribute__((visibility("hidden")));

#define NEXT(function)                                           \
    ({                                                           \
        static void *_Atomic found NEXT_TOGETHER;                \
        (__typeof__(&(function)))next_symbol(&found, #function); \
    })

/* NULL if the program's MPI has none. */
#define NEXT_OR_NULL(function)                                           \
    ({                                                                   \
        static void *_Atomic found NEXT_TOGETHER;                        \
        (__typeof__(&(function)))next_symbol_or_null(&found, #function); \
    })

/* Ends the process as the program's own call would if the program's MPI does not have it. */
#define NEXT_REQUIRED(function)                   \
    ({                                            \
        static void *_Atomic found NEXT_TOGETHER; \
        if (__builtin_expect(!found, 0))          \
            (void)next_symbol(&found, #function); \
    })

/* Ends the process with a sentence if there is none. */
void *next_symbol(void *_Atomic *found, const char *name);
void *next_symbol_or_null(void *_Atomic *found, const char *name);

#endif
