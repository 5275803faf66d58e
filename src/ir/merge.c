#include "ir/merge.h"

#include "ir/bitcode.h"
#include "ir/names.h"
#include "ir/probe.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

/* The piece that defines a symbol. */
struct definition {
    const char *piece;
    UT_hash_handle hh;
    char symbol[];
};

/* A module that was read, and its piece. */
struct merge_part {
    LLVMModuleRef module;
    const char *name;
};

struct merging {
    LLVMContextRef context;
    struct ir_program *program;
    struct ir_bitcode *files; /* the files in the pieces */
    size_t file_count, file_space;
    struct merge_part *parts;
    size_t part_count, part_space;
    struct definition *definitions; /* in scratch */
    struct arena scratch;
    char message[ERROR_TEXT_MAX]; /* the last error that LLVM reported */
};

static void merge_note(struct ir_program *program, const char *text)
{
    *arena_push(&program->arena, program->notes, program->note_count) = text;
}

/* Keeps LLVM's message for the note; nothing reaches stderr. */
static void merge_keep_message(LLVMDiagnosticInfoRef info, void *context)
{
    struct merging *merging = context;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    snprintf(merging->message, sizeof merging->message, "%s", text);
    LLVMDisposeMessage(text);
}

static void note_unreadable(struct merging *merging, const char *name, const char *reason)
{
    merge_note(merging->program,
               arena_printf(&merging->program->arena,
                            "%s: its bitcode cannot be read by LLVM %d: %s", name,
                            LLVM_VERSION_MAJOR, reason[0] ? reason : "no reason given"));
}

static void merge_read_file(struct merging *merging, const struct ir_bitcode *file,
                            const struct probe *probe, struct probe_written written)
{
    if (probe->kind == PROBE_REFUSED) {
        note_unreadable(merging, file->name, probe->message);
        return;
    }
    if (probe->kind == PROBE_CRASHES || probe->kind == PROBE_BROKEN) {
        note_unreadable(merging, file->name, "it is damaged");
        return;
    }
    const char *data = file->data;
    size_t size = file->size;
    if (written.data && probe->size) {
        data = (const char *)written.data + probe->offset;
        size = probe->size;
    }
    LLVMModuleRef module = NULL;
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(data, size, file->name, 0);
    merging->message[0] = 0;
    int failed = LLVMParseBitcodeInContext2(merging->context, buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    if (failed) {
        note_unreadable(merging, file->name, merging->message);
        return;
    }
    merging->parts = memory_room(merging->parts, merging->part_count, &merging->part_space,
                                 sizeof *merging->parts);
    merging->parts[merging->part_count++] = (struct merge_part){module, file->name};
}

/* Adds the files in a piece to the list. */
static void split_piece(struct merging *merging, const struct ir_bitcode *piece)
{
    struct ir_bitcode file = {.name = piece->name};
    size_t at = 0, skipped = 0, before = merging->file_count;
    while ((file.data = bitcode_next(piece->data, piece->size, &at, &file.size, &skipped))) {
        merging->files = memory_room(merging->files, merging->file_count, &merging->file_space,
                                     sizeof *merging->files);
        merging->files[merging->file_count++] = file;
    }
    struct arena *arena = &merging->program->arena;
    if (merging->file_count == before)
        merge_note(merging->program,
                   arena_printf(arena, "%s: there is no bitcode in it", piece->name));
    else if (skipped)
        merge_note(merging->program, arena_printf(arena, "%s: %zu bytes of it are not bitcode",
                                                  piece->name, skipped));
}

static void read_pieces(struct merging *merging, const struct ir_bitcode *pieces, size_t count)
{
    for (size_t i = 0; i < count; i++)
        split_piece(merging, &pieces[i]);
    struct probe *probes = memory_zero(merging->file_count, sizeof *probes);
    struct probe_written written = probe_files(merging->files, merging->file_count, probes);
    for (size_t i = 0; i < merging->file_count; i++)
        merge_read_file(merging, &merging->files[i], &probes[i], written);
    probe_close(written);
    free(probes);
}

static bool is_strong(LLVMValueRef symbol)
{
    return !LLVMIsDeclaration(symbol) && LLVMGetLinkage(symbol) == LLVMExternalLinkage;
}

/* Makes the definition weak if another piece also defines the symbol, so that LLVM keeps the other
 * one. A linker that allows duplicates does the same. */
static bool merge_give_way(struct merging *merging, struct merge_part *part, LLVMValueRef symbol)
{
    if (!is_strong(symbol))
        return false;
    size_t length;
    const char *name = LLVMGetValueName2(symbol, &length);
    struct definition *known;
    HASH_FIND(hh, merging->definitions, name, length, known);
    if (known) {
        LLVMSetLinkage(symbol, LLVMWeakAnyLinkage);
        merge_note(merging->program, arena_printf(&merging->program->arena,
                                                  "%s: it defines %s, as %s does; left out there",
                                                  part->name, known->symbol, known->piece));
        return true;
    }
    known = arena_alloc(&merging->scratch, sizeof *known + length + 1);
    memcpy(known->symbol, name, length);
    known->piece = part->name;
    HASH_ADD_KEYPTR(hh, merging->definitions, known->symbol, length, known);
    return false;
}

static void settle_duplicates(struct merging *merging, struct merge_part *part)
{
    LLVMValueRef symbol;
    for (symbol = LLVMGetFirstFunction(part->module); symbol; symbol = LLVMGetNextFunction(symbol))
        merge_give_way(merging, part, symbol);
    for (symbol = LLVMGetFirstGlobal(part->module); symbol; symbol = LLVMGetNextGlobal(symbol))
        merge_give_way(merging, part, symbol);
    for (symbol = LLVMGetFirstGlobalAlias(part->module); symbol;
         symbol = LLVMGetNextGlobalAlias(symbol))
        merge_give_way(merging, part, symbol);
}

/* Links neighbours first, then pairs of neighbours. Linking walks the whole module that it links
 * into, so adding a thousand small modules to one growing module would take quadratic time. */
static LLVMModuleRef link_parts(struct merging *merging)
{
    struct merge_part *parts = merging->parts;
    for (size_t step = 1; step < merging->part_count; step *= 2)
        for (size_t i = 0; i + step < merging->part_count; i += 2 * step) {
            struct merge_part *from = &parts[i + step];
            merging->message[0] = 0;
            if (LLVMLinkModules2(parts[i].module, from->module))
                merge_note(merging->program,
                           arena_printf(&merging->program->arena,
                                        "%s: it cannot be merged with %s: %s", from->name,
                                        parts[i].name, merging->message));
            from->module = NULL; /* linking has freed it */
        }
    return parts[0].module;
}

/* Turns variables into values. Clang forbids every pass in unoptimised code. */
static int promote_variables(LLVMModuleRef module, struct error *error)
{
    unsigned optnone = LLVMGetEnumAttributeKindForName("optnone", strlen("optnone"));
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
         function = LLVMGetNextFunction(function))
        LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, optnone);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failure = LLVMRunPasses(module, "function(sroa<preserve-cfg>)", NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!failure)
        return 0;
    char *text = LLVMGetErrorMessage(failure);
    error_set(error, ERROR_FAILED, "cannot turn variables into values: %s", text);
    LLVMDisposeErrorMessage(text);
    return -1;
}

int merge_bitcode(const struct ir_bitcode *pieces, size_t count, struct ir_program *program,
                  struct merged *merged, struct error *error)
{
    struct merging merging = {.context = LLVMContextCreate(), .program = program};
    LLVMContextSetDiagnosticHandler(merging.context, merge_keep_message, &merging);
    read_pieces(&merging, pieces, count);
    *merged = (struct merged){.context = merging.context};
    int result = 0;
    if (merging.part_count) {
        for (size_t i = 0; i < merging.part_count; i++) {
            names_mark(merging.parts[i].module);
            settle_duplicates(&merging, &merging.parts[i]);
        }
        merged->module = link_parts(&merging);
        result = promote_variables(merged->module, error);
    } else {
        result = error_set(error, ERROR_USAGE, "there is no bitcode to analyse%s%s",
                           program->note_count ? ": " : "",
                           program->note_count ? program->notes[0] : "");
    }
    LLVMContextSetDiagnosticHandler(merging.context, NULL, NULL);
    HASH_CLEAR(hh, merging.definitions);
    arena_free(&merging.scratch);
    free(merging.files);
    free(merging.parts);
    if (result != 0)
        merge_free(merged);
    return result;
}

void merge_free(struct merged *merged)
{
    if (merged->module)
        LLVMDisposeModule(merged->module);
    LLVMContextDispose(merged->context);
}
