/* start.h: how processes become ranks.
 *
 * The first process that calls MPI_Init claims the world and is the template: its ranks are forks
 * of it, so code before MPI_Init runs once. Processes before it, such as a shell script that starts
 * the program, only pass the environment on. The template starts ranks when the command orders it,
 * as often as there are executions.
 *
 * fork() loses threads. A program that has any before MPI_Init is executed anew: one process that
 * starts the ranks by exec, each of which is its rank from the start and runs the code before
 * MPI_Init itself, as under mpiexec. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_START_H
#define TUTTI_RUNTIME_WORLD_RANK_START_H

/* Before the real MPI is initialised. Does not return if ranks have to be started by exec. */
void start_prepare(void);

/* Behind it: returns in each rank. The template stays inside until all ranks have ended, or with
 * many executions until it is told to end, and then ends itself. */
void start_ranks(void);

#endif
