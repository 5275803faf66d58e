/* object.h: reads the bitcode in files that compilers and linkers make.
 *
 * An object has the unoptimised bitcode of its source in the section .tuttir, and the command line
 * that it was compiled with in .llvmcmd. Output of `ld -r`, shared libraries and programs have the
 * sections of all their objects one after the other. Clang calls the section .llvmbc. But a plugin
 * of LLVM (of any version) for `ar`, `nm` and `ld` takes objects with such a section for those of
 * -flto. So the section is renamed as soon as the object is made. An object of -flto is bitcode
 * itself. An archive holds objects or, if it is thin, their names.
 *
 * Files are mapped: pointers of an object are valid until object_close(). Every offset in a file is
 * checked before it is followed. A file that is cut, or of another kind, has no pieces.
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
    const char *command; /* words of clang's front end, each with a final zero; NULL: not known */
    size_t command_size;
};

/* An object, or one member of an archive. */
struct object_member {
    const char *name; /* "solver.o", "libgrid.a(solver.o)" */
    const unsigned char *bytes;
    size_t size;
    struct object_piece *pieces;
    size_t piece_count;
    bool known;           /* its symbols were read */
    const char **defined; /* symbols that other objects can use */
    size_t defined_count;
    const char **wanted; /* symbols that other objects must define */
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
    bool program;                  /* OBJECT_SHARED: it is a program */
    struct object_member *members; /* the members of an archive; otherwise one, the file itself */
    size_t member_count;
    struct object_mapping *mappings;
};

/* Opens an object. A file that cannot be read is an error; a file that is no object has the kind
 * OBJECT_OTHER. */
int object_open(const char *path, struct object *object, struct error *error);
void object_close(struct object *object);

/* The section that holds bitcode. */
#define OBJECT_SECTION ".tuttir"

/* Returns the bytes of a section; NULL: there is none of that name. */
const unsigned char *object_section(const struct object_member *member, const char *name,
                                    size_t *size);

/* Renames the section that clang made to OBJECT_SECTION. Does nothing to an object without one. */
void object_rename_section(const char *path);

/* Fills in the symbols of a member. */
void object_read_symbols(struct object *object, struct object_member *member);

/* Says whether the piece may call MPI or OpenMP, by their names in it. It is fast, and a "no" is
 * never wrong. */
bool object_calls_parallel(const struct object_piece *piece);

#endif
