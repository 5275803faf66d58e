/* object.h: the bitcode in what compilers and linkers make.
 *
 * An object has the unoptimised bitcode of its source in the section .tuttir, and the command line
 * that it was compiled with in .llvmcmd; `ld -r`, shared libraries and programs have those of all
 * their objects one behind the other. Clang calls the section .llvmbc; but whoever has a plugin of
 * LLVM for `ar`, `nm` and `ld` installed (of any version) has objects with such a section taken for
 * those of -flto, so it gets another name as soon as the object is made. An object of -flto is
 * bitcode itself. An archive holds objects, or (thin) their names.
 *
 * Files are mapped: what an object points to is valid until object_close(). Every offset in a file
 * is checked before it is followed; a file that is cut or is something else has no pieces.
 */
#ifndef TUTTI_COMPILE_OBJECT_H
#define TUTTI_COMPILE_OBJECT_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bitcode of one source. */
struct object_piece {
    const unsigned char *data;
    size_t size;
    const char *command; /* words of clang's front end, each with its zero; NULL: not known */
    size_t command_size;
};

/* An object, or one member of an archive. */
struct object_member {
    const char *name; /* "solver.o", "libgrid.a(solver.o)" */
    const unsigned char *bytes;
    size_t size;
    struct object_piece *pieces;
    size_t piece_count;
    bool known;           /* its symbols were read: */
    const char **defined; /* those that others can use */
    size_t defined_count;
    const char **wanted; /* those that others must define */
    size_t wanted_count;
};

enum object_kind {
    OBJECT_OTHER,
    OBJECT_RELOCATABLE,
    OBJECT_SHARED,
    OBJECT_BITCODE,
    OBJECT_ARCHIVE
};

struct object {
    struct arena arena;
    const char *path;
    enum object_kind kind;
    bool program;                  /* OBJECT_SHARED: it can be run */
    struct object_member *members; /* of an archive; else the one that is the file */
    size_t member_count;
    struct object_mapping *mappings;
};

/* A file that cannot be read is an error; one that is no object has the kind OBJECT_OTHER. */
int object_open(const char *path, struct object *object, struct error *error);
void object_close(struct object *object);

/* The section that holds bitcode. */
#define OBJECT_SECTION ".tuttir"

/* The bytes of a section; NULL: it has none of that name. */
const unsigned char *object_section(const struct object_member *member, const char *name,
                                    size_t *size);

/* Gives the section that clang made its own name. Does nothing to what has none. */
void object_rename_section(const char *path);

/* Fills in the symbols of a member. */
void object_read_symbols(struct object *object, struct object_member *member);

/* Whether the piece may call MPI or OpenMP: their names stand in it. Quick, never wrong about a
 * no. */
bool object_calls_parallel(const struct object_piece *piece);

#endif
