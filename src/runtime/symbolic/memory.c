#include "runtime/symbolic/memory.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *memory_map(size_t length)
{
    int kept = errno;
    long address = syscall(SYS_mmap, NULL, length, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    errno = kept;
    return address == -1 ? NULL : (void *)(uintptr_t)address;
}

void memory_unmap(void *memory, size_t length)
{
    int kept = errno;
    syscall(SYS_munmap, memory, length);
    errno = kept;
}
