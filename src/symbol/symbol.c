#include "symbol/symbol.h"

#include "base/file.h"
#include "symbol/debug_file.h"
#include "symbol/maps.h"
#include "symbol/symbol_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/uio.h>
#include <unistd.h>
#include <uthash.h>

/* Enough for a process with a hundred thousand mappings. */
enum { MAPS_BYTES_MAX = 16 << 20 };

struct question {
    uint64_t pc;
    uint64_t kind; /* as wide as pc, so that the key has no padding */
};

/* Flags that make the kind of a question. */
enum { IS_RETURN_ADDRESS = 1, WITH_LINES = 2 };

struct answer {
    struct question question;
    struct frame *frames;
    size_t frame_count;
    UT_hash_handle hh;
};

int symbols_open_maps(const char *text, struct symbols **symbols, struct error *error)
{
    struct symbols *made = memory_zero(1, sizeof *made);
    struct mapping *mappings = NULL;
    size_t count = 0;
    if (maps_parse(text, &made->arena, &mappings, &count) == 0) {
        error_set(error, ERROR_FAILED,
                  "the memory map of the process is empty or not in the form of /proc/PID/maps");
        goto free_made;
    }
    made->modules = arena_alloc(&made->arena, count * sizeof *made->modules);
    made->module_count = count;
    for (size_t i = 0; i < count; i++)
        made->modules[i].mapping = mappings[i];
    made->callbacks =
        (Dwfl_Callbacks){.find_elf = module_find_elf, .find_debuginfo = debug_file_find};
    made->dwfl = dwfl_begin(&made->callbacks);
    if (!made->dwfl) {
        error_set(error, ERROR_FAILED, "cannot start libdwfl: %s", dwfl_errmsg(-1));
        goto free_made;
    }
    *symbols = made;
    return 0;

free_made:
    arena_free(&made->arena);
    free(made);
    return -1;
}

/* Copies a mapping that has no file: code that the kernel maps into each process, above all the
 * functions that tell the time. If this process may not read it, it stays unknown. */
static void copy_image(struct symbols *symbols, struct module *module, pid_t pid, uint64_t address)
{
    enum { IMAGE_BYTES_MAX = 1 << 20 };
    size_t size = module->mapping.end - module->mapping.start;
    if (size > IMAGE_BYTES_MAX)
        return;
    char *image = arena_alloc(&symbols->arena, size);
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): an address of another process */
    struct iovec there = {(void *)(uintptr_t)address, size};
    struct iovec here = {image, size};
    if (process_vm_readv(pid, &here, 1, &there, 1, 0) == (ssize_t)size)
        module->image = image;
}

/* Copies the vdso of the process from `address`; 0: from the address in the layout. */
static void copy_images(struct symbols *symbols, pid_t pid, uint64_t address)
{
    for (size_t i = 0; i < symbols->module_count; i++) {
        struct module *module = &symbols->modules[i];
        if (strcmp(module->mapping.path, "[vdso]") == 0)
            copy_image(symbols, module, pid, address ? address : module->mapping.start);
    }
}

int symbols_open_pid(pid_t pid, struct symbols **symbols, struct error *error)
{
    char path[64];
    char *text;
    snprintf(path, sizeof path, "/proc/%ld/maps", (long)pid);
    if (file_read(path, MAPS_BYTES_MAX, &text, NULL, error) != 0)
        return -1;
    int status = symbols_open_maps(text, symbols, error);
    free(text);
    /* The map of a process that has ended, or of the kernel, is empty. */
    if (status != 0)
        return error_wrap(error, "process %ld", (long)pid);
    copy_images(*symbols, pid, 0);
    return 0;
}

void symbols_take_own_image(struct symbols *symbols)
{
    copy_images(symbols, getpid(), getauxval(AT_SYSINFO_EHDR));
}

void symbols_close(struct symbols *symbols)
{
    if (!symbols)
        return;
    HASH_CLEAR(hh, symbols->answers);
    dwfl_end(symbols->dwfl);
    arena_free(&symbols->arena);
    free(symbols);
}

struct module *symbols_module_at(const struct symbols *symbols, uint64_t address)
{
    for (size_t i = 0; i < symbols->module_count; i++) {
        const struct mapping *mapping = &symbols->modules[i].mapping;
        if (mapping->start <= address && address < mapping->end)
            return &symbols->modules[i];
    }
    return NULL;
}

static void find_anew(struct symbols *symbols, struct answer *answer)
{
    uint64_t pc = answer->question.pc;
    uint64_t step = (answer->question.kind & IS_RETURN_ADDRESS) && pc > 0 ? 1 : 0;
    struct module *module = symbols_module_at(symbols, pc - step);
    if (!module) {
        arena_push(&symbols->arena, answer->frames, answer->frame_count)->offset = pc;
        return;
    }
    module_find(module, symbols->dwfl, pc - step, answer->question.kind & WITH_LINES,
                &symbols->arena, &answer->frames, &answer->frame_count);
    for (size_t j = 0; j < answer->frame_count; j++)
        answer->frames[j].offset += step;
}

static const struct answer *symbol_find(struct symbols *symbols, uint64_t pc, uint64_t kind)
{
    struct question question = {pc, kind};
    struct answer *answer;
    HASH_FIND(hh, symbols->answers, &question, sizeof question, answer);
    if (!answer) {
        answer = arena_alloc(&symbols->arena, sizeof *answer);
        answer->question = question;
        find_anew(symbols, answer);
        HASH_ADD(hh, symbols->answers, question, sizeof question, answer);
    }
    return answer;
}

void symbols_find(struct symbols *symbols, uint64_t pc, bool is_return_address,
                  const struct frame **frames, size_t *count)
{
    const struct answer *answer =
        symbol_find(symbols, pc, WITH_LINES | (is_return_address ? IS_RETURN_ADDRESS : 0));
    *frames = answer->frames;
    *count = answer->frame_count;
}

const struct frame *symbols_find_function(struct symbols *symbols, uint64_t pc,
                                          bool is_return_address)
{
    return symbol_find(symbols, pc, is_return_address ? IS_RETURN_ADDRESS : 0)->frames;
}

const char *symbols_find_module(const struct symbols *symbols, uint64_t pc, bool is_return_address)
{
    const struct module *module = symbols_module_at(symbols, pc - (is_return_address ? 1 : 0));
    return module ? module->mapping.path : NULL;
}
