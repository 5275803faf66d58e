#include "runtime/world/memory/variables.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct variable *variables; /* sorted by start; they do not overlap */
static size_t variable_count, variable_room;

/* A file of the program, mapped as it is on disk. */
struct image {
    const char *bytes;
    size_t size;
    uint64_t base; /* added to the addresses in the file */
};

static const void *image_part(const struct image *image, uint64_t offset, uint64_t size)
{
    return offset <= image->size && size <= image->size - offset ? image->bytes + offset : NULL;
}

static bool variables_grow(void)
{
    const size_t room = variable_room ? variable_room * 2 : 1024;
    const size_t before = variable_room * sizeof *variables;
    void *memory = mmap(NULL, room * sizeof *variables, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    if (variables) {
        memcpy(memory, variables, before);
        munmap(variables, before);
    }
    variables = memory;
    variable_room = room;
    return true;
}

static bool is_of_variables(const char *section)
{
    static const char *const names[] = {".data", ".bss", ".rodata", ".ldata", ".lbss", ".lrodata"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(section, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

struct sections {
    const ElfW(Shdr) * list;
    size_t count;
    const char *names;
    size_t names_size;
};

static bool sections_find(const struct image *image, struct sections *sections)
{
    const ElfW(Ehdr) *header = image_part(image, 0, sizeof *header);
    if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_shentsize != sizeof *sections->list)
        return false;
    sections->count = header->e_shnum;
    sections->list = image_part(image, header->e_shoff, sections->count * sizeof *sections->list);
    if (!sections->list || header->e_shstrndx >= sections->count)
        return false;
    const ElfW(Shdr) *names = &sections->list[header->e_shstrndx];
    sections->names = image_part(image, names->sh_offset, names->sh_size);
    sections->names_size = names->sh_size;
    return sections->names && names->sh_size > 0 && !sections->names[names->sh_size - 1];
}

static bool is_variable(const struct sections *sections, const ElfW(Sym) * symbol)
{
    if (ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT || symbol->st_size == 0 ||
        symbol->st_shndx >= sections->count)
        return false;
    const ElfW(Shdr) *section = &sections->list[symbol->st_shndx];
    return section->sh_name < sections->names_size &&
           is_of_variables(sections->names + section->sh_name) &&
           symbol->st_value >= section->sh_addr &&
           symbol->st_size <= section->sh_size - (symbol->st_value - section->sh_addr);
}

static void variables_read_symbols(const struct image *image, const struct sections *sections,
                                   const ElfW(Shdr) * table)
{
    const ElfW(Sym) *symbols = image_part(image, table->sh_offset, table->sh_size);
    const ElfW(Shdr) *strings = &sections->list[table->sh_link];
    const char *names = image_part(image, strings->sh_offset, strings->sh_size);
    if (!symbols || !names || strings->sh_size == 0 || names[strings->sh_size - 1])
        return;
    for (size_t i = 0; i < table->sh_size / sizeof *symbols; i++) {
        if (!is_variable(sections, &symbols[i]) || symbols[i].st_name >= strings->sh_size)
            continue;
        if (variable_count == variable_room && !variables_grow())
            return;
        variables[variable_count++] = (struct variable){.start = image->base + symbols[i].st_value,
                                                        .size = symbols[i].st_size,
                                                        .name = names + symbols[i].st_name};
    }
}

/* Reads the variables of a file. It stays mapped, since the names are in it. */
static void variables_read_file(const char *path, uint64_t base)
{
    struct stat status;
    struct sections sections;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    struct image image = {.base = base};
    if (fstat(file, &status) == 0 && status.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        image.bytes = bytes == MAP_FAILED ? NULL : bytes;
        image.size = (size_t)status.st_size;
    }
    close(file);
    if (!image.bytes || !sections_find(&image, &sections))
        return;
    for (size_t i = 0; i < sections.count; i++)
        if (sections.list[i].sh_type == SHT_SYMTAB && sections.list[i].sh_link < sections.count)
            variables_read_symbols(&image, &sections, &sections.list[i]);
}

static int read_object(struct dl_phdr_info *object, size_t size, void *data)
{
    static const char *const of_system[] = {"/lib", "/usr/lib", "linux-vdso"};
    const char *slash = strrchr(object->dlpi_name, '/');
    (void)size;
    (void)data;
    for (size_t i = 0; i < sizeof of_system / sizeof *of_system; i++)
        if (strncmp(object->dlpi_name, of_system[i], strlen(of_system[i])) == 0)
            return 0;
    if (!slash || strncmp(slash, "/libtutti-", sizeof "/libtutti-" - 1) != 0)
        variables_read_file(*object->dlpi_name ? object->dlpi_name : "/proc/self/exe",
                            object->dlpi_addr);
    return 0;
}

static int by_start(const void *left, const void *right)
{
    const struct variable *one = left, *other = right;
    return (one->start > other->start) - (one->start < other->start);
}

static void join_overlapping(void)
{
    size_t kept = 0;
    for (size_t i = 1; i < variable_count; i++) {
        struct variable *last = &variables[kept];
        const struct variable next = variables[i];
        if (next.start >= last->start + last->size) {
            variables[++kept] = next;
            continue;
        }
        const uint64_t end = next.start + next.size;
        if (next.size > last->size)
            last->name = next.name;
        if (end > last->start + last->size)
            last->size = end - last->start;
    }
    variable_count = variable_count ? kept + 1 : 0;
}

void variables_read(void)
{
    dl_iterate_phdr(read_object, NULL);
    if (variable_count > 1)
        qsort(variables, variable_count, sizeof *variables, by_start);
    join_overlapping();
}

bool variables_find(uint64_t address, struct variable *found)
{
    size_t low = 0, high = variable_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (variables[middle].start > address)
            high = middle;
        else
            low = middle + 1;
    }
    if (low == 0 || address - variables[low - 1].start >= variables[low - 1].size)
        return false;
    *found = variables[low - 1];
    return true;
}

/* gcc names it x.0, clang main.x, and main.x.3 if it is the third of that name. */
void variables_name(const char *symbol, char *name, size_t size)
{
    const char *of_module = strncmp(symbol, "__", 2) == 0 ? strstr(symbol, "_MOD_") : NULL;
    const char *start = of_module ? of_module + sizeof "_MOD_" - 1 : symbol;
    size_t length = strlen(start);
    for (size_t i = length; i > 1 && start[i - 1] >= '0' && start[i - 1] <= '9'; i--)
        if (start[i - 2] == '.' && i > 2)
            length = i - 2;
    for (size_t i = length; i > 1; i--)
        if (start[i - 1] == '.') {
            start += i;
            length -= i;
            break;
        }
    if (length >= size)
        length = size - 1;
    memcpy(name, start, length);
    name[length] = '\0';
}
