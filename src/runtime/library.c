#include "runtime/library.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* The prefixes cover libmpi.so.40, libmpich.so.12, libmpi_mpifh.so, mca_io_romio321.so,
 * libopen-pal.so. */
bool library_has(const void *address)
{
    static const char *const prefixes[] = {"libmpi", "mca_", "libopen-"};
    static const char model[] = "tutti_frame_";
    Dl_info info;
    if (!dladdr(address, &info) || !info.dli_fname)
        return false;
    if (info.dli_sname && strncmp(info.dli_sname, model, sizeof model - 1) == 0)
        return true;
    const char *slash = strrchr(info.dli_fname, '/');
    const char *name = slash ? slash + 1 : info.dli_fname;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}
