/* epoch.h: what a rank may do with a window now (MPI 4.0, section 12.5): which epochs it has
 * opened, and which calls are allowed in them. What is not is rma.epoch; the error class is
 * MPI_ERR_RMA_SYNC. Every function gives that, or MPI_SUCCESS.
 *
 * MPI_SUCCESS also means that an error was told and the rank goes on: an operation without an epoch
 * is applied by the next synchronisation of its window, an epoch in an epoch is not opened, and the
 * end of one that is not open ends nothing. Only a second MPI_Win_post, an MPI_Win_start in an open
 * epoch, an MPI_Win_complete without one and MPI_Win_free of an exposed window end the execution:
 * nobody knows which messages of the other ranks belong to them. */
#ifndef TUTTI_RUNTIME_WORLD_RMA_EPOCH_H
#define TUTTI_RUNTIME_WORLD_RMA_EPOCH_H

#include "runtime/world/rma/window.h"

/* Whether memory of the target may be accessed. */
int epoch_check_access(const struct world_call *at, struct vwin *window, int target);

/* Whether an access epoch of this kind may be opened; `opens`: the caller is to open it. */
int epoch_check_open(const struct world_call *at, struct vwin *window, enum access_epoch kind,
                     bool *opens);
/* The same for MPI_Win_start, and whether it came before MPI_Win_complete. */
int epoch_check_start(const struct world_call *at, const struct vwin *window);
int epoch_check_complete(const struct world_call *at, const struct vwin *window);
/* Whether one of this kind is open; `opener` is the call that opens one. */
int epoch_check_close(const struct world_call *at, struct vwin *window, enum access_epoch kind,
                      const char *opener);
/* Whether the lock of this target is held; whether any is; whether this one is not. */
int epoch_check_locked(const struct world_call *at, struct vwin *window, int target);
int epoch_check_passive(const struct world_call *at, struct vwin *window);
int epoch_check_unlocked(const struct world_call *at, struct vwin *window, int target);

/* An operation follows: a lock between two fences is an epoch in an epoch if none of them says that
 * there is no epoch between them (MPI 4.0, section 12.5.1). Libraries let it pass: a note. */
void epoch_note_access(struct vwin *window);
void epoch_note_fence(const struct vwin *window, bool precedes);

/* `ends`: the fence ends the epoch that is open, and applies its operations. */
int epoch_check_fence(const struct world_call *at, struct vwin *window, bool precedes, bool *ends);
int epoch_check_post(const struct world_call *at, struct vwin *window);
int epoch_check_wait(const struct world_call *at, struct vwin *window);
int epoch_check_free(const struct world_call *at, struct vwin *window);

void epoch_open(struct vwin *window, enum access_epoch kind, const struct world_call *at);

/* At MPI_Finalize: those that were never closed, kept as findings. */
void epoch_report_open(const struct world_call *at);

#endif
