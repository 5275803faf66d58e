/* crash.h: a program that crashes inside a repaired call is told so: the guard changed the call.
 * Handlers of the program are put aside only for that time, and then get the signal. */
#ifndef TUTTI_RUNTIME_GUARD_CRASH_H
#define TUTTI_RUNTIME_GUARD_CRASH_H

void crash_arm(const char *function);
void crash_disarm(void);

#endif
