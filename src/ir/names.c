#include "ir/names.h"

#include "base/source/fortran_name.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 200, SUFFIX_MAX = 1 << 16 };
static const char symbol_attribute[] = "tutti-symbol";

/* The C++ runtime declares it; LLVM-C cannot demangle. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c): its own name */
char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

/* A function whose names are being marked. If a name is taken, LLVM appends the number of a counter
 * of the function. So a number that a temporary or a block carries is not the suffix of another
 * variable. If there is call1, then comm1 beside comm is a name of the source. Without call1, and
 * with call2, comm1 is the second variable comm. */
struct marking {
    const char **known; /* names of variables and fields, sorted */
    size_t known_count, known_space;
    bool taken[SUFFIX_MAX]; /* by suffix: a temporary or a block has it */
    unsigned highest;
    unsigned counter;
};

/* Returns the digits at the end of a name as a number; 0: LLVM would not append them. */
static unsigned suffix_of(const char *name, size_t length, size_t *stem)
{
    *stem = length;
    while (*stem && name[*stem - 1] >= '0' && name[*stem - 1] <= '9')
        --*stem;
    if (!*stem || *stem == length || name[*stem] == '0' || length - *stem > 5)
        return 0;
    unsigned number = (unsigned)strtoul(name + *stem, NULL, 10);
    return number < SUFFIX_MAX ? number : 0;
}

static bool names_ends_with(const char *name, size_t length, const char *end)
{
    size_t size = strlen(end);
    return length >= size && memcmp(name + length - size, end, size) == 0;
}

static bool is_field(LLVMValueRef value)
{
    if (!LLVMIsAGetElementPtrInst(value) || LLVMGetNumOperands(value) < 3)
        return false;
    LLVMValueRef last = LLVMGetOperand(value, (unsigned)LLVMGetNumOperands(value) - 1);
    return LLVMIsAConstantInt(last) &&
           LLVMGetTypeKind(LLVMGetGEPSourceElementType(value)) == LLVMStructTypeKind;
}

static int names_compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool names_is_known(const struct marking *marking, const char *name, size_t length)
{
    char copy[NAME_MAX_LENGTH];
    if (length >= sizeof copy)
        return false;
    memcpy(copy, name, length);
    copy[length] = 0;
    const char *key = copy;
    return bsearch(&key, marking->known, marking->known_count, sizeof key, names_compare_names) !=
           NULL;
}

static void learn_name(struct marking *marking, LLVMValueRef value)
{
    size_t length, stem;
    const char *name = LLVMGetValueName2(value, &length);
    if (!length)
        return;
    if (LLVMIsAAllocaInst(value) || LLVMIsAArgument(value) || is_field(value)) {
        marking->known = memory_room(marking->known, marking->known_count, &marking->known_space,
                                     sizeof *marking->known);
        marking->known[marking->known_count++] = memory_copy(name);
    } else if (!LLVMIsAGetElementPtrInst(value)) {
        unsigned number = suffix_of(name, length, &stem);
        if (number) {
            marking->taken[number] = true;
            marking->highest = number > marking->highest ? number : marking->highest;
        }
    }
}

/* Returns how much of the name of a variable or field is from the source; 0: it is the
 * compiler's. */
static size_t persons_part(const struct marking *marking, const char *name, size_t length)
{
    size_t stem;
    unsigned number = suffix_of(name, length, &stem);
    if (number && names_ends_with(name, stem, ".addr"))
        length = stem;
    if (names_ends_with(name, length, ".addr"))
        length -= strlen(".addr");
    else if (number && !marking->taken[number] && marking->highest > number &&
             names_is_known(marking, name, stem))
        length = stem;
    if (length >= NAME_MAX_LENGTH || memchr(name, '.', length))
        return 0;
    static const char *const compilers[] = {"retval", "saved_stack"};
    for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++)
        if (strlen(compilers[i]) == length && memcmp(name, compilers[i], length) == 0)
            return 0;
    return length;
}

static bool names_is_marked(LLVMValueRef value)
{
    size_t length;
    const char *name = LLVMGetValueName2(value, &length);
    return memchr(name, '#', length) != NULL;
}

static void names_mark_value(struct marking *marking, LLVMValueRef value, const char *name,
                             size_t length)
{
    char marked[NAME_MAX_LENGTH + 16];
    if (length >= NAME_MAX_LENGTH)
        return;
    int size = snprintf(marked, sizeof marked, "%.*s#%u", (int)length, name, marking->counter++);
    LLVMSetValueName2(value, marked, (size_t)size);
}

static void mark_variable(struct marking *marking, LLVMValueRef value)
{
    size_t length;
    const char *name = LLVMGetValueName2(value, &length);
    if (names_is_marked(value))
        return;
    size_t part = persons_part(marking, name, length);
    if (part) {
        char copy[NAME_MAX_LENGTH];
        memcpy(copy, name, part);
        names_mark_value(marking, value, copy, part);
    }
}

/* Marks the name from debug information, which is certain where there is some. Fortran has no other
 * names. */
static void mark_declared(struct marking *marking, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t length;
    const char *symbol = LLVMGetValueName2(callee, &length);
    if (strcmp(symbol, "llvm.dbg.declare") != 0)
        return;
    LLVMValueRef address = LLVMGetOperand(call, 0), variable = LLVMGetOperand(call, 1), object;
    if (!LLVMIsAMDNode(address) || !LLVMIsAMDNode(variable) ||
        LLVMGetMDNodeNumOperands(address) != 1)
        return;
    LLVMGetMDNodeOperands(address, &object);
    enum { NAME_OPERAND = 1, OPERANDS_MAX = 32 };
    LLVMValueRef parts[OPERANDS_MAX];
    unsigned count = LLVMGetMDNodeNumOperands(variable), size = 0;
    if (!object || count <= NAME_OPERAND || count > OPERANDS_MAX ||
        (!LLVMIsAAllocaInst(object) && !LLVMIsAArgument(object)))
        return;
    LLVMGetMDNodeOperands(variable, parts);
    const char *name = parts[NAME_OPERAND] ? LLVMGetMDString(parts[NAME_OPERAND], &size) : NULL;
    if (name && size)
        names_mark_value(marking, object, name, size);
}

/* Names a value after the variable that it is assigned to. A value that was read from another
 * variable keeps that name. */
static void mark_assigned(struct marking *marking, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0), variable = LLVMGetOperand(store, 1);
    if (!LLVMIsAInstruction(value) || !LLVMIsAAllocaInst(variable) || !names_is_marked(variable) ||
        LLVMIsAAllocaInst(value) || names_is_marked(value))
        return;
    if (LLVMIsALoadInst(value)) {
        LLVMValueRef from = LLVMGetOperand(value, 0);
        if (LLVMIsAAllocaInst(from) || LLVMIsAGlobalVariable(from))
            return;
    }
    size_t length;
    const char *name = LLVMGetValueName2(variable, &length);
    char copy[NAME_MAX_LENGTH];
    size_t part = (size_t)((const char *)memchr(name, '#', length) - name);
    memcpy(copy, name, part);
    names_mark_value(marking, value, copy, part);
}

static void mark_function(struct marking *marking, LLVMValueRef function)
{
    memset(marking->taken, 0, ((size_t)marking->highest + 1) * sizeof *marking->taken);
    marking->known_count = marking->highest = marking->counter = 0;
    LLVMBasicBlockRef block;
    LLVMValueRef value;
    for (value = LLVMGetFirstParam(function); value; value = LLVMGetNextParam(value))
        learn_name(marking, value);
    for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
        learn_name(marking, LLVMBasicBlockAsValue(block));
        for (value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value))
            learn_name(marking, value);
    }
    if (marking->known_count)
        qsort(marking->known, marking->known_count, sizeof *marking->known, names_compare_names);
    for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        for (value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value))
            if (LLVMIsACallInst(value))
                mark_declared(marking, value);
    for (value = LLVMGetFirstParam(function); value; value = LLVMGetNextParam(value))
        mark_variable(marking, value);
    for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        for (value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value))
            if (LLVMIsAAllocaInst(value) || is_field(value))
                mark_variable(marking, value);
            else if (LLVMIsAStoreInst(value))
                mark_assigned(marking, value);
    for (size_t i = 0; i < marking->known_count; i++)
        free((char *)marking->known[i]);
}

void names_mark(LLVMModuleRef module)
{
    /* Declarations of variables become readable calls, but not in LLVM 21: there, only the names
     * that the front end gives to values count. */
    LLVMSetIsNewDbgInfoFormat(module, 0);
    LLVMContextRef context = LLVMGetModuleContext(module);
    struct marking *marking = memory_zero(1, sizeof *marking);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
         function = LLVMGetNextFunction(function)) {
        LLVMLinkage linkage = LLVMGetLinkage(function);
        if (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) {
            size_t length;
            const char *symbol = LLVMGetValueName2(function, &length);
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                    LLVMCreateStringAttribute(context, symbol_attribute,
                                                              sizeof symbol_attribute - 1, symbol,
                                                              (unsigned)length));
        }
        mark_function(marking, function);
    }
    free(marking->known);
    free(marking);
}

char *names_of_value(struct arena *arena, LLVMValueRef value)
{
    size_t length;
    const char *name = LLVMGetValueName2(value, &length);
    const char *end = memchr(name, '#', length);
    /* An address that sroa made to copy a variable's parts is not inside that variable. */
    if (!end || (LLVMIsAGetElementPtrInst(value) && strstr(end, ".sroa")))
        return NULL;
    return arena_copy_bytes(arena, name, (size_t)(end - name));
}

static char *without_mangling(struct arena *arena, char *symbol)
{
    int status;
    char *found = __cxa_demangle(symbol, NULL, NULL, &status);
    char *name = found && status == 0 ? arena_copy(arena, found) : symbol;
    free(found);
    return name;
}

char *names_of_function(struct arena *arena, LLVMValueRef function)
{
    size_t length;
    const char *symbol = LLVMGetValueName2(function, &length);
    LLVMAttributeRef kept = LLVMGetStringAttributeAtIndex(
        function, LLVMAttributeFunctionIndex, symbol_attribute, sizeof symbol_attribute - 1);
    if (kept) {
        unsigned size;
        symbol = LLVMGetStringAttributeValue(kept, &size);
        length = size;
    }
    /* Functions that the compiler makes from a function ("main.omp_outlined") are part of that
     * function. */
    bool intrinsic = length > 5 && memcmp(symbol, "llvm.", 5) == 0;
    const char *dot = intrinsic ? NULL : memchr(symbol, '.', length);
    if (dot && dot > symbol)
        length = (size_t)(dot - symbol);
    char *copy = arena_copy_bytes(arena, symbol, length);
    if (strncmp(copy, "_Z", 2) == 0)
        return without_mangling(arena, copy);
    char *procedure = fortran_procedure(arena, copy);
    return procedure ? procedure : copy;
}

char *names_of_variable(struct arena *arena, LLVMValueRef global)
{
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    char *symbol = arena_copy_bytes(arena, name, length);
    /* The names of tables and types (_ZTV, _ZTI) stay: these are not variables. */
    if (strncmp(symbol, "_ZN", 3) == 0)
        return without_mangling(arena, symbol);
    char *variable = fortran_variable(arena, symbol);
    return variable ? variable : symbol;
}
