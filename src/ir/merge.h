/* merge.h: merges pieces of bitcode into one module, ready to be copied. */
#ifndef TUTTI_IR_MERGE_H
#define TUTTI_IR_MERGE_H

#include "ir/program.h"

#include <llvm-c/Core.h>

struct merged {
    LLVMContextRef context;
    LLVMModuleRef module;
};

/* Merges the pieces. The program's notes say what is left out. */
int merge_bitcode(const struct ir_bitcode *pieces, size_t count, struct ir_program *program,
                  struct merged *merged, struct error *error);
void merge_free(struct merged *merged);

#endif
