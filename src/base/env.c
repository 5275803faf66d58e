#include "base/env.h"

#include <string.h>

const char *const *env_before_program(const char *program)
{
    static const char *const none[] = {NULL}, *const nice[] = {"nice", "-n", "0", NULL};
    return strchr(program, '=') ? nice : none;
}
