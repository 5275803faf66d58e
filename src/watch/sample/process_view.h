/* process_view.h: looks at the stacks of one process, any number of times.
 *
 * It combines sample, symbol/unwind and stack_path, and keeps its knowledge about the mapped files
 * of the process from one look to the next. It notices libraries that the process loads meanwhile.
 * If a stack is larger than its copy, it looks once more with a larger copy.
 *
 * If root looks at the process of another user, a helper process that runs as this user reads its
 * files (stack_reader.h). If that helper ends, a stack has only one address, without a name.
 *
 * Only one thread at a time may use a view.
 */
#ifndef TUTTI_WATCH_SAMPLE_PROCESS_VIEW_H
#define TUTTI_WATCH_SAMPLE_PROCESS_VIEW_H

#include "finding/finding.h"
#include "watch/sample/sample.h"
#include "watch/sample/stack_path.h"

struct process_view;

struct thread_stack {
    pid_t tid;
    char name[32];             /* as in struct thread_sample */
    enum sample_status status; /* the rest is set only if this is SAMPLE_TAKEN */
    int stop_signal;           /* as in struct thread_sample */
    double stopped_us;
    uint64_t turns; /* as in struct thread_sample */
    uint64_t *pcs;  /* as from unwind_copied() */
    size_t pc_count;
    enum unwind_end end;
    size_t mpi_depth; /* as from stack_mpi_depth(): ParaStack only needs whether it is 0 */
};

/* Statuses and errors are those of sample_process(). */
enum sample_status process_view_open(pid_t pid, struct process_view **view, struct error *error);
enum sample_status process_view_look(struct process_view *view, struct arena *arena,
                                     struct thread_stack **stacks, size_t *count,
                                     struct error *error);

/* Looks at one thread; the main thread has the number of the process. */
enum sample_status process_view_look_at(struct process_view *view, pid_t tid, struct arena *arena,
                                        struct thread_stack *stack, struct error *error);

/* Makes the stack readable. Call it before the next look; the result lives until the view is closed
 * or looks again, and no longer than the arena. */
void process_view_path(struct process_view *view, const struct thread_stack *stack,
                       struct arena *arena, struct stack_path *path);

/* Does the same as stack_place(); the strings live as long as the arena alone. */
void process_view_place(struct process_view *view, const uint64_t *pcs, size_t count,
                        bool is_return_address, struct arena *arena, struct location *place);

void process_view_close(struct process_view *view);

#endif
