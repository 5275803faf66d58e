#include "concolic/coverage/shared.h"

#include <sys/mman.h>

void *shared_open(size_t size, struct error *error)
{
    void *memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED)
        return memory;
    error_errno(error, "not enough memory for what tests share");
    return NULL;
}

void shared_close(void *memory, size_t size)
{
    if (memory)
        munmap(memory, size);
}
