/* inside.h: what the MPI library does by itself.
 *
 * Its part for files (ROMIO) is written in terms of MPI: it duplicates communicators, makes
 * datatypes and keys, and talks to others, of which there are none here. Such calls come by the
 * wrappers like the program's own, and must not be taken for these: between the two ends of INSIDE
 * they go on to the library as they are. */
#ifndef TUTTI_RUNTIME_WORLD_FILE_INSIDE_H
#define TUTTI_RUNTIME_WORLD_FILE_INSIDE_H

extern _Thread_local int inside_library __attribute__((tls_model("initial-exec")));

/* The value of a call of the library that may make calls of its own. */
#define INSIDE(call)                      \
    ({                                    \
        inside_library++;                 \
        __typeof__(call) given_ = (call); \
        inside_library--;                 \
        given_;                           \
    })

/* For wrappers: such a call goes on. */
#define PASS_INSIDE(function, ...)                    \
    do {                                              \
        if (__builtin_expect(inside_library != 0, 0)) \
            return NEXT(function)(__VA_ARGS__);       \
    } while (0)

#endif
