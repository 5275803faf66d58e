#include "ir/memory.h"

#include "ir/escape.h"
#include "ir/library.h"
#include "ir/module.h"
#include "ir/split.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include <stdlib.h>
#include <string.h>

enum memory_access { ACCESS_LOAD, ACCESS_STORE, ACCESS_KINDS };

/* A call to insert. */
struct found {
    LLVMValueRef before; /* the instruction */
    LLVMValueRef address, bytes;
    enum memory_access access;
};

struct memory_edit {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    LLVMTypeRef size_type, call_type;
    LLVMValueRef functions[ACCESS_KINDS];
    struct escape escape;
    struct map resolvers; /* of ifunc */
    struct found *list;
    size_t count, space;
};

static const char *const function_names[] = {"tutti_memory_load", "tutti_memory_store"};

static unsigned memory_attribute_kind(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static bool memory_has_attribute(LLVMValueRef function, const char *name, unsigned index)
{
    return LLVMGetEnumAttributeAtIndex(function, index, memory_attribute_kind(name)) != NULL;
}

/* Returns whether only visible code can know the memory. */
static bool is_hidden(struct memory_edit *edit, LLVMValueRef address)
{
    LLVMValueRef base = escape_base(address);
    if (LLVMIsAAllocaInst(base))
        return !escape_possible(&edit->escape, base);
    if (LLVMIsAArgument(base)) {
        LLVMValueRef function = LLVMGetParamParent(base);
        for (unsigned i = 0; i < LLVMCountParams(function); i++)
            if (LLVMGetParam(function, i) == base)
                return memory_has_attribute(function, "byval", i + 1) &&
                       !escape_possible(&edit->escape, base);
    }
    if (!LLVMIsAGlobalVariable(base))
        return false;
    LLVMLinkage linkage = LLVMGetLinkage(base);
    return LLVMIsGlobalConstant(base) ||
           ((linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) &&
            !escape_possible(&edit->escape, base));
}

static void memory_add_call(struct memory_edit *edit, LLVMValueRef before,
                            enum memory_access access, LLVMValueRef address, LLVMValueRef bytes)
{
    LLVMTypeRef type = LLVMTypeOf(address);
    bool nothing = LLVMIsAConstantInt(bytes) && LLVMConstIntGetZExtValue(bytes) == 0;
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind || LLVMGetPointerAddressSpace(type) != 0 ||
        nothing || is_hidden(edit, address))
        return;
    edit->list = memory_room(edit->list, edit->count, &edit->space, sizeof *edit->list);
    edit->list[edit->count++] = (struct found){before, address, bytes, access};
}

/* Adds an access of a type. Vectors whose length the machine decides are left out: LLVM has no size
 * for them. */
static void add_type(struct memory_edit *edit, LLVMValueRef before, enum memory_access access,
                     LLVMValueRef address, LLVMTypeRef type)
{
    LLVMTypeRef first = type;
    while (LLVMGetTypeKind(first) == LLVMStructTypeKind && LLVMCountStructElementTypes(first) > 0)
        first = LLVMStructGetTypeAtIndex(first, 0);
    if (LLVMGetTypeKind(first) != LLVMScalableVectorTypeKind && LLVMTypeIsSized(type))
        memory_add_call(edit, before, access, address,
                        LLVMConstInt(edit->size_type, LLVMStoreSizeOfType(edit->layout, type), 0));
}

static void memory_find_library(struct memory_edit *edit, LLVMValueRef call)
{
    size_t length;
    unsigned count = LLVMGetNumArgOperands(call);
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
        return;
    struct library_access access = library_of(LLVMGetValueName2(callee, &length)).access;
    if (!access.bytes || count <= access.bytes)
        return;
    LLVMValueRef bytes = LLVMGetOperand(call, access.bytes);
    if (LLVMGetTypeKind(LLVMTypeOf(bytes)) != LLVMIntegerTypeKind)
        return;
    for (unsigned i = 0; i < access.bytes; i++) {
        if (access.reads >> i & 1)
            memory_add_call(edit, call, ACCESS_LOAD, LLVMGetOperand(call, i), bytes);
    }
    for (unsigned i = 0; i < access.bytes; i++) {
        if (access.writes >> i & 1)
            memory_add_call(edit, call, ACCESS_STORE, LLVMGetOperand(call, i), bytes);
    }
}

static void memory_find_call(struct memory_edit *edit, LLVMValueRef call)
{
    enum { COPY_TO, COPY_FROM, LENGTH, VOLATILE };
    if (!LLVMIsAMemIntrinsic(call)) {
        for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
            LLVMTypeRef copied = escape_copied(call, i);
            if (copied)
                add_type(edit, call, ACCESS_LOAD, LLVMGetOperand(call, i), copied);
        }
        memory_find_library(edit, call);
        return;
    }
    if (LLVMConstIntGetZExtValue(LLVMGetOperand(call, VOLATILE)))
        return;
    if (!LLVMIsAMemSetInst(call))
        memory_add_call(edit, call, ACCESS_LOAD, LLVMGetOperand(call, COPY_FROM),
                        LLVMGetOperand(call, LENGTH));
    memory_add_call(edit, call, ACCESS_STORE, LLVMGetOperand(call, COPY_TO),
                    LLVMGetOperand(call, LENGTH));
}

static bool memory_is_plain(LLVMValueRef access)
{
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

static void find_instruction(struct memory_edit *edit, LLVMValueRef at)
{
    if (LLVMIsACallInst(at) || LLVMIsAInvokeInst(at)) {
        memory_find_call(edit, at);
    } else if (LLVMIsALoadInst(at) && memory_is_plain(at)) {
        add_type(edit, at, ACCESS_LOAD, LLVMGetOperand(at, 0), LLVMTypeOf(at));
    } else if (LLVMIsAStoreInst(at) && memory_is_plain(at)) {
        LLVMValueRef value = LLVMGetOperand(at, 0), address = LLVMGetOperand(at, 1);
        /* Before the function has begun, no code can know the place of an argument. */
        if (!LLVMIsAArgument(value) || !LLVMIsAAllocaInst(address))
            add_type(edit, at, ACCESS_STORE, address, LLVMTypeOf(value));
    }
}

static bool memory_is_left_out(const struct memory_edit *edit, LLVMValueRef function)
{
    static const char reduction[] = ".omp.reduction.";
    size_t length;
    return map_get(&edit->resolvers, function) ||
           memory_has_attribute(function, "naked", LLVMAttributeFunctionIndex) ||
           memory_has_attribute(function, "disable_sanitizer_instrumentation",
                                LLVMAttributeFunctionIndex) ||
           strncmp(LLVMGetValueName2(function, &length), reduction, strlen(reduction)) == 0;
}

static void add_attribute(const struct memory_edit *edit, LLVMValueRef function, unsigned index,
                          const char *name, uint64_t value)
{
    LLVMAddAttributeAtIndex(
        function, index,
        LLVMCreateEnumAttribute(edit->context, memory_attribute_kind(name), value));
}

/* Declares a function of the guest. It is weak, and not assumed to be in the same executable. So
 * its address is in the table that the dynamic linker fills, also in code for a fixed address. Its
 * attributes let the code around it be optimised nearly as well as without the call. */
static void memory_declare(struct memory_edit *edit, enum memory_access access)
{
    enum { ADDRESS = 1, INACCESSIBLE_ONLY = 3 << 2 }; /* <llvm/Support/ModRef.h> */
    static const char *const promises[] = {"nounwind", "willreturn", "nocallback", "cold"};
    LLVMValueRef function = LLVMAddFunction(edit->module, function_names[access], edit->call_type);
    LLVMSetLinkage(function, LLVMExternalWeakLinkage);
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
        add_attribute(edit, function, LLVMAttributeFunctionIndex, promises[i], 0);
    add_attribute(edit, function, LLVMAttributeFunctionIndex, "memory", INACCESSIBLE_ONLY);
    /* LLVM 21 replaced "nocapture" by "captures" with no bits set. */
    add_attribute(edit, function, ADDRESS,
                  memory_attribute_kind("captures") ? "captures" : "nocapture", 0);
    add_attribute(edit, function, ADDRESS, "readnone", 0);
    edit->functions[access] = function;
}

/* Returns the place of the call for the debugger: an access without a line gets no other access's
 * line. */
static LLVMMetadataRef memory_place_of(const struct memory_edit *edit, LLVMValueRef function,
                                       LLVMValueRef instruction)
{
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    return place || !subprogram
               ? place
               : LLVMDIBuilderCreateDebugLocation(edit->context, 0, 0, subprogram, NULL);
}

static void put_in(struct memory_edit *edit, LLVMValueRef function, const struct found *found)
{
    LLVMBuilderRef builder = edit->builder;
    if (!edit->functions[found->access])
        memory_declare(edit, found->access);
    LLVMValueRef called = edit->functions[found->access];
    LLVMBasicBlockRef rest = LLVMGetInstructionParent(found->before);
    LLVMBasicBlockRef head = split_block(edit->context, builder, found->before);
    LLVMBasicBlockRef call = LLVMInsertBasicBlockInContext(edit->context, rest, "");
    LLVMSetCurrentDebugLocation2(builder, memory_place_of(edit, function, found->before));
    LLVMPositionBuilderAtEnd(builder, head);
    LLVMValueRef there =
        LLVMBuildICmp(builder, LLVMIntNE, called, LLVMConstNull(LLVMTypeOf(called)), "");
    split_build_rare(edit->context, builder, there, call, rest);
    LLVMPositionBuilderAtEnd(builder, call);
    LLVMValueRef arguments[] = {found->address,
                                LLVMBuildIntCast2(builder, found->bytes, edit->size_type, 0, "")};
    LLVMValueRef made = LLVMBuildCall2(builder, edit->call_type, called, arguments, 2, "");
    /* A jump would have the return address of another function, and a call merged from two would
     * have the line of neither. */
    LLVMSetTailCallKind(made, LLVMTailCallKindNoTail);
    LLVMAddCallSiteAttribute(
        made, LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(edit->context, memory_attribute_kind("nomerge"), 0));
    LLVMBuildBr(builder, rest);
}

static void memory_edit_function(struct memory_edit *edit, LLVMValueRef function)
{
    edit->count = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
            find_instruction(edit, at);
    for (size_t i = 0; i < edit->count; i++)
        put_in(edit, function, &edit->list[i]);
}

static void memory_edit_module(struct memory_edit *edit)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(edit->context, 0);
    edit->layout = LLVMGetModuleDataLayout(edit->module);
    edit->size_type = LLVMIntPtrTypeInContext(edit->context, edit->layout);
    LLVMTypeRef parameters[] = {pointer, edit->size_type};
    edit->call_type =
        LLVMFunctionType(LLVMVoidTypeInContext(edit->context), parameters, 2, /*IsVarArg=*/0);
    edit->builder = LLVMCreateBuilderInContext(edit->context);
    LLVMSetIsNewDbgInfoFormat(edit->module, 0); /* for split_block() */
    for (LLVMValueRef at = LLVMGetFirstGlobalIFunc(edit->module); at;
         at = LLVMGetNextGlobalIFunc(at)) {
        LLVMValueRef resolver = LLVMGetGlobalIFuncResolver(at);
        if (resolver)
            map_put(&edit->resolvers, resolver, resolver);
    }
    for (LLVMValueRef function = LLVMGetFirstFunction(edit->module); function;
         function = LLVMGetNextFunction(function))
        if (!LLVMIsDeclaration(function) && !memory_is_left_out(edit, function))
            memory_edit_function(edit, function);
    LLVMDisposeBuilder(edit->builder);
    escape_free(&edit->escape);
    map_free(&edit->resolvers);
    free(edit->list);
}

static int memory_check_module(const struct module *module, const struct ir_bitcode *piece,
                               struct error *error)
{
    char *text = NULL;
    int failed = LLVMVerifyModule(module->module, LLVMReturnStatusAction, &text);
    if (failed)
        error_set(error, ERROR_FAILED, "%s: LLVM refuses the code: %s", piece->name, text);
    LLVMDisposeMessage(text);
    return failed ? -1 : 0;
}

int ir_edit_memory(const struct ir_bitcode *piece, bool strip, char **edited, size_t *size,
                   struct error *error)
{
    struct module module;
    if (module_read(&module, piece, error) != 0)
        return -1;
    struct memory_edit edit = {.context = module.context, .module = module.module};
    if (!LLVMGetNamedFunction(module.module, function_names[ACCESS_LOAD]) &&
        !LLVMGetNamedFunction(module.module, function_names[ACCESS_STORE]))
        memory_edit_module(&edit);
    if (strip)
        LLVMStripModuleDebugInfo(module.module);
    int failed = memory_check_module(&module, piece, error);
    if (!failed)
        module_write(&module, edited, size);
    module_free(&module);
    return failed;
}
