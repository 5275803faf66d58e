/* names.h: finds names as they are written in the source.
 *
 * Clang names a variable's alloca like the variable, but also names its own temporaries ("add",
 * "call"), and LLVM appends digits to distinguish equal names. Once a module is merged and its
 * variables have become values, the names of the source cannot be recognised. So they are marked
 * before: names_mark() renames each to `name#number`, which the passes keep as a prefix.
 */
#ifndef TUTTI_IR_NAMES_H
#define TUTTI_IR_NAMES_H

#include "base/memory.h"

#include <llvm-c/Core.h>

/* Marks the names of variables, parameters, fields and of the values that are assigned to
 * variables. Local functions remember their symbols. */
void names_mark(LLVMModuleRef module);

/* Returns the source name of a value of a marked module, or NULL. */
char *names_of_value(struct arena *arena, LLVMValueRef value);

/* Returns the source name of a function: the symbol demangled, without what Fortran adds. */
char *names_of_function(struct arena *arena, LLVMValueRef function);
/* Returns the source name of a global variable. If it has none, returns its symbol. */
char *names_of_variable(struct arena *arena, LLVMValueRef global);

#endif
