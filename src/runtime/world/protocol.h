/* protocol.h: what ranks and scheduler share.
 *
 * One segment of memory holds a block per rank. A rank posts operations into its ring and goes on;
 * at a call that must wait it posts with OP_WAITS and sleeps in a lane, one for each of its threads
 * that does. The scheduler takes the operations, matches them, and answers: in the lane for the
 * call that waits, in the inbox for operations that complete in the background. Ranks never look
 * into each other's blocks except at payloads that an answer names. Peers are ranks in
 * MPI_COMM_WORLD everywhere; a communicator is a number, its context.
 *
 * One producer (the rank's threads take turns) and one consumer per ring; indices only grow, and
 * are taken modulo the size.
 */
#ifndef TUTTI_RUNTIME_WORLD_PROTOCOL_H
#define TUTTI_RUNTIME_WORLD_PROTOCOL_H

#include <stdatomic.h>
#include <stdint.h>

/* Environment: PID:DESCRIPTOR of the segment; ":start" or ":RANK" behind it where ranks are started
 * by exec (start.c). */
#define WORLD_VARIABLE "TUTTI_GUEST_WORLD"
#define WORLD_MAGIC    0x74757474692d7731u

enum {
    WORLD_RANKS_MAX = 1024,
    WORLD_RING = 256,    /* operations a rank can be ahead of the scheduler */
    WORLD_INBOX = 256,   /* completions that a rank has not looked at */
    WORLD_LANES = 128,   /* threads of a rank that can wait in calls of MPI at once */
    WORLD_HELPERS = 16,  /* threads that the program's MPI has */
    WORLD_CALL = 32,     /* bytes for the name of an MPI function */
    WORLD_ALIKE = 48,    /* bytes for arguments that must agree */
    WORLD_STACK = 16,    /* return addresses kept of a call */
    WORLD_STACKS = 2048, /* different stacks of calls that a rank keeps */
    WORLD_STACK_TABLE = 2 * WORLD_STACKS,
    WORLD_REGISTERS = 32,    /* of a frame, by their numbers in DWARF */
    WORLD_FIT_PLACES = 1024, /* places in the program with a datatype, for OP_FIT */
    WORLD_FITS = 4096,       /* buffers there */
    WORLD_HEADLINE = 256,    /* bytes for the line that says what is wrong */
    WORLD_TEXT = 160,        /* bytes for the condition of an assertion */
    WORLD_BEGIN = 8 << 20,   /* bytes for what ranks start with: more than the kernel takes */
    WORLD_FRAMES = 8 << 20,  /* bytes for what is known of the program's frames */
    WORLD_ANY = -1,          /* any source, any tag */
    WORLD_NOBODY = -2,       /* MPI_PROC_NULL never reaches the scheduler */
    WORLD_CONTEXT_WORLD = 1,
    WORLD_CONTEXT_SELF = 2,              /* + rank: each rank has its own */
    WORLD_CONTEXT_PARTITIONED = 1 << 30, /* + that of the communicator: partitioned messages */
};

enum op_kind {
    OP_NONE,
    OP_SEND,
    OP_RECEIVE,
    OP_PROBE,
    OP_COLLECTIVE,
    OP_WAIT, /* for requests: see op.wait */
    OP_READ, /* the payloads of a collective are not needed any more by this rank */
    OP_FINALIZE,
    OP_PROBLEM,  /* what is wrong: the payload is a struct world_problem; mode, peer and context are
                    those  of an operation that was not started. Without payload: that of number
                    `members`  is withdrawn */
    OP_MEMBERS,  /* the payload lists the members of a new communicator, both groups, as int32_t;
                    `mode` 1: it is that of a window */
    OP_CANCEL,   /* the operation `members`, unless it has met its partner */
    OP_GENERAL,  /* a generalised request: complete when the rank says so ... */
    OP_COMPLETE, /* ... of the operation `members` */
    OP_POINTER,  /* the shared pointer of the file `context`: see enum pointer_mode */
    /* One-sided communication: `context` is that of the window, `peer` the target. */
    OP_ACCESS,  /* asks to access memory: `members` entries of struct world_range are the payload.
                   The  answer's value is how many of them may be done now */
    OP_APPLIED, /* what the last OP_ACCESS was for is done; `mode` 1: some memory changed */
    OP_LOCK,    /* `mode` 1: exclusive */
    OP_UNLOCK,
    OP_FIT,     /* asks whether a datatype fits the memory of a buffer: the payload is a struct
                   world_fit. It has no number and is no step of the program */
    OP_TOUCHED, /* the rank itself has touched memory of windows since its last operation: `members`
                   entries of struct world_range are the payload */
};

/* Memory of a rank that an access touches. What it does there, and whether that commutes with what
 * another does: with equal `group`, unless 0. Ranges of one `piece` are done together. */
enum range_flags {
    RANGE_WRITES = 1,
    RANGE_ATOMIC = 2,  /* of the accumulate family: element by element, MPI 4.0, section 12.7.1 */
    RANGE_COARSE = 4,  /* the access touches only some of it */
    RANGE_LOCAL = 8,   /* loads and stores, or the buffer of a call: of OP_TOUCHED */
    RANGE_SHARED = 16, /* in a window that several ranks load from and store to */
    RANGE_LOCKED = 32, /* of RANGE_LOCAL: its rank has the lock of its own memory meanwhile */
};

struct world_range {
    int32_t target; /* rank in MPI_COMM_WORLD */
    uint32_t flags, group, piece;
    uint32_t issued;    /* the last operation of the rank when it could begin */
    uint32_t serial;    /* of the one-sided operation that it belongs to */
    uint32_t reduction; /* of RANGE_ATOMIC: which operation on what; 0: it meets all others */
    uint32_t basic;     /* and on what alone: MPI's name for the basic datatype */
    uint32_t unit;      /* bytes of one; 1: it has gaps */
    uint64_t low, high;
    uint64_t site;
    uint32_t stack; /* that of the call, as in world_op */
    char call[WORLD_CALL];
};

enum op_flags {
    OP_WAITS = 1,       /* the rank sleeps until it is answered */
    OP_POLLS = 2,       /* Test, Iprobe: the answer may be "not yet" */
    OP_SYNCHRONOUS = 4, /* send modes */
    OP_BUFFERED = 8,
    OP_READY = 16,
    OP_PERSISTENT = 32, /* of a collective: it is counted in a context of its own, op.tag */
    OP_MATCHED = 64,    /* a probe that takes the message, a receive of such a message */
    /* collectives */
    OP_LISTS_NEEDS = 128, /* whom it needs is in op.list, not a range */
    OP_SUBSET = 256,      /* of a part of the communicator: op.list are its members, with op.tag */
    OP_CONSTRUCTS = 512,  /* wants new contexts, as many as there are members */
    OP_OF_FILE = 1024,    /* of a file: op.alike is arguments, no operation of a reduction */
    OP_SPACE = 2048, /* a poll for buffered messages, which are in the attached buffer until then */
};

enum wait_mode { WAIT_FOR_ALL, WAIT_FOR_ANY, WAIT_FOR_SOME };

/* `bytes` are added to the pointer, or are its new value; the answer is what it was. */
enum pointer_mode { POINTER_ADD, POINTER_SET };

/* The payload of OP_WAIT is a list of numbers of operations; the scheduler marks those that the
 * call completes. */
#define WAIT_CHOSEN 0x80000000u

/* The root of a collective that has none, and of one whose root is another process of the same
 * group (MPI_PROC_NULL on an inter-communicator). */
enum { WORLD_NO_ROOT = -1, WORLD_ROOT_ELSEWHERE = -2 };

/* The members of an inter-communicator are those of the first group, then those of the second; the
 * first is the one whose first process has the smaller rank in MPI_COMM_WORLD. */
struct world_op {
    uint16_t kind, flags;
    uint16_t mode;   /* enum wait_mode, enum pointer_mode */
    uint16_t lane;   /* with OP_WAITS: where the answer goes */
    uint32_t number; /* the rank's operations are counted from 1 */
    int32_t context;
    int32_t peer, tag; /* destination or source; root of a collective (index among the members) */
    uint32_t members;  /* of the communicator of a collective, both groups; see OP_... */
    uint32_t index;    /* of this rank among them */
    uint32_t group;    /* members of the first group of an inter-communicator, or which partitioned
                          message with this peer and tag it is, from 1; else 0 */
    uint32_t need, need_count; /* the members that must have come before this rank may leave: the
                                  first, by index, and how many */
    uint32_t stack;            /* world_site_stack() of the site */
    uint64_t bytes;            /* of the payload; room for a receive */
    uint64_t payload;          /* offset in the segment, 0: none */
    uint64_t list;             /* offset of a list of uint32_t, as the flags say; 0: none */
    uint64_t site;             /* return address of the call; in the ring, with its stack */
    uint64_t sent;             /* the data that it sends, in one number */
    char call[WORLD_CALL];
    char alike[WORLD_ALIKE]; /* what all members must give alike, in words: MPI_SUM */
};

/* What a rank found wrong with its own call (problem.h). Texts end with a zero; empty: none. */
struct world_problem {
    char rule[32];
    char headline[WORLD_HEADLINE];
    char why[256];
    char related[32];
    char peer_call[WORLD_CALL];
    uint64_t related_site, peer_site;
    uint32_t related_stack, peer_stack; /* as in world_op, of this rank and of the peer */
    int32_t peer;
    uint32_t note;    /* it is no error */
    uint32_t warning; /* it is wrong, and nothing came of it */
    uint32_t certain; /* the rank goes on, and it is an error however the run ends */
};

/* A question about a buffer (fit.h). The signature of one element of its datatype follows, then, at
 * a multiple of 8 bytes, the layout. */
struct world_fit {
    uint64_t buffer, count;
    int64_t extent;
    uint64_t low, high;      /* the allocated block that holds the buffer; both 0: none */
    uint64_t pc, cfa, known; /* of the frame that has called: see struct unwind_input */
    uint64_t registers[WORLD_REGISTERS];
    uint32_t signature_bytes, layout_bytes;
    char argument[WORLD_CALL]; /* the name of the buffer in MPI: "sendbuf" */
};

enum { ANSWER_CANCELLED = 2 };

/* What became of an operation. */
struct world_answer {
    uint32_t number; /* of the operation; for OP_WAIT, which request won (index), or ~0 */
    uint32_t flag;   /* polls: whether it happened; or ANSWER_CANCELLED */
    int32_t source, tag;
    uint64_t bytes;   /* of the message */
    uint64_t payload; /* offset of the message, or of a table of payloads by member */
    uint64_t value;   /* first of the new contexts for OP_CONSTRUCTS; the number of the send that a
                         matched probe took; what a shared pointer was */
};

/* What a rank says of its end just before it. */
enum end_kind { END_UNSAID, END_SIGNAL, END_DIVISION, END_ASSERT, END_EXIT, END_ABORT };

struct world_end {
    _Atomic uint32_t kind;
    int32_t code;                /* signal, exit status, error code of MPI_Abort */
    uint64_t stack[WORLD_STACK]; /* as world_rank.stack */
    char text[WORLD_TEXT];       /* of END_ASSERT: the condition */
    uint32_t handling;           /* of END_EXIT, END_ABORT: a handler of a crash did it */
};

/* From where a call was made. Entries are only added: what a site says of its stack stays true. */
struct world_stack {
    uint64_t addresses[WORLD_STACK]; /* return addresses, innermost first; 0 ends them */
    char call[WORLD_CALL];           /* the first that was made from there */
    /* To know it again without unwinding: the frame of the wrapper, and how far from it the
     * addresses lie, in words. 0: only unwinding shows it. */
    uint64_t frame;
    uint32_t places[WORLD_STACK];
};

/* A site may say which stack of its rank it had: the number, counted from 1, is above the address,
 * which has 48 bits. */
enum { WORLD_SITE_BITS = 48 };

static inline uint64_t world_site_address(uint64_t site)
{
    return site & ((UINT64_C(1) << WORLD_SITE_BITS) - 1);
}

static inline uint32_t world_site_stack(uint64_t site)
{
    return (uint32_t)(site >> WORLD_SITE_BITS);
}

/* Where a thread sleeps that waits in a call. The first one is that of a rank with one thread. */
struct world_lane {
    _Atomic uint32_t wake;   /* futex: changes when the thread is answered */
    _Atomic uint32_t asleep; /* whether the thread waits for that in the kernel */
    /* 1: the thread is to say its stack; then 2. One that sleeps is woken; a rank that runs gets
     * SIGABRT, answers in its first lane, and does nothing more. */
    _Atomic uint32_t stack_wanted;
    struct world_answer answer;
    uint64_t stack[WORLD_STACK]; /* return addresses, innermost first; 0 ends it */
};

struct world_rank {
    _Atomic uint32_t posted; /* operations in the ring, written by the rank */
    _Atomic uint32_t taken;  /* consumed, written by the scheduler */
    _Atomic uint32_t told;   /* completions put into the inbox by the scheduler */
    _Atomic uint32_t heard;  /* and taken out by the rank */
    _Atomic int32_t process; /* its pid; 0: there is no process that has not been collected */
    _Atomic uint64_t began;  /* when it returned from MPI_Init; nanoseconds, 0: it has not */
    _Atomic int32_t status;  /* of waitpid, once it has ended */
    _Atomic int32_t ended;
    _Atomic uint64_t given_back; /* list of payloads of this rank that nobody needs any more */
    _Atomic uint32_t threaded;   /* it has made threads */
    _Atomic uint32_t multiple;   /* they may call: it has MPI_THREAD_SERIALIZED at least */
    _Atomic uint32_t mixed; /* another thread than the one that initialised MPI has called it */
    int32_t helpers[WORLD_HELPERS]; /* threads of the program's MPI, of ranks that are executed */
    uint32_t helper_count;
    /* For many executions (rewind.h): which one the rank has parked in, or rests in while it waits
     * in a call. It does rest as long as `wake` of its first lane is still `awaited`. Either way it
     * can begin the next one. A rank with threads does neither. */
    _Atomic uint32_t parked, resting, awaited;
    uint32_t plain; /* the process is not to be rewound: it would not be possible anyway */
    _Atomic uint32_t exposed; /* others access its memory */
    /* A snapshot: the level to be saved, 1 the first, then enum save_answer; what it takes; where
     * the rank's heap ends. On the way back: `wake` as the rank is to know it, or that the rank had
     * ended by then and does not take part. */
    _Atomic uint32_t save;
    uint64_t save_bytes, heap_top;
    uint32_t base, stays;
    struct world_end end;
    struct world_lane lane[WORLD_LANES];
    struct world_op ring[WORLD_RING];
    struct world_answer inbox[WORLD_INBOX];
    _Atomic uint32_t stack_count;
    uint16_t stack_table[WORLD_STACK_TABLE]; /* numbers of stacks, by hash; 0: none */
    struct world_stack stacks[WORLD_STACKS];
};

/* Whether the scheduler must be woken. While no rank waits, operations that need no answer can wait
 * too: the scheduler takes them when somebody needs one. */
enum scheduler_sleep { SCHEDULER_AWAKE, SCHEDULER_DOZES, SCHEDULER_SLEEPS };

enum debug_state { DEBUG_NOT_YET, DEBUG_WAITS, DEBUG_ATTACHED };

enum { WORLD_LEVELS_MAX = 64 };
enum save_answer { SAVE_NOTHING = 0, SAVE_DONE = 1 << 16, SAVE_REFUSED };

/* world_segment.order: executions are counted from 1. */
enum { ORDER_NONE = 0, ORDER_END = ~0U };

struct world_segment {
    uint64_t magic;
    uint32_t ranks;
    uint32_t repeats; /* there will be many executions: the template stays */
    uint32_t stops;   /* every error ends its execution, also those that could be passed */
    uint32_t at_main; /* ranks start at main(), as `begin` says, and `ranks` is of the execution */
    /* The execution that the command wants now, a futex. Ranks that can be rewound begin it by
     * themselves. */
    _Atomic uint32_t order;
    /* The last execution that had ranks without a process when it began: these are the template's
     * to start, which the command wakes by SIGCHLD. One that ends later stays away. */
    _Atomic uint32_t forked;
    uint32_t target;       /* of the order: the snapshot that ranks go back to; 0: MPI_Init */
    _Atomic uint32_t over; /* the execution that is over, so that no rank need go on in it */
    /* With at_main, a futex: the execution of which there is no process left. */
    _Atomic uint32_t cleared;
    _Atomic uint32_t forks; /* with at_main: that the ranks of this execution have made */
    int32_t pipes[2]; /* the command's descriptors for stdout and stderr of rank 0; then by two */
    struct {
        uint64_t device, inode;
    } standard[3];                  /* the descriptors 0 to 2 that the program was started with */
    uint64_t heap_start, heap_size; /* heap of rank r starts at heap_start + r * heap_size */
    uint64_t tables;                /* of payloads of collectives, the scheduler's */
    uint64_t begin;                 /* struct world_begin: WORLD_BEGIN bytes */
    uint64_t frames;                /* struct world_frames: WORLD_FRAMES bytes */
    _Atomic uint32_t bell;     /* futex: changes when there is something to do for the scheduler */
    _Atomic uint32_t sleeping; /* enum scheduler_sleep */
    _Atomic uint64_t calling[WORLD_RANKS_MAX / 64]; /* a bit for each rank that has something */
    _Atomic int32_t first; /* pid of the template, claimed by the process that calls MPI_Init */
    _Atomic int32_t shown; /* pid of a process with all libraries in place: the ranks' addresses */
    _Atomic uint32_t seen; /* futex: the command has looked at it, and it may go on */
    /* A process that is struck before MPI_Init says it in `early`; it is `crashed`, and waits for
     * `looked`, a futex, so that the command can look at what is mapped in it. */
    _Atomic int32_t crashed;
    _Atomic uint32_t looked;
    struct world_end early;
    _Atomic uint32_t executed; /* ranks are started by exec: the program has threads before Init */
    uint64_t ready;            /* when the template began to start ranks; nanoseconds */
    _Atomic uint32_t started;  /* the template has started the ranks */
    _Atomic uint32_t failed;   /* somebody could not go on: see message */
    _Atomic int32_t stopper;   /* who: 1 + the rank, whose end has the stack; -1: no rank */
    int32_t debugged;          /* rank that waits for a debugger in MPI_Init; -1: none */
    _Atomic uint32_t debug;    /* enum debug_state */
    /* What OP_FIT need not ask again, in whatever execution: a number for each place and datatype,
     * the lowest 8 bits of which count the buffers that were asked about; and one for each buffer
     * there that is right. */
    _Atomic uint64_t fit_places[WORLD_FIT_PLACES], fits[WORLD_FITS];
    uint64_t debug_site; /* where that rank's MPI_Init returns to */
    char message[512];
    struct world_rank rank[];
};

/* What the ranks of an execution start with, where they start at main(). */
struct world_begin {
    uint64_t file_bytes; /* that a file may have; 0: as many as it likes */
    uint32_t words;      /* 0: those of the template */
    uint32_t directory;  /* whether there is one */
    uint32_t input;
    uint32_t variables; /* of the environment: "NAME=value" */
    char text[]; /* the words, the directory, the file for standard input, the variables; a zero
                    ends each */
};

/* The variables in the frames of the program's functions, as far as there is room, and as debug
 * information has them. Functions are in the order of their code. */
struct world_function {
    uint64_t low, high; /* its code */
    uint64_t variables; /* offset in the segment: struct world_variable, in the order of places */
    uint32_t count;
    uint32_t by_pointer; /* it keeps a frame pointer, 16 bytes below what places count from */
};

struct world_variable {
    int64_t offset; /* from the stack pointer before the call */
    uint64_t size;
    uint32_t name, padding; /* offset in the segment; 0: none */
};

struct world_frames {
    uint64_t functions;      /* offset in the segment: struct world_function */
    uint32_t function_count; /* 0: nothing is known */
    uint32_t padding;
};

#define WORLD_WRITTEN UINT64_MAX

/* Before every payload. */
struct world_payload {
    uint64_t size; /* of the block with this header */
    uint64_t next; /* in a list of blocks not in use: the offset of its payload; 0: the last */
    _Atomic uint64_t written; /* bytes of data that are there, or WORLD_WRITTEN (stream.h) */
    _Atomic uint32_t awaited; /* futex: 1 while the receiver sleeps until all are */
    uint32_t padding;
};

static inline struct world_payload *world_payload_at(struct world_segment *segment, uint64_t offset)
{
    return (struct world_payload *)((char *)segment + offset) - 1;
}

/* Whose it is. */
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
