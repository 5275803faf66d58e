#include "compile/object.h"

#include "compile/archive.h"
#include "compile/bitcode.h"

#include <assert.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char clang_section[] = ".llvmbc";
static_assert(sizeof clang_section == sizeof OBJECT_SECTION, "it is renamed where it stands");

struct object_mapping {
    void *bytes;
    size_t size;
    struct object_mapping *next;
};

/* An object file in memory. Users of Tutti compile for their own machine, so only its byte order
 * and 64 bits are read. */
struct image {
    const unsigned char *bytes;
    size_t size;
    Elf64_Ehdr header;
    size_t section_count;
};

static bool object_within(const struct image *image, uint64_t offset, uint64_t size)
{
    return offset <= image->size && size <= image->size - offset;
}

static bool read_image(const unsigned char *bytes, size_t size, struct image *image)
{
    *image = (struct image){.bytes = bytes, .size = size};
    if (size < sizeof image->header || memcmp(bytes, ELFMAG, SELFMAG) != 0 ||
        bytes[EI_CLASS] != ELFCLASS64 || bytes[EI_DATA] != ELFDATA2LSB)
        return false;
    memcpy(&image->header, bytes, sizeof image->header);
    const Elf64_Ehdr *header = &image->header;
    if (header->e_shoff == 0 || header->e_shentsize != sizeof(Elf64_Shdr))
        return false;
    image->section_count = header->e_shnum;
    if (header->e_shnum == 0 && object_within(image, header->e_shoff, sizeof(Elf64_Shdr))) {
        Elf64_Shdr first; /* with more than 65,279 sections, it has their number */
        memcpy(&first, bytes + header->e_shoff, sizeof first);
        image->section_count = first.sh_size < size ? first.sh_size : 0;
    }
    return object_within(image, header->e_shoff, image->section_count * sizeof(Elf64_Shdr));
}

static Elf64_Shdr section_at(const struct image *image, size_t number)
{
    Elf64_Shdr section = {0};
    if (number < image->section_count)
        memcpy(&section, image->bytes + image->header.e_shoff + number * sizeof section,
               sizeof section);
    return section;
}

static bool has_bytes(const struct image *image, const Elf64_Shdr *section)
{
    return section->sh_type != SHT_NOBITS &&
           object_within(image, section->sh_offset, section->sh_size);
}

/* Returns a string of a string section; "" if it is not within it. */
static const char *string_at(const struct image *image, const Elf64_Shdr *strings, uint64_t offset)
{
    if (!has_bytes(image, strings) || offset >= strings->sh_size)
        return "";
    const char *string = (const char *)image->bytes + strings->sh_offset + offset;
    return memchr(string, 0, strings->sh_size - offset) ? string : "";
}

static Elf64_Shdr section_names(const struct image *image)
{
    size_t names = image->header.e_shstrndx;
    return section_at(image, names == SHN_XINDEX ? section_at(image, 0).sh_link : names);
}

static Elf64_Shdr find_section(const struct image *image, const char *name)
{
    Elf64_Shdr strings = section_names(image);
    for (size_t i = 0; i < image->section_count; i++) {
        Elf64_Shdr section = section_at(image, i);
        if (has_bytes(image, &section) &&
            strcmp(string_at(image, &strings, section.sh_name), name) == 0)
            return section;
    }
    return (Elf64_Shdr){0};
}

const unsigned char *object_section(const struct object_member *member, const char *name,
                                    size_t *size)
{
    struct image image;
    if (!read_image(member->bytes, member->size, &image))
        return NULL;
    Elf64_Shdr section = find_section(&image, name);
    *size = section.sh_size;
    return section.sh_size > 0 ? image.bytes + section.sh_offset : NULL;
}

/* Splits the bytes of the section into the modules that the linker put one after the other. */
static void cut_pieces(struct object *object, struct object_member *member,
                       const unsigned char *bytes, size_t size)
{
    while (size > 0) {
        size_t length = bitcode_length(bytes, size);
        if (length == 0) { /* padding */
            bytes++, size--;
            continue;
        }
        *arena_push(&object->arena, member->pieces, member->piece_count) =
            (struct object_piece){.data = bytes, .size = length};
        bytes += length, size -= length;
    }
}

/* Splits the command lines, which also follow one another; each starts with -cc1. They are assigned
 * to pieces only if there is one for each. */
static void cut_commands(struct object_member *member, const char *bytes, size_t size)
{
    static const char start[] = "-cc1";
    size_t count = 0;
    if (size == 0 || bytes[size - 1] != '\0')
        return;
    for (const char *at = bytes; at < bytes + size; at += strlen(at) + 1) {
        if (strcmp(at, start) == 0 && count++ < member->piece_count)
            member->pieces[count - 1].command = at;
        if (count > 0 && count <= member->piece_count) {
            struct object_piece *piece = &member->pieces[count - 1];
            piece->command_size = (size_t)(at - piece->command) + strlen(at) + 1;
        }
    }
    if (count == member->piece_count)
        return;
    for (size_t i = 0; i < member->piece_count; i++)
        member->pieces[i].command = NULL, member->pieces[i].command_size = 0;
}

static void read_member(struct object *object, struct object_member *member)
{
    struct image image;
    if (bitcode_length(member->bytes, member->size) > 0) {
        cut_pieces(object, member, member->bytes, member->size);
        return;
    }
    if (!read_image(member->bytes, member->size, &image))
        return;
    Elf64_Shdr code = find_section(&image, OBJECT_SECTION);
    if (code.sh_size == 0)
        code = find_section(&image, clang_section);
    Elf64_Shdr commands = find_section(&image, ".llvmcmd");
    cut_pieces(object, member, image.bytes + code.sh_offset, code.sh_size);
    cut_commands(member, (const char *)image.bytes + commands.sh_offset, commands.sh_size);
}

static const unsigned char *map_file(struct object *object, const char *path, size_t *size,
                                     struct error *error)
{
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe may have no writer */
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
        error_errno(error, "cannot read %s", path);
        if (descriptor >= 0)
            close(descriptor);
        return NULL;
    }
    *size = (size_t)status.st_size;
    void *bytes = S_ISREG(status.st_mode) && status.st_size > 0
                      ? mmap(NULL, *size, PROT_READ, MAP_PRIVATE, descriptor, 0)
                      : MAP_FAILED;
    close(descriptor);
    if (bytes == MAP_FAILED) {
        error_set(error, ERROR_FAILED, "cannot read %s: it is not a file, or it is empty", path);
        return NULL;
    }
    struct object_mapping *mapping = arena_alloc(&object->arena, sizeof *mapping);
    *mapping = (struct object_mapping){bytes, *size, object->mappings};
    object->mappings = mapping;
    return bytes;
}

static void object_add_member(struct object *object, const char *name, const unsigned char *bytes,
                              size_t size)
{
    *arena_push(&object->arena, object->members, object->member_count) =
        (struct object_member){.name = name, .bytes = bytes, .size = size};
}

/* Returns the file of a member of a thin archive: beside the archive, unless its name is absolute.
 */
static const char *thin_path(struct object *object, const char *name)
{
    const char *slash = strrchr(object->path, '/');
    if (name[0] == '/' || !slash)
        return name;
    return arena_printf(&object->arena, "%.*s%s", (int)(slash + 1 - object->path), object->path,
                        name);
}

static void add_archive_members(struct object *object, const unsigned char *bytes, size_t size)
{
    struct archive archive;
    struct archive_member member;
    archive_begin(&archive, bytes, size);
    while (archive_next(&archive, &object->arena, &member)) {
        struct error error;
        const char *name = arena_printf(&object->arena, "%s(%s)", object->path, member.name);
        if (!member.bytes) /* the linker reports a missing member of a thin archive */
            member.bytes = map_file(object, thin_path(object, member.name), &member.size, &error);
        if (member.bytes)
            object_add_member(object, name, member.bytes, member.size);
    }
}

static enum object_kind object_kind_of(const unsigned char *bytes, size_t size)
{
    struct image image;
    if (archive_is(bytes, size))
        return OBJECT_ARCHIVE;
    if (bitcode_length(bytes, size) > 0)
        return OBJECT_BITCODE;
    if (!read_image(bytes, size, &image))
        return OBJECT_OTHER;
    return image.header.e_type == ET_REL ? OBJECT_RELOCATABLE : OBJECT_SHARED;
}

int object_open(const char *path, struct object *object, struct error *error)
{
    size_t size;
    *object = (struct object){.kind = OBJECT_OTHER};
    object->path = arena_copy(&object->arena, path);
    const unsigned char *bytes = map_file(object, path, &size, error);
    if (!bytes) {
        object_close(object);
        return -1;
    }
    object->kind = object_kind_of(bytes, size);
    struct image image;
    object->program = object->kind == OBJECT_SHARED && read_image(bytes, size, &image) &&
                      (image.header.e_type == ET_EXEC || find_section(&image, ".interp").sh_size);
    if (object->kind == OBJECT_ARCHIVE)
        add_archive_members(object, bytes, size);
    else if (object->kind != OBJECT_OTHER)
        object_add_member(object, object->path, bytes, size);
    for (size_t i = 0; i < object->member_count; i++)
        read_member(object, &object->members[i]);
    return 0;
}

void object_close(struct object *object)
{
    for (struct object_mapping *at = object->mappings; at; at = at->next)
        munmap(at->bytes, at->size);
    arena_free(&object->arena);
    *object = (struct object){.kind = OBJECT_OTHER};
}

void object_rename_section(const char *path)
{
    struct stat status;
    struct image image;
    int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
        return;
    void *bytes =
        fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0
            ? mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
            : MAP_FAILED;
    close(descriptor);
    if (bytes == MAP_FAILED)
        return;
    if (read_image(bytes, (size_t)status.st_size, &image)) {
        Elf64_Shdr section = find_section(&image, clang_section), names = section_names(&image);
        if (section.sh_size > 0)
            memcpy((char *)bytes + names.sh_offset + section.sh_name, OBJECT_SECTION,
                   sizeof OBJECT_SECTION);
    }
    munmap(bytes, (size_t)status.st_size);
}

struct symbol_reader {
    struct object *object;
    struct object_member *member;
};

/* Adds a symbol. A weak symbol that is not defined takes no member out of an archive. */
static void object_add_symbol(struct symbol_reader *reader, const char *name, bool defined,
                              bool weak)
{
    struct object_member *member = reader->member;
    struct arena *arena = &reader->object->arena;
    if (defined)
        *arena_push(arena, member->defined, member->defined_count) = name;
    else if (!weak)
        *arena_push(arena, member->wanted, member->wanted_count) = name;
}

static void add_bitcode_symbol(void *context, const struct bitcode_symbol *symbol)
{
    struct symbol_reader *reader = context;
    const char *name = arena_copy_bytes(&reader->object->arena, symbol->name, symbol->length);
    object_add_symbol(reader, name, symbol->defined, symbol->weak);
}

static void read_symbol_table(struct symbol_reader *reader, const struct image *image,
                              const Elf64_Shdr *table)
{
    Elf64_Shdr strings = section_at(image, table->sh_link);
    for (size_t at = 0; at + sizeof(Elf64_Sym) <= table->sh_size; at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        memcpy(&symbol, image->bytes + table->sh_offset + at, sizeof symbol);
        unsigned binding = ELF64_ST_BIND(symbol.st_info);
        const char *name = string_at(image, &strings, symbol.st_name);
        if (binding != STB_LOCAL && *name)
            object_add_symbol(reader, name, symbol.st_shndx != SHN_UNDEF, binding == STB_WEAK);
    }
}

void object_read_symbols(struct object *object, struct object_member *member)
{
    struct image image;
    struct symbol_reader reader = {object, member};
    if (!read_image(member->bytes, member->size, &image)) {
        member->known = bitcode_symbols(member->bytes, member->size, add_bitcode_symbol, &reader);
        return;
    }
    member->known = true;
    for (size_t i = 0; i < image.section_count; i++) {
        Elf64_Shdr table = section_at(&image, i);
        unsigned type = image.header.e_type == ET_REL ? SHT_SYMTAB : SHT_DYNSYM;
        if (table.sh_type == type && has_bytes(&image, &table))
            read_symbol_table(&reader, &image, &table);
    }
}

bool object_calls_parallel(const struct object_piece *piece)
{
    static const char *const names[] = {"MPI_", "mpi_", "__kmpc_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (memmem(piece->data, piece->size, names[i], strlen(names[i])))
            return true;
    return false;
}
