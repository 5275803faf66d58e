/* heavy.h: a function of a heavy module while expressions are added to it.
 *
 * Private to the layer. Each value that may be symbolic gets a shadow: an i32 with the number of
 * its expression, 0 for none. The program's own code does not change. Straight-line code between
 * calls is one segment. One test at its end asks whether any shadow that enters the segment, or the
 * tag of any memory that it reads or writes, is not zero. If so, calls of the runtime repeat the
 * steps of the segment in their order, with the values that they had. Otherwise all shadows of the
 * segment are zero.
 *
 * So the runtime learns of loads and stores only after the segment, in the right order. It must not
 * read memory for values that it is given.
 */
#ifndef TUTTI_IR_SYMBOLIC_HEAVY_H
#define TUTTI_IR_SYMBOLIC_HEAVY_H

#include "ir/symbolic/private.h"

enum heavy_step_kind {
    STEP_VALUE, /* an instruction that computes something, a load, a phi or similar */
    STEP_STORE,
    STEP_FORGET,  /* a write of something without an expression */
    STEP_COPY,    /* memcpy, memmove */
    STEP_SET,     /* memset */
    STEP_BRANCH,  /* a marker */
    STEP_SWITCH,  /* a marker */
    STEP_DIVISOR, /* in front of a division */
    STEP_SIZE,    /* `operand` is passed to code outside */
};

struct heavy_step {
    enum heavy_step_kind kind;
    LLVMValueRef instruction;
    unsigned operand;
};

struct heavy {
    struct symbolic *symbolic;
    LLVMValueRef body;
    uint32_t entry;        /* its site */
    uint32_t places;       /* number of places until now: see operation_of() */
    struct map may;        /* set of values that may be symbolic */
    struct map shadows;    /* value: its shadow; not in the map: zero */
    LLVMValueRef variadic; /* the arguments of the call, if the function is variadic */
    struct heavy_step *steps;
    size_t step_count, step_space;
};

/* Returns the type of values of an LLVM type; -1: they are never symbolic. */
int heavy_type(LLVMTypeRef type);
bool heavy_may(const struct heavy *heavy, LLVMValueRef value);
LLVMValueRef heavy_shadow(const struct heavy *heavy, LLVMValueRef value);
void heavy_add_step(struct heavy *heavy, enum heavy_step_kind kind, LLVMValueRef instruction,
                    unsigned operand);
/* Ends the segment before the instruction. */
void heavy_flush(struct heavy *heavy, LLVMValueRef before);
bool heavy_is_own(const struct symbolic *symbolic, LLVMValueRef instruction);

/* operations.c */
/* Returns whether the instruction's result is symbolic if an operand is. */
bool heavy_follows(LLVMValueRef instruction);
/* Builds the calls for a step; returns its shadow, NULL if it has none. */
LLVMValueRef heavy_replay(struct heavy *heavy, const struct heavy_step *step);
/* Returns what a store or an atomic operation writes to, and the type of what it writes. */
LLVMValueRef heavy_written(LLVMValueRef at, LLVMTypeRef *type);

/* tags.c */
/* Builds the union of the tags of all memory that the segment reads or writes: an i64 that is zero
 * if no tag is set. */
LLVMValueRef heavy_build_tags(struct heavy *heavy);
/* Returns whether the write, copy or set is so small that its tags are tested one by one. */
bool heavy_is_small(const struct heavy *heavy, LLVMValueRef at);

/* intrinsics.c */
enum heavy_intrinsic {
    INTRINSIC_OTHER, /* unknown: the result has no expression */
    INTRINSIC_UNARY, /* `op` */
    INTRINSIC_BINARY,
    INTRINSIC_SAME,     /* the first argument */
    INTRINSIC_FUSED,    /* a * b + c */
    INTRINSIC_OVERFLOW, /* `op`, and whether it overflows */
    INTRINSIC_COPY,
    INTRINSIC_SET,
};
enum heavy_intrinsic heavy_intrinsic(LLVMValueRef call, enum symbolic_op *op);
/* Returns whether the call needs no call protocol: LLVM knows the function, or it computes numbers
 * from numbers. */
bool heavy_is_intrinsic(LLVMValueRef call);

/* calls.c */
void heavy_enter(struct heavy *heavy);
void heavy_call(struct heavy *heavy, LLVMValueRef call);
void heavy_return(struct heavy *heavy, LLVMValueRef instruction);
bool heavy_returns_shadow(LLVMValueRef call);

/* variadic.c */
/* Insert code before a call, at the entry of a function, and at va_start(). */
void heavy_pass_kinds(struct heavy *heavy, LLVMValueRef call);
void heavy_enter_variadic(struct heavy *heavy);
bool heavy_is_va_start(const struct heavy *heavy, LLVMValueRef call);
void heavy_start_variadic(struct heavy *heavy, LLVMValueRef call, LLVMValueRef next);

/* guards.c: functions of the module that call the runtime only if there is something to do. */
enum heavy_guard {
    GUARD_BINARY,
    GUARD_UNARY,
    GUARD_CHOOSE,
    GUARD_LOAD,
    GUARD_STORE,
    GUARD_BRANCH,
    GUARD_SWITCH,
    GUARD_ADDRESS,
    GUARD_INDEX,
    GUARD_DIVISOR,
    GUARD_ARITHMETIC,
    GUARD_SIZE,
};
LLVMValueRef heavy_guard(struct symbolic *symbolic, enum heavy_guard guard,
                         LLVMValueRef *arguments);
/* Build calls of the runtime that are always made. */
void heavy_build_copy(struct symbolic *symbolic, LLVMValueRef to, LLVMValueRef from,
                      LLVMValueRef length);
void heavy_build_set(struct symbolic *symbolic, LLVMValueRef to, LLVMValueRef shadow,
                     LLVMValueRef value, LLVMValueRef length);
void heavy_build_forget(struct symbolic *symbolic, LLVMValueRef at, LLVMValueRef length);
/* Loads consecutive tags, from that of the address (i64) on: as many as the integer type has
 * bytes. */
LLVMValueRef heavy_build_tag(struct symbolic *symbolic, LLVMValueRef address, LLVMTypeRef type);

#endif
