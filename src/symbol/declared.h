/* declared.h: finds how a program declares the memory at an address.
 *
 * The answer comes from the debug information and the memory of a process that stands still: a
 * variable covers the address, or a pointer in scope in one of the frames leads there. A variable
 * is certain. A pointer may be stale, and hold the address of memory that now belongs to another
 * object; so the answer says whether the statement of the frame names it.
 *
 * Memory that the debug information does not describe is untyped: every question has an answer.
 */
#ifndef TUTTI_SYMBOL_DECLARED_H
#define TUTTI_SYMBOL_DECLARED_H

#include "symbol/unwind.h"

enum leaf_kind {
    LEAF_UNTYPED, /* bytes, characters, a union, or not known */
    LEAF_PADDING, /* between the members of a struct */
    LEAF_INTEGER,
    LEAF_FLOAT,
    LEAF_COMPLEX,
    LEAF_POINTER,
};

enum leaf_sign { LEAF_NO_SIGN, LEAF_SIGNED, LEAF_UNSIGNED };

/* A type without parts: a number, or a stretch of bytes. */
struct leaf {
    enum leaf_kind kind;
    enum leaf_sign sign; /* of LEAF_INTEGER; LEAF_NO_SIGN: an enumeration, a truth value */
    uint64_t offset;     /* offset of its beginning */
    uint64_t size;       /* UINT64_MAX: no end is known */
    const char *name;    /* of its type; of LEAF_PADDING that of the struct; NULL: none */
    const char *member;  /* its name in the innermost struct; NULL: none */
};

struct declared_type;

struct declared {
    const char *name; /* name of the variable, or of the member that points there */
    const char *file; /* file with the declaration; NULL: not known */
    int line;
    bool pointed;   /* a pointer leads there; else the variable is there */
    bool named;     /* the statement of the frame names it */
    bool parameter; /* a formal parameter itself */
    bool unchecked; /* a Fortran parameter whose type no compiler has compared with the caller's */
    bool repeats;   /* elements follow one another, and their number is not known */
    int frame;      /* frame in which it is in scope, 0 the innermost; -1: a global variable */
    uint64_t address; /* where the type begins */
    uint64_t bytes;   /* size in bytes; UINT64_MAX: not known */
    uint64_t room;    /* at a pointer to a struct: bytes of a block that holds only such structs */
    const struct declared_type *type; /* NULL: void */
};

/* Fills in the leaf at an offset from declared.address. */
void declared_leaf(const struct declared *declared, uint64_t offset, struct leaf *leaf);

/* The view of a thread that stands still in a call. */
struct declared_view;

/* Makes a view. `input` has the registers of the calling frame, and as pc an address within the
 * call instruction. The memory of `process` is read with each question. Everything lives in the
 * arena. */
struct declared_view *declared_look(struct symbols *symbols, pid_t process,
                                    const struct unwind_input *input, struct arena *arena);

/* Finds all declarations of the memory at the address. [low, high) is the allocated block that
 * holds it; both are 0 without one. Declarations in scope in the frames come first, the innermost
 * frame first, then globals of these frames' units. Other globals of the innermost frame's file are
 * examined only if there are none of these. Returns their number. */
size_t declared_find(struct declared_view *view, uint64_t address, uint64_t low, uint64_t high,
                     const struct declared **list);

#endif
