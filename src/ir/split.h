/* split.h: cuts blocks in two, to insert code in between.
 *
 * Private to the layer. Instructions are moved one by one, so the module should have the older form
 * of debug information (LLVMSetIsNewDbgInfoFormat). LLVM 21 has only the newer one: there, what
 * says where variables are stays in the old block.
 */
#ifndef TUTTI_IR_SPLIT_H
#define TUTTI_IR_SPLIT_H

#include <llvm-c/Core.h>

/* Moves what stands before the instruction to a new block without a terminator, and returns that
 * block. The old block keeps the instruction and what follows. Moves the builder. */
LLVMBasicBlockRef split_block(LLVMContextRef context, LLVMBuilderRef builder, LLVMValueRef before);

/* Builds a branch whose first way is rare. */
void split_build_rare(LLVMContextRef context, LLVMBuilderRef builder, LLVMValueRef condition,
                      LLVMBasicBlockRef rare, LLVMBasicBlockRef usual);

#endif
