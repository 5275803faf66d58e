// names.cc: functions of C++. The marks are those of calls.c.
#include "mark.h"

namespace grid
{
struct cell {
    int value;
    inline __attribute__((always_inline)) void relax()
    {
        mark("method"); // FRAME method 1 relax
        after();
    }
};

template <typename T> __attribute__((noinline)) T sweep(T first)
{
    cell one = {static_cast<int>(first)};
    one.relax(); // FRAME method 2 sweep<double>
    after();
    return first;
}

__attribute__((noinline)) void main() // not where the program starts
{
    sweep(1.5); // FRAME method 3 main
    after();
}
} // namespace grid

int main(int, char **argv)
{
    struct local {
        __attribute__((noinline)) void visit()
        {
            mark("local"); // FRAME local 1 visit
            after();
        }
    };
    grid::main();    // FRAME method 4 main
    local().visit(); // FRAME local 2 main
    write_maps(argv[1] ? argv[1] : "maps");
    return 0;
}
