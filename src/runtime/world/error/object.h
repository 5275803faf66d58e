/* object.h: the handles that the program has created and may free: which are valid, and where they
 * were created and freed. It covers reduction operations, keys of attributes, error handlers, info
 * objects, windows and files. Datatypes, communicators, groups and requests have tables of their
 * own.
 *
 * A handle that was never announced is unknown: it is predefined, was created by code that does not
 * pass here, or is invalid. A handle may be held more than once (MPI_Comm_get_errhandler returns an
 * existing one). Not thread-safe. */
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
/* Notes that the library gave the program a handle that may exist already; then it is held once
 * more. */
void object_given(enum object_kind kind, intptr_t handle, const void *site);
void object_freed(enum object_kind kind, intptr_t handle, const void *site);
/* Undoes object_freed(): the library has refused to free it. */
void object_refused(enum object_kind kind, intptr_t handle);
struct object object_find(enum object_kind kind, intptr_t handle);

/* Visits live objects in the order of their creation. */
typedef void object_visitor(const struct object *object, void *context);
void object_each(enum object_kind kind, object_visitor *visit, void *context);

#endif
