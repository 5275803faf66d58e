/* process_view.h: the stacks of one process, looked at as often as wanted.
 *
 * Puts sample, symbol/unwind and stack_path together, and keeps what is known of the files that the
 * process has mapped from one look to the next. Libraries that it loads meanwhile are noticed. A
 * stack that is larger than what was copied is looked at once more, with a larger copy.
 *
 * Where root looks at the process of another user, a process that has become this user reads its
 * files (stack_reader.h). If that ends, the stacks are those of one address without a name.
 *
 * One thread at a time for each view.
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
    enum sample_status status; /* the rest is set if it is SAMPLE_TAKEN */
    int stop_signal;           /* as in struct thread_sample */
    double stopped_us;
    uint64_t *pcs; /* as unwind_copied() gives them */
    size_t pc_count;
    enum unwind_end end;
    size_t mpi_depth; /* as stack_mpi_depth() gives it: what ParaStack asks is whether it is 0 */
};

/* Statuses and errors of these as for sample_process(). */
enum sample_status process_view_open(pid_t pid, struct process_view **view, struct error *error);
enum sample_status process_view_look(struct process_view *view, struct arena *arena,
                                     struct thread_stack **stacks, size_t *count,
                                     struct error *error);

/* One thread alone; the main one has the number of the process. */
enum sample_status process_view_look_at(struct process_view *view, pid_t tid, struct arena *arena,
                                        struct thread_stack *stack, struct error *error);

/* The stack as a person reads it. To be asked before the next look; what it gives lives until the
 * view is closed or looks again, and as long as the arena. */
void process_view_path(struct process_view *view, const struct thread_stack *stack,
                       struct arena *arena, struct stack_path *path);

/* As stack_place(), in words that live as long as the arena alone. */
void process_view_place(struct process_view *view, const uint64_t *pcs, size_t count,
                        bool is_return_address, struct arena *arena, struct location *place);

void process_view_close(struct process_view *view);

#endif
