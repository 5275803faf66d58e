/* secret.h: the secret of a job: random bytes that only this command and the processes of the job
 * know. Monitors prove to each other that they know it (seal.h).
 *
 * The secret travels in the environment of the launcher, and in a private file of the user for
 * processes that do not get that environment (srun --export=NONE, mpiexec -genvnone, env -i). It is
 * never part of a command line: every user of a machine can read those.
 */
#ifndef TUTTI_WATCH_NETWORK_SECRET_H
#define TUTTI_WATCH_NETWORK_SECRET_H

#include "base/error.h"

#include <stdbool.h>

/* Open MPI forwards only variables with this prefix to other nodes. */
#define SECRET_VARIABLE "OMPI_TUTTI_SECRET"

enum { SECRET_BYTES = 32 };

struct secret {
    unsigned char bytes[SECRET_BYTES];
};

void secret_make(struct secret *secret);
/* Overwrites the secret in memory. */
void secret_wipe(struct secret *secret);

/* Put the secret into the environment of this process, for a launcher that is started now, and
 * remove it. */
void secret_lend(const struct secret *secret);
void secret_take_back(void);

/* Writes the secret to a new file that only this user can read, in ~/.cache/tutti. Sets the path,
 * which the caller frees. First removes the files of commands of this machine that were killed. */
int secret_save(const struct secret *secret, char **path, struct error *error);

/* For the other end: reads the variable, or the file if the variable is not set (NULL: there is no
 * file). Removes the variable from the environment. The file must belong to this user, and nobody
 * else may have permission to read or write it. */
int secret_find(const char *path, struct secret *secret, struct error *error);

#endif
