/* messages.h: prints a compiler's messages from the file that they were written to.
 *
 * flang reports an error for each byte of a module file that it cannot read: 50,000 lines about one
 * place of the source hide the reason and all later messages. So of consecutive errors at the same
 * place only the first is printed, with its excerpt.
 */
#ifndef TUTTI_COMPILE_MESSAGES_H
#define TUTTI_COMPILE_MESSAGES_H

#include <stdio.h>

/* Prints the messages. A file that cannot be read has none. */
void messages_print(const char *path, FILE *out);

#endif
