/* taint.h: the model of values and memory that the files of this room share.
 *
 * A set of sources, one bit each, says what makes a value differ: "the rank in WORLD", "the clock".
 * How much a source matters depends on the communicator that a question is about (source_level), so
 * one solution answers for all communicators. A value also carries the parameters of its function
 * that it depends on, and a form if it is a constant or a multiple of a rank or a size. Ranges come
 * from forms (forms.c).
 *
 * The solver follows memory along the control flow (memory.c). A state lists the locations that the
 * function may have written until now. A location that is not listed holds what it held when the
 * function was entered. Each definition has a version, as in SSA form, so that a join sees which
 * locations have different definitions on its edges. If the branch before the join differs, these
 * locations take over the sources of the branch. So do locations that a loop writes if its number
 * of iterations differs (regions.c).
 *
 * A solution is computed in runs over the whole program (program.c). Only the next run uses what a
 * run learns about the forms of parameters and memory, so every run is sound by itself.
 */
#ifndef TUTTI_STATIC_UNIFORMITY_TAINT_H
#define TUTTI_STATIC_UNIFORMITY_TAINT_H

#include "base/intern.h"
#include "ir/graph.h"
#include "ir/library.h"
#include "static/uniformity/uniformity.h"

enum {
    SOURCES_MAX = 64,
    PARAMETERS_MAX = 21, /* parameters have two groups of bits: direct, and shifted: one or more
                            steps away */
    HOPS_MAX = 2,
    FORM_NONE = 0,     /* nothing was seen yet */
    FORM_ANYTHING = 1, /* several forms, or none */
    NO_VALUE = 0,      /* as a definer: values are counted from 1 */
};

enum source_kind {
    SOURCE_UNKNOWN, /* the result of code without a body, or memory that the analysis lost track of
                     */
    SOURCE_INPUT,   /* files, the environment, random numbers */
    SOURCE_EXCHANGED,    /* received into memory that is also sent: perhaps a broadcast by hand */
    SOURCE_TIMING,       /* clocks, whether a request is complete */
    SOURCE_MACHINE,      /* names of hosts, process ids */
    SOURCE_RANK,         /* the rank in `handle` */
    SOURCE_SPREAD,       /* values that MPI gives each rank of `handle` separately: Scatter, Scan */
    SOURCE_RECEIVED,     /* received by point-to-point communication on `handle` */
    SOURCE_AGREED,       /* the same on all ranks of `handle`: its size, a broadcast on it */
    SOURCE_APART,        /* the same on all ranks of `handle`, and known to be different in other
                            communicators */
    SOURCE_MEMBER,       /* whether the process is in the communicator `handle` */
    SOURCE_MAYBE_MEMBER, /* the same for a communicator that usually contains all processes */
    SOURCE_KINDS,
};

/* If the arms of a branch on the rank assign a value, the value is one step from the rank, whatever
 * they assign. A branch on that value makes others that are two steps away. Programs in which rank
 * 0 reads and prints are full of such values, and they seldom differ: at HOPS_MAX steps a value is
 * unsure. */
struct source {
    enum source_kind kind;
    struct handle handle;
    uint32_t hops; /* branches, and writes that may go elsewhere, from the source to the value */
};

enum form_kind { FORM_CONSTANT, FORM_RANK, FORM_SIZE, FORM_ARGUMENTS, FORM_PLACE };

/* multiplier * (rank or size of `handle`) + addend; FORM_ARGUMENTS: memory of the command line;
 * FORM_PLACE: the address of the variable `handle.variable`, and addend bytes. */
struct form {
    enum form_kind kind;
    struct handle handle;
    int64_t multiplier, addend;
};

struct taint {
    uint64_t sources, parameters;
    uint32_t form;
    uint32_t definer; /* number + 1 of the instruction that explains the sources; or NO_VALUE */
};

/* One location in a state. */
struct cell {
    uint32_t location;
    uint32_t version; /* instruction number + 1; numbers above all values mean a join at a block */
    uint64_t via;     /* parameters through which the function wrote it */
    bool direct;      /* the function also wrote it without them */
    bool entry;       /* it may still hold what it held when the function was entered */
    bool weak;        /* the last write may have gone elsewhere */
    bool sure;        /* of a join: one of the joined definitions is certain */
    struct taint taint;
};

struct state {
    struct cell *cells; /* sorted by location */
    uint32_t count;
    bool reached;
};

/* All locations that some instruction accesses. Those of one object are consecutive and sorted by
 * offset, so that a number names a location. */
struct locations {
    struct points_location *list;
    uint32_t count;
    uint32_t *start; /* by value number of the object: its first location, or where that would be */
};

struct joins {
    uint32_t *blocks;
    size_t count;
};

/* Orders and post-dominance of a function, made when first needed. */
struct regions {
    const struct ir_function *function;
    struct arena *arena;
    uint32_t *order; /* reverse postorder of the blocks */
    uint32_t order_count;
    uint32_t *position;      /* by block: its index in `order` */
    uint32_t *dominator;     /* by block */
    uint32_t *postdominator; /* by block; GRAPH_NONE: the block never returns */
    struct graph_loops *loops;
    struct joins **joins; /* by block: regions_joins(); NULL: not needed yet */
};

struct entry {
    uint32_t location;
    struct taint taint;
};

/* What a solution knows of a function. */
struct uniformity_summary {
    struct entry *entries; /* what memory may hold when the function is called, by location */
    size_t entry_count, entry_space;
    struct taint *arguments; /* what all calls pass, with parameters of the callers resolved */
    struct cell *cells;      /* what it leaves in memory; parameters in them are those of this
                                function */
    uint32_t cell_count;
    struct taint returned;
    bool queued, solved;
};

struct solution {
    struct arena arena;
    struct taint *values;                 /* by value number */
    struct uniformity_summary *summaries; /* by function number */
    uint32_t summary_count;
    struct taint **contents;      /* by value number of calls, by operand: what pointers point to */
    struct taint *written;        /* by location: what any function wrote in this run ... */
    struct taint *written_before; /* ... and in the run before: for functions that are called
                                     from outside */
    uint32_t *argument_forms; /* by value number of parameters: the forms found in the run before */
    uint32_t *argument_forms_new;
    const bool *same; /* by value number: assumed to be the same on all ranks; NULL: none */
};

/* The values that are the same for all ranks of a communicator because of how it was split. */
struct colouring {
    const struct ir_value *split;
    struct solution *solution; /* NULL: it would say no more than the base */
};

struct uniformity {
    struct analysis *analysis;
    struct arena arena;
    struct source sources[SOURCES_MAX];
    size_t source_count;
    uint64_t beyond[SOURCES_MAX]; /* by source: the source one step further away; 0: not needed
                                     yet */
    uint64_t plain[SOURCE_KINDS]; /* by kind: source_plain(); 0: not needed yet */
    struct form *forms;
    size_t form_count, form_space;
    struct intern form_numbers;
    struct locations locations;
    struct regions **regions;        /* by function number */
    enum library_values *externals;  /* by function number */
    const struct ir_value **exposed; /* addresses that windows expose */
    size_t exposed_count;
    uint64_t *touched;      /* by function: bits of the objects that it, or a callee, accesses */
    uint32_t *object_index; /* by value number of the object */
    uint32_t object_count;
    struct handle **call_handles; /* by value number: the resolved handles of MPI calls */
    struct solution *base;
    struct colouring *colourings;
    size_t colouring_count;
};

#endif
