/* names.h: names as a person wrote them.
 *
 * Clang names a variable's alloca like the variable, but also its own temporaries ("add", "call"),
 * and LLVM tells two of the same name apart by digits behind it. Once a module is merged and its
 * variables have become values, nobody can tell which names were the person's. So they are marked
 * before: names_mark() renames each to `name#number`, which the passes keep as a prefix.
 */
#ifndef TUTTI_IR_NAMES_H
#define TUTTI_IR_NAMES_H

#include "base/memory.h"

#include <llvm-c/Core.h>

/* Marks the names of variables, parameters, fields and of the values that are assigned to
 * variables; local functions remember their symbols. */
void names_mark(LLVMModuleRef module);

/* The person's name of a value of a module that was marked, or NULL. */
char *names_of_value(struct arena *arena, LLVMValueRef value);

/* The symbol of a function as the person's: demangled, without what Fortran adds. */
char *names_of_function(struct arena *arena, LLVMValueRef function);
/* The same of a global variable. What no person named keeps its symbol. */
char *names_of_variable(struct arena *arena, LLVMValueRef global);

#endif
