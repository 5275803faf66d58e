/* debug_file.h: finds the file with the debug information of a stripped file.
 *
 * It looks in the default places of libdwfl: by build ID below /usr/lib/debug/.build-id, and by the
 * name in .gnu_debuglink beside the file, in .debug beside it, and below /usr/lib/debug. It does
 * not use libdwfl's own standard function, which would also ask servers.
 */
#ifndef TUTTI_SYMBOL_DEBUG_FILE_H
#define TUTTI_SYMBOL_DEBUG_FILE_H

#include <elfutils/libdwfl.h>

/* The find_debuginfo callback of struct Dwfl_Callbacks. */
int debug_file_find(Dwfl_Module *module, void **user_data, const char *module_name, Dwarf_Addr base,
                    const char *file, const char *link, GElf_Word link_crc, char **found);

#endif
