#include "other.h"

int shared_variable = 4;
static int hidden_variable = 40; // main.cc has one of that name, too

static int same_name(int x)
{
    return x + hidden_variable++;
}

int other_file(int x)
{
    if (x > 100)
        throw std::runtime_error("from the other file");
    if (limit(x, 0, 9) == 7)
        return -next_number();
    return same_name(x) + shared_variable;
}
