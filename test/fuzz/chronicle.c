/* chronicle.c: what a search of `tutti test` keeps beside its journal. */
#include "concolic/coverage/chronicle.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct chronicle chronicle;
    uint8_t tried[64] = {0};
    fuzz_file("chronicle", data, size);
    chronicle_open(&chronicle, fuzz_folder(), true, tried, sizeof tried);
    chronicle_news(&chronicle, 10, 5);
    chronicle_close(&chronicle);
    return 0;
}
