/* module.h: reads bitcode into a module of LLVM for changes, and writes it back.
 *
 * Private to the layer. The struct must not move between module_read() and module_free(): LLVM
 * writes its messages into it.
 */
#ifndef TUTTI_IR_MODULE_H
#define TUTTI_IR_MODULE_H

#include "ir/program.h"

#include <llvm-c/Core.h>

struct module {
    LLVMContextRef context;
    LLVMModuleRef module;
    char message[ERROR_TEXT_MAX];
};

/* Reads bitcode. If LLVM cannot read it, this is an error, and there is nothing to free. */
int module_read(struct module *module, const struct ir_bitcode *piece, struct error *error);

/* Writes the bitcode of the module; the caller frees the bytes. */
void module_write(const struct module *module, char **bytes, size_t *size);
void module_free(struct module *module);

#endif
