/* self.h: a communicator of this process alone, for copies that a repair makes: a program that has
 * only sessions may not use MPI_COMM_SELF. */
#ifndef TUTTI_RUNTIME_GUARD_SELF_H
#define TUTTI_RUNTIME_GUARD_SELF_H

#include "runtime/weak.h"

/* Returns the communicator; MPI_COMM_NULL: there is none. */
MPI_Comm self_comm(void);

/* Called before the program closes the session: frees a communicator that was made from it. */
void self_end_session(MPI_Session session);

#endif
