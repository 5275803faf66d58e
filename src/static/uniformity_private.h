/* uniformity_private.h: how uniformity.c and the uniform_*.c files share their work.
 *
 * What makes a value differ is a set of sources, one bit each: "the rank in WORLD", "the clock".
 * How bad a source is depends on the communicator that somebody asks about (source_level), so one
 * solution answers for all of them. Beside that a value carries the parameters of its function that
 * it depends on, and a form, if it is a constant or a multiple of a rank or a size: ranges come
 * from forms (uniform_forms.c).
 *
 * Memory is followed along the control flow (uniform_memory.c): a state lists the locations that
 * the function may have written so far; a location that it does not list holds what it held when
 * the function was entered. Each definition has a version, as in SSA form, so that a join sees
 * which locations came along its edges with different definitions. At the joins of a branch that
 * differs those take over the sources of the branch, and so does what a loop leaves behind whose
 * number of iterations differs (uniform_regions.c).
 *
 * A solution is computed in runs over the whole program (uniform_program.c). What a run learns
 * about the forms of parameters and memory is used by the next one only, so every run is sound by
 * itself.
 */
#ifndef TUTTI_STATIC_UNIFORMITY_PRIVATE_H
#define TUTTI_STATIC_UNIFORMITY_PRIVATE_H

#include "ir/graph.h"
#include "static/uniformity.h"

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

/* What calls of a function that has no body do; see uniform_external.c. */
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

/* ---- sources and handles: uniform_sources.c */
uint64_t source_bit(struct uniformity *uniformity, enum source_kind kind, struct handle handle);
uint64_t source_plain(struct uniformity *uniformity, enum source_kind kind);
/* The same sources and parameters, one branch further away. */
uint64_t sources_beyond(struct uniformity *uniformity, uint64_t sources);
/* Those at the end of their steps that are a step away at all: one arm of the branch that made them
 * differ may have got the value from the other. */
uint64_t sources_doubted(struct uniformity *uniformity, uint64_t sources);
uint64_t parameters_beyond(uint64_t parameters);
struct taint taint_beyond(struct uniformity *uniformity, struct taint taint);
uint64_t parameters_all(uint64_t parameters); /* however many steps away: bits of parameters */
/* How many steps away the parameter is (capped at HOPS_MAX); -1: the value does not depend on it.
 */
int parameter_hops(uint64_t parameters, uint32_t parameter);
/* Dups and parameters as what they stand for: all handles here are such. */
struct handle uniform_handle(struct uniformity *uniformity, struct handle handle);
struct handle uniform_handle_of_call(struct uniformity *uniformity, const struct ir_value *call);
enum uniform source_level(struct uniformity *uniformity, const struct source *source,
                          struct handle relative);
enum uniform sources_level(struct uniformity *uniformity, uint64_t sources, struct handle relative);

/* ---- forms: uniform_forms.c */
uint32_t form_constant(struct uniformity *uniformity, int64_t value);
uint32_t form_of(struct uniformity *uniformity, enum form_kind kind, struct handle handle);
uint32_t form_place(struct uniformity *uniformity, struct points_location place);
bool form_is_place(const struct uniformity *uniformity, uint32_t form,
                   struct points_location *place);
uint32_t form_join(uint32_t a, uint32_t b);
bool form_is_constant(const struct uniformity *uniformity, uint32_t form, int64_t *value);
uint32_t form_of_operation(struct uniformity *uniformity, const struct ir_value *operation,
                           const uint32_t *operands);

/* The rank or size that a form is, with nothing multiplied: what is added to it; false: none. */
bool form_is_plain(const struct uniformity *uniformity, uint32_t form, enum form_kind *kind,
                   struct handle *handle, int64_t *addend);
/* A comparison of least..greatest with 0: 1, 0, or -1 for not known. */
int form_decide_range(enum ir_predicate predicate, int64_t least, int64_t greatest);

/* ---- memory: uniform_memory.c */
void locations_find(struct uniformity *uniformity);
/* The locations that an access of `size` bytes (0: to the end of the member, or of the object) at
 * this place meets:
 * [*first, *end), and *anywhere, that of unknown offset, or UINT32_MAX. */
void locations_range(const struct locations *locations, struct points_location place, uint64_t size,
                     uint32_t *first, uint32_t *end, uint32_t *anywhere);
bool locations_has(const struct locations *locations, struct points_location place);
/* The array of the object that holds the place, as place and size; false: none does. */
bool locations_array(struct points_location *place, uint64_t *size);
/* Where a location is in a list that is sorted by it, or belongs: of cells, of entries, all of
 * which begin with it. */
static inline size_t location_position(const void *list, size_t count, size_t size,
                                       uint32_t location)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (*(const uint32_t *)((const char *)list + middle * size) < location)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
const struct cell *state_find(const struct state *state, uint32_t location);
bool state_equal(const struct state *a, const struct state *b);

/* ---- regions: uniform_regions.c */
struct regions *regions_of(struct uniformity *uniformity, const struct ir_function *function);
bool regions_in_loop(const struct regions *regions, uint32_t block, uint32_t head);
/* The blocks where paths from different successors of the block meet for the first time. */
const struct joins *regions_joins(const struct regions *regions, uint32_t block);
/* The next loop around the block (from `head`, GRAPH_NONE to start) that the branch at its end may
 * leave while other ranks stay in it; GRAPH_NONE: no more. */
uint32_t regions_left_loop(const struct regions *regions, uint32_t block, uint32_t head);

/* ---- one function: uniform_function.c */
struct block_facts {
    struct state out;
    struct taint branch;  /* of the condition at its end */
    bool registered;      /* its joins know of it */
    uint32_t *influences; /* blocks whose branches make it a join */
    size_t influence_count;
    uint32_t *leaving; /* of the head of a loop: blocks whose branches may leave it */
    size_t leaving_count;
};

struct solver {
    struct uniformity *uniformity;
    struct solution *solution;
    const struct ir_function *function;
    const struct regions *regions;
    struct arena arena; /* of the states: gone when the function is solved */
    struct block_facts *blocks;
    struct state state; /* at the instruction at hand; `space` cells */
    uint32_t space;
    bool final; /* states are stable: tell callees and remember what was written */
    bool changed;
    bool pending;    /* some function is queued */
    bool forms_only; /* callees are not solved again for what calls tell them */
};

void function_solve(struct solver *solver, const struct ir_function *function);
struct taint taint_of(struct solver *solver, const struct ir_value *value);
struct taint taint_join(struct taint a, struct taint b);
/* Memory at an address, `size` bytes of it (0: all that follows). */
struct taint memory_read(struct solver *solver, const struct ir_value *address, uint64_t size);
/* What a write replaces. */
enum write {
    WRITE_SCALAR, /* one variable or field, if it is sure which */
    WRITE_BUFFER, /* all that follows in the object, if it is sure which object */
    WRITE_ALWAYS, /* everywhere that it may go */
};
void memory_write(struct solver *solver, const struct ir_value *address, uint64_t size,
                  struct taint taint, const struct ir_value *by, enum write mode);
/* Whether it is sure which object a pointer points to, seen from each call of the function. */
bool memory_certain(const struct solver *solver, const struct ir_value *address);
/* Adds to what the memory may hold. */
void memory_add(struct solver *solver, const struct ir_value *address, uint64_t size,
                struct taint taint, const struct ir_value *by);
void memory_copy_range(struct solver *solver, const struct ir_value *to,
                       const struct ir_value *from, uint64_t size, const struct ir_value *by);
struct taint location_read(struct solver *solver, uint32_t location);
uint32_t location_entry_form(struct solver *solver, uint32_t location);
struct cell *location_cell(struct solver *solver, uint32_t location);
/* The parameter that an address is based on; -1: none. */
int address_parameter(const struct ir_value *address);
/* Parameters resolved to what all calls of the function pass. */
struct taint taint_closed(struct uniformity *uniformity, const struct solution *solution,
                          const struct ir_function *function, struct taint taint);

/* ---- comparisons: uniform_bounds.c */
/* What a comparison of a rank or size with a constant gives under the conditions that hold where
 * it stands: 1, 0, or -1 for not known. */
int bounds_decide(struct solver *solver, const struct ir_value *comparison);
/* The sources of an operation's operands, without those that a comparison does not ask about. */
uint64_t comparison_sources(struct solver *solver, const struct ir_value *operation,
                            uint64_t sources);

/* ---- calls: uniform_call.c, uniform_external.c, uniform_mpi.c */
struct taint call_evaluate(struct solver *solver, const struct ir_value *call);
/* The function is solved: keeps what its callers need to know, and queues them if it is new. */
void call_publish(struct solver *solver, const struct state *end, struct taint returned);
/* Whether a receive fills memory that its function sends, too. */
bool call_exchanges(struct solver *solver, const struct ir_value *receive);
enum external external_of(const char *symbol);
struct taint external_call(struct solver *solver, const struct ir_value *call, enum external kind);
struct taint mpi_call(struct solver *solver, const struct ir_value *call,
                      const struct api_function *mpi);

/* ---- the program: uniform_program.c */
struct solution *program_solve(struct uniformity *uniformity, const bool *same,
                               const struct solution *earlier);
void program_queue(struct solver *solver, const struct ir_function *function);
void solution_free(struct solution *solution);
bool uniform_called_from_outside(const struct uniformity *uniformity,
                                 const struct ir_function *function);
bool uniform_is_main(const struct ir_function *function);

/* The solution that answers questions about this communicator. */
const struct solution *uniform_solution(struct uniformity *uniformity, struct handle relative);

/* ---- splits: uniform_colour.c */
/* The solution for communicators that this call makes; NULL: none better than the base. */
struct solution *colour_solution(struct uniformity *uniformity, const struct ir_value *split);

#endif
