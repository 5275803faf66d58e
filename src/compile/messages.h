/* messages.h: what a compiler said, from the file that it was written to.
 *
 * flang says of each byte of a module file that it cannot read that it is wrong: 50,000 lines at
 * one place of the source, in which the reason and what comes behind are lost. So of errors that
 * follow each other at the same place only the first is printed, with its excerpt. */
#ifndef TUTTI_COMPILE_MESSAGES_H
#define TUTTI_COMPILE_MESSAGES_H

#include <stdio.h>

/* A file that cannot be read has nothing to say. */
void messages_print(const char *path, FILE *out);

#endif
