#include "ir/edit.h"

#include "ir/copy/copy.h"
#include "ir/module.h"
#include "ir/names.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

struct edit {
    const struct ir_edit_sites *sites;
    struct arena arena;
    struct copy copy; /* used for places only */
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMValueRef variable; /* tutti_check_site; NULL: not needed yet */
    const char *function;  /* name of the current function; NULL: not needed yet */
    LLVMValueRef function_text;
    size_t calls;
};

static LLVMValueRef edit_hide(LLVMValueRef global)
{
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
    LLVMSetGlobalConstant(global, 1);
    return global;
}

static LLVMValueRef text_constant(const struct edit *edit, const char *text)
{
    if (!text)
        return LLVMConstNull(LLVMPointerTypeInContext(edit->context, 0));
    LLVMValueRef value =
        LLVMConstStringInContext2(edit->context, text, strlen(text), /*DontNullTerminate=*/0);
    LLVMValueRef global = LLVMAddGlobal(edit->module, LLVMTypeOf(value), "tutti.text");
    LLVMSetInitializer(global, value);
    return edit_hide(global);
}

/* Returns the thread-local variable. It is weak: the checks have the real definition, and a shared
 * object without checks finds its own. */
static LLVMValueRef site_variable(struct edit *edit)
{
    static const char name[] = "tutti_check_site";
    LLVMTypeRef pointer = LLVMPointerTypeInContext(edit->context, 0);
    if (edit->variable)
        return edit->variable;
    edit->variable = LLVMGetNamedGlobal(edit->module, name);
    if (edit->variable)
        return edit->variable;
    edit->variable = LLVMAddGlobal(edit->module, pointer, name);
    LLVMSetInitializer(edit->variable, LLVMConstNull(pointer));
    LLVMSetLinkage(edit->variable, LLVMWeakAnyLinkage);
    LLVMSetThreadLocal(edit->variable, 1);
    return edit->variable;
}

static LLVMValueRef site_record(struct edit *edit, LLVMValueRef function, struct ir_place place)
{
    LLVMTypeRef number = LLVMInt32TypeInContext(edit->context);
    struct ir_place branch = edit->sites->branch(edit->sites->context, place);
    if (!edit->function_text)
        edit->function_text = text_constant(edit, names_of_function(&edit->arena, function));
    LLVMValueRef fields[] = {
        text_constant(edit, place.file),
        edit->function_text,
        text_constant(edit, branch.file),
        LLVMConstInt(number, (unsigned)place.line, 1),
        LLVMConstInt(number, (unsigned)branch.line, 1),
    };
    LLVMValueRef value =
        LLVMConstStructInContext(edit->context, fields, sizeof fields / sizeof *fields, 0);
    LLVMValueRef global = LLVMAddGlobal(edit->module, LLVMTypeOf(value), "tutti.site");
    LLVMSetInitializer(global, value);
    return edit_hide(global);
}

/* Returns the symbol of the function that an instruction calls by name, or NULL. */
static const char *called_symbol(LLVMValueRef instruction)
{
    if (!LLVMIsACallInst(instruction) && !LLVMIsAInvokeInst(instruction))
        return NULL;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    size_t length;
    return callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : NULL;
}

/* Returns whether the function wraps a wanted function, as a profiling tool does: the program's
 * call of the wrapper has the record. */
static bool edit_is_wrapper(const struct edit *edit, LLVMValueRef function)
{
    size_t length;
    return edit->sites->wanted(edit->sites->context, LLVMGetValueName2(function, &length));
}

static void sites_edit_function(struct edit *edit, LLVMValueRef function)
{
    if (edit_is_wrapper(edit, function))
        return;
    edit->copy.directory = copy_directory(&edit->copy, function);
    edit->function_text = NULL;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
             at = LLVMGetNextInstruction(at)) {
            const char *symbol = called_symbol(at);
            if (!symbol || !edit->sites->wanted(edit->sites->context, symbol))
                continue;
            struct ir_place place = copy_place(&edit->copy, at);
            if (!place.file)
                continue;
            LLVMPositionBuilderBefore(edit->builder, at);
            LLVMBuildStore(edit->builder, site_record(edit, function, place), site_variable(edit));
            edit->calls++;
        }
}

static void sites_edit_module(struct edit *edit)
{
    edit->copy = (struct copy){.arena = &edit->arena, .context = edit->context};
    edit->builder = LLVMCreateBuilderInContext(edit->context);
    for (LLVMValueRef function = LLVMGetFirstFunction(edit->module); function;
         function = LLVMGetNextFunction(function))
        sites_edit_function(edit, function);
    LLVMDisposeBuilder(edit->builder);
    map_free(&edit->copy.files);
    if (edit->sites->strip && edit->calls > 0)
        LLVMStripModuleDebugInfo(edit->module);
}

int ir_edit_sites(const struct ir_bitcode *piece, const struct ir_edit_sites *sites, char **edited,
                  size_t *size, size_t *calls, struct error *error)
{
    struct module module;
    if (module_read(&module, piece, error) != 0)
        return -1;
    struct edit edit = {.sites = sites, .context = module.context, .module = module.module};
    sites_edit_module(&edit);
    *calls = edit.calls;
    *edited = NULL;
    if (edit.calls > 0)
        module_write(&module, edited, size);
    module_free(&module);
    arena_free(&edit.arena);
    return 0;
}
