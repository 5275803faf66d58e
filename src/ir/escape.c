#include "ir/escape.h"

#include "base/memory.h"
#include "ir/library.h"

#include <stdlib.h>
#include <string.h>

/* Addresses whose uses must still be examined. */
struct work {
    LLVMValueRef *list;
    size_t count, space;
    struct map seen;
};

static void escape_follow(struct work *work, LLVMValueRef address)
{
    if (map_get(&work->seen, address))
        return;
    map_put(&work->seen, address, address);
    work->list = memory_room(work->list, work->count, &work->space, sizeof *work->list);
    work->list[work->count++] = address;
}

static bool escape_starts(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static const char *called_name(LLVMValueRef call)
{
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
}

/* Returns whether the call is of a function of LLVM that returns its address argument. */
static bool passes_on(LLVMValueRef call)
{
    const char *name = called_name(call);
    return escape_starts(name, "llvm.threadlocal.address") ||
           escape_starts(name, "llvm.launder.invariant") ||
           escape_starts(name, "llvm.strip.invariant");
}

/* Returns whether the function uses the memory and keeps no address. If it returns an address, it
 * is one that it got. */
static bool only_uses(LLVMValueRef call)
{
    return library_of(called_name(call)).flags & CALL_USES &&
           LLVMIsDeclaration(LLVMGetCalledValue(call));
}

LLVMTypeRef escape_copied(LLVMValueRef call, unsigned argument)
{
    static const char name[] = "byval";
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(
        call, argument + 1, LLVMGetEnumAttributeKindForName(name, strlen(name)));
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* Returns whether each argument that is the address is copied, not passed on. */
static bool only_copies(LLVMValueRef call, LLVMValueRef address)
{
    bool found = false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        if (LLVMGetOperand(call, i) != address)
            continue;
        if (!escape_copied(call, i))
            return false;
        found = true;
    }
    return found;
}

static bool escapes_by_call(struct work *work, LLVMValueRef call, LLVMValueRef address)
{
    if (passes_on(call) || only_uses(call)) {
        if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind)
            escape_follow(work, call);
        return false;
    }
    return !only_copies(call, address);
}

static bool moves_address(LLVMOpcode opcode)
{
    return opcode == LLVMGetElementPtr || opcode == LLVMBitCast || opcode == LLVMAddrSpaceCast;
}

static bool escapes_by(struct work *work, LLVMValueRef user, LLVMValueRef address)
{
    if (LLVMIsAConstantExpr(user)) {
        if (!moves_address(LLVMGetConstOpcode(user)))
            return true;
        escape_follow(work, user);
        return false;
    }
    if (!LLVMIsAInstruction(user))
        return true;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
    case LLVMICmp:
        return false;
    case LLVMStore:
        return LLVMGetOperand(user, 0) == address;
    case LLVMAtomicRMW:
        return LLVMGetOperand(user, 1) == address;
    case LLVMAtomicCmpXchg:
        return LLVMGetOperand(user, 1) == address || LLVMGetOperand(user, 2) == address;
    case LLVMGetElementPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
        escape_follow(work, user);
        return false;
    case LLVMCall:
    case LLVMInvoke:
        return escapes_by_call(work, user, address);
    default:
        return true;
    }
}

bool escape_possible(struct escape *escape, LLVMValueRef variable)
{
    void *known = map_get(&escape->known, variable);
    if (known)
        return known == variable;
    struct work work = {0};
    bool possible = false;
    escape_follow(&work, variable);
    while (work.count > 0 && !possible) {
        LLVMValueRef address = work.list[--work.count];
        for (LLVMUseRef use = LLVMGetFirstUse(address); use && !possible; use = LLVMGetNextUse(use))
            possible = escapes_by(&work, LLVMGetUser(use), address);
    }
    free(work.list);
    map_free(&work.seen);
    map_put(&escape->known, variable, possible ? (void *)variable : escape);
    return possible;
}

void escape_free(struct escape *escape)
{
    map_free(&escape->known);
}

LLVMValueRef escape_base(LLVMValueRef address)
{
    enum { STEPS_MAX = 1000 }; /* unreachable code may have cycles */
    for (int i = 0; i < STEPS_MAX; i++) {
        bool moved = LLVMIsAConstantExpr(address) ? moves_address(LLVMGetConstOpcode(address))
                     : LLVMIsACallInst(address)   ? passes_on(address)
                     : LLVMIsAInstruction(address)
                         ? moves_address(LLVMGetInstructionOpcode(address))
                         : false;
        if (!moved)
            return address;
        address = LLVMGetOperand(address, 0);
    }
    return address;
}
