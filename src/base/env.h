/* env.h: command lines that set variables, `env NAME=value ... PROGRAM`. */
#ifndef TUTTI_BASE_ENV_H
#define TUTTI_BASE_ENV_H

/* Returns the words to put between the variables and the program, NULL-terminated: none, or, if its
 * path has a '=', a command that executes its arguments, since `env` takes such a path for one more
 * variable. */
const char *const *env_before_program(const char *program);

#endif
