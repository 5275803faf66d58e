/* crash.h: tells the user if a program crashes inside a repaired call, because the guard changed
 * the call. The program's handlers are replaced only for that time, and then get the signal. */
#ifndef TUTTI_RUNTIME_GUARD_CRASH_H
#define TUTTI_RUNTIME_GUARD_CRASH_H

void crash_arm(const char *function);
void crash_disarm(void);

#endif
