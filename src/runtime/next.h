/* next.h: finds the next definition of an MPI function after the one in this library: that of the
 * program's MPI, or of a tool in between. NEXT(MPI_Send) is a pointer to it, looked up once. */
#ifndef TUTTI_RUNTIME_NEXT_H
#define TUTTI_RUNTIME_NEXT_H

/* All of these pointers are in one section, so that they can be kept when a process is rewound
 * (world/rewind/rewind.h). */
#define NEXT_TOGETHER __attribute__((section("tutti_next")))
extern char next_first[] __asm__("__start_tutti_next") __attribute__((visibility("hidden")));
extern char next_end[] __asm__("__stop_tutti_next") __attribute__((visibility("hidden")));

#define NEXT(function)                                           \
    ({                                                           \
        static void *_Atomic found NEXT_TOGETHER;                \
        (__typeof__(&(function)))next_symbol(&found, #function); \
    })

/* The same, but NULL if the program's MPI has no such function. */
#define NEXT_OR_NULL(function)                                           \
    ({                                                                   \
        static void *_Atomic found NEXT_TOGETHER;                        \
        (__typeof__(&(function)))next_symbol_or_null(&found, #function); \
    })

/* Ends the process, as the program's own call would, if the program's MPI has no such function. */
#define NEXT_REQUIRED(function)                   \
    ({                                            \
        static void *_Atomic found NEXT_TOGETHER; \
        if (__builtin_expect(!found, 0))          \
            (void)next_symbol(&found, #function); \
    })

/* Returns the function. Without one, next_symbol() ends the process with a message;
 * next_symbol_or_null() returns NULL. */
void *next_symbol(void *_Atomic *found, const char *name);
void *next_symbol_or_null(void *_Atomic *found, const char *name);

#endif
