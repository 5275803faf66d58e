#include "launch/elf.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ELF_STRING_MAX = 64 * 1024,        /* a soname or a search path */
    ELF_DYNAMIC_MAX = 64 * 1024,       /* entries of a dynamic section */
    ELF_NEEDED_MAX = 4096,             /* libraries of one image */
    ELF_TABLE_MAX = 512 * 1024 * 1024, /* bytes of a symbol or string table */
    ELF_CHUNK = 64 * 1024,
};

/* An open file. A read beyond its end sets `broken` and gives zeroes, so that one check at the end
 * of a sequence of reads suffices. */
struct elf_file {
    int descriptor;
    uint64_t size;
    bool wide;    /* 64 bit */
    bool swapped; /* the other byte order */
    bool broken;
};

static bool file_bytes(struct elf_file *file, uint64_t offset, void *bytes, size_t length)
{
    memset(bytes, 0, length);
    if (length > file->size || offset > file->size - length)
        return file->broken = true, false;
    size_t done = 0;
    while (done < length) {
        ssize_t got =
            pread(file->descriptor, (char *)bytes + done, length - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return file->broken = true, false;
        done += (size_t)got;
    }
    return true;
}

static uint64_t elf_decode(const struct elf_file *file, const unsigned char *bytes, size_t width)
{
    bool little = file->swapped != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    uint64_t value = 0;
    for (size_t i = 0; i < width; i++)
        value |= (uint64_t)bytes[i] << 8 * (little ? i : width - 1 - i);
    return value;
}

/* The size of a record of the file (a header, a symbol, ...) in memory, and one of its members, by
 * the names of <elf.h>. */
#define RECORD_SIZE(file, type) ((file)->wide ? sizeof(Elf64_##type) : sizeof(Elf32_##type))
#define MEMBER(file, record, type, member)                                      \
    ((file)->wide ? elf_decode(file, (record) + offsetof(Elf64_##type, member), \
                               sizeof(((Elf64_##type *)0)->member))             \
                  : elf_decode(file, (record) + offsetof(Elf32_##type, member), \
                               sizeof(((Elf32_##type *)0)->member)))

struct segment {
    uint64_t type, offset, address, size;
};

struct elf_header {
    int type;
    int machine;
    uint64_t segments, segment_size, segment_count;
    uint64_t sections, section_size, section_count;
};

/* Sets an error that says what a file is that is not ELF. */
static int describe_other(const char *path, const char *start, size_t length, struct error *error)
{
    if (length == 0)
        return error_set(error, ERROR_USAGE, "%s is an empty file, not a program", path);
    if (length < 2 || start[0] != '#' || start[1] != '!')
        return error_set(error, ERROR_USAGE,
                         "%s is not a program: it is not an ELF file; name the compiled "
                         "binary",
                         path);
    size_t end = 2 + strcspn(start + 2, "\r\n");
    size_t begin = 2 + strspn(start + 2, " \t");
    int shown = end > begin ? (int)(end - begin) : 0;
    return error_set(error, ERROR_USAGE,
                     "%s is a script (for %.*s), not a program: the MPI is found from the binary, "
                     "so name the binary that the script starts, or choose the MPI with --mpi=",
                     path, shown, start + begin);
}

static int file_open(const char *path, struct elf_file *file, struct error *error)
{
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        error_errno(error, "cannot read %s", path);
        error->kind = ERROR_USAGE;
        return -1;
    }
    if (fstat(descriptor, &status) != 0) {
        error_errno(error, "cannot read %s", path);
        goto close_file;
    }
    if (!S_ISREG(status.st_mode)) {
        error_set(error, ERROR_USAGE, "%s is a %s, not a program", path,
                  S_ISDIR(status.st_mode) ? "directory" : "device or pipe");
        goto close_file;
    }
    *file = (struct elf_file){.descriptor = descriptor, .size = (uint64_t)status.st_size};
    return 0;

close_file:
    close(descriptor);
    return -1;
}

static int elf_read_header(struct elf_file *file, const char *path, struct elf_header *header,
                           struct error *error)
{
    char start[128] = "";
    size_t length = file->size < sizeof start - 1 ? (size_t)file->size : sizeof start - 1;
    file_bytes(file, 0, start, length);
    if (length < SELFMAG || memcmp(start, ELFMAG, SELFMAG) != 0)
        return describe_other(path, start, length, error);
    unsigned char record[sizeof(Elf64_Ehdr)];
    char class = start[EI_CLASS], order = start[EI_DATA];
    file->wide = class == ELFCLASS64;
    file->swapped =
        order != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB);
    if ((class != ELFCLASS32 && class != ELFCLASS64) ||
        (order != ELFDATA2LSB && order != ELFDATA2MSB) ||
        !file_bytes(file, 0, record, RECORD_SIZE(file, Ehdr)))
        return error_set(error, ERROR_USAGE, "%s is corrupt: its ELF header makes no sense", path);
    *header = (struct elf_header){
        .type = (int)MEMBER(file, record, Ehdr, e_type),
        .machine = (int)MEMBER(file, record, Ehdr, e_machine),
        .segments = MEMBER(file, record, Ehdr, e_phoff),
        .segment_size = MEMBER(file, record, Ehdr, e_phentsize),
        .segment_count = MEMBER(file, record, Ehdr, e_phnum),
        .sections = MEMBER(file, record, Ehdr, e_shoff),
        .section_size = MEMBER(file, record, Ehdr, e_shentsize),
        .section_count = MEMBER(file, record, Ehdr, e_shnum),
    };
    return 0;
}

static struct segment read_segment(struct elf_file *file, const struct elf_header *header,
                                   uint64_t index)
{
    unsigned char record[sizeof(Elf64_Phdr)];
    if (header->segments > file->size)
        file->broken = true;
    else
        file_bytes(file, header->segments + index * header->segment_size, record,
                   RECORD_SIZE(file, Phdr));
    if (file->broken)
        return (struct segment){0};
    return (struct segment){
        .type = MEMBER(file, record, Phdr, p_type),
        .offset = MEMBER(file, record, Phdr, p_offset),
        .address = MEMBER(file, record, Phdr, p_vaddr),
        .size = MEMBER(file, record, Phdr, p_filesz),
    };
}

/* Finds the place in the file of the bytes at an address. */
static bool address_offset(struct elf_file *file, const struct elf_header *header, uint64_t address,
                           uint64_t *offset)
{
    for (uint64_t i = 0; i < header->segment_count && !file->broken; i++) {
        struct segment segment = read_segment(file, header, i);
        if (segment.type == PT_LOAD && address >= segment.address &&
            address - segment.address < segment.size) {
            *offset = segment.offset + (address - segment.address);
            return *offset >= segment.offset; /* no wrap */
        }
    }
    return false;
}

/* Returns the zero-terminated string at an offset; NULL (and sets `broken`) if it reaches beyond
 * the file. */
static const char *read_string(struct elf_file *file, uint64_t offset, struct arena *arena)
{
    char buffer[256];
    char *string = NULL;
    size_t length = 0;
    while (length < ELF_STRING_MAX && offset < file->size) {
        size_t part =
            file->size - offset < sizeof buffer ? (size_t)(file->size - offset) : sizeof buffer;
        if (!file_bytes(file, offset, buffer, part))
            break;
        size_t used = strnlen(buffer, part);
        string = memory_resize(string, length + used + 1);
        memcpy(string + length, buffer, used);
        length += used;
        if (used < part) {
            const char *copy = arena_copy_bytes(arena, string, length);
            free(string);
            return copy;
        }
        offset += part;
    }
    free(string);
    file->broken = true;
    return NULL;
}

struct dynamic {
    uint64_t strings; /* address of the string table */
    uint64_t flags_1;
    uint64_t rpath, runpath; /* offsets in the string table */
    bool has_strings, has_rpath, has_runpath;
    uint64_t needed[ELF_NEEDED_MAX];
    size_t needed_count;
};

static void read_dynamic(struct elf_file *file, const struct segment *segment,
                         struct dynamic *dynamic)
{
    size_t size = RECORD_SIZE(file, Dyn);
    uint64_t count = segment->size / size;
    if (count > ELF_DYNAMIC_MAX || segment->offset > file->size) {
        file->broken = true;
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        unsigned char record[sizeof(Elf64_Dyn)];
        if (!file_bytes(file, segment->offset + i * size, record, size))
            return;
        uint64_t value = MEMBER(file, record, Dyn, d_un.d_val);
        switch (MEMBER(file, record, Dyn, d_tag)) {
        case DT_NULL:
            return;
        case DT_NEEDED:
            if (dynamic->needed_count == ELF_NEEDED_MAX)
                file->broken = true;
            else
                dynamic->needed[dynamic->needed_count++] = value;
            break;
        case DT_STRTAB:
            dynamic->strings = value;
            dynamic->has_strings = true;
            break;
        case DT_RPATH:
            dynamic->rpath = value;
            dynamic->has_rpath = true;
            break;
        case DT_RUNPATH:
            dynamic->runpath = value;
            dynamic->has_runpath = true;
            break;
        case DT_FLAGS_1:
            dynamic->flags_1 = value;
            break;
        default:
            break;
        }
    }
}

static const char *dynamic_string(struct elf_file *file, uint64_t strings, uint64_t offset,
                                  struct arena *arena)
{
    if (strings > file->size || offset > file->size) {
        file->broken = true;
        return NULL;
    }
    return read_string(file, strings + offset, arena);
}

static void read_strings(struct elf_file *file, const struct elf_header *header,
                         const struct dynamic *dynamic, struct arena *arena,
                         struct elf_image *image)
{
    uint64_t strings;
    if (dynamic->needed_count == 0 && !dynamic->has_rpath && !dynamic->has_runpath)
        return;
    if (!dynamic->has_strings || !address_offset(file, header, dynamic->strings, &strings)) {
        file->broken = true;
        return;
    }
    for (size_t i = 0; i < dynamic->needed_count && !file->broken; i++)
        *arena_push(arena, image->needed, image->needed_count) =
            dynamic_string(file, strings, dynamic->needed[i], arena);
    if (dynamic->has_rpath)
        image->rpath = dynamic_string(file, strings, dynamic->rpath, arena);
    if (dynamic->has_runpath)
        image->runpath = dynamic_string(file, strings, dynamic->runpath, arena);
}

static void read_segments(struct elf_file *file, const struct elf_header *header,
                          struct arena *arena, struct elf_image *image)
{
    bool interpreter = false;
    struct segment section = {0}; /* the dynamic one */
    if (header->segment_count > 0 && header->segment_size < RECORD_SIZE(file, Phdr))
        file->broken = true;
    for (uint64_t i = 0; i < header->segment_count && !file->broken; i++) {
        struct segment segment = read_segment(file, header, i);
        if (segment.type == PT_INTERP)
            interpreter = true;
        else if (segment.type == PT_DYNAMIC)
            section = segment;
        else if (segment.type == PT_LOAD &&
                 (segment.size > file->size || segment.offset > file->size - segment.size))
            file->broken = true;
    }
    if (file->broken || section.type != PT_DYNAMIC)
        return;
    struct dynamic *dynamic = memory_zero(1, sizeof *dynamic);
    read_dynamic(file, &section, dynamic);
    if (!file->broken)
        read_strings(file, header, dynamic, arena, image);
    /* A static-pie program has a dynamic section for its own relocations, but no interpreter. */
    image->library = header->type == ET_DYN && !interpreter && !(dynamic->flags_1 & DF_1_PIE);
    image->dynamic = interpreter || image->library;
    free(dynamic);
}

int elf_read(const char *path, struct arena *arena, struct elf_image *image, struct error *error)
{
    struct elf_file file;
    struct elf_header header;
    if (file_open(path, &file, error) != 0)
        return -1;
    int status = elf_read_header(&file, path, &header, error);
    if (status != 0)
        goto close_file;
    if (header.type != ET_EXEC && header.type != ET_DYN) {
        status = error_set(error, ERROR_USAGE, "%s is %s, not a program%s", path,
                           header.type == ET_REL    ? "an object file"
                           : header.type == ET_CORE ? "a core file"
                                                    : "an ELF file of an unknown type",
                           header.type == ET_REL ? ": link it first" : "");
        goto close_file;
    }
    struct elf_image result = {
        .path = arena_copy(arena, path), .machine = header.machine, .bits = file.wide ? 64 : 32};
    read_segments(&file, &header, arena, &result);
    if (file.broken)
        status = error_set(error, ERROR_USAGE,
                           "%s is cut short or corrupt: its ELF tables point outside of the file; "
                           "build it again",
                           path);
    else
        *image = result;

close_file:
    close(file.descriptor);
    return status;
}

/* Returns a part of the file in memory that the caller frees; NULL (and sets `broken`) if the file
 * does not contain it. */
static unsigned char *file_part(struct elf_file *file, uint64_t offset, uint64_t size)
{
    if (size == 0 || size > ELF_TABLE_MAX || size > file->size || offset > file->size - size) {
        file->broken = true;
        return NULL;
    }
    unsigned char *part = memory_alloc((size_t)size);
    if (file_bytes(file, offset, part, (size_t)size))
        return part;
    free(part);
    return NULL;
}

static bool symbol_wanted(const char *strings, size_t size, uint64_t name,
                          const char *const *symbols)
{
    for (; *symbols; symbols++) {
        size_t length = strlen(*symbols) + 1;
        if (length <= size && name <= size - length &&
            memcmp(strings + name, *symbols, length) == 0)
            return true;
    }
    return false;
}

static bool table_defines(struct elf_file *file, uint64_t table, uint64_t table_size,
                          const char *strings, size_t strings_size, const char *const *symbols)
{
    size_t size = RECORD_SIZE(file, Sym), per_chunk = ELF_CHUNK / size;
    bool found = false;
    for (uint64_t done = 0; !found && table_size - done >= size;) {
        uint64_t part = table_size - done < per_chunk * size ? (table_size - done) / size * size
                                                             : per_chunk * size;
        unsigned char *chunk = file_part(file, table + done, part);
        if (!chunk)
            return false;
        for (uint64_t at = 0; at < part && !found; at += size)
            found = MEMBER(file, chunk + at, Sym, st_shndx) != SHN_UNDEF &&
                    symbol_wanted(strings, strings_size, MEMBER(file, chunk + at, Sym, st_name),
                                  symbols);
        free(chunk);
        done += part;
    }
    return found;
}

/* The section header of a symbol table names the section of its strings. */
static bool section_defines(struct elf_file *file, const struct elf_header *header,
                            const unsigned char *sections, uint64_t index,
                            const char *const *symbols)
{
    const unsigned char *section = sections + index * header->section_size;
    uint64_t type = MEMBER(file, section, Shdr, sh_type);
    uint64_t link = MEMBER(file, section, Shdr, sh_link);
    uint64_t table = MEMBER(file, section, Shdr, sh_offset);
    if ((type != SHT_SYMTAB && type != SHT_DYNSYM) || link >= header->section_count ||
        table > file->size)
        return false;
    const unsigned char *names = sections + link * header->section_size;
    uint64_t size = MEMBER(file, names, Shdr, sh_size);
    unsigned char *strings = file_part(file, MEMBER(file, names, Shdr, sh_offset), size);
    if (!strings)
        return false;
    bool found = table_defines(file, table, MEMBER(file, section, Shdr, sh_size), (char *)strings,
                               (size_t)size, symbols);
    free(strings);
    return found;
}

bool elf_defines(const char *path, const char *const *symbols)
{
    struct elf_file file;
    struct elf_header header;
    struct error ignored;
    bool found = false;
    if (file_open(path, &file, &ignored) != 0)
        return false;
    if (elf_read_header(&file, path, &header, &ignored) == 0 &&
        header.section_size >= RECORD_SIZE(&file, Shdr)) {
        unsigned char *sections =
            file_part(&file, header.sections, header.section_count * header.section_size);
        for (uint64_t i = 0; sections && i < header.section_count && !found; i++)
            found = section_defines(&file, &header, sections, i, symbols);
        free(sections);
    }
    close(file.descriptor);
    return found;
}

const char *elf_machine_name(int machine, struct arena *arena)
{
    static const struct {
        int machine;
        const char *name;
    } names[] = {
        {EM_X86_64, "x86-64"},   {EM_386, "i386"},  {EM_AARCH64, "aarch64"}, {EM_ARM, "arm"},
        {EM_PPC64, "ppc64"},     {EM_PPC, "ppc"},   {EM_RISCV, "riscv"},     {EM_S390, "s390"},
        {EM_SPARCV9, "sparc64"}, {EM_MIPS, "mips"}, {EM_IA_64, "itanium"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].machine == machine)
            return names[i].name;
    return arena_printf(arena, "machine %d", machine);
}

int elf_own_machine(void)
{
#if defined __x86_64__
    return EM_X86_64;
#elif defined __aarch64__
    return EM_AARCH64;
#elif defined __powerpc64__
    return EM_PPC64;
#elif defined __riscv
    return EM_RISCV;
#elif defined __s390__
    return EM_S390;
#elif defined __loongarch__
    return EM_LOONGARCH;
#else
#error "name the ELF machine of this architecture here"
#endif
}
