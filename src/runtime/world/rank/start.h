/* start.h: turns processes into ranks.
 *
 * The first process that calls MPI_Init claims the world and becomes the template. Ranks are forks
 * of the template, so code before MPI_Init runs once. Processes before it, such as a shell script
 * that starts the program, only pass the environment on. The template starts ranks when the command
 * orders it, once for each execution.
 *
 * fork() loses threads. A program that has threads before MPI_Init is therefore executed anew: one
 * process starts the ranks by exec. Such a process is its rank from the start and runs the code
 * before MPI_Init itself, as under mpiexec. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_START_H
#define TUTTI_RUNTIME_WORLD_RANK_START_H

/* Prepares this process before the real MPI is initialised. Does not return if ranks must be
 * started by exec. */
void start_prepare(void);

/* Starts the ranks after the real MPI is initialised, and returns in each of them. The template
 * stays inside until all ranks have ended or, with many executions, until the command tells it to
 * end; then it exits. */
void start_ranks(void);

#endif
