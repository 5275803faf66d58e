/* sites.c: the branches of a test build, and coverage that is sorted by them. */
#include "concolic/coverage/covered.h"
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sites sites;
    struct error error;
    struct covered covered;
    size_t count;
    uint32_t edges;
    const char *path = fuzz_file("sites", data, size);
    sites_count(path, &count, &edges, &error);
    if (sites_read(path, &sites, &error) != 0)
        return 0;
    uint8_t *taken = memory_zero(sites.edge_count + 1, 1);
    for (uint32_t i = 0; i < sites.edge_count; i++)
        sites_same_edge(&sites, i);
    covered_sort(&sites, taken, taken, &covered);
    covered_free(&covered);
    free(taken);
    sites_free(&sites);
    return 0;
}
