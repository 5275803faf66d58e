#include "runtime/check/needs.h"

const char tutti_check_collectives[] = "collectives";
