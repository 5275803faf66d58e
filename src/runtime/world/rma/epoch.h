/* epoch.h: knows which epochs a rank has opened on a window, and which calls are allowed in them
 * (MPI 4.0, section 12.5). A violation is rma.epoch with the error class MPI_ERR_RMA_SYNC. Every
 * check returns that class, or MPI_SUCCESS.
 *
 * MPI_SUCCESS also means that an error was reported and the rank goes on. Then an operation without
 * an epoch is applied by the next synchronisation of its window, an epoch inside another is not
 * opened, and the end of an epoch that is not open has no effect. Only four errors end the
 * execution: a second MPI_Win_post, an MPI_Win_start in an open epoch, an MPI_Win_complete without
 * one, and MPI_Win_free of an exposed window. After these nobody knows which messages of the other
 * ranks belong to which epoch. */
#ifndef TUTTI_RUNTIME_WORLD_RMA_EPOCH_H
#define TUTTI_RUNTIME_WORLD_RMA_EPOCH_H

#include "runtime/world/rma/window.h"

/* Checks that memory of the target may be accessed. */
int epoch_check_access(const struct world_call *at, struct vwin *window, int target);

/* Checks that an access epoch of this kind may be opened; `opens`: the caller must open it. */
int epoch_check_open(const struct world_call *at, struct vwin *window, enum access_epoch kind,
                     bool *opens);
/* Check the epoch of MPI_Win_start, and that it came before MPI_Win_complete. */
int epoch_check_start(const struct world_call *at, const struct vwin *window);
int epoch_check_complete(const struct world_call *at, const struct vwin *window);
/* Checks that an epoch of this kind is open; `opener` is the call that opens one. */
int epoch_check_close(const struct world_call *at, struct vwin *window, enum access_epoch kind,
                      const char *opener);
/* Check that the lock of this target is held, that any lock is held, that this lock is not held. */
int epoch_check_locked(const struct world_call *at, struct vwin *window, int target);
int epoch_check_passive(const struct world_call *at, struct vwin *window);
int epoch_check_unlocked(const struct world_call *at, struct vwin *window, int target);

/* Note a lock with operations between two fences. It is an epoch inside an epoch, unless one of the
 * fences says that there is no epoch between them (MPI 4.0, section 12.5.1). Libraries let it pass,
 * so it is a note. */
void epoch_note_access(struct vwin *window);
void epoch_note_fence(const struct vwin *window, bool precedes);

/* Checks a fence. `ends`: it ends the open epoch and applies the epoch's operations. */
int epoch_check_fence(const struct world_call *at, struct vwin *window, bool precedes, bool *ends);
int epoch_check_post(const struct world_call *at, struct vwin *window);
int epoch_check_wait(const struct world_call *at, struct vwin *window);
int epoch_check_free(const struct world_call *at, struct vwin *window);

void epoch_open(struct vwin *window, enum access_epoch kind, const struct world_call *at);

/* Reports, at MPI_Finalize, epochs that were never closed. */
void epoch_report_open(const struct world_call *at);

#endif
