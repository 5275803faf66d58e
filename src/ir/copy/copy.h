/* copy.h: copies LLVM's objects to the plain structs of program.h.
 *
 * Private to the layer. Every LLVM type, value and block has one copy, found through the maps. The
 * copy of a constant is made when something first refers to it. It is filled in later, from a list,
 * so that nothing recurses along initialisers.
 */
#ifndef TUTTI_IR_COPY_COPY_H
#define TUTTI_IR_COPY_COPY_H

#include "ir/map.h"
#include "ir/program.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

/* A value that is made and must still be filled in. */
struct copy_pending {
    LLVMValueRef from;
    struct ir_value *to;
};

/* A file name of LLVM: the same name may stand for files in several directories. */
struct copy_file {
    const char *directory; /* LLVM's string, which is unique among equal strings */
    const char *path;
    struct copy_file *next;
};

struct copy_line {
    const char *file;
    int line;
};

struct copy {
    struct ir_program *program;
    struct arena *arena; /* the program's */
    LLVMTargetDataRef layout;
    LLVMContextRef context;
    struct map types, values, blocks, files;
    const char *directory;  /* where the current function was compiled; LLVM's string, or NULL */
    struct ir_value **list; /* by number */
    size_t value_count, value_space;
    struct copy_pending *pending;
    size_t pending_count, pending_space;
    struct copy_line *lines; /* of instructions, with repetitions */
    size_t line_count, line_space;
};

void copy_module(LLVMModuleRef module, struct ir_program *program);

/* types.c */
const struct ir_type *copy_type(struct copy *copy, LLVMTypeRef type);
/* Returns the bytes from the base of a getelementptr; false: an index is not constant. */
bool copy_address_offset(struct copy *copy, LLVMValueRef address, int64_t *offset);

/* constants.c */
struct ir_value *copy_new_value(struct copy *copy, LLVMValueRef from, enum ir_kind kind);
const struct ir_value *copy_value(struct copy *copy, LLVMValueRef value);
const struct ir_value **copy_list(struct copy *copy, uint32_t count);
void copy_fill_pending(struct copy *copy);

/* places.c */
struct ir_place copy_place(struct copy *copy, LLVMValueRef value);
const char *copy_directory(struct copy *copy, LLVMValueRef function); /* for copy->directory */

/* instructions.c */
enum ir_opcode copy_opcode(LLVMOpcode opcode);
void copy_instruction(struct copy *copy, LLVMValueRef from, struct ir_value *to);

#endif
