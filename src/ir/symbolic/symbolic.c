#include "ir/module.h"
#include "ir/symbolic/private.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Variables become values; the control flow, whose edges are numbered, does not change. */
static const char first_passes[] = "function(sroa<preserve-cfg>,early-cse<memssa>)";

/* The passes over a heavy module before expressions are added: fewer calls and accesses of memory
 * need less instrumentation. No pass here changes one operation into another, and none moves or
 * drops the markers of branches. */
static const char heavy_passes[] =
    "cgscc(inline),"
    "function(sroa,early-cse<memssa>,simplifycfg,loop-mssa(loop-rotate,licm),"
    "loop(loop-unroll-full),sroa,early-cse<memssa>,gvn,simplifycfg)";

static LLVMMetadataRef symbolic_metadata(struct symbolic *symbolic, LLVMMetadataRef *parts,
                                         size_t count)
{
    return LLVMMDNodeInContext2(symbolic->context, parts, count);
}

static LLVMMetadataRef symbolic_string(struct symbolic *symbolic, const char *text)
{
    return LLVMMDStringInContext2(symbolic->context, text, strlen(text));
}

/* Returns the root of the tree of types that clang's accesses of memory refer to; NULL: they refer
 * to none. */
static LLVMValueRef type_root(struct symbolic *symbolic)
{
    enum { PARTS_MAX = 64 };
    LLVMValueRef parts[PARTS_MAX], found = NULL;
    for (LLVMValueRef function = LLVMGetFirstFunction(symbolic->module); function && !found;
         function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block && !found;
             block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef at = LLVMGetFirstInstruction(block); at && !found;
                 at = LLVMGetNextInstruction(at))
                found = LLVMGetMetadata(at, symbolic->type_kind);
    for (bool tag = true; found; tag = false) {
        unsigned count = LLVMGetMDNodeNumOperands(found);
        if (count > PARTS_MAX)
            return NULL;
        if (count == 1)
            return found;
        LLVMGetMDNodeOperands(found, parts);
        found = parts[tag ? 0 : 1]; /* a tag: base type, type, offset; a type: name, parent, ... */
        if (!found || !LLVMIsAMDNode(found))
            return NULL;
    }
    return NULL;
}

/* Makes metadata which says that the program never accesses the memory of the instrumentation: so
 * its code may still be moved and vectorised. */
static void prepare_metadata(struct symbolic *symbolic)
{
    static const char *const names[] = {"noalias", "alias.scope", "tbaa"};
    unsigned *kinds[] = {&symbolic->noalias_kind, &symbolic->scope_kind, &symbolic->type_kind};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        *kinds[i] =
            LLVMGetMDKindIDInContext(symbolic->context, names[i], (unsigned)strlen(names[i]));
    LLVMMetadataRef text = symbolic_string(symbolic, "tutti");
    LLVMMetadataRef scope[] = {text, symbolic_metadata(symbolic, &text, 1)},
                    list = symbolic_metadata(symbolic, scope, 2);
    symbolic->own_scope =
        LLVMMetadataAsValue(symbolic->context, symbolic_metadata(symbolic, &list, 1));
    LLVMValueRef root = type_root(symbolic);
    if (!root)
        return;
    LLVMMetadataRef zero = LLVMValueAsMetadata(LLVMConstInt(symbolic->i64, 0, 0));
    LLVMMetadataRef parts[] = {text, LLVMValueAsMetadata(root), zero};
    LLVMMetadataRef type = symbolic_metadata(symbolic, parts, 3), tag[] = {type, type, zero};
    symbolic->own_type =
        LLVMMetadataAsValue(symbolic->context, symbolic_metadata(symbolic, tag, 3));
}

static void separate_accesses(struct symbolic *symbolic)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(symbolic->module); function;
         function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
             block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
                 at = LLVMGetNextInstruction(at))
                if ((LLVMIsALoadInst(at) || LLVMIsAStoreInst(at)) &&
                    !LLVMGetMetadata(at, symbolic->noalias_kind))
                    LLVMSetMetadata(at, symbolic->noalias_kind, symbolic->own_scope);
}

static void symbolic_begin(struct symbolic *symbolic)
{
    LLVMContextRef context = symbolic->context;
    symbolic->builder = LLVMCreateBuilderInContext(context);
    symbolic->layout = LLVMGetModuleDataLayout(symbolic->module);
    symbolic->void_type = LLVMVoidTypeInContext(context);
    symbolic->i1 = LLVMInt1TypeInContext(context);
    symbolic->i8 = LLVMInt8TypeInContext(context);
    symbolic->i32 = LLVMInt32TypeInContext(context);
    symbolic->i64 = LLVMInt64TypeInContext(context);
    symbolic->pointer = LLVMPointerTypeInContext(context, 0);
    symbolic->copy = (struct copy){.arena = &symbolic->result->arena, .context = context};
    symbolic->site = symbolic->options->first_site;
    symbolic->edge = symbolic->options->first_edge;
    /* Instructions are moved one by one: see split.h. */
    LLVMSetIsNewDbgInfoFormat(symbolic->module, 0);
    prepare_metadata(symbolic);
}

static void symbolic_end(struct symbolic *symbolic)
{
    LLVMDisposeBuilder(symbolic->builder);
    map_free(&symbolic->copy.files);
    map_free(&symbolic->bodies);
    map_free(&symbolic->entries);
    map_free(&symbolic->numbered);
    free(symbolic->list);
}

static int run_passes(struct symbolic *symbolic, const char *passes, struct error *error)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failure = LLVMRunPasses(symbolic->module, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!failure)
        return 0;
    char *text = LLVMGetErrorMessage(failure);
    error_set(error, ERROR_FAILED, "cannot prepare bitcode for tests: %s", text);
    LLVMDisposeErrorMessage(text);
    return -1;
}

/* Lists the bodies that are left: passes may have inlined a function everywhere and deleted it. */
static void list_bodies(struct symbolic *symbolic)
{
    symbolic->count = 0; /* never more than before */
    for (LLVMValueRef function = LLVMGetFirstFunction(symbolic->module); function;
         function = LLVMGetNextFunction(function))
        if (!LLVMIsDeclaration(function) && map_get(&symbolic->entries, function))
            symbolic->list[symbolic->count++] = function;
}

static void delete_markers(struct symbolic *symbolic)
{
    LLVMValueRef function, next;
    for (function = LLVMGetFirstFunction(symbolic->module); function; function = next) {
        size_t length;
        next = LLVMGetNextFunction(function);
        if (strncmp(LLVMGetValueName2(function, &length), SYMBOLIC_MARK, strlen(SYMBOLIC_MARK)) ==
            0)
            LLVMDeleteFunction(function);
    }
}

static int symbolic_instrument(struct symbolic *symbolic, struct error *error)
{
    if (symbolic->options->lines)
        symbolic_lines(symbolic);
    separate_accesses(symbolic);
    symbolic_sites(symbolic);
    symbolic_symbols(symbolic);
    if (run_passes(symbolic, first_passes, error) != 0)
        return -1;
    symbolic_edges(symbolic);
    if (!symbolic->heavy) {
        symbolic->result->edge_count = symbolic->edge - symbolic->options->first_edge;
        return 0;
    }
    if (run_passes(symbolic, heavy_passes, error) != 0)
        return -1;
    list_bodies(symbolic);
    for (size_t i = 0; i < symbolic->count; i++)
        symbolic_heavy(symbolic, symbolic->list[i]);
    delete_markers(symbolic);
    return 0;
}

static int symbolic_check_module(const struct symbolic *symbolic, const struct ir_bitcode *piece,
                                 struct error *error)
{
    char *text = NULL;
    if (LLVMVerifyModule(symbolic->module, LLVMReturnStatusAction, &text)) {
        error_set(error, ERROR_FAILED, "%s: it cannot be instrumented for tests (%s code): %s",
                  piece->name, symbolic->heavy ? "heavy" : "light", text);
        LLVMDisposeMessage(text);
        return -1;
    }
    LLVMDisposeMessage(text);
    return 0;
}

static int make_module(const struct ir_bitcode *piece, const struct ir_symbolic_options *options,
                       bool heavy, struct ir_symbolic *result, struct error *error)
{
    struct module module;
    if (module_read(&module, piece, error) != 0)
        return -1;
    struct symbolic symbolic = {.options = options,
                                .result = result,
                                .heavy = heavy,
                                .context = module.context,
                                .module = module.module};
    symbolic_begin(&symbolic);
    int status = symbolic_instrument(&symbolic, error);
    if (status == 0)
        status = symbolic_check_module(&symbolic, piece, error);
    if (status == 0)
        module_write(&module, heavy ? &result->heavy : &result->light,
                     heavy ? &result->heavy_size : &result->light_size);
    symbolic_end(&symbolic);
    module_free(&module);
    return status;
}

int ir_symbolic(const struct ir_bitcode *piece, const struct ir_symbolic_options *options,
                struct ir_symbolic *result, struct error *error)
{
    *result = (struct ir_symbolic){0};
    if (make_module(piece, options, false, result, error) == 0 &&
        make_module(piece, options, true, result, error) == 0)
        return 0;
    ir_symbolic_free(result);
    return -1;
}

void ir_symbolic_free(struct ir_symbolic *result)
{
    free(result->light);
    free(result->heavy);
    arena_free(&result->arena);
    *result = (struct ir_symbolic){0};
}
