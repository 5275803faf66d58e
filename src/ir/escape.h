/* escape.h: says whether unseen code can know the address of a variable.
 *
 * Private to the layer. Variables are slots of the stack, arguments that are copies (byval), and
 * globals. The analysis follows all uses of the address in the module. It does not see other files,
 * so the caller asks about a global only if no other file knows it. A zeroed struct is ready for
 * use. Answers are kept, and describe the module at the time of the first question.
 */
#ifndef TUTTI_IR_ESCAPE_H
#define TUTTI_IR_ESCAPE_H

#include "ir/map.h"

#include <llvm-c/Core.h>

#include <stdbool.h>

struct escape {
    struct map known; /* variable: itself if it may escape, else the struct */
};

bool escape_possible(struct escape *escape, LLVMValueRef variable);
void escape_free(struct escape *escape);

/* Returns the variable that an address points into, or the value that the address is computed
 * from. */
LLVMValueRef escape_base(LLVMValueRef address);

/* Returns the type of the copy that a call makes, for the function, of the memory that an argument
 * points to; NULL: it makes no copy. */
LLVMTypeRef escape_copied(LLVMValueRef call, unsigned argument);

#endif
