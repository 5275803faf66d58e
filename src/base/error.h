/* error.h: an error value that carries a sentence for the user.
 *
 * A function that can fail takes `struct error *` last and returns -1 (or NULL) after setting it.
 * The function that first detects a failure writes the sentence; callers add context or pass it on.
 * Functions set their outputs only on success. The pointer is never NULL.
 */
#ifndef TUTTI_BASE_ERROR_H
#define TUTTI_BASE_ERROR_H

enum { ERROR_TEXT_MAX = 1024 };

/* The value of a kind is the exit code that the command ends with. */
enum error_kind {
    ERROR_NONE = 0,
    ERROR_USAGE = 2,  /* the user asked for something impossible: a wrong option, a wrong program */
    ERROR_FAILED = 3, /* Tutti could not do its work: disk full, no permission, a missing tool */
};

struct error {
    enum error_kind kind;
    char text[ERROR_TEXT_MAX]; /* one sentence without a final newline; a cut one ends in "..." */
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
