/* stack_reader.h: an unprivileged process that reads the binaries of a user's process on behalf of
 * root.
 *
 * The user controls the mapped files of a process and their debug information, and the libraries
 * that parse them are large. Root must not do that itself. A separate process does it: it has
 * become that user, opens files as that user, cannot gain privileges, and has limits on memory and
 * time. Root only stops threads and copies registers and stack (sample.h). Root does not trust the
 * reader's answers: it checks numbers and lengths. If the reader ends, the watch continues without
 * names.
 *
 * The reader is the running command, executed anew with STACK_READER_WORD as its only argument, so
 * that it contains nothing of root's memory and environment.
 */
#ifndef TUTTI_WATCH_SAMPLE_STACK_READER_H
#define TUTTI_WATCH_SAMPLE_STACK_READER_H

#include "finding/finding.h"
#include "watch/sample/stack_path.h"

#include <sys/types.h>

#define STACK_READER_WORD "--read-stacks"

struct stack_reader;

/* Stands for a user who could not be determined: the process is gone, or no descriptor is left. */
#define STACK_READER_UNKNOWN ((uid_t) - 1)

/* Returns whether this process runs as root and the given one belongs, or may belong, to another
 * user; then sets the user. */
bool stack_reader_needed(pid_t pid, uid_t *user, gid_t *group);

/* Starts a reader. `maps` is the text of /proc/PID/maps. */
int stack_reader_open(const char *maps, uid_t user, gid_t group, struct stack_reader **reader,
                      struct error *error);
void stack_reader_close(struct stack_reader *reader);

/* Does the same as unwind_copied(), with at most `cap` frames, and stack_mpi_depth(). Fails if the
 * reader has ended, or does not answer. */
int stack_reader_unwind(struct stack_reader *reader, const struct unwind_input *input,
                        uint64_t *pcs, size_t cap, size_t *count, enum unwind_end *end,
                        size_t *mpi_depth, struct error *error);

/* Do the same as stack_path_make() and stack_place(). The results are empty if the reader has
 * ended. */
void stack_reader_path(struct stack_reader *reader, const uint64_t *pcs, size_t count,
                       enum unwind_end end, struct arena *arena, struct stack_path *path);
void stack_reader_place(struct stack_reader *reader, const uint64_t *pcs, size_t count,
                        bool is_return_address, struct arena *arena, struct location *place);

/* Runs the reader. main() must call this first, if the word is the command's only argument. */
int stack_reader_main(void);

#endif
