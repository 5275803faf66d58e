#include "compile/archive.h"

#include <ar.h>
#include <stdlib.h>
#include <string.h>

static const char thin_magic[] = "!<thin>\n";

bool archive_is(const unsigned char *bytes, size_t size)
{
    return size >= SARMAG &&
           (memcmp(bytes, ARMAG, SARMAG) == 0 || memcmp(bytes, thin_magic, SARMAG) == 0);
}

void archive_begin(struct archive *archive, const unsigned char *bytes, size_t size)
{
    *archive = (struct archive){
        .bytes = bytes, .size = size, .at = SARMAG, .thin = memcmp(bytes, thin_magic, SARMAG) == 0};
}

/* Reads a decimal number in a field padded with blanks. */
static size_t archive_number_in(const char *field, size_t width)
{
    size_t value = 0;
    for (size_t i = 0; i < width && field[i] >= '0' && field[i] <= '9'; i++)
        value = value * 10 + (size_t)(field[i] - '0');
    return value;
}

/* Returns the name of a member: "solver.o/", or for "/123" the name at 123 of the table of long
 * names, in which each ends with "/\n". NULL: the archive is damaged. */
static const char *archive_name_of(const struct archive *archive, struct arena *arena,
                                   const char *field)
{
    if (field[0] != '/') {
        size_t length = sizeof((struct ar_hdr *)NULL)->ar_name;
        const char *slash = memchr(field, '/', length);
        while (!slash && length > 0 && field[length - 1] == ' ')
            length--;
        return arena_copy_bytes(arena, field, slash ? (size_t)(slash - field) : length);
    }
    size_t offset = archive_number_in(field + 1, sizeof((struct ar_hdr *)NULL)->ar_name - 1);
    if (offset >= archive->long_names_size)
        return NULL;
    const char *name = archive->long_names + offset;
    const char *end = memchr(name, '\n', archive->long_names_size - offset);
    if (!end)
        return NULL;
    return arena_copy_bytes(arena, name, (size_t)(end - name) - (end > name && end[-1] == '/'));
}

bool archive_next(struct archive *archive, struct arena *arena, struct archive_member *member)
{
    while (archive->at + sizeof(struct ar_hdr) <= archive->size) {
        struct ar_hdr header;
        memcpy(&header, archive->bytes + archive->at, sizeof header);
        size_t size = archive_number_in(header.ar_size, sizeof header.ar_size);
        archive->at += sizeof header;
        bool table =
            header.ar_name[0] == '/' &&
            (header.ar_name[1] < '0' || header.ar_name[1] > '9'); /* "/", "//", "/SYM64/" */
        bool inside = table || !archive->thin;
        if (memcmp(header.ar_fmag, ARFMAG, sizeof header.ar_fmag) != 0 ||
            (inside && size > archive->size - archive->at))
            return false;
        const unsigned char *bytes = archive->bytes + archive->at;
        archive->at += inside ? size + size % 2 : 0;
        if (table && header.ar_name[1] == '/') {
            archive->long_names = (const char *)bytes;
            archive->long_names_size = size;
        }
        if (table)
            continue;
        const char *name = archive_name_of(archive, arena, header.ar_name);
        if (!name)
            return false;
        *member = (struct archive_member){name, inside ? bytes : NULL, size};
        return true;
    }
    return false;
}
