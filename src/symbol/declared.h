/* declared.h: how a program declares the memory at an address.
 *
 * The answer comes from the debug information and from the memory of a process that stands still: a
 * variable covers the address, or a pointer that is in scope in one of the frames leads there. A
 * variable is certain. A pointer may be a forgotten one, which still holds the address of memory
 * that is another object's now; so it is told whether the statement of the frame names it.
 *
 * Whatever the debug information does not tell is untyped: every question has an answer.
 */
#ifndef TUTTI_SYMBOL_DECLARED_H
#define TUTTI_SYMBOL_DECLARED_H

#include "symbol/unwind.h"

enum leaf_kind {
    LEAF_UNTYPED, /* bytes, characters, a union, or nothing that is known */
    LEAF_PADDING, /* between the members of a struct */
    LEAF_INTEGER,
    LEAF_FLOAT,
    LEAF_COMPLEX,
    LEAF_POINTER,
};

enum leaf_sign { LEAF_NO_SIGN, LEAF_SIGNED, LEAF_UNSIGNED };

/* What is not made of other types: a number, or a stretch of bytes. */
struct leaf {
    enum leaf_kind kind;
    enum leaf_sign sign; /* of LEAF_INTEGER; LEAF_NO_SIGN: an enumeration, a truth value */
    uint64_t offset;     /* where it begins */
    uint64_t size;       /* UINT64_MAX: no end is known */
    const char *name;    /* of its type; of LEAF_PADDING that of the struct; NULL: it has none */
    const char *member;  /* of the innermost struct that it is; NULL: none */
};

struct declared_type;

struct declared {
    const char *name; /* of the variable, or of the member that points there */
    const char *file; /* where the name is declared; NULL: not known */
    int line;
    bool pointed;     /* a pointer leads there; else the variable is there */
    bool named;       /* the statement of the frame names it */
    bool parameter;   /* a formal parameter itself */
    bool unchecked;   /* one of Fortran whose type no compiler has compared with the caller's */
    bool repeats;     /* one element after the other, and nobody knows how many */
    int frame;        /* in which it is in scope, 0 the innermost; -1: a global variable */
    uint64_t address; /* where the type begins */
    uint64_t bytes;   /* that it has; UINT64_MAX: not known */
    uint64_t room;    /* behind a pointer to a struct: bytes of a block that holds only such */
    const struct declared_type *type; /* NULL: void */
};

/* Fills the leaf at an offset from declared.address. */
void declared_leaf(const struct declared *declared, uint64_t offset, struct leaf *leaf);

/* A thread that stands still in a call. */
struct declared_view;

/* `input` has the registers of the frame that has called, and as pc an address within the call
 * instruction. `process` is read when it is asked. Everything lives in the arena. */
struct declared_view *declared_look(struct symbols *symbols, pid_t process,
                                    const struct unwind_input *input, struct arena *arena);

/* All declarations of the memory at the address; [low, high) is the allocated block that holds it,
 * both 0 if it is none. Those in scope in the frames come first, the innermost frame first; globals
 * of the whole program are asked only if these have none. Returns how many. */
size_t declared_find(struct declared_view *view, uint64_t address, uint64_t low, uint64_t high,
                     const struct declared **list);

#endif
