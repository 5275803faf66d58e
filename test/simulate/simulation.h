/* simulation.h: many processes of Tutti in one, on a clock that is simulated.
 *
 * An actor runs the code of a process as it is, on a stack of its own. Where that code would wait
 * (poll, usleep, ...), the actor is put aside and the clock goes on to whoever is next. So an hour
 * of a thousand processes takes as long as what they compute. What they compute takes no simulated
 * time, or, if the simulation charges for it, as long as it took here.
 *
 * The linker leads these calls here (-Wl,--wrap, CMakeLists.txt); outside of actors they are what
 * they always are. One thread. */
#ifndef TUTTI_SIMULATE_SIMULATION_H
#define TUTTI_SIMULATE_SIMULATION_H

#include <stdbool.h>
#include <stddef.h>

struct actor;

/* `charges`: what an actor computes takes simulated time. */
void simulation_begin(bool charges);
void simulation_end(void);
double simulation_now(void);
/* Until that time, or until nobody will do anything any more. */
void simulation_run(double until);

/* `host` is a number of the network's. */
struct actor *actor_start(void (*body)(void *data), void *data, int host);
/* It does nothing any more, wherever it was. */
void actor_kill(struct actor *actor);
bool actor_over(const struct actor *actor); /* it has ended, or was killed */
int actor_host(const struct actor *actor);
void *actor_data(const struct actor *actor);
struct actor *actor_self(void); /* NULL: none runs */

/* Of the one that runs: until then; `listens`: or until actor_wake() says so. */
void actor_wait(double until, bool listens);
void actor_wake(struct actor *actor, double when);
_Noreturn void actor_exit(void);

/* What the actor that runs does between these two belongs to the simulation, and costs nothing. */
void simulation_enter(void);
void simulation_leave(void);

/* What it took so far: seconds of the processor, bytes allocated now. */
double actor_processor(const struct actor *actor);
size_t actor_memory(const struct actor *actor);

#endif
