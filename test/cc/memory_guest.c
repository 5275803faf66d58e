/* memory_guest.c: preloaded, writes one line for each access that it is told of into the file
 * $TOLD: the module and the place in it that the call came from, load or store with its bytes, and
 * where the address is, if that has a name. */
#include "runtime/memory.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

static void tell(char kind, const char *address, size_t bytes, const char *caller)
{
    static int file = -2;
    Dl_info code, data;
    const char *path = getenv("TOLD");
    if (file == -2)
        file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
    if (file < 0 || !dladdr(caller, &code))
        return;
    const Elf64_Ehdr *header = code.dli_fbase;
    const char *base = header->e_type == ET_EXEC ? NULL : code.dli_fbase;
    dprintf(file, "%s %#tx %c%zu", code.dli_fname, caller - 1 - base, kind, bytes);
    if (dladdr(address, &data) && data.dli_sname)
        dprintf(file, " %s+%td", data.dli_sname, address - (const char *)data.dli_saddr);
    dprintf(file, "\n");
}

void tutti_memory_load(const void *address, size_t bytes)
{
    tell('L', address, bytes, __builtin_return_address(0));
}

void tutti_memory_store(const void *address, size_t bytes)
{
    tell('S', address, bytes, __builtin_return_address(0));
}
