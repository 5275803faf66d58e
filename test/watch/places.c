/* places BOARD: what each rank of a job that is watched called last, and where in its program. */
#include "runtime/beacon/format.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>

int main(int count, char **words)
{
    int descriptor = count == 2 ? open(words[1], O_RDONLY) : -1;
    const struct beacon_file *file = mmap(NULL, sizeof *file, PROT_READ, MAP_SHARED, descriptor, 0);
    if (descriptor < 0 || file == MAP_FAILED)
        return 1;
    for (uint32_t i = 0; i < atomic_load(&file->claimed); i++) {
        const struct beacon_process *process = &file->processes[i];
        const struct beacon_lane *lane = &process->lanes[0];
        printf("%d %.*s %" PRIx64 "\n", process->rank, BEACON_NAME, file->names[lane->function],
               lane->site - process->base);
    }
    return 0;
}
