/* mark.h: what the programs of this folder call where a stack is wanted. */
#ifndef MARK_H
#define MARK_H

#ifdef __cplusplus
extern "C" {
#endif

/* Prints "stack NAME pc..." with the return addresses of its callers, innermost first. */
void mark(const char *name);

/* The same, and does not return: its return address may lie behind the end of its caller. */
void mark_and_leave(const char *name) __attribute__((noreturn));

/* Runs a function that calls mark_and_leave(). */
void run_until_leave(void (*function)(void));

/* Runs a function that traps, and prints "exact pc" of the trap. */
void run_until_trap(void (*function)(void));

/* Does nothing that the compiler can see. Called last, so that the call before it is no jump. */
void after(void);

/* Copies the memory map of this process to the file. */
void write_maps(const char *path);

#ifdef __cplusplus
}
#endif

#endif
