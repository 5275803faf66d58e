/* secret.h: the secret of a job: random bytes that only this command and the processes of the job
 * know. Monitors prove to each other that they know it (seal.h).
 *
 * It travels in the environment of the launcher, and in a file of the user's for processes that do
 * not get that environment (srun --export=NONE, mpiexec -genvnone, env -i). It is never part of a
 * command line: every user of a machine can read those. */
#ifndef TUTTI_WATCH_NETWORK_SECRET_H
#define TUTTI_WATCH_NETWORK_SECRET_H

#include "base/error.h"

#include <stdbool.h>

/* Open MPI forwards to other nodes the variables that begin so, and no others. */
#define SECRET_VARIABLE "OMPI_TUTTI_SECRET"

enum { SECRET_BYTES = 32 };

struct secret {
    unsigned char bytes[SECRET_BYTES];
};

void secret_make(struct secret *secret);
/* Forgets it: nothing of it stays in memory. */
void secret_wipe(struct secret *secret);

/* Puts it into the environment of this process for a launcher that is started now; takes it out. */
void secret_lend(const struct secret *secret);
void secret_take_back(void);

/* Writes it to a new file that only this user can read, in ~/.cache/tutti. Returns the path, which
 * the caller frees. */
int secret_save(const struct secret *secret, char **path, struct error *error);

/* The other end: reads the variable, or the file if there is no variable (NULL: there is no file).
 * Takes the variable out of the environment. The file must belong to this user, and nobody else may
 * be able to read or write it. */
int secret_find(const char *path, struct secret *secret, struct error *error);

#endif
