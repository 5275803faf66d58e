#ifndef OTHER_H
#define OTHER_H
#include <stdexcept>

/* In every file that includes it, and once in the program. */
inline int next_number()
{
    static int number = 5;
    return number++;
}

template <class T> T limit(T x, T low, T high)
{
    return x < low ? low : x > high ? high : x;
}

int other_file(int x);
extern int shared_variable;
#endif
