/* library.h: what is known of functions that a program calls and does not define: those of C, POSIX
 * and C++, of the runtime libraries of OpenMP and Fortran, of LLVM, and what MPI does to pointers.
 *
 * The table has one row for each name, or for all names that begin alike. Every analysis asks it,
 * and each question is a column. If several rows fit a name, the row with the longest beginning
 * that fills in a column answers for that column; only flags of all these rows add up.
 */
#ifndef TUTTI_IR_LIBRARY_H
#define TUTTI_IR_LIBRARY_H

#include <stdint.h>

/* What a call does to pointers. */
enum library_effect {
    EFFECT_UNKNOWN,    /* only in rows: the row leaves this column out */
    EFFECT_KEEPS,      /* all operands escape, and the result is outside */
    EFFECT_KEEPS_SOME, /* operands in the mask escape; something from outside is stored at others */
    EFFECT_NOTHING,    /* its result, if it is a pointer, is outside */
    EFFECT_RETURNS,    /* returns operand n */
    EFFECT_COPIES,     /* copies memory at operand 1 to operand 0; returns operand 0 */
    EFFECT_ALLOCATES,  /* returns memory */
    EFFECT_REALLOCATES, /* returns memory with the content of operand 0 */
    EFFECT_PUTS_MEMORY, /* stores the address of memory at operand n */
    EFFECT_ENDS,        /* stores operand 0 at operand 1, as strtol does */
    EFFECT_WRITES,      /* stores something from outside at each operand */
    EFFECT_FILLS,       /* fills what operand 0 points to with pointers from outside */
};

/* Where the result comes from, and what the call writes. */
enum library_values {
    VALUES_UNKNOWN,
    VALUES_QUIET,  /* no effect, and the result is the same everywhere */
    VALUES_PURE,   /* the result depends on the arguments and on what they point to */
    VALUES_INPUT,  /* the result, and what pointers point to, come from outside */
    VALUES_ASKS,   /* only the result comes from outside */
    VALUES_TIMING, /* the result, and what pointers point to, come from the clock */
    VALUES_MACHINE,
    VALUES_COPY,   /* copies operand 2 bytes of memory from operand 1 to operand 0 */
    VALUES_FILL,   /* fills operand 0 with the value of operand 1 */
    VALUES_FORMAT, /* writes to operand 0 what depends on all other operands */
    VALUES_SCAN,   /* writes to the operands from 1 what depends on the memory of operand 0 */
};

enum library_flag {
    CALL_PLAIN = 1 << 0, /* calls neither MPI nor code that does, and completes no request */
    CALL_READS = 1 << 1, /* reads input that the user gave the program */
    CALL_EXITS = 1 << 2, /* ends the program regularly, if MPI_Finalize came before */
    CALL_JUMPS = 1 << 3, /* leaves functions */
    CALL_USES = 1 << 4,  /* uses the memory and keeps no address; returns at most one that it got */
};

/* The accesses of memory that follow from the arguments. */
struct library_access {
    uint8_t reads, writes; /* bits: the lowest for operand 0 */
    uint8_t bytes;         /* the operand with their length; 0: accesses are not known */
};

struct library_facts {
    enum library_effect effect;
    uint8_t operand; /* of the effect; EFFECT_KEEPS_SOME: bits, the lowest for operand 0 */
    enum library_values values;
    unsigned flags;
    struct library_access access;
};

/* Returns what is known of the function. Of an unknown function it says that the function keeps
 * what it gets. */
struct library_facts library_of(const char *symbol);

#endif
