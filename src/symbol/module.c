#include "symbol/module.h"

#include "symbol/demangle.h"

#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* Opens the file that was mapped; -1: not possible. A file that was replaced since would give wrong
 * answers. */
static int open_file(const struct mapping *mapping)
{
    struct stat status;
    if (*mapping->path != '/' || mapping->deleted)
        return -1;
    int descriptor = open(mapping->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return -1;
    /* Some file systems report a device to stat() that differs from the one in the map. Then their
     * inodes tell nothing either. */
    bool fits = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                (major(status.st_dev) != mapping->major || minor(status.st_dev) != mapping->minor ||
                 status.st_ino == mapping->inode);
    if (fits)
        return descriptor;
    close(descriptor);
    return -1;
}

/* Finds how far the file was moved when it was loaded, from the segment that the mapping shows. */
static bool find_bias(int descriptor, const struct mapping *mapping, uint64_t *bias)
{
    Elf *elf = elf_begin(descriptor, ELF_C_READ_MMAP, NULL);
    size_t count = 0;
    bool found = false;
    if (!elf || elf_getphdrnum(elf, &count) != 0)
        count = 0;
    for (size_t i = 0; i < count && !found; i++) {
        GElf_Phdr header;
        if (!gelf_getphdr(elf, (int)i, &header) || header.p_type != PT_LOAD ||
            !(header.p_flags & PF_X))
            continue;
        /* The mapping starts at a page, the segment within it. */
        uint64_t size = mapping->end - mapping->start;
        found = header.p_offset < mapping->offset + size &&
                mapping->offset < header.p_offset + header.p_filesz;
        *bias = mapping->start - mapping->offset + header.p_offset - header.p_vaddr;
    }
    elf_end(elf);
    return found;
}

static void open_mapped_file(struct module *module, Dwfl *dwfl)
{
    int descriptor = open_file(&module->mapping);
    if (descriptor < 0)
        return;
    if (!find_bias(descriptor, &module->mapping, &module->bias)) {
        close(descriptor);
        return;
    }
    dwfl_report_begin_add(dwfl);
    module->dwfl = dwfl_report_elf(dwfl, module->mapping.path, module->mapping.path, descriptor,
                                   module->bias, true);
    dwfl_report_end(dwfl, NULL, NULL);
    if (!module->dwfl)
        close(descriptor);
}

int module_find_elf(Dwfl_Module *module, void **user_data, const char *module_name, Dwarf_Addr base,
                    char **file, Elf **elf)
{
    (void)module, (void)module_name, (void)base, (void)file;
    *elf = *user_data; /* libdwfl asks here only for images */
    *user_data = NULL;
    return -1;
}

static void open_image(struct module *module, Dwfl *dwfl)
{
    const struct mapping *mapping = &module->mapping;
    void **user_data;
    GElf_Addr bias;
    Elf *elf = elf_memory(module->image, mapping->end - mapping->start);
    if (!elf)
        return;
    dwfl_report_begin_add(dwfl);
    Dwfl_Module *made = dwfl_report_module(dwfl, mapping->path, mapping->start, mapping->end);
    dwfl_report_end(dwfl, NULL, NULL);
    if (!made || !dwfl_module_info(made, &user_data, NULL, NULL, NULL, NULL, NULL, NULL)) {
        elf_end(elf);
        return;
    }
    *user_data = elf;
    if (!dwfl_module_getelf(made, &bias)) /* a failure ends `elf`, too */
        return;
    module->bias = bias;
    module->dwfl = made;
}

void module_open(struct module *module, Dwfl *dwfl)
{
    if (module->opened)
        return;
    module->opened = true;
    if (module->image)
        open_image(module, dwfl);
    else
        open_mapped_file(module, dwfl);
}

void module_load(struct module *module, Dwfl *dwfl, struct arena *arena)
{
    Dwarf_Addr bias;
    module_open(module, dwfl);
    if (module->loaded || !module->dwfl)
        return;
    module->loaded = true;
    Dwarf *dwarf = dwfl_module_getdwarf(module->dwfl, &bias);
    if (!dwarf)
        return;
    module->debug_bias = bias;
    units_load(&module->units, dwarf, arena);
}

bool module_read(Dwfl_Module *module, uint64_t address, void *bytes, size_t size)
{
    GElf_Addr bias;
    size_t count, file_size;
    Elf *elf = dwfl_module_getelf(module, &bias);
    const char *file = elf ? elf_rawfile(elf, &file_size) : NULL;
    if (!file || elf_getphdrnum(elf, &count) != 0)
        return false;
    uint64_t wanted = address - bias;
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr header;
        if (!gelf_getphdr(elf, (int)i, &header) || header.p_type != PT_LOAD ||
            (header.p_flags & PF_W) || wanted < header.p_vaddr)
            continue;
        uint64_t within = wanted - header.p_vaddr;
        if (within > header.p_filesz || size > header.p_filesz - within ||
            header.p_offset > file_size || within > file_size - header.p_offset ||
            size > file_size - header.p_offset - within)
            continue;
        memcpy(bytes, file + header.p_offset + within, size);
        return true;
    }
    return false;
}

/* Removes suffixes from the names of copies and parts of a function: gcc makes "relax.isra.0" and
 * "relax.cold", a test build "relax$light" and "relax$heavy" (runtime/symbolic/abi.h). */
static void cut_clone(char *name)
{
    static const char *const kinds[] = {".isra.", ".part.", ".constprop.", ".lto_priv.",
                                        ".cold",  ".llvm.", "$light",      "$heavy"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char *found = strstr(name, kinds[i]);
        if (found && found != name)
            *found = '\0';
    }
    /* A procedure within another, of Fortran: "inner.0". */
    char *dot = strrchr(name, '.');
    if (dot && dot != name && dot[1] && dot[1 + strspn(dot + 1, "0123456789")] == '\0')
        *dot = '\0';
}

/* Returns the name in the symbol table, in the arena; NULL: there is none. */
static const char *symbol_at(Dwfl_Module *dwfl, uint64_t address, struct arena *arena)
{
    GElf_Off offset;
    GElf_Sym symbol;
    const char *found = dwfl_module_addrinfo(dwfl, address, &offset, &symbol, NULL, NULL, NULL);
    /* If no symbol covers the address, libdwfl returns the nearest one without a size, which is
     * right for assembly. */
    if (!found || !*found || (symbol.st_size != 0 && offset >= symbol.st_size))
        return NULL;
    char *name = arena_copy(arena, found);
    name[strcspn(name, "@")] = '\0'; /* the version of a function: exp@@GLIBC_2.29 */
    cut_clone(name);
    return demangle(name, arena);
}

void module_find(struct module *module, Dwfl *dwfl, uint64_t address, bool lines,
                 struct arena *arena, struct frame **frames, size_t *frame_count)
{
    module_open(module, dwfl);
    if (lines) {
        module_load(module, dwfl, arena);
        units_find(&module->units, address - module->debug_bias, arena, frames, frame_count);
    }
    if (*frame_count == 0)
        arena_push(arena, *frames, *frame_count);
    struct frame *outermost = &(*frames)[*frame_count - 1];
    if (!outermost->function && module->dwfl) {
        const char *name = symbol_at(module->dwfl, address, arena);
        outermost->function = name;
        outermost->is_main = name && (strcmp(name, "main") == 0 || strcmp(name, "MAIN__") == 0);
    }
    for (size_t i = 0; i < *frame_count; i++) {
        struct frame *frame = &(*frames)[i];
        frame->module = module->mapping.path;
        frame->offset = address - module->bias;
    }
}
