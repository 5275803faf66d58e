/* program.h: a whole program in LLVM's intermediate representation, as plain structs.
 *
 * The bitcode of all files of a program is merged into one module. Local variables become values if
 * their address does not escape (sroa; nothing is inlined or folded across lines). The result is
 * copied into the structs below, and after that LLVM is not needed. Everything lives in the
 * program's arena and does not change, so threads may share it.
 *
 * Every value has a number, dense from 0 over the whole program, and every block has one within its
 * function. So an analysis keeps its results in plain arrays beside the program.
 */
#ifndef TUTTI_IR_PROGRAM_H
#define TUTTI_IR_PROGRAM_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ir_block;
struct ir_function;

enum ir_type_kind {
    IR_TYPE_VOID,
    IR_TYPE_INTEGER,
    IR_TYPE_FLOAT,
    IR_TYPE_POINTER,
    IR_TYPE_STRUCT,
    IR_TYPE_ARRAY, /* and vectors */
    IR_TYPE_FUNCTION,
    IR_TYPE_OTHER, /* labels, metadata, tokens */
};

struct ir_type {
    enum ir_type_kind kind;
    uint32_t bits;                /* of an integer or a float */
    uint64_t size;                /* bytes in memory; 0: no size */
    const char *name;             /* of a named struct ("struct.grid"); else NULL */
    const struct ir_type **parts; /* fields of a struct; element of an array; result and parameters
                                     of a function */
    uint64_t *offsets;            /* of the fields of a struct */
    size_t part_count;
    uint64_t length; /* of an array */
    bool variadic;   /* of a function */
};

/* A place in the source; file NULL: unknown. Paths are as given to the compiler. */
struct ir_place {
    const char *file;
    int line, column;
};

enum ir_kind {
    IR_INTEGER,    /* a constant integer: `integer` (sign-extended; `wide` if it does not fit) */
    IR_FLOAT,      /* a constant floating-point number: `real` */
    IR_NULL,       /* the null pointer, or zeroes of any other type */
    IR_UNDEFINED,  /* undef, poison */
    IR_AGGREGATE,  /* a constant struct, array or string: its parts are the operands */
    IR_EXPRESSION, /* a constant expression: opcode and operands as in an instruction */
    IR_GLOBAL,     /* a global variable (its address); initialiser is operand 0 if there is one */
    IR_FUNCTION,   /* a function (its address): `as_function` */
    IR_ARGUMENT,   /* a parameter of `function`: `index` */
    IR_INSTRUCTION,
    IR_OTHER, /* inline assembly, block addresses, metadata */
};

enum ir_opcode {
    IR_NO_OPCODE,
    /* Terminators. The block has the successors, in the order of LLVM. */
    IR_RETURN, /* operand 0: the value, if any */
    IR_BRANCH, /* operand 0: the condition, if there are two successors (first: true) */
    IR_SWITCH, /* operand 0: the value; then one constant for each successor except the first, which
                  is the default */
    IR_JUMP_COMPUTED, /* computed goto; operand 0: the address */
    IR_UNREACHABLE,
    IR_UNWIND, /* resume and other ends of exception handling */
    /* Memory. */
    IR_ALLOCA,  /* `accessed` is the type of the variable */
    IR_LOAD,    /* operand 0: address; `accessed` */
    IR_STORE,   /* operands: value, address; `accessed` */
    IR_ADDRESS, /* getelementptr: base and indices; `accessed` is the source type, `offset` */
    IR_ATOMIC,  /* atomicrmw, cmpxchg: address, value(s) */
    IR_FENCE,
    /* Calls. */
    IR_CALL, /* operands: the arguments; `callee`, `targets`; `accessed` is the type of the called
                function. With `invoke` it ends its block */
    /* Values. */
    IR_PHI,           /* operands, and `incoming` blocks in the same order */
    IR_SELECT,        /* condition, if true, if false */
    IR_COMPARE,       /* integers and pointers: `predicate` */
    IR_COMPARE_FLOAT, /* `predicate`, one of the signed ones */
    IR_ADD,
    IR_SUBTRACT,
    IR_MULTIPLY,
    IR_DIVIDE_SIGNED,
    IR_DIVIDE_UNSIGNED,
    IR_REMAINDER_SIGNED,
    IR_REMAINDER_UNSIGNED,
    IR_AND,
    IR_OR,
    IR_XOR,
    IR_SHIFT_LEFT,
    IR_SHIFT_RIGHT_SIGNED,
    IR_SHIFT_RIGHT_UNSIGNED,
    IR_FLOAT_ARITHMETIC, /* any */
    IR_TRUNCATE,
    IR_EXTEND_ZERO,
    IR_EXTEND_SIGN,
    IR_CAST,    /* any other conversion: pointers and integers, floats, bits */
    IR_EXTRACT, /* of an aggregate or a vector */
    IR_INSERT,
    IR_FREEZE,
    IR_LANDING, /* landingpad and similar instructions */
    IR_OTHER_OPCODE,
};

enum ir_predicate {
    IR_EQUAL,
    IR_NOT_EQUAL,
    IR_GREATER,
    IR_GREATER_EQUAL,
    IR_LESS,
    IR_LESS_EQUAL, /* signed */
    IR_ABOVE,
    IR_ABOVE_EQUAL,
    IR_BELOW,
    IR_BELOW_EQUAL, /* unsigned */
};

struct ir_value {
    enum ir_kind kind;
    enum ir_opcode opcode;
    uint32_t number;            /* dense over the program */
    const struct ir_type *type; /* of the value itself */
    const char *name; /* the name in the source if known ("rank", also for "rank.addr"), of a symbol
                         the symbol itself; NULL: none */
    const struct ir_value **operands;
    uint32_t operand_count;
    const struct ir_value **users; /* instructions and constants that have it as an operand, and
                                      calls through it, each once, in program order */
    uint32_t user_count;
    const struct ir_function *function; /* function that has it; NULL: a constant or a symbol */
    const struct ir_block *block;       /* of an instruction */
    struct ir_place place;              /* of an instruction, or of a global's declaration */
    union {
        int64_t integer;             /* IR_INTEGER */
        double real;                 /* IR_FLOAT */
        uint32_t index;              /* IR_ARGUMENT */
        enum ir_predicate predicate; /* IR_COMPARE, IR_COMPARE_FLOAT */
    };
    bool wide;     /* IR_INTEGER: `integer` has only its low 64 bits */
    bool constant; /* IR_GLOBAL: never written; IR_ADDRESS: `offset` is known */
    bool local;    /* IR_GLOBAL: code outside the program does not know its name */
    bool invoke;   /* IR_CALL: ends its block, the second successor is the landing pad */
    bool volatile_access;
    int64_t offset;                     /* IR_ADDRESS: bytes from the base, if `constant` */
    const struct ir_type *accessed;     /* see the opcodes; IR_GLOBAL: type of the variable */
    const struct ir_block **incoming;   /* IR_PHI */
    const struct ir_value *callee;      /* IR_CALL: the called value; often IR_FUNCTION */
    const struct ir_function **targets; /* IR_CALL: functions that it may call: the callee, or
                                           those of a fitting signature whose address is taken.
                                           If the callee calls its arguments (__kmpc_fork_call,
                                           pthread_create), these functions follow: see
                                           ir_call_argument() */
    uint32_t target_count;
    bool targets_unknown; /* IR_CALL through a pointer: may also call code outside the program */
    const struct ir_function *as_function; /* IR_FUNCTION */
};

struct ir_block {
    uint32_t number; /* within the function; the entry is 0 */
    const struct ir_function *function;
    const struct ir_value **instructions;
    uint32_t instruction_count;         /* at least 1: the last is the terminator */
    const struct ir_block **successors; /* a block may occur twice */
    uint32_t successor_count;
    const struct ir_block **predecessors; /* each once */
    uint32_t predecessor_count;
};

struct ir_function {
    uint32_t number;    /* dense over the program, with declarations */
    const char *symbol; /* "main", "_ZN4grid4sendEv", "mpi_bcast_" */
    const char *name; /* as written in the source: "grid::send()", "mpi_bcast"; "main" for Fortran's
                         _QQmain */
    const struct ir_type *type;
    const struct ir_value *value; /* its address */
    struct ir_place place;
    bool defined; /* it has blocks */
    bool local;   /* code outside the program cannot call it by name: it is static or hidden, or the
                     program has a main(), which is then the only function called from outside */
    bool address_taken;
    bool no_return;     /* the name tells exit, abort and MPI_Abort apart */
    bool returns_twice; /* setjmp */
    bool has_assembly;  /* inline assembly with effects on memory */
    const struct ir_value **arguments;
    uint32_t argument_count;
    const struct ir_block **blocks; /* only reachable blocks; [0] is the entry */
    uint32_t block_count;
    const struct ir_value **calls; /* its IR_CALL instructions, in order */
    uint32_t call_count;
    const struct ir_value **callers; /* calls that may reach it */
    uint32_t caller_count;
    uint32_t component; /* shared by functions that call one another; callees have smaller
                           numbers */
    bool recursive;     /* it can call itself, directly or not */
};

struct ir_program {
    struct arena arena;
    const struct ir_function **functions; /* by number */
    uint32_t function_count;
    const struct ir_function **bottom_up; /* the same functions, callees before their callers */
    const struct ir_value **globals;      /* IR_GLOBAL */
    uint32_t global_count;
    uint32_t value_count;
    const struct ir_value **values; /* by number */
    const char **notes; /* what was left out, and why: "solver.o: bitcode of another LLVM
                           version" */
    uint32_t note_count;
    uint32_t line_count; /* number of distinct source lines with code: for statistics */
};

/* One piece of bitcode; notes refer to it by `name`. */
struct ir_bitcode {
    const char *name;
    const void *data;
    size_t size;
};

/* Merges and copies the pieces. Leaves out a piece that cannot be read or merged, and adds a note.
 * It is an error if no piece is left, or if memory runs out. The caller frees the program. */
int ir_program_load(const struct ir_bitcode *pieces, size_t count, struct ir_program **program,
                    struct error *error);
void ir_program_free(struct ir_program *program);

/* Returns the function with this symbol; NULL: there is none. */
const struct ir_function *ir_program_function(const struct ir_program *program, const char *symbol);

/* Returns the terminator of a block. */
const struct ir_value *ir_terminator(const struct ir_block *block);

/* Returns the value that parameter `index` of the target gets from the call: an operand or, if the
 * callee calls the target (__kmpc_fork_call, pthread_create), the value that the callee passes on.
 * NULL: not known. */
const struct ir_value *ir_call_argument(const struct ir_value *call,
                                        const struct ir_function *target, uint32_t index);

/* Returns the bytes of a constant string, or NULL. */
const char *ir_string(const struct ir_value *value, struct arena *arena);

#endif
