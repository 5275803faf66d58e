/* private.h: the parts of the test build of a file (symbolic.h).
 *
 * Private to the layer. The bitcode is read twice, once for each kind of module. Both modules go
 * through the same steps in the same order, so that numbers and names agree: sites (numbers, flags
 * of edges), symbols (names, choosers), and for the heavy module expressions.
 */
#ifndef TUTTI_IR_SYMBOLIC_PRIVATE_H
#define TUTTI_IR_SYMBOLIC_PRIVATE_H

#include "ir/copy/copy.h"
#include "ir/map.h"
#include "ir/symbolic/symbolic.h"
#include "runtime/symbolic/abi.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#define SYMBOLIC_NO_SITE UINT32_MAX

struct symbolic {
    const struct ir_symbolic_options *options;
    struct ir_symbolic *result;
    bool heavy;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    LLVMTypeRef void_type, i1, i8, i32, i64, pointer;
    struct copy copy;    /* used for places only */
    uint32_t site, edge; /* the next numbers */
    LLVMValueRef *list;  /* the functions of this kind */
    size_t count, space;
    struct map bodies;      /* function: the function of this kind that its calls go to */
    struct map numbered;    /* terminators and blocks of entries: their sites */
    struct map entries;     /* function of this kind: the number of its site, plus one */
    LLVMValueRef own_scope; /* list of the alias scope of memory that only instrumentation uses */
    LLVMValueRef own_type;  /* type of that memory, in the program's tree of types; NULL: it has
                               none */
    unsigned noalias_kind, scope_kind, type_kind;
};

/* sites.c: symbolic_sites() numbers sites. When variables have become values, symbolic_edges()
 * inserts the stores for edges; in a heavy module also calls of markers before branches and
 * switches, which keep the conditions through passes. */
void symbolic_sites(struct symbolic *symbolic);
void symbolic_edges(struct symbolic *symbolic);
bool symbolic_is_plain(LLVMValueRef function); /* it cannot be instrumented and does not change */
/* Returns the site of an operation that events report, in the function with that entry. */
uint32_t symbolic_place(struct symbolic *symbolic, uint32_t entry, LLVMValueRef instruction);

#define SYMBOLIC_MARK        "tutti.mark."
#define SYMBOLIC_MARK_BRANCH SYMBOLIC_MARK "branch"
#define SYMBOLIC_MARK_SWITCH SYMBOLIC_MARK "switch"

/* lines.c: writes debug information with the lines of code. */
void symbolic_lines(struct symbolic *symbolic);

/* symbols.c: makes one copy of each variable, three functions of each function. */
void symbolic_symbols(struct symbolic *symbolic);
/* Returns whether code outside defines the function: the module's own body is then left out. */
bool symbolic_is_outside(const struct symbolic *symbolic, LLVMValueRef function);
/* Returns the name of the symbol in the test build. */
const char *symbolic_name(const struct symbolic *symbolic, struct arena *arena,
                          LLVMValueRef global);

/* heavy.c: adds expressions to the values of a function's body. */
void symbolic_heavy(struct symbolic *symbolic, LLVMValueRef body);

/* edit.c: makes small changes of functions that LLVM-C has no function for. */
LLVMValueRef symbolic_after_phis(LLVMBasicBlockRef block);
bool symbolic_one_way_in(LLVMBasicBlockRef block);
/* Returns a new block on the way from a terminator to its successor `index`. */
LLVMBasicBlockRef symbolic_edge_block(struct symbolic *symbolic, LLVMValueRef terminator,
                                      unsigned index);
/* Moves the instructions before this one to a new block without a terminator, and returns that
 * block. The old block keeps this instruction and all later ones. */
LLVMBasicBlockRef symbolic_split(struct symbolic *symbolic, LLVMValueRef before);
bool symbolic_has_attribute(LLVMValueRef function, const char *name);
void symbolic_drop_attribute(LLVMValueRef function, const char *name);
/* Returns a variable or function of the runtime; declares it at first use. */
LLVMValueRef symbolic_runtime_variable(struct symbolic *symbolic, const char *name,
                                       LLVMTypeRef type, bool thread);
LLVMValueRef symbolic_runtime_function(struct symbolic *symbolic, const char *name,
                                       LLVMTypeRef type);
/* Marks a load or store of memory that the program never touches. */
LLVMValueRef symbolic_own(struct symbolic *symbolic, LLVMValueRef access);
/* Builds a branch whose first way is rare. */
void symbolic_build_rare(struct symbolic *symbolic, LLVMValueRef condition, LLVMBasicBlockRef rare,
                         LLVMBasicBlockRef usual);

static inline LLVMValueRef symbolic_number(const struct symbolic *symbolic, uint32_t number)
{
    return LLVMConstInt(symbolic->i32, number, 0);
}

#endif
