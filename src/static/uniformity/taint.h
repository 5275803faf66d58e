/* taint.h: the model of values and memory that the files of this room share.
 *
 * What makes a value differ is a set of sources, one bit each: "the rank in WORLD", "the clock".
 * How bad a source is depends on the communicator that somebody asks about (source_level), so one
 * solution answers for all of them. Beside that a value carries the parameters of its function that
 * it depends on, and a form, if it is a constant or a multiple of a rank or a size: ranges come
 * from forms (forms.c).
 *
 * Memory is followed along the control flow (memory.c): a state lists the locations that
 * the function may have written so far; a location that it does not list holds what it held when
 * the function was entered. Each definition has a version, as in SSA form, so that a join sees
 * which locations came along its edges with different definitions. At the joins of a branch that
 * differs those take over the sources of the branch, and so does what a loop leaves behind whose
 * number of iterations differs (regions.c).
 *
 * A solution is computed in runs over the whole program (program.c). What a run learns
 * about the forms of parameters and memory is used by the next one only, so every run is sound by
 * itself.
 */
#ifndef TUTTI_STATIC_UNIFORMITY_TAINT_H
#define TUTTI_STATIC_UNIFORMITY_TAINT_H

#include "ir/graph.h"
#include "static/uniformity/uniformity.h"

enum {
    SOURCES_MAX = 64,
    PARAMETERS_MAX = 21, /* bits of a taint: by themselves; shifted: beyond one step, or more */
    HOPS_MAX = 2,
    FORM_NONE = 0,     /* nothing was seen yet */
    FORM_ANYTHING = 1, /* not one form */
    NO_VALUE = 0,      /* as a definer: values are counted from 1 there */
};

enum source_kind {
    SOURCE_UNKNOWN,      /* a result of code that is not there, memory that was lost track of */
    SOURCE_INPUT,        /* files, the environment, random numbers */
    SOURCE_EXCHANGED,    /* received into memory that is sent, too: may be a broadcast by hand */
    SOURCE_TIMING,       /* clocks, whether something is complete */
    SOURCE_MACHINE,      /* names of hosts, process ids */
    SOURCE_RANK,         /* the rank in `handle` */
    SOURCE_SPREAD,       /* what MPI gives each rank of `handle` for itself: Scatter, Scan */
    SOURCE_RECEIVED,     /* by point-to-point communication on `handle` */
    SOURCE_AGREED,       /* the same on all ranks of `handle`: its size, a broadcast on it */
    SOURCE_APART,        /* the same, and known to be another thing in other communicators */
    SOURCE_MEMBER,       /* whether the process is in the communicator `handle` */
    SOURCE_MAYBE_MEMBER, /* the same where usually all processes are */
    SOURCE_KINDS,
};

/* A value that is assigned in the arms of a branch on the rank is one step from the rank, whatever
 * is assigned; a branch on that value makes others that are two steps away. Programs whose rank 0
 * reads and prints are full of those, and they seldom differ: from HOPS_MAX on they are unsure. */
struct source {
    enum source_kind kind;
    struct handle handle;
    uint32_t hops; /* branches, and writes that may be elsewhere, from the source to the value */
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
    uint32_t version; /* instruction number + 1, or beyond all values: a join at a block */
    uint64_t via;     /* parameters through which alone the function wrote it */
    bool direct;      /* it was written otherwise, too */
    bool entry;       /* it may still hold what it held at the start of the function */
    bool weak;        /* what was written last may be elsewhere */
    bool sure;        /* a join: of definitions one of which is certain */
    struct taint taint;
};

struct state {
    struct cell *cells; /* by location */
    uint32_t count;
    bool reached;
};

/* Memory that matters: every location that some instruction accesses, those of an object in a row
 * and by offset, so that a location is a number. */
struct locations {
    struct points_location *list;
    uint32_t count;
    uint32_t *start; /* by value number of the object: its first location, or where it would be */
};

/* What calls of a function that has no body do; see external.c. */
enum external {
    EXTERNAL_UNKNOWN,
    EXTERNAL_QUIET,  /* no effect, and the result is the same everywhere */
    EXTERNAL_PURE,   /* the result depends on the arguments and what they point to */
    EXTERNAL_INPUT,  /* result, and what pointers point to, come from outside */
    EXTERNAL_ASKS,   /* only the result comes from outside */
    EXTERNAL_TIMING, /* result and what pointers point to are of the clock */
    EXTERNAL_MACHINE,
    EXTERNAL_COPY,   /* memory from operand 1 to operand 0, operand 2 bytes */
    EXTERNAL_FILL,   /* operand 0 gets the value of operand 1 */
    EXTERNAL_FORMAT, /* operand 0 gets what all others are */
    EXTERNAL_SCAN,   /* operands from 1 get what operand 0 points to */
};

struct joins {
    uint32_t *blocks;
    size_t count;
};

/* Orders and post-dominance of a function, made when it is first needed. */
struct regions {
    const struct ir_function *function;
    struct arena *arena;
    uint32_t *order; /* reverse postorder of the blocks */
    uint32_t order_count;
    uint32_t *position;      /* in that order, by block */
    uint32_t *dominator;     /* by block */
    uint32_t *postdominator; /* by block; GRAPH_NONE: it never returns */
    struct graph_loops *loops;
    struct joins **joins; /* by block: regions_joins(); NULL: not needed yet */
};

struct entry {
    uint32_t location;
    struct taint taint;
};

/* What is known of a function in a solution. */
struct summary {
    struct entry *entries; /* what memory may hold when it is called, by location */
    size_t entry_count, entry_space;
    struct taint *arguments; /* what all calls pass, parameters of the callers resolved */
    struct cell *cells;      /* what it leaves in memory; parameters are its own */
    uint32_t cell_count;
    struct taint returned;
    bool queued, solved;
};

struct solution {
    struct arena arena;
    struct taint *values;      /* by value number */
    struct summary *summaries; /* by function number */
    uint32_t summary_count;
    struct taint **contents;      /* by value number of calls, by operand: what pointers point to */
    struct taint *written;        /* by location: by anybody, in this run ... */
    struct taint *written_before; /* ... and in the one before: for functions called from outside */
    uint32_t *argument_forms;     /* by value number of parameters: in the run before */
    uint32_t *argument_forms_new;
    const bool *same; /* by value number: taken to be the same everywhere; NULL: none */
};

/* The values that are the same for all ranks of a communicator because of how it was split. */
struct colouring {
    const struct ir_value *split;
    struct solution *solution; /* NULL: not worth one */
};

struct uniformity {
    struct analysis *analysis;
    struct arena arena;
    struct source sources[SOURCES_MAX];
    size_t source_count;
    uint64_t beyond[SOURCES_MAX]; /* by source: the one a step further away; 0: not needed yet */
    uint64_t plain[SOURCE_KINDS]; /* by kind: source_plain(); 0: not needed yet */
    struct form *forms;
    size_t form_count, form_space;
    uint32_t *form_table; /* hash of forms */
    size_t form_table_size;
    struct locations locations;
    struct regions **regions;        /* by function number */
    enum external *externals;        /* by function number */
    const struct ir_value **exposed; /* addresses that windows expose */
    size_t exposed_count;
    uint64_t *touched;      /* bits of objects, by function: accessed in it or below */
    uint32_t *object_index; /* by value number of the object */
    uint32_t object_count;
    struct handle **call_handles; /* by value number: handles of MPI calls, resolved */
    struct solution *base;
    struct colouring *colourings;
    size_t colouring_count;
};

#endif
