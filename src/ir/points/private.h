/* private.h: the structs that the parts of points.c share.
 *
 * A node stands for the pointers that a value, a memory cell or the result of a function may hold.
 * Its set has the cells that the pointers may point to. A cell is a place in an object, and has a
 * node for what is stored there. An edge says that one node holds everything that the other holds.
 * Constraints (loads, stores, addresses, copies, calls) make new edges as sets grow.
 *
 * The outside is cell 0: a pointer to it may point to anything outside of the program, and to every
 * object that has escaped. So escaped objects need not be listed in every unknown set.
 */
#ifndef TUTTI_IR_POINTS_PRIVATE_H
#define TUTTI_IR_POINTS_PRIVATE_H

#include "ir/library.h"
#include "ir/map.h"
#include "ir/points/points.h"

/* Limits. Beyond them an answer is less exact, never wrong. */
enum {
    POINTS_SET_MAX = 100, /* cells in a set; beyond: the set is unknown, and what it held escapes */
    POINTS_CELL_MAX = 64, /* cells of an object; beyond: it becomes one cell ... */
    POINTS_FIELD_MAX = 512, /* ... but a structure may have as many as its type has fields */
    POINTS_PAIR_MAX = 1024, /* pairs of places that one memcpy may copy between */
    POINTS_COPY_MAX = 500,  /* places that an object may be copied to */
    POINTS_WIDE_MAX = 128,  /* bytes of a structure that may be loaded or stored at once */
};

enum { POINTS_WORD = 8 }; /* bytes; smaller values hold no pointer */

enum { CELL_OUTSIDE = 0 };
enum { NODE_NONE = 0, NODE_OUTSIDE = 1, NODE_ESCAPE = 2 };

struct cell_set {
    uint32_t *items;
    uint32_t count;
    size_t space;
};

enum constraint_kind {
    CONSTRAIN_LOAD,    /* `other` gets what is stored at `offset` from the pointer */
    CONSTRAIN_STORE,   /* the memory at the pointer gets what `other` holds */
    CONSTRAIN_ADDRESS, /* `other` is the address that `value` computes from the pointer */
    CONSTRAIN_BLUR,    /* `other` points somewhere in the same objects */
    CONSTRAIN_COPY,    /* memory at the pointer is copied to where `other` points; each copy has two
                          such constraints, one on each node */
    CONSTRAIN_CALL,    /* the call `value` calls the pointer */
};

struct constraint {
    enum constraint_kind kind;
    uint32_t other;
    int64_t offset;               /* CONSTRAIN_COPY: bytes, or -1: not known */
    const struct ir_value *value; /* address or call */
    bool reversed;                /* CONSTRAIN_COPY: this node is the target, `other` the source */
    struct constraint *next;
};

struct node {
    uint32_t parent;                     /* the node that it was merged with; else itself */
    uint32_t order;                      /* nodes with a higher order come first */
    struct cell_set all, fresh, pending; /* fresh: not sent on yet; pending: not constrained yet */
    uint32_t *edges;
    uint32_t edge_count;
    size_t edge_space;
    struct constraint *constraints;
    bool unknown; /* the set includes the outside, and whatever is added escapes */
    bool queued, waiting;
};

struct cell {
    uint32_t object, node;
    int64_t offset;
    uint32_t next; /* the next cell of the same object; 0: the last */
};

/* A copy of memory from one object to another, which is applied whenever a cell appears. */
struct object_copy {
    uint32_t to;
    int64_t from_offset, to_offset, size; /* size -1: to the end */
    struct object_copy *next;
};

struct object {
    const struct ir_value *value;
    const struct ir_type *type; /* NULL: memory from an allocator that has no type yet */
    uint64_t size;              /* 0: not known */
    uint64_t stride; /* the object is an array of elements of this size; 0: its type says what it
                        is */
    uint32_t first_cell, cell_count;
    struct object_copy *copies;
    uint32_t copy_count;
    bool escaped, unknown; /* unknown: its cells also hold the outside */
    bool fixed;            /* it cannot be written, or holds no pointers: stores are ignored */
    bool common; /* a common block of Fortran: bytes of variables that no type tells apart */
};

enum allocates { ALLOCATES_NOT, ALLOCATES, ALLOCATES_AGAIN };

struct allocator {
    enum allocates kind;
    uint32_t resized; /* ALLOCATES_AGAIN: the argument whose content the new memory gets */
};

struct points {
    const struct ir_program *program;
    struct arena arena;
    struct node *nodes;
    size_t node_count, node_space;
    struct cell *cells;
    size_t cell_count, cell_space;
    struct object *objects; /* [0] is not used */
    size_t object_count, object_space;
    uint32_t *of_value;            /* by number of the value: its node; NODE_NONE: not made yet */
    uint32_t *of_object;           /* by number of the value: its object */
    uint32_t *results;             /* by number of the function: the node of its result */
    struct library_facts *outside; /* by number of the function: what is known of those outside */
    struct allocator *allocators;  /* by number of the function: whether it is an allocator */
    const struct ir_value **build; /* values whose constraints must still be made */
    size_t build_count, build_space;
    /* Work that is left: nodes with something to send, nodes to constrain, objects that escape or
     * become unknown, cells to copy. */
    uint32_t *heap, *waiting, *escaping, *unknown, *fresh_cells;
    size_t heap_count, waiting_count, escaping_count, unknown_count, fresh_cell_count;
    size_t heap_space, waiting_space, escaping_space, unknown_space, fresh_cell_space;
    uint64_t *known_edges; /* a hash set; 0: free */
    size_t known_count, known_space;
    size_t new_edges;        /* edges since cycles were last merged */
    struct points_set *sets; /* by node: the answers */
};

/* objects.c */
uint32_t points_object(struct points *points, const struct ir_value *value);
uint32_t points_cell(struct points *points, uint32_t object, int64_t offset);
uint32_t points_held(struct points *points, uint32_t object, int64_t offset); /* the cell's node */
uint32_t points_find_cell(const struct points *points, uint32_t object, int64_t offset);
uint32_t points_apply_address(struct points *points, uint32_t cell, const struct ir_value *address);
void points_blur(struct points *points, uint32_t object);
void points_copy_object(struct points *points, uint32_t from, uint32_t to, int64_t size);
void points_make_unknown(struct points *points, uint32_t object);
void points_settle_objects(struct points *points); /* does the remaining work on cells */
int64_t points_normal(const struct object *object, int64_t offset);
bool points_is_repeated(const struct object *object, int64_t offset);

/* solve.c */
uint32_t points_new_node(struct points *points);
uint32_t points_root(const struct points *points, uint32_t node);
void points_add(struct points *points, uint32_t node, uint32_t cell);
void points_edge(struct points *points, uint32_t from, uint32_t to);
void points_constrain(struct points *points, uint32_t node, struct constraint constraint);
void points_escape(struct points *points, uint32_t object);
void points_solve(struct points *points);

/* build.c */
uint32_t points_node(struct points *points, const struct ir_value *value);
uint32_t points_result(struct points *points, const struct ir_function *function);
bool points_carries(const struct ir_type *type); /* whether it may hold a pointer */
/* Returns whether the value is a cast that does not change a pointer: it has no node of its own. */
bool points_is_transparent(const struct ir_value *value);
void points_build(struct points *points); /* all functions */
void points_build_pending(struct points *points);
void points_connect(struct points *points, const struct ir_value *call,
                    const struct ir_function *function);

/* outside.c: the effect of calls of functions outside the program. */
void points_outside(struct points *points, const struct ir_value *call,
                    const struct ir_function *function);
enum allocates points_allocates_outside(struct points *points, const struct ir_function *function,
                                        uint32_t *resized);
bool points_only_looks(struct points *points, const struct ir_value *call); /* memset, free */
void points_allocate(struct points *points, const struct ir_value *call,
                     struct allocator allocator);

/* allocators.c */
void points_find_allocators(struct points *points);

#endif
