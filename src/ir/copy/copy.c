#include "ir/copy/copy.h"

#include "ir/names.h"

#include <llvm-c/TargetMachine.h>

#include <stdlib.h>
#include <string.h>

static bool copy_has_attribute(LLVMValueRef function, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != NULL;
}

static bool copy_is_local(LLVMValueRef symbol)
{
    LLVMLinkage linkage = LLVMGetLinkage(symbol);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
           LLVMGetVisibility(symbol) == LLVMHiddenVisibility;
}

static void copy_function_head(struct copy *copy, LLVMValueRef from, uint32_t number)
{
    struct ir_function *function = arena_alloc(copy->arena, sizeof *function);
    struct ir_value *value = copy_new_value(copy, from, IR_FUNCTION);
    size_t length;
    const char *symbol = LLVMGetValueName2(from, &length);
    function->number = number;
    function->symbol = arena_copy_bytes(copy->arena, symbol, length);
    function->name = names_of_function(copy->arena, from);
    function->type = copy_type(copy, LLVMGlobalGetValueType(from));
    function->value = value;
    copy->directory = copy_directory(copy, from);
    function->place = copy_place(copy, from);
    function->defined = !LLVMIsDeclaration(from);
    function->local = function->defined && copy_is_local(from);
    function->no_return = copy_has_attribute(from, "noreturn");
    function->returns_twice = copy_has_attribute(from, "returns_twice");
    value->as_function = function;
    value->name = function->symbol;
    value->place = function->place;
    copy->program->functions[number] = function;
}

static void copy_global(struct copy *copy, LLVMValueRef from, uint32_t number)
{
    struct ir_value *value = copy_new_value(copy, from, IR_GLOBAL);
    value->name = names_of_variable(copy->arena, from);
    value->accessed = copy_type(copy, LLVMGlobalGetValueType(from));
    value->constant = LLVMIsGlobalConstant(from);
    value->local = copy_is_local(from);
    value->place = copy_place(copy, from);
    copy->program->globals[number] = value;
}

static void copy_initialiser(struct copy *copy, LLVMValueRef from)
{
    LLVMValueRef initialiser = LLVMGetInitializer(from);
    struct ir_value *value = map_get(&copy->values, from);
    /* An initialiser that another module may replace says nothing. */
    if (!initialiser || LLVMGetLinkage(from) == LLVMAvailableExternallyLinkage)
        return;
    value->operands = copy_list(copy, 1);
    value->operands[0] = copy_value(copy, initialiser);
    value->operand_count = 1;
}

/* Copies the reachable blocks, in LLVM's order. */
static void copy_blocks(struct copy *copy, LLVMValueRef from, struct ir_function *function)
{
    uint32_t all = LLVMCountBasicBlocks(from), depth = 0;
    LLVMBasicBlockRef *stack = memory_zero(all, sizeof(LLVMBasicBlockRef));
    struct map reached = {0};
    stack[depth++] = LLVMGetEntryBasicBlock(from);
    map_put(&reached, stack[0], stack[0]);
    while (depth) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(stack[--depth]);
        for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(end, i);
            if (!map_get(&reached, to)) {
                map_put(&reached, to, to);
                stack[depth++] = to;
            }
        }
    }
    function->blocks = arena_alloc(copy->arena, reached.count * sizeof(const struct ir_block *));
    for (LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(from); at; at = LLVMGetNextBasicBlock(at)) {
        if (!map_get(&reached, at))
            continue;
        struct ir_block *block = arena_alloc(copy->arena, sizeof *block);
        block->number = function->block_count;
        block->function = function;
        function->blocks[function->block_count++] = block;
        map_put(&copy->blocks, at, block);
    }
    free(stack);
    map_free(&reached);
}

/* Returns whether the call only describes debug information: such calls are left out. */
static bool is_debug_call(LLVMValueRef instruction)
{
    if (!LLVMIsACallInst(instruction))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    return LLVMIsAFunction(callee) && strncmp(name, "llvm.dbg.", strlen("llvm.dbg.")) == 0;
}

/* Makes the instructions of a block, still empty, so that others can refer to them. */
static void copy_instruction_heads(struct copy *copy, LLVMBasicBlockRef from,
                                   struct ir_block *block)
{
    uint32_t count = 0;
    LLVMValueRef at;
    for (at = LLVMGetFirstInstruction(from); at; at = LLVMGetNextInstruction(at))
        count += !is_debug_call(at);
    block->instructions = copy_list(copy, count);
    for (at = LLVMGetFirstInstruction(from); at; at = LLVMGetNextInstruction(at)) {
        if (is_debug_call(at))
            continue;
        struct ir_value *value = copy_new_value(copy, at, IR_INSTRUCTION);
        value->opcode = copy_opcode(LLVMGetInstructionOpcode(at));
        value->function = block->function;
        value->block = block;
        value->name = names_of_value(copy->arena, at);
        value->place = copy_place(copy, at);
        block->instructions[block->instruction_count++] = value;
        if (value->place.line) {
            copy->lines =
                memory_room(copy->lines, copy->line_count, &copy->line_space, sizeof *copy->lines);
            copy->lines[copy->line_count++] =
                (struct copy_line){value->place.file, value->place.line};
        }
    }
}

static void copy_edges(struct copy *copy, LLVMBasicBlockRef from, struct ir_block *block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    unsigned count = end ? LLVMGetNumSuccessors(end) : 0;
    block->successors = arena_alloc(copy->arena, count * sizeof(const struct ir_block *));
    for (unsigned i = 0; i < count; i++) {
        struct ir_block *to = map_get(&copy->blocks, LLVMGetSuccessor(end, i));
        block->successors[block->successor_count++] = to;
        /* Edges arrive block by block, so a known edge is the last one. */
        if (!to->predecessor_count || to->predecessors[to->predecessor_count - 1] != block)
            *arena_push(copy->arena, to->predecessors, to->predecessor_count) = block;
    }
}

static void copy_body(struct copy *copy, LLVMValueRef from, struct ir_function *function)
{
    copy_blocks(copy, from, function);
    LLVMBasicBlockRef at;
    for (at = LLVMGetFirstBasicBlock(from); at; at = LLVMGetNextBasicBlock(at)) {
        struct ir_block *block = map_get(&copy->blocks, at);
        if (!block)
            continue;
        copy_instruction_heads(copy, at, block);
        copy_edges(copy, at, block);
    }
    for (at = LLVMGetFirstBasicBlock(from); at; at = LLVMGetNextBasicBlock(at)) {
        if (!map_get(&copy->blocks, at))
            continue;
        for (LLVMValueRef i = LLVMGetFirstInstruction(at); i; i = LLVMGetNextInstruction(i)) {
            struct ir_value *value = map_get(&copy->values, i);
            if (value)
                copy_instruction(copy, i, value);
        }
    }
    copy_fill_pending(copy);
}

/* Records assembly with effects, unless it is only a barrier for the compiler. */
static void note_assembly(LLVMValueRef from, struct ir_function *function)
{
    for (LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(from); at; at = LLVMGetNextBasicBlock(at))
        for (LLVMValueRef i = LLVMGetFirstInstruction(at); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i) && !LLVMIsACallBrInst(i))
                continue;
            LLVMValueRef callee = LLVMGetCalledValue(i);
            if (!LLVMIsAInlineAsm(callee))
                continue;
            size_t length, constraint_length;
            LLVMGetInlineAsmAsmString(callee, &length);
            const char *constraints = LLVMGetInlineAsmConstraintString(callee, &constraint_length);
            if (length && (LLVMGetInlineAsmHasSideEffects(callee) ||
                           memmem(constraints, constraint_length, "memory", strlen("memory"))))
                function->has_assembly = true;
        }
}

static void copy_function(struct copy *copy, LLVMValueRef from)
{
    struct ir_value *value = map_get(&copy->values, from);
    struct ir_function *function = (struct ir_function *)value->as_function;
    function->arguments = copy_list(copy, LLVMCountParams(from));
    for (LLVMValueRef at = LLVMGetFirstParam(from); at; at = LLVMGetNextParam(at)) {
        struct ir_value *argument = copy_new_value(copy, at, IR_ARGUMENT);
        argument->function = function;
        argument->index = function->argument_count;
        argument->name = names_of_value(copy->arena, at);
        argument->place = function->place;
        function->arguments[function->argument_count++] = argument;
    }
    if (function->defined) {
        copy->directory = copy_directory(copy, from);
        copy_body(copy, from, function);
        note_assembly(from, function);
    }
}

static void copy_symbols(struct copy *copy, LLVMModuleRef module)
{
    struct ir_program *program = copy->program;
    LLVMValueRef at;
    for (at = LLVMGetFirstFunction(module); at; at = LLVMGetNextFunction(at))
        program->function_count++;
    for (at = LLVMGetFirstGlobal(module); at; at = LLVMGetNextGlobal(at))
        program->global_count++;
    program->functions =
        arena_alloc(copy->arena, program->function_count * sizeof(const struct ir_function *));
    program->globals = copy_list(copy, program->global_count);
    uint32_t number = 0;
    for (at = LLVMGetFirstFunction(module); at; at = LLVMGetNextFunction(at))
        copy_function_head(copy, at, number++);
    number = 0;
    copy->directory = NULL;
    for (at = LLVMGetFirstGlobal(module); at; at = LLVMGetNextGlobal(at))
        copy_global(copy, at, number++);
}

/* Lists users in the order of numbers, which is that of the program. A call through a pointer is a
 * user of it. */
static void link_users(struct copy *copy)
{
    for (size_t pass = 0; pass < 2; pass++) {
        uint32_t *last = memory_zero(copy->value_count, sizeof *last); /* by value: last user + 1 */
        for (size_t i = 0; i < copy->value_count; i++) {
            const struct ir_value *user = copy->list[i];
            bool through = user->callee && user->callee->kind != IR_FUNCTION;
            for (uint32_t j = 0; j < user->operand_count + through; j++) {
                const struct ir_value *operand =
                    j < user->operand_count ? user->operands[j] : user->callee;
                struct ir_value *used = copy->list[operand->number];
                if (last[used->number] == user->number + 1)
                    continue;
                last[used->number] = user->number + 1;
                if (pass)
                    used->users[used->user_count] = user;
                used->user_count++;
            }
        }
        free(last);
        for (size_t i = 0; !pass && i < copy->value_count; i++) {
            copy->list[i]->users = copy_list(copy, copy->list[i]->user_count);
            copy->list[i]->user_count = 0;
        }
    }
}

static int copy_compare_lines(const void *a, const void *b)
{
    const struct copy_line *left = a, *right = b;
    if (left->file != right->file)
        return (uintptr_t)left->file < (uintptr_t)right->file ? -1 : 1;
    return (left->line > right->line) - (left->line < right->line);
}

static uint32_t count_lines(struct copy *copy)
{
    uint32_t count = 0;
    if (copy->line_count)
        qsort(copy->lines, copy->line_count, sizeof *copy->lines, copy_compare_lines);
    for (size_t i = 0; i < copy->line_count; i++)
        count += i == 0 || copy_compare_lines(&copy->lines[i - 1], &copy->lines[i]) != 0;
    return count;
}

void copy_module(LLVMModuleRef module, struct ir_program *program)
{
    struct copy copy = {.program = program, .arena = &program->arena};
    copy.context = LLVMGetModuleContext(module);
    copy.layout = LLVMGetModuleDataLayout(module);
    copy_symbols(&copy, module);
    LLVMValueRef at;
    for (at = LLVMGetFirstFunction(module); at; at = LLVMGetNextFunction(at))
        copy_function(&copy, at);
    for (at = LLVMGetFirstGlobal(module); at; at = LLVMGetNextGlobal(at))
        copy_initialiser(&copy, at);
    copy_fill_pending(&copy);
    link_users(&copy);
    program->line_count = count_lines(&copy);
    program->value_count = (uint32_t)copy.value_count;
    program->values = copy_list(&copy, program->value_count);
    for (uint32_t i = 0; i < program->value_count; i++)
        program->values[i] = copy.list[i];
    map_free(&copy.types);
    map_free(&copy.values);
    map_free(&copy.blocks);
    map_free(&copy.files);
    free(copy.list);
    free(copy.pending);
    free(copy.lines);
}
