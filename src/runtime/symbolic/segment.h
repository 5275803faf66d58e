/* segment.h: the memory that the ranks of a test share with the command.
 *
 * The command makes the segment (a memfd, sparse) and fills in what the ranks need to know.
 * Afterwards it reads what they recorded. The variable SYMBOLIC_VARIABLE_NAME of the environment
 * has the place of the segment, "PID:DESCRIPTOR:EDGES": the descriptor is opened through /proc.
 * Every rank covers edges. The focus (or with SYMBOLIC_FOCUS_ALL every rank) also has a region of
 * its own with nodes, events and variables.
 *
 * Layout: first struct symbolic_segment; then at SYMBOLIC_COVER the flags of edges (a page-aligned
 * area that ranks map over the variable tutti_cover, so that one store sets a flag); then from
 * symbolic_segment.regions on one struct symbolic_region per rank.
 */
#ifndef TUTTI_RUNTIME_SYMBOLIC_SEGMENT_H
#define TUTTI_RUNTIME_SYMBOLIC_SEGMENT_H

#include "runtime/symbolic/expression.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define SYMBOLIC_VARIABLE_NAME "TUTTI_SYMBOLIC"
/* A file with values for what the source marks, "HEXADECIMAL NAME" in each line. It is used if
 * there is no segment, or no mark in the segment. */
#define SYMBOLIC_MARKS_NAME "TUTTI_GUEST_MARKS"

enum {
    SYMBOLIC_MAGIC = 0x7475796d,
    SYMBOLIC_FOCUS_ALL = -1,
    SYMBOLIC_FOCUS_NONE = -2, /* no focus: coverage only */
    SYMBOLIC_MARKS = 256,
    SYMBOLIC_NAME = 64,
    SYMBOLIC_PATH = 256,
    SYMBOLIC_NODES = 1 << 22, /* nodes of a region */
    SYMBOLIC_EVENTS = 1 << 20,
    SYMBOLIC_VARIABLES = 1 << 14,
    SYMBOLIC_RANKS = 512, /* limit on ranks; see symbolic_node_id() */
    SYMBOLIC_SOURCES = 256,
    SYMBOLIC_WORDS_MORE = 3,  /* words that follow from a test may have this many more than the
                                 test... */
    SYMBOLIC_WORDS_MOST = 32, /* ...up to this limit */
    SYMBOLIC_COMMUNICATORS = 64,
    SYMBOLIC_MEMBERS = 1 << 14,
    SYMBOLIC_TEXT = 1 << 20,
    SYMBOLIC_CARRIED = 1 << 20,
    SYMBOLIC_PATTERNS = 16,   /* files, and variables of the environment, with symbolic bytes */
    SYMBOLIC_COVER = 1 << 16, /* offset of the flags */
};

enum symbolic_flag {
    SYMBOLIC_ARGUMENT_BYTES = 1, /* each byte of argv is symbolic */
    SYMBOLIC_NO_REDUCTION = 2,   /* record every constraint */
    SYMBOLIC_OVERFLOW = 4,       /* record arithmetic that may overflow */
    SYMBOLIC_NO_INPUTS = 8,      /* only MPI, and what the source marks, is symbolic */
    SYMBOLIC_ALL_HEAVY = 16,     /* every rank runs heavy code, although its results are not read */
};

/* A value for what the source marks (tutti_int(&n, "n") of tutti.h). */
struct symbolic_mark {
    char name[SYMBOLIC_NAME];
    uint64_t value; /* bits */
    uint32_t type;  /* enum symbolic_type */
};

enum symbolic_source_kind {
    SYMBOLIC_ARGUMENT,    /* word `index` of argv */
    SYMBOLIC_INPUT,       /* standard input */
    SYMBOLIC_FILE,        /* `path`, as the program opened it */
    SYMBOLIC_ENVIRONMENT, /* variable `path` */
};

struct symbolic_source {
    uint32_t kind, index;
    char path[SYMBOLIC_PATH];
};

enum symbolic_variable_kind {
    SYMBOLIC_NUMBER, /* text at source, offset, length, converted by the program */
    SYMBOLIC_WORD,   /* text at source, offset, length, compared with other texts: see EVENT_TEXT.
                        Never in an expression */
    SYMBOLIC_BYTE,   /* a byte of a source, at offset */
    SYMBOLIC_MARKED, /* marked by the source, under its name */
    SYMBOLIC_RANK,   /* in MPI_COMM_WORLD */
    SYMBOLIC_SIZE,   /* of MPI_COMM_WORLD */
    SYMBOLIC_LOCAL_RANK, /* in the communicator with number `source` */
    SYMBOLIC_EXISTS,     /* of the file `source`: 1 if it exists, 0 if it could */
    SYMBOLIC_COUNT, /* number of words in argv: a test can append words, or leave out the last ones
                     */
};

/* A variable that the solver can choose. Reading the same text twice, or the rank, gives the same
 * variable again. */
struct symbolic_variable {
    uint8_t kind, type;
    uint8_t base; /* of a number: 10, 16, 8; 0: floating point */
    uint8_t reserved;
    uint32_t source; /* of a number, word or byte; or the communicator */
    uint32_t offset, length;
    uint64_t value;
    int64_t lower, upper;     /* bounds on the value, of integers, as far as they are known */
    char name[SYMBOLIC_NAME]; /* for the user: "argv[2]", "HPL.dat:6:1", "rank", "n" */
};

/* A communicator other than MPI_COMM_WORLD, as the ranks of its members in MPI_COMM_WORLD. */
struct symbolic_communicator {
    uint32_t size, first; /* `first`: index in `members` */
};

enum symbolic_event_kind {
    EVENT_BRANCH,     /* expression (SYMBOLIC_I1) was `taken` at `site` */
    EVENT_SWITCH,     /* expression was `value` at `site` (the sites have the cases) */
    EVENT_ADDRESS,    /* an address was used: the expression must keep its `value` from here on */
    EVENT_INDEX,      /* an array of `other` elements was indexed: [0, other) is valid */
    EVENT_DIVISOR,    /* the expression divided an integer */
    EVENT_ARITHMETIC, /* the expression is a node whose signed overflow is undefined in C */
    EVENT_SIZE,       /* passed to code outside (malloc, a count of MPI): must keep its `value` */
    EVENT_TEXT,       /* variable `expression` (a word) was compared with the text at `other` of the
                         region's text (ends with zero; `value`: number of bytes, 0: all); `taken`: equal
                       */
};

struct symbolic_event {
    uint8_t kind, taken;
    uint16_t met;  /* how many times the site was executed before, for the same variables: more than
                      0 for the condition that ends a loop */
    uint32_t site; /* in the sites file; UINT32_MAX: in a model of the C library */
    uint32_t expression, other;
    uint64_t value;
};

/* What only ranks know of a node. A rank that gets the node in a message needs it, too. */
struct symbolic_note {
    uint64_t variables;  /* a set: see node_variables() */
    uint16_t operations; /* see SYMBOLIC_OPERATIONS */
    uint8_t flags;       /* valid only in the rank that made the node */
    uint8_t of_rank;     /* the node depends on its maker's rank, in any communicator */
};

/* A part of a message: bytes [at, at + length) are bytes [part, part + length) of an expression.
 * For an origin, they are consecutive bytes of an input. */
struct symbolic_carried {
    uint32_t expression, at;
    uint16_t part, length;
};

/* The expressions of a message: `count` entries of `carried`, from `first`, in the region of the
 * sender. All zero: there are none. */
struct symbolic_message {
    uint32_t rank, first, count;
};

/* What one rank records. If an array is full, `full` is set and the rank goes on: what follows is
 * not symbolic. */
struct symbolic_region {
    _Atomic uint32_t node_count; /* nodes [1, node_count) exist */
    _Atomic uint32_t event_count;
    uint32_t variable_count, source_count, communicator_count, member_count, text_count,
        carried_count;
    uint32_t full;
    uint32_t started; /* this rank runs heavy code; 0: it could not, or was not asked to */
    uint64_t reduced; /* events left out because they repeat (reduction) */
    uint64_t large;   /* expressions left out because they have more than SYMBOLIC_OPERATIONS */
    struct symbolic_source sources[SYMBOLIC_SOURCES];
    struct symbolic_communicator communicators[SYMBOLIC_COMMUNICATORS];
    uint16_t members[SYMBOLIC_MEMBERS];
    struct symbolic_variable variables[SYMBOLIC_VARIABLES];
    char text[SYMBOLIC_TEXT];
    struct symbolic_event events[SYMBOLIC_EVENTS];
    struct symbolic_carried carried[SYMBOLIC_CARRIED];
    struct symbolic_node nodes[SYMBOLIC_NODES];
    struct symbolic_note notes[SYMBOLIC_NODES];
};

struct symbolic_segment {
    uint32_t magic;
    int32_t focus;
    uint32_t ranks; /* limit on ranks: the number of regions */
    uint32_t flags;
    uint32_t edges;   /* number of flags of coverage */
    uint64_t regions; /* offset of the first region */
    uint32_t mark_count;
    struct symbolic_mark marks[SYMBOLIC_MARKS];
    uint32_t pattern_count;
    /* "bytes:FILE", "env:NAME": symbolic in addition to the default; "-NAME": not symbolic */
    char patterns[SYMBOLIC_PATTERNS][SYMBOLIC_PATH];
};

/* Node numbers are unique over all ranks, so that a message can carry an expression. `a`, `b`, `c`
 * of nodes and `expression` of events are such numbers. Node 0 of a region is not used. */
static inline uint32_t symbolic_node_id(uint32_t rank, uint32_t index)
{
    return rank * (uint32_t)SYMBOLIC_NODES + index;
}

/* Within a rank, a number with the highest bit set stands for a byte of an input, as it was read
 * (SYMBOLIC_ORIGIN): `source` (8 bits), `offset` (23 bits). Loads, stores and copies carry such
 * numbers; nodes and events never contain them. */
enum { SYMBOLIC_ORIGIN_OFFSETS = 1 << 23 };
#define SYMBOLIC_ORIGIN_BIT UINT32_C(0x80000000)

#endif
