/* split.h: cuts blocks in two, for code that is put in between.
 *
 * Private to the layer. The module has the older form of debug information
 * (LLVMSetIsNewDbgInfoFormat), since instructions are moved one by one.
 */
#ifndef TUTTI_IR_SPLIT_H
#define TUTTI_IR_SPLIT_H

#include <llvm-c/Core.h>

/* The block keeps what stands from the instruction on; what stands before it is moved to a new
 * block, without a terminator, which is given back. Moves the builder. */
LLVMBasicBlockRef split_block(LLVMContextRef context, LLVMBuilderRef builder, LLVMValueRef before);

/* A branch of which the first way is rare. */
void split_build_rare(LLVMContextRef context, LLVMBuilderRef builder, LLVMValueRef condition,
                      LLVMBasicBlockRef rare, LLVMBasicBlockRef usual);

#endif
