#include "symbol/debug_file.h"

#include "base/memory.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Computes the CRC-32 of the whole file, as in .gnu_debuglink: polynomial 0x04c11db7, reflected. */
static bool file_crc(int descriptor, uint32_t *crc)
{
    uint32_t table[256];
    for (uint32_t byte = 0; byte < 256; byte++) {
        table[byte] = byte;
        for (int bit = 0; bit < 8; bit++)
            table[byte] = (table[byte] >> 1) ^ (table[byte] & 1 ? 0xedb88320 : 0);
    }
    unsigned char bytes[1 << 14];
    off_t at = 0;
    ssize_t got;
    uint32_t value = 0xffffffff;
    while ((got = pread(descriptor, bytes, sizeof bytes, at)) > 0) {
        for (ssize_t i = 0; i < got; i++)
            value = (value >> 8) ^ table[(value ^ bytes[i]) & 0xff];
        at += got;
    }
    *crc = ~value;
    return got == 0;
}

/* Says whether the file belongs to the module: by build ID if both have one, else by checksum. */
static bool debug_file_belongs(Dwfl_Module *module, int descriptor, GElf_Word link_crc)
{
    const unsigned char *wanted;
    const void *present;
    GElf_Addr ignored;
    uint32_t crc;
    int wanted_length = dwfl_module_build_id(module, &wanted, &ignored);
    Elf *elf = elf_begin(descriptor, ELF_C_READ_MMAP, NULL);
    ssize_t present_length = elf ? dwelf_elf_gnu_build_id(elf, &present) : -1;
    bool same;
    if (wanted_length > 0 && present_length > 0)
        same =
            wanted_length == present_length && memcmp(wanted, present, (size_t)wanted_length) == 0;
    else
        same = elf && file_crc(descriptor, &crc) && crc == link_crc;
    elf_end(elf);
    return same;
}

static int open_candidate(Dwfl_Module *module, const char *file, const char *path,
                          GElf_Word link_crc)
{
    /* O_NONBLOCK: does not wait for the writer of a pipe. */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return -1;
    /* A link may contain the name of the stripped file itself, meant for another directory. */
    struct stat status, own;
    bool other =
        fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
        (stat(file, &own) != 0 || status.st_dev != own.st_dev || status.st_ino != own.st_ino);
    if (other && debug_file_belongs(module, descriptor, link_crc))
        return descriptor;
    close(descriptor);
    return -1;
}

int debug_file_find(Dwfl_Module *module, void **user_data, const char *module_name, Dwarf_Addr base,
                    const char *file, const char *link, GElf_Word link_crc, char **found)
{
    static const char *const places[][2] = {{"", "/"}, {"", "/.debug/"}, {"/usr/lib/debug", "/"}};
    int descriptor = dwfl_build_id_find_debuginfo(module, user_data, module_name, base, file, link,
                                                  link_crc, found);
    const char *slash = file ? strrchr(file, '/') : NULL;
    /* A name without a checksum is that of a file shared by several (.gnu_debugaltlink), which
     * libdw finds by itself. */
    if (descriptor >= 0 || !slash || !link || link_crc == 0)
        return descriptor;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *path = memory_printf("%s%.*s%s%s", places[i][0], (int)(slash - file), file,
                                   places[i][1], link);
        descriptor = open_candidate(module, file, path, link_crc);
        if (descriptor >= 0) {
            *found = path;
            return descriptor;
        }
        free(path);
    }
    return -1;
}
