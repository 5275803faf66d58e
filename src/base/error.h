/* error.h: an error value that carries the sentence a person reads.
 *
 * A function that can fail takes `struct error *` last and returns -1 (or NULL) after setting it.
 * Whoever first decides that something failed writes the sentence; callers add context or pass it
 * on. Outputs are set only on success. Never NULL.
 */
#ifndef TUTTI_BASE_ERROR_H
#define TUTTI_BASE_ERROR_H

enum { ERROR_TEXT_MAX = 1024 };

/* The value of a kind is the exit code that the command ends with (docs: cli contract). */
enum error_kind {
    ERROR_NONE = 0,
    ERROR_USAGE = 2,  /* the user asked for something impossible: wrong option, wrong program */
    ERROR_FAILED = 3, /* Tutti could not do its work: disk full, no permission, a tool is missing */
};

struct error {
    enum error_kind kind;
    char text[ERROR_TEXT_MAX]; /* one sentence, no final newline; one that is cut ends in "..." */
};

/* Sets the error; always returns -1, so that `return error_set(...)` reads well. */
int error_set(struct error *error, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Does the same with the kind ERROR_FAILED, and appends ": " and the text of errno, which is never
 * cut. */
int error_errno(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts context and ": " before the present sentence; always returns -1. */
int error_wrap(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
