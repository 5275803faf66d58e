/* stack_reader.h: a process without rights that reads the binaries of a user's process for root.
 *
 * What a process has mapped, and its debug information, is its user's to write, and the libraries
 * that read it are large. Root must not do that: a process of its own does, which has become that
 * user, opens files as that user, cannot get rights, and has limits of memory and time. Root only
 * stops threads and copies registers and stack (sample.h). What the reader answers is not believed:
 * numbers and lengths are checked. If it ends, the watch goes on without names.
 *
 * The reader is the running command, executed anew with STACK_READER_WORD as its only argument, so
 * that nothing of root's memory and environment is in it.
 */
#ifndef TUTTI_WATCH_SAMPLE_STACK_READER_H
#define TUTTI_WATCH_SAMPLE_STACK_READER_H

#include "finding/finding.h"
#include "watch/sample/stack_path.h"

#include <sys/types.h>

#define STACK_READER_WORD "--read-stacks"

struct stack_reader;

/* Stands for a user whom nobody could tell: the process is gone, or no descriptor is left. */
#define STACK_READER_UNKNOWN ((uid_t) - 1)

/* Whether this is root, and the process another user's, who is then set, or may be. */
bool stack_reader_needed(pid_t pid, uid_t *user, gid_t *group);

/* `maps` is the text of /proc/PID/maps. */
int stack_reader_open(const char *maps, uid_t user, gid_t group, struct stack_reader **reader,
                      struct error *error);
void stack_reader_close(struct stack_reader *reader);

/* As unwind_copied(), but that at most so many frames are found, and stack_mpi_depth(). An error:
 * the reader has ended, or does not answer. */
int stack_reader_unwind(struct stack_reader *reader, const struct unwind_input *input,
                        uint64_t *pcs, size_t cap, size_t *count, enum unwind_end *end,
                        size_t *mpi_depth, struct error *error);

/* As stack_path_make() and stack_place(). Empty if the reader has ended. */
void stack_reader_path(struct stack_reader *reader, const uint64_t *pcs, size_t count,
                       enum unwind_end end, struct arena *arena, struct stack_path *path);
void stack_reader_place(struct stack_reader *reader, const uint64_t *pcs, size_t count,
                        bool is_return_address, struct arena *arena, struct location *place);

/* The reader itself: to be called first in main() of a command whose only argument is the word. */
int stack_reader_main(void);

#endif
