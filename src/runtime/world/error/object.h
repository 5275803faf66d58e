/* object.h: the handles that the program made and may free: which are valid, where they were made
 * and where they were freed. For reduction operations, keys of attributes, error handlers, info
 * objects, windows and files; datatypes, communicators, groups and requests know more of
 * themselves.
 *
 * A handle that was never told is unknown: predefined, made by code that does not come by here, or
 * no handle at all. A handle may be held more than once (MPI_Comm_get_errhandler gives one that
 * exists already). Not thread-safe. */
#ifndef TUTTI_RUNTIME_WORLD_ERROR_OBJECT_H
#define TUTTI_RUNTIME_WORLD_ERROR_OBJECT_H

#include <stdint.h>

enum object_kind {
    OBJECT_OP,
    OBJECT_KEYVAL,
    OBJECT_ERRHANDLER,
    OBJECT_INFO,
    OBJECT_WINDOW,
    OBJECT_FILE,
    OBJECT_KINDS
};
enum object_state { OBJECT_UNKNOWN, OBJECT_LIVE, OBJECT_FREED };

struct object {
    enum object_state state;
    const void *created, *freed; /* sites */
};

void object_created(enum object_kind kind, intptr_t handle, const void *site);
/* The library gave the program one that may have been made before: it is held once more then. */
void object_given(enum object_kind kind, intptr_t handle, const void *site);
void object_freed(enum object_kind kind, intptr_t handle, const void *site);
/* It was not: the library refuses it. */
void object_refused(enum object_kind kind, intptr_t handle);
struct object object_find(enum object_kind kind, intptr_t handle);

/* Those that are live, in the order in which they were made. */
typedef void object_visitor(const struct object *object, void *context);
void object_each(enum object_kind kind, object_visitor *visit, void *context);

#endif
