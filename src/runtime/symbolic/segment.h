/* segment.h: what the ranks of a test and the command share.
 *
 * The command makes the segment (a memfd, sparse), fills in what the ranks need to know, and reads
 * afterwards what they wrote down. Its place is in the environment, "PID:DESCRIPTOR:EDGES" in
 * SYMBOLIC_VARIABLE_NAME: the descriptor is opened through /proc. Every rank covers edges; the
 * focus (or with SYMBOLIC_FOCUS_ALL every rank) has a region of its own with nodes, events and
 * variables.
 *
 * Layout: struct symbolic_segment, then at SYMBOLIC_COVER the flags of edges (a page-aligned area
 * that ranks map over the variable tutti_cover, so a store there is all that it takes), then from
 * symbolic_segment.regions on one struct symbolic_region per rank.
 */
#ifndef TUTTI_RUNTIME_SYMBOLIC_SEGMENT_H
#define TUTTI_RUNTIME_SYMBOLIC_SEGMENT_H

#include "runtime/symbolic/expression.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define SYMBOLIC_VARIABLE_NAME "TUTTI_SYMBOLIC"
/* Where there is no segment, or no mark in it: values for what the source marks, "HEXADECIMAL NAME"
 * in each line. */
#define SYMBOLIC_MARKS_NAME "TUTTI_GUEST_MARKS"

enum {
    SYMBOLIC_MAGIC = 0x7475796d,
    SYMBOLIC_FOCUS_ALL = -1,
    SYMBOLIC_FOCUS_NONE = -2, /* coverage only */
    SYMBOLIC_MARKS = 256,
    SYMBOLIC_NAME = 64,
    SYMBOLIC_PATH = 256,
    SYMBOLIC_NODES = 1 << 22, /* of a region */
    SYMBOLIC_EVENTS = 1 << 20,
    SYMBOLIC_VARIABLES = 1 << 14,
    SYMBOLIC_RANKS = 512, /* at most; see symbolic_node_id() */
    SYMBOLIC_SOURCES = 256,
    SYMBOLIC_WORDS_MORE = 3,  /* than a test has, in those that follow from it... */
    SYMBOLIC_WORDS_MOST = 32, /* ...unless it has this many */
    SYMBOLIC_COMMUNICATORS = 64,
    SYMBOLIC_MEMBERS = 1 << 14,
    SYMBOLIC_TEXT = 1 << 20,
    SYMBOLIC_CARRIED = 1 << 20,
    SYMBOLIC_PATTERNS = 16,   /* files, variables of the environment whose bytes are symbolic */
    SYMBOLIC_COVER = 1 << 16, /* where the flags begin */
};

enum symbolic_flag {
    SYMBOLIC_ARGUMENT_BYTES = 1, /* each byte of argv is symbolic */
    SYMBOLIC_NO_REDUCTION = 2,   /* of constraints: record every one */
    SYMBOLIC_OVERFLOW = 4,       /* record arithmetic that may overflow */
    SYMBOLIC_NO_INPUTS = 8,      /* only what is marked in the source is symbolic, and MPI */
    SYMBOLIC_ALL_HEAVY = 16, /* every rank runs heavy code, though nobody reads what it writes */
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
    SYMBOLIC_NUMBER,     /* text at source, offset, length, converted by the program */
    SYMBOLIC_WORD,       /* text at source, offset, length, compared with other texts: see
                            EVENT_TEXT. Never in an expression */
    SYMBOLIC_BYTE,       /* of a source, at offset */
    SYMBOLIC_MARKED,     /* by the source, under its name */
    SYMBOLIC_RANK,       /* in MPI_COMM_WORLD */
    SYMBOLIC_SIZE,       /* of MPI_COMM_WORLD */
    SYMBOLIC_LOCAL_RANK, /* in the communicator of number `source` */
    SYMBOLIC_EXISTS,     /* file `source`: 1 if it is there, 0 if it could be */
    SYMBOLIC_COUNT,      /* of words in argv: more are appended, or the last ones left out */
};

/* Reading the same text twice, or the rank, gives the same variable again. */
struct symbolic_variable {
    uint8_t kind, type;
    uint8_t base; /* of a number: 10, 16, 8; 0: a floating-point number */
    uint8_t reserved;
    uint32_t source; /* of a number, word or byte; or the communicator */
    uint32_t offset, length;
    uint64_t value;
    int64_t lower, upper;     /* what it may be, of integers, as far as is known */
    char name[SYMBOLIC_NAME]; /* for people: "argv[2]", "HPL.dat:6:1", "rank", "n" */
};

/* A communicator other than MPI_COMM_WORLD: its members' ranks in that. */
struct symbolic_communicator {
    uint32_t size, first; /* in `members` */
};

enum symbolic_event_kind {
    EVENT_BRANCH,  /* expression (SYMBOLIC_I1) was `taken` at `site` */
    EVENT_SWITCH,  /* expression was `value` at `site` (whose cases the sites tell) */
    EVENT_ADDRESS, /* an address was used: the expression must keep its `value` for what follows */
    EVENT_INDEX,   /* an array of `other` elements was indexed: [0, other) is right */
    EVENT_DIVISOR, /* an integer was divided by it */
    EVENT_ARITHMETIC, /* a node that C leaves undefined if it overflows as a signed number */
    EVENT_SIZE,       /* given to code outside (malloc, a count of MPI): must keep its `value` */
    EVENT_TEXT,       /* variable `expression` (a word) was compared with the text at `other` of the
                         region's text (ends with zero; `value`: so many bytes, 0: all); `taken`: equal */
};

struct symbolic_event {
    uint8_t kind, taken;
    uint16_t met;  /* how often the site had been met before, about the same variables: more than 0
                      of the condition that ends a loop */
    uint32_t site; /* of the sites file; UINT32_MAX: in a model of the C library */
    uint32_t expression, other;
    uint64_t value;
};

/* Of a node, for the ranks alone: those that get it in a message want to know as well. */
struct symbolic_note {
    uint64_t variables;  /* a set: see node_variables() */
    uint16_t operations; /* see SYMBOLIC_OPERATIONS */
    uint8_t flags;       /* only of the rank that made it */
    uint8_t of_rank;     /* its rank, in any communicator, is in it */
};

/* Bytes [at, at + length) of a message are bytes [part, part + length) of an expression, or, of an
 * origin, bytes of an input that follow each other. */
struct symbolic_carried {
    uint32_t expression, at;
    uint16_t part, length;
};

/* Which expressions a message carries: `count` of `carried`, in their order, in the region of the
 * rank that sent it. All zero: none. */
struct symbolic_message {
    uint32_t rank, first, count;
};

/* What one rank wrote down. When something is full, `full` says so, and the rank goes on with
 * what there is: what comes later is not symbolic. */
struct symbolic_region {
    _Atomic uint32_t node_count; /* nodes [1, node_count) are there */
    _Atomic uint32_t event_count;
    uint32_t variable_count, source_count, communicator_count, member_count, text_count,
        carried_count;
    uint32_t full;
    uint32_t started; /* this rank runs heavy code; 0: it could not, or was not asked to */
    uint64_t reduced; /* events left out because they repeat (reduction) */
    uint64_t large;   /* expressions left out: they have more than SYMBOLIC_OPERATIONS */
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
    uint32_t ranks; /* at most: so many regions there are */
    uint32_t flags;
    uint32_t edges;   /* flags of coverage */
    uint64_t regions; /* offset of the first region */
    uint32_t mark_count;
    struct symbolic_mark marks[SYMBOLIC_MARKS];
    uint32_t pattern_count;
    /* "bytes:FILE", "env:NAME": beyond what is symbolic by itself; "-NAME": not symbolic */
    char patterns[SYMBOLIC_PATTERNS][SYMBOLIC_PATH];
};

/* Nodes have numbers that are unique over all ranks: an expression can travel in a message. `a`,
 * `b`, `c` of nodes and `expression` of events are such numbers; node 0 of a region is not used. */
static inline uint32_t symbolic_node_id(uint32_t rank, uint32_t index)
{
    return rank * (uint32_t)SYMBOLIC_NODES + index;
}

/* Within ranks, a number with the highest bit says that a byte is that of an input, as it was read
 * (SYMBOLIC_ORIGIN): `source` (8 bits), `offset` (23 bits). Such numbers are carried by loads,
 * stores and copies, and never come into nodes or events. */
enum { SYMBOLIC_ORIGIN_OFFSETS = 1 << 23 };
#define SYMBOLIC_ORIGIN_BIT UINT32_C(0x80000000)

#endif
