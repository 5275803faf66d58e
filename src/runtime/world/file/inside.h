/* inside.h: passes on MPI calls that the MPI library makes itself.
 *
 * The library's part for files (ROMIO) is written in terms of MPI: it duplicates communicators,
 * creates datatypes and keys, and communicates with other ranks, of which it sees none. Such calls
 * reach the wrappers like those of the program. Between the start and the end of INSIDE the
 * wrappers pass them on to the library unchanged. */
#ifndef TUTTI_RUNTIME_WORLD_FILE_INSIDE_H
#define TUTTI_RUNTIME_WORLD_FILE_INSIDE_H

extern _Thread_local int inside_library __attribute__((tls_model("initial-exec")));

/* The value of a library call that may make MPI calls of its own. */
#define INSIDE(call)                      \
    ({                                    \
        inside_library++;                 \
        __typeof__(call) given_ = (call); \
        inside_library--;                 \
        given_;                           \
    })

/* For wrappers: passes such a call on. */
#define PASS_INSIDE(function, ...)                    \
    do {                                              \
        if (__builtin_expect(inside_library != 0, 0)) \
            return NEXT(function)(__VA_ARGS__);       \
    } while (0)

#endif
