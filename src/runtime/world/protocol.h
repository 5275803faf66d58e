/* protocol.h: the memory that ranks and the scheduler share.
 *
 * One segment of memory holds a block per rank. A rank posts operations into its ring and goes on.
 * At a call that must wait, it posts with OP_WAITS and sleeps in a lane; each of its threads that
 * waits has a lane of its own. The scheduler takes the operations, matches them, and answers: in
 * the lane for a call that waits, in the inbox for operations that complete in the background.
 * Ranks look into each other's blocks only at payloads that an answer names. Peers are always ranks
 * in MPI_COMM_WORLD. A communicator is a number, its context.
 *
 * Each ring has one producer, since the rank's threads take turns, and one consumer. Indices only
 * grow; a place in the ring is an index modulo the ring's size.
 */
#ifndef TUTTI_RUNTIME_WORLD_PROTOCOL_H
#define TUTTI_RUNTIME_WORLD_PROTOCOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The environment variable that leads a process to the segment: PID:DESCRIPTOR of the command,
 * followed by ":start" or ":RANK" where ranks are started by exec (start.c). */
#define WORLD_VARIABLE "TUTTI_GUEST_WORLD"
#define WORLD_MAGIC    0x74757474692d7731u

enum {
    WORLD_RANKS_MAX = 1024,
    WORLD_RING = 256,    /* operations that a rank can be ahead of the scheduler */
    WORLD_INBOX = 256,   /* completions that a rank has not taken yet */
    WORLD_LANES = 128,   /* threads of a rank that can wait in calls of MPI at once */
    WORLD_HELPERS = 16,  /* threads of the program's MPI that a rank lists */
    WORLD_CALL = 32,     /* bytes for the name of an MPI function */
    WORLD_ALIKE = 48,    /* bytes for arguments that must agree */
    WORLD_STACK = 16,    /* return addresses kept of a call */
    WORLD_STACKS = 2048, /* distinct stacks of calls that a rank keeps */
    WORLD_STACK_TABLE = 2 * WORLD_STACKS,
    WORLD_REGISTERS = 32,    /* of a frame, by their numbers in DWARF */
    WORLD_FIT_PLACES = 1024, /* places in the program with a datatype, for OP_FIT */
    WORLD_FITS = 4096,       /* checked buffers at those places */
    WORLD_HEADLINE = 256,    /* bytes for the line that says what is wrong */
    WORLD_TEXT = 160,        /* bytes for the condition of an assertion */
    WORLD_BEGIN = 8 << 20,   /* bytes for the arguments and files that ranks start with; more
                                than the kernel accepts */
    WORLD_FRAMES = 8 << 20,  /* bytes for the description of the program's frames */
    WORLD_ANY = -1,          /* any source, any tag */
    WORLD_NOBODY = -2,       /* stands for MPI_PROC_NULL, which never reaches the scheduler */
    WORLD_CONTEXT_WORLD = 1,
    WORLD_CONTEXT_SELF = 2,              /* + rank: each rank has its own MPI_COMM_SELF */
    WORLD_CONTEXT_PARTITIONED = 1 << 30, /* + context of the communicator: its partitioned
                                            messages */
};

enum op_kind {
    OP_NONE,
    OP_SEND,
    OP_RECEIVE,
    OP_PROBE,
    OP_COLLECTIVE,
    OP_WAIT, /* waits for requests: the payload lists the numbers of their operations */
    OP_READ, /* says that this rank no longer needs the payloads of a collective */
    OP_FINALIZE,
    OP_PROBLEM,  /* reports an error: the payload is a struct world_problem. Without a payload it
                    withdraws an earlier one */
    OP_MEMBERS,  /* announces a communicator: the payload lists its members, of both groups, as
                    int32_t */
    OP_CANCEL,   /* cancels an operation, unless it is matched */
    OP_GENERAL,  /* starts a generalised request, which is complete when the rank says so ... */
    OP_COMPLETE, /* ... by this */
    OP_POINTER,  /* moves the shared pointer of the file `context` */
    /* One-sided communication: `context` is that of the window. */
    OP_ACCESS,  /* asks for access to memory: the payload is a list of struct world_range. The value
                   of the answer says how many of them may proceed now */
    OP_APPLIED, /* says that the accesses allowed by the last OP_ACCESS are done */
    OP_LOCK,    /* asks for a lock */
    OP_UNLOCK,
    OP_FIT,     /* asks whether a datatype fits the memory of a buffer: the payload is a struct
                   world_fit. It has no number and is no step of the program */
    OP_TOUCHED, /* reports accesses of the rank itself to memory of windows since its last
                   operation: the payload is a list of struct world_range */
};

/* Properties of an access to a range of a rank's memory. Two accesses commute if their `group` is
 * equal and not 0. Ranges of one `piece` are applied together. */
enum range_flags {
    RANGE_WRITES = 1,
    RANGE_ATOMIC = 2,  /* by an accumulate function: element by element (MPI 4.0, section 12.7.1) */
    RANGE_COARSE = 4,  /* the access touches only parts of the range */
    RANGE_LOCAL = 8,   /* in OP_TOUCHED: a load, a store, or the buffer of a call */
    RANGE_SHARED = 16, /* in a window whose memory several ranks load from and store to */
    RANGE_LOCKED = 32, /* with RANGE_LOCAL: the rank held the lock of its own memory meanwhile */
};

struct world_range {
    int32_t target; /* rank in MPI_COMM_WORLD */
    uint32_t flags, group, piece;
    uint32_t issued;    /* the rank's last operation before the access could begin */
    uint32_t serial;    /* number of the one-sided operation that the range belongs to */
    uint32_t reduction; /* with RANGE_ATOMIC: hash of operation and datatype; 0: compatible with
                           every other operation */
    uint32_t basic;     /* with RANGE_ATOMIC: hash of the basic datatype's handle */
    uint32_t unit;      /* bytes of one element; 1: the datatype has gaps */
    uint64_t low, high;
    uint64_t site;
    uint32_t stack; /* number of the call's stack, as in world_op */
    char call[WORLD_CALL];
};

enum op_flags {
    OP_WAITS = 1,       /* the rank sleeps until the answer comes */
    OP_POLLS = 2,       /* Test, Iprobe and relatives: the answer may be "not yet" */
    OP_SYNCHRONOUS = 4, /* send modes */
    OP_BUFFERED = 8,
    OP_READY = 16,
    OP_PERSISTENT = 32, /* of a collective: it is counted in a context of its own, `counted_in` */
    OP_MATCHED = 64,    /* a probe that takes the message, or a receive of a message that was
                           taken */
    /* of collectives */
    OP_LISTS_NEEDS = 128, /* `list` names the members that it needs, not `need` and `need_count` */
    OP_SUBSET = 256,      /* it concerns a part of the communicator: `list` is its members */
    OP_CONSTRUCTS = 512,  /* asks for new contexts, one per member */
    OP_OF_FILE = 1024,    /* of a file: `alike` holds arguments, not a reduction */
    OP_SPACE = 2048, /* a poll for buffered messages, which stay in the attached buffer until it
                        succeeds */
};

enum wait_mode { WAIT_FOR_ALL, WAIT_FOR_ANY, WAIT_FOR_SOME };

/* POINTER_ADD adds `amount` to the pointer, POINTER_SET sets it to `amount`. The answer is the old
 * value. */
enum pointer_mode { POINTER_ADD, POINTER_SET };

/* The payload of OP_WAIT is a list of numbers of operations. The scheduler sets this bit in those
 * that the call completes. */
#define WAIT_CHOSEN 0x80000000u

/* Special values of op_collective.root: the collective has no root; the root of an
 * inter-communicator's collective is another process of this rank's own group (MPI_PROC_NULL). */
enum { WORLD_NO_ROOT = -1, WORLD_ROOT_ELSEWHERE = -2 };

/* OP_SEND, OP_RECEIVE, OP_PROBE */
struct op_message {
    int32_t peer, tag;    /* destination or source */
    uint32_t partitioned; /* of a partitioned message: its number, from 1, among those with this
                             peer and tag; else 0 */
    uint32_t taken;       /* of a receive with OP_MATCHED: the number of the send that it takes */
    uint64_t bytes;       /* of the data; of a receive, its capacity */
    uint64_t checksum;    /* of the data that a send carries */
};

/* OP_COLLECTIVE. The members of an inter-communicator are those of its first group, followed by
 * those of the second. The first group is the one whose first process has the smaller rank in
 * MPI_COMM_WORLD. */
struct op_collective {
    int32_t root;              /* index among the members, or a special value */
    uint32_t members;          /* of both groups */
    uint32_t index;            /* of this rank among them */
    uint32_t first_group;      /* members of the first group of an inter-communicator; else 0 */
    uint32_t need, need_count; /* the members that must have arrived before this rank may leave:
                                  the first, by index, and their number */
    int32_t tag;               /* with OP_SUBSET */
    int32_t counted_in;        /* with OP_PERSISTENT: the context in which its starts are counted */
    uint64_t list;             /* offset of a list of uint32_t, as the flags say; 0: none */
    uint64_t checksum;         /* of the data that the rank contributes */
    char alike[WORLD_ALIKE];   /* arguments on which all members must agree, as text: MPI_SUM */
};

/* OP_WAIT */
struct op_wait {
    enum wait_mode mode;
    uint32_t requests;
};

/* OP_READ, OP_CANCEL, OP_COMPLETE, and OP_PROBLEM without a payload: the operation of this rank
 * that it is about. */
struct op_subject {
    uint32_t number;
};

/* OP_PROBLEM with a payload: the operation of a persistent request that was not started. Its
 * context is that of the problem. */
struct op_idle {
    enum op_kind kind; /* OP_NONE: the problem is a different one */
    int32_t peer;      /* of a message; else 0 */
};

/* OP_MEMBERS */
struct op_announcement {
    uint32_t members;
    bool is_window; /* the communicator belongs to a window */
};

/* OP_POINTER */
struct op_pointer {
    enum pointer_mode mode;
    uint64_t amount;
};

/* OP_ACCESS, OP_TOUCHED */
struct op_access {
    uint32_t ranges; /* in the payload */
};

/* OP_APPLIED */
struct op_applied {
    bool changed; /* some memory */
};

/* OP_LOCK, OP_UNLOCK */
struct op_lock {
    int32_t target; /* rank in MPI_COMM_WORLD */
    bool exclusive;
};

/* An operation in the ring. Its kind says which member of the union it has: none, if no struct
 * above names the kind. */
struct world_op {
    uint16_t kind, flags;
    uint16_t lane;   /* with OP_WAITS: the lane that gets the answer */
    uint32_t number; /* of this operation among the rank's, from 1 */
    int32_t context;
    uint32_t stack;   /* number of the stack that the site carries */
    uint64_t payload; /* offset in the segment, 0: none */
    uint64_t site;    /* return address of the call; in the ring, combined with its stack */
    char call[WORLD_CALL];
    union {
        struct op_collective collective; /* The largest is the first, so an initializer that names
                                            no member sets all bytes to zero. */
        struct op_message message;
        struct op_wait wait;
        struct op_subject subject;
        struct op_idle idle;
        struct op_announcement announcement;
        struct op_pointer pointer;
        struct op_access access;
        struct op_applied applied;
        struct op_lock lock;
    };
};

_Static_assert(offsetof(struct world_op, collective) + sizeof(struct op_collective) ==
                   sizeof(struct world_op),
               "no member of the union is larger than the first");

/* An error that a rank found in its own call (problem.h). Texts end with a zero; an empty text is
 * none. */
struct world_problem {
    char rule[32];
    char headline[WORLD_HEADLINE];
    char why[256];
    char related[32];
    char peer_call[WORLD_CALL];
    uint64_t related_site, peer_site;
    uint32_t related_stack, peer_stack; /* numbers of stacks, as in world_op, of this rank and of
                                           the peer */
    int32_t peer;
    uint32_t note;    /* 1: a note, not an error */
    uint32_t warning; /* 1: an error without consequences */
    uint32_t certain; /* 1: the rank goes on, but it is an error however the run ends */
};

/* A question about a buffer (fit.h). The signature of one element of its datatype follows; the
 * layout follows it at a multiple of 8 bytes. */
struct world_fit {
    uint64_t buffer, count;
    int64_t extent;
    uint64_t low, high;      /* bounds of the allocated block that holds the buffer; both 0: none */
    uint64_t pc, cfa, known; /* of the calling frame: see struct unwind_input */
    uint64_t registers[WORLD_REGISTERS];
    uint32_t signature_bytes, layout_bytes;
    char argument[WORLD_CALL]; /* the buffer's name in the MPI standard: "sendbuf" */
};

enum { ANSWER_CANCELLED = 2 };

/* The outcome of an operation. */
struct world_answer {
    uint32_t number; /* of the operation; for OP_WAIT, the index of the request that completed,
                        or ~0 */
    uint32_t flag;   /* for a poll, whether it succeeded; or ANSWER_CANCELLED */
    int32_t source, tag;
    uint64_t bytes;   /* of the message */
    uint64_t payload; /* offset of the message, or of a table of payloads by member */
    uint64_t value;   /* for OP_CONSTRUCTS, the first of the new contexts; for a matched probe,
                         the number of the send that it took; for OP_POINTER, the old value */
};

/* Kinds of a rank's end, which the rank states just before it. */
enum end_kind { END_UNSAID, END_SIGNAL, END_DIVISION, END_ASSERT, END_EXIT, END_ABORT };

struct world_end {
    _Atomic uint32_t kind;
    int32_t code;                /* signal, exit status, error code of MPI_Abort */
    uint64_t stack[WORLD_STACK]; /* where it ended, as in world_lane.stack */
    char text[WORLD_TEXT];       /* of END_ASSERT: the condition */
    uint32_t handling;           /* with END_EXIT, END_ABORT: a handler of a crash called it */
};

/* The stack of a call. Entries are only added, so the number of a stack stays valid. */
struct world_stack {
    uint64_t addresses[WORLD_STACK]; /* return addresses, innermost first; 0 ends them */
    char call[WORLD_CALL];           /* name of the first call made from there */
    /* These recognise the stack without unwinding: the frame of the wrapper, and the distance in
     * words from it to each address. 0: only unwinding can tell. */
    uint64_t frame;
    uint32_t places[WORLD_STACK];
};

/* The site of a call may carry the number of its stack in this rank. The number counts from 1 and
 * lies above the address, which has 48 bits. */
enum { WORLD_SITE_BITS = 48 };

static inline uint64_t world_site_address(uint64_t site)
{
    return site & ((UINT64_C(1) << WORLD_SITE_BITS) - 1);
}

static inline uint32_t world_site_stack(uint64_t site)
{
    return (uint32_t)(site >> WORLD_SITE_BITS);
}

/* The place of a thread that waits in a call. A rank with one thread uses the first lane. */
struct world_lane {
    _Atomic uint32_t wake;   /* futex: changes when the thread gets its answer */
    _Atomic uint32_t asleep; /* 1: the thread sleeps in the kernel */
    /* 1: the scheduler asks for the thread's stack; 2: `stack` holds it. A thread that sleeps is
     * woken. A rank that computes gets SIGABRT, answers in its first lane, and does nothing
     * more. */
    _Atomic uint32_t stack_wanted;
    struct world_answer answer;
    uint64_t stack[WORLD_STACK]; /* return addresses, innermost first; 0 ends it */
};

struct world_rank {
    _Atomic uint32_t posted; /* operations put into the ring by the rank */
    _Atomic uint32_t taken;  /* operations taken out by the scheduler */
    _Atomic uint32_t told;   /* completions put into the inbox by the scheduler */
    _Atomic uint32_t heard;  /* completions taken out by the rank */
    _Atomic int32_t process; /* pid; 0: no process, or its end was collected */
    _Atomic uint64_t began;  /* when MPI_Init returned, in nanoseconds; 0: not yet */
    _Atomic int32_t status;  /* as waitpid() gives it, once the rank has ended */
    _Atomic int32_t ended;
    _Atomic uint64_t given_back; /* list of the rank's payloads that are free again */
    _Atomic uint32_t threaded;   /* 1: the rank has created threads */
    _Atomic uint32_t multiple;   /* 1: they may call MPI: the level is MPI_THREAD_SERIALIZED at
                                    least */
    _Atomic uint32_t mixed; /* 1: a thread other than the one that initialised MPI has called it */
    int32_t helpers[WORLD_HELPERS]; /* thread ids of the program's MPI, where ranks are started
                                       by exec */
    uint32_t helper_count;
    /* For many executions (rewind.h): the execution in which the rank has parked, or in which it
     * rests while it waits in a call. It rests as long as `wake` of its first lane equals
     * `awaited`. A parked or resting rank can begin the next execution. A rank with threads does
     * neither. */
    _Atomic uint32_t parked, resting, awaited;
    uint32_t plain; /* 1: this rank is not prepared for rewinding: that failed several times in a
                       row */
    _Atomic uint32_t exposed; /* 1: other ranks access its memory */
    /* A snapshot. `save` holds the level to save, from 1, and then an enum save_answer;
     * `save_bytes` its size, `heap_top` the end of the rank's heap. On the return to a snapshot,
     * `base` holds the value of `wake` to expect; `stays` says that the rank had ended by then and
     * takes no part. */
    _Atomic uint32_t save;
    uint64_t save_bytes, heap_top;
    uint32_t base, stays;
    struct world_end end;
    struct world_lane lane[WORLD_LANES];
    struct world_op ring[WORLD_RING];
    struct world_answer inbox[WORLD_INBOX];
    _Atomic uint32_t stack_count;
    uint16_t stack_table[WORLD_STACK_TABLE]; /* numbers of stacks, by hash; 0: free */
    struct world_stack stacks[WORLD_STACKS];
};

/* Tells ranks whether to wake the scheduler. Every operation wakes a scheduler that SLEEPS; one
 * that DOZES, since no rank waits, is woken only by operations that need an answer. */
enum scheduler_sleep { SCHEDULER_AWAKE, SCHEDULER_DOZES, SCHEDULER_SLEEPS };

enum debug_state { DEBUG_NOT_YET, DEBUG_WAITS, DEBUG_ATTACHED };

enum { WORLD_LEVELS_MAX = 64 };
enum save_answer { SAVE_NOTHING = 0, SAVE_DONE = 1 << 16, SAVE_REFUSED };

/* Special values of world_segment.order; executions are counted from 1. */
enum { ORDER_NONE = 0, ORDER_END = ~0U };

struct world_segment {
    uint64_t magic;
    uint32_t ranks;
    uint32_t repeats; /* 1: there will be many executions, so the template stays */
    uint32_t stops;   /* 1: every error ends its execution, even if the rank could go on */
    uint32_t at_main; /* 1: ranks start at main(), as `begin` says, and `ranks` is that of the
                         execution */
    /* Futex: the execution that the command wants now. Ranks that can be rewound begin it by
     * themselves. */
    _Atomic uint32_t order;
    /* The last execution that began with ranks without a process. The template starts these ranks,
     * after the command has woken it by SIGCHLD. A rank that ends later in an execution is not
     * started again in it. */
    _Atomic uint32_t forked;
    uint32_t target;       /* with `order`: the snapshot that ranks return to; 0: MPI_Init */
    _Atomic uint32_t over; /* the execution that is over: no rank need go on in it */
    /* With at_main, futex: the last execution without any processes left. */
    _Atomic uint32_t cleared;
    _Atomic uint32_t forks; /* with at_main: forks that the ranks of this execution have made */
    int32_t pipes[2]; /* the command's descriptors for stdout and stderr of rank 0; those of rank
                         r are 2 * r higher */
    struct {
        uint64_t device, inode;
    } standard[3];                  /* descriptors 0 to 2 with which the program was started */
    uint64_t heap_start, heap_size; /* heap of rank r starts at heap_start + r * heap_size */
    uint64_t tables;                /* offset of the scheduler's tables of payloads of
                                       collectives */
    uint64_t begin;                 /* offset of struct world_begin: WORLD_BEGIN bytes */
    uint64_t frames;                /* offset of struct world_frames: WORLD_FRAMES bytes */
    _Atomic uint32_t bell;          /* futex: changes when the scheduler has something to do */
    _Atomic uint32_t sleeping;      /* enum scheduler_sleep */
    _Atomic uint64_t calling[WORLD_RANKS_MAX / 64]; /* one bit for each rank that has something
                                                       for the scheduler */
    _Atomic int32_t first; /* pid of the template, claimed by the process that calls MPI_Init */
    _Atomic int32_t shown; /* pid of a process with all libraries mapped, at the ranks' addresses */
    _Atomic uint32_t seen; /* futex: the command has inspected that process, which may go on */
    /* A process that gets a deadly signal before MPI_Init describes its end in `early` and stores
     * its pid in `crashed`. It waits for `looked`, a futex, so that the command can read its
     * mappings. */
    _Atomic int32_t crashed;
    _Atomic uint32_t looked;
    struct world_end early;
    _Atomic uint32_t executed; /* 1: ranks are started by exec, since the program has threads
                                  before MPI_Init */
    uint64_t ready;            /* when the template began to start ranks, in nanoseconds */
    _Atomic uint32_t started;  /* 1: the template has started the ranks */
    _Atomic uint32_t failed;   /* 1: a process could not go on: see `message` */
    _Atomic int32_t stopper;   /* which one: 1 + rank, whose `end` has the stack; -1: no rank */
    int32_t debugged;          /* rank that waits for a debugger in MPI_Init; -1: none */
    _Atomic uint32_t debug;    /* enum debug_state */
    /* Answers of OP_FIT that hold in all executions. `fit_places` has a number for each place and
     * datatype, whose lowest 8 bits count the buffers asked about; `fits` has a number for each
     * buffer there that is right. */
    _Atomic uint64_t fit_places[WORLD_FIT_PLACES], fits[WORLD_FITS];
    uint64_t debug_site; /* return address of MPI_Init in the rank to debug */
    char message[512];
    struct world_rank rank[];
};

/* Arguments, files and limits of the ranks of an execution, if they start at main(). */
struct world_begin {
    uint64_t file_bytes; /* limit on the size of a file; 0: none */
    uint32_t words;      /* arguments of main(); 0: those of the template */
    uint32_t directory;  /* 1: `text` names a working directory */
    uint32_t input;
    uint32_t variables; /* of the environment: "NAME=value" */
    char text[]; /* the arguments, the directory, the file for standard input, the variables; a
                    zero ends each */
};

/* The variables in the frames of the program's functions, from debug information, as far as there
 * is room. Functions are sorted by address. */
struct world_function {
    uint64_t low, high; /* range of its code */
    uint64_t variables; /* offset in the segment of its struct world_variable, sorted by place */
    uint32_t count;
    uint32_t by_pointer; /* 1: it keeps a frame pointer, 16 bytes below the address that `offset`
                            counts from */
};

struct world_variable {
    int64_t offset; /* from the stack pointer before the call of the function */
    uint64_t size;
    uint32_t name, padding; /* offset in the segment; 0: no name */
};

struct world_frames {
    uint64_t functions;      /* offset in the segment: struct world_function */
    uint32_t function_count; /* 0: nothing is known */
    uint32_t padding;
};

#define WORLD_WRITTEN UINT64_MAX

/* The header of every payload. */
struct world_payload {
    uint64_t size; /* bytes of the block, this header included */
    uint64_t next; /* in a list of free blocks: the offset of the next payload; 0: none */
    _Atomic uint64_t written; /* bytes of data that have been written, or WORLD_WRITTEN for all
                                 (stream.h) */
    _Atomic uint32_t awaited; /* futex: 1 while the receiver sleeps until all data are written */
    uint32_t padding;
};

static inline struct world_payload *world_payload_at(struct world_segment *segment, uint64_t offset)
{
    return (struct world_payload *)((char *)segment + offset) - 1;
}

/* Returns the rank that owns the payload. */
static inline uint64_t world_payload_rank(const struct world_segment *segment, uint64_t offset)
{
    return (offset - segment->heap_start) / segment->heap_size;
}

/* Nobody needs the payload any more: its rank may use the space again. Any process may say so. */
static inline void world_give_back_to(struct world_segment *segment, uint64_t rank, uint64_t offset)
{
    _Atomic uint64_t *list = &segment->rank[rank].given_back;
    uint64_t first = atomic_load_explicit(list, memory_order_relaxed);
    do
        world_payload_at(segment, offset)->next = first;
    while (!atomic_compare_exchange_weak_explicit(list, &first, offset, memory_order_release,
                                                  memory_order_relaxed));
}

static inline void world_give_back(struct world_segment *segment, uint64_t offset)
{
    world_give_back_to(segment, world_payload_rank(segment, offset), offset);
}

#endif
