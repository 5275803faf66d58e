/* escape.h: whether code that is not seen can know the address of a variable.
 *
 * Private to the layer. Variables are slots of the stack, arguments that are copies (byval), and
 * what is global. All uses of the address in the module are followed; nothing is said of those in
 * other files, so of a global the caller asks only if it is of this one alone. A zeroed struct is
 * ready for use; answers are kept, and are of the module as it was when first asked.
 */
#ifndef TUTTI_IR_ESCAPE_H
#define TUTTI_IR_ESCAPE_H

#include "ir/map.h"

#include <llvm-c/Core.h>

#include <stdbool.h>

struct escape {
    struct map known; /* variable: itself if that is possible, else the struct */
};

bool escape_possible(struct escape *escape, LLVMValueRef variable);
void escape_free(struct escape *escape);

/* The variable that an address is inside of, or whatever else it was computed from. */
LLVMValueRef escape_base(LLVMValueRef address);

/* The type of which a call makes a copy for the function, of the memory behind its argument; NULL:
 * it does not. */
LLVMTypeRef escape_copied(LLVMValueRef call, unsigned argument);

#endif
