#include "base/source/source_place.h"

#include <stddef.h>
#include <string.h>

bool source_is_system(const char *file)
{
    static const char *const roots[] = {
        "/usr/include/",       "/usr/lib/",       "/usr/lib32/", "/usr/lib64/",
        "/usr/local/include/", "/usr/local/lib/", "/lib/",       "/lib64/"};
    /* The folders of compilers that are installed elsewhere. */
    static const char *const folders[] = {"/include/c++/", "/lib/gcc/", "/lib64/gcc/",
                                          "/lib/clang/"};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
        if (strncmp(file, roots[i], strlen(roots[i])) == 0)
            return true;
    bool installed = strncmp(file, "/opt/", 5) == 0 && strstr(file, "/include/");
    for (size_t i = 0; file[0] == '/' && !installed && i < sizeof folders / sizeof *folders; i++)
        installed = strstr(file, folders[i]) != NULL;
    return installed;
}
