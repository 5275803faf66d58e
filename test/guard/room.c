/* Address space for fortran.F90. */
#include <stddef.h>
#include <sys/mman.h>

void *reserve(void);
void *reserve(void)
{
    const size_t bytes = (size_t)16 << 30;
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        return NULL;
    madvise(room, bytes, MADV_NOHUGEPAGE);
    return room;
}
