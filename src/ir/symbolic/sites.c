/* sites.c: numbers sites and edges, and inserts the stores that flag the edges. */
#include "ir/symbolic/heavy.h"

#include "ir/names.h"
#include "runtime/hash.h"

#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

/* A function whose sites are numbered. */
struct numbering {
    struct symbolic *symbolic;
    LLVMValueRef function;
    LLVMBasicBlockRef *blocks; /* before blocks of edges are added */
    unsigned block_count;
    struct map numbers; /* terminator: number of its site, plus one */
    const char *symbol, *name;
    struct ir_place place;
    uint32_t place_in_function; /* of the next site */
};

bool symbolic_is_plain(LLVMValueRef function)
{
    if (symbolic_has_attribute(function, "naked"))
        return true;
    /* The resolver that chooses among versions of a function runs while the program is being
     * loaded. */
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        if (LLVMIsAGlobalIFunc(LLVMGetUser(use)))
            return true;
    return false;
}

/* Returns whether the branch is on a variable of Clang: where several ways out of a scope share the
 * code that leaves it. The source has no such branch. */
static bool is_compilers_own(LLVMValueRef value)
{
    static const char *const names[] = {"cleanup.dest", "cleanup.is_active", "cleanup.isactive",
                                        "nrvo.val"};
    if (!LLVMIsALoadInst(value))
        return false;
    size_t length;
    const char *name = LLVMGetValueName2(value, &length);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static bool is_site(LLVMValueRef terminator)
{
    if (LLVMGetInstructionOpcode(terminator) == LLVMBr)
        return LLVMIsConditional(terminator) && !is_compilers_own(LLVMGetCondition(terminator));
    return LLVMGetInstructionOpcode(terminator) == LLVMSwitch &&
           !is_compilers_own(LLVMGetOperand(terminator, 0));
}

static uint64_t site_key(const struct numbering *numbering, enum ir_site_kind kind, uint32_t place)
{
    size_t length;
    const char *file = numbering->place.file;
    uint64_t hash = HASH_START;
    if (!file)
        file = LLVMGetSourceFileName(numbering->symbolic->module, &length);
    hash = hash_text(hash, file);
    hash = hash_text(hash, LLVMGetValueName2(numbering->function, &length));
    uint32_t numbers[] = {(uint32_t)kind, place};
    return hash_bytes(hash, numbers, sizeof numbers);
}

static struct ir_site *site_add_site(struct numbering *numbering, enum ir_site_kind kind,
                                     LLVMValueRef at, size_t edges)
{
    struct symbolic *symbolic = numbering->symbolic;
    struct ir_symbolic *result = symbolic->result;
    struct ir_site *site = arena_push(&result->arena, result->sites, result->site_count);
    *site = (struct ir_site){
        .kind = kind,
        .number = symbolic->site,
        .function = numbering->symbol,
        .name = numbering->name,
        .place = at == numbering->function ? numbering->place : copy_place(&symbolic->copy, at),
        .key = site_key(numbering, kind, numbering->place_in_function),
        .first_edge = symbolic->edge,
        .edge_count = edges,
        .ways = arena_alloc(&result->arena, edges * sizeof *site->ways),
    };
    if (kind == IR_SITE_SWITCH)
        site->cases = arena_alloc(&result->arena, edges * sizeof *site->cases);
    for (unsigned i = 1; kind == IR_SITE_SWITCH && i < edges; i++)
        site->cases[i] = LLVMConstIntGetSExtValue(LLVMGetOperand(at, 2 * i));
    return site;
}

/* Returns the control flow from the block to the next site. */
static struct ir_site_way way_from(struct numbering *numbering, LLVMBasicBlockRef block)
{
    struct arena *arena = &numbering->symbolic->result->arena;
    struct ir_site_way way = {.next = SYMBOLIC_NO_SITE};
    for (unsigned steps = 0; block && steps <= numbering->block_count; steps++) {
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
             at = LLVMGetNextInstruction(at)) {
            LLVMValueRef callee =
                LLVMIsACallInst(at) || LLVMIsAInvokeInst(at) ? LLVMGetCalledValue(at) : NULL;
            if (!callee || (!LLVMIsAFunction(callee) && !LLVMIsAGlobalAlias(callee)) ||
                (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee)))
                continue;
            *arena_push(arena, way.calls, way.call_count) =
                symbolic_name(numbering->symbolic, arena, callee);
        }
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        uintptr_t number = (uintptr_t)map_get(&numbering->numbers, terminator);
        if (number) {
            way.next = (uint32_t)(number - 1);
            break;
        }
        bool goes_on = LLVMIsAInvokeInst(terminator) ||
                       (LLVMIsABranchInst(terminator) && !LLVMIsConditional(terminator));
        block = goes_on ? LLVMGetSuccessor(terminator, 0) : NULL;
    }
    return way;
}

static LLVMValueRef site_number64(const struct symbolic *symbolic, uint64_t number)
{
    return LLVMConstInt(symbolic->i64, number, 0);
}

static void store_edge(struct symbolic *symbolic, LLVMValueRef before, LLVMValueRef edge)
{
    LLVMTypeRef type = LLVMArrayType2(symbolic->i8, 0);
    LLVMValueRef cover = symbolic_runtime_variable(symbolic, "tutti_cover", type, false);
    LLVMPositionBuilderBefore(symbolic->builder, before);
    LLVMValueRef flag = LLVMBuildGEP2(symbolic->builder, symbolic->i8, cover, &edge, 1, "");
    symbolic_own(symbolic,
                 LLVMBuildStore(symbolic->builder, LLVMConstInt(symbolic->i8, 1, 0), flag));
}

static bool is_cheap(LLVMValueRef at)
{
    enum symbolic_op op;
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMPHI:
    case LLVMAlloca:
    case LLVMFence:
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
    case LLVMVAArg:
    case LLVMLandingPad:
        return false;
    case LLVMCall:
        return heavy_is_intrinsic(at) && heavy_intrinsic(at, &op) != INTRINSIC_OTHER &&
               heavy_intrinsic(at, &op) < INTRINSIC_COPY;
    default:
        return true;
    }
}

/* Returns the successor of a block that has one predecessor, computes a little and has one
 * successor; NULL: it is not such a block. */
static LLVMBasicBlockRef goes_on_to(LLVMBasicBlockRef block)
{
    enum { LITTLE = 4 };
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
    if (!symbolic_one_way_in(block) || !LLVMIsABranchInst(terminator) ||
        LLVMIsConditional(terminator))
        return NULL;
    unsigned count = 0;
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at != terminator;
         at = LLVMGetNextInstruction(at)) {
        if (LLVMIsADbgInfoIntrinsic(at))
            continue;
        if (!is_cheap(at) || ++count > LITTLE)
            return NULL;
    }
    return LLVMGetSuccessor(terminator, 0);
}

/* Returns whether a branch chooses between values, as ?: does. The machine does this without a
 * branch, and must still be able to. So a store without a branch flags the edge. */
static bool is_choice(LLVMValueRef terminator)
{
    if (!LLVMIsABranchInst(terminator))
        return false;
    LLVMBasicBlockRef yes = LLVMGetSuccessor(terminator, 0), no = LLVMGetSuccessor(terminator, 1);
    LLVMBasicBlockRef after_yes = goes_on_to(yes), after_no = goes_on_to(no);
    return after_yes == no || after_no == yes || (after_yes && after_yes == after_no);
}

static void store_choice(struct symbolic *symbolic, LLVMValueRef terminator, uint32_t first)
{
    LLVMPositionBuilderBefore(symbolic->builder, terminator);
    LLVMValueRef edge = LLVMBuildSelect(symbolic->builder, LLVMGetCondition(terminator),
                                        site_number64(symbolic, first),
                                        site_number64(symbolic, (uint64_t)first + 1), "");
    store_edge(symbolic, terminator, edge);
}

static void store_edges(struct symbolic *symbolic, LLVMValueRef terminator, uint32_t first)
{
    unsigned count = LLVMGetNumSuccessors(terminator);
    for (unsigned i = 0; i < count; i++) {
        LLVMBasicBlockRef block = LLVMGetSuccessor(terminator, i);
        if (!symbolic_one_way_in(block))
            block = symbolic_edge_block(symbolic, terminator, i);
        store_edge(symbolic, symbolic_after_phis(block), site_number64(symbolic, first + i));
    }
}

/* Inserts a call before a branch or switch. Passes over the module keep this call in its order and
 * with its condition, whatever they do to the control flow. */
static void mark_site(struct symbolic *symbolic, LLVMValueRef terminator, uint32_t number)
{
    LLVMValueRef value = LLVMGetOperand(terminator, 0);
    LLVMTypeRef types[] = {symbolic->i32, LLVMTypeOf(value)};
    LLVMTypeRef type = LLVMFunctionType(symbolic->void_type, types, 2, 0);
    struct arena names = {0};
    const char *name =
        LLVMIsASwitchInst(terminator)
            ? arena_printf(&names, SYMBOLIC_MARK_SWITCH ".%u", LLVMGetIntTypeWidth(types[1]))
            : SYMBOLIC_MARK_BRANCH;
    LLVMValueRef marker = LLVMGetNamedFunction(symbolic->module, name);
    if (!marker) {
        enum { INACCESSIBLE_MEMORY = 3 << 2 }; /* coded as in the attribute: read and written */
        marker = symbolic_runtime_function(symbolic, name, type);
        unsigned memory = LLVMGetEnumAttributeKindForName("memory", strlen("memory"));
        unsigned returns = LLVMGetEnumAttributeKindForName("willreturn", strlen("willreturn"));
        LLVMAddAttributeAtIndex(
            marker, LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(symbolic->context, memory, INACCESSIBLE_MEMORY));
        LLVMAddAttributeAtIndex(marker, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(symbolic->context, returns, 0));
    }
    arena_free(&names);
    LLVMValueRef arguments[] = {symbolic_number(symbolic, number), value};
    LLVMPositionBuilderBefore(symbolic->builder, terminator);
    LLVMBuildCall2(symbolic->builder, type, marker, arguments, 2, "");
}

/* A numbered site: found by its terminator, or by the block of the entry. */
struct numbered {
    uint32_t site, edge;
};

static void site_remember(struct symbolic *symbolic, const void *key)
{
    struct numbered *numbered = arena_alloc(&symbolic->result->arena, sizeof *numbered);
    *numbered = (struct numbered){symbolic->site, symbolic->edge};
    map_put(&symbolic->numbered, key, numbered);
}

/* Numbers the sites of a function in both modules; only the light one records what is known of
 * them. */
static void number_sites(struct numbering *numbering)
{
    struct symbolic *symbolic = numbering->symbolic;
    size_t first = symbolic->result->site_count;
    map_put(&symbolic->entries, numbering->function, (void *)((uintptr_t)symbolic->site + 1));
    site_remember(symbolic, numbering->blocks[0]);
    if (!symbolic->heavy)
        site_add_site(numbering, IR_SITE_ENTRY, numbering->function, 1);
    symbolic->site++;
    symbolic->edge++;
    for (unsigned i = 0; i < numbering->block_count; i++) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(numbering->blocks[i]);
        if (!is_site(terminator))
            continue;
        unsigned edges = LLVMGetNumSuccessors(terminator);
        numbering->place_in_function++;
        if (!symbolic->heavy)
            site_add_site(numbering,
                          LLVMIsASwitchInst(terminator) ? IR_SITE_SWITCH : IR_SITE_BRANCH,
                          terminator, edges);
        map_put(&numbering->numbers, terminator, (void *)((uintptr_t)symbolic->site + 1));
        site_remember(symbolic, terminator);
        symbolic->site++;
        symbolic->edge += edges;
    }
    struct ir_site *sites = symbolic->result->sites;
    for (size_t i = first; i < symbolic->result->site_count; i++)
        if (sites[i].kind == IR_SITE_ENTRY)
            sites[i].ways[0] = way_from(numbering, numbering->blocks[0]);
    size_t at = first + 1;
    for (unsigned i = 0; !symbolic->heavy && i < numbering->block_count; i++) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(numbering->blocks[i]);
        if (!map_get(&numbering->numbers, terminator))
            continue;
        for (unsigned j = 0; j < sites[at].edge_count; j++)
            sites[at].ways[j] = way_from(numbering, LLVMGetSuccessor(terminator, j));
        at++;
    }
}

static void number_function(struct symbolic *symbolic, LLVMValueRef function)
{
    struct numbering numbering = {
        .symbolic = symbolic,
        .function = function,
        .block_count = LLVMCountBasicBlocks(function),
    };
    struct arena *arena = &symbolic->result->arena;
    symbolic->copy.directory = copy_directory(&symbolic->copy, function);
    numbering.place = copy_place(&symbolic->copy, function);
    numbering.symbol = symbolic_name(symbolic, arena, function);
    numbering.name = names_of_function(arena, function);
    numbering.blocks = memory_zero(numbering.block_count, sizeof(LLVMBasicBlockRef));
    LLVMGetBasicBlocks(function, numbering.blocks);
    number_sites(&numbering);
    free(numbering.blocks);
    map_free(&numbering.numbers);
}

void symbolic_sites(struct symbolic *symbolic)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(symbolic->module); function;
         function = LLVMGetNextFunction(function))
        if (!LLVMIsDeclaration(function) && !symbolic_is_plain(function) &&
            !symbolic_is_outside(symbolic, function))
            number_function(symbolic, function);
}

static void instrument_block(struct symbolic *symbolic, LLVMBasicBlockRef block)
{
    const struct numbered *entry = map_get(&symbolic->numbered, block);
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
    const struct numbered *site = map_get(&symbolic->numbered, terminator);
    if (entry) {
        LLVMValueRef first = LLVMGetFirstInstruction(block);
        while (LLVMIsAAllocaInst(first))
            first = LLVMGetNextInstruction(first);
        store_edge(symbolic, first, site_number64(symbolic, entry->edge));
    }
    if (!site)
        return;
    if (is_choice(terminator))
        store_choice(symbolic, terminator, site->edge);
    else
        store_edges(symbolic, terminator, site->edge);
    if (symbolic->heavy)
        mark_site(symbolic, terminator, site->site);
}

void symbolic_edges(struct symbolic *symbolic)
{
    for (size_t i = 0; i < symbolic->count; i++) {
        unsigned count = LLVMCountBasicBlocks(symbolic->list[i]);
        LLVMBasicBlockRef *blocks = memory_zero(count, sizeof(LLVMBasicBlockRef));
        LLVMGetBasicBlocks(symbolic->list[i], blocks); /* blocks of edges are added */
        for (unsigned j = 0; j < count; j++)
            instrument_block(symbolic, blocks[j]);
        free(blocks);
    }
}

uint32_t symbolic_place(struct symbolic *symbolic, uint32_t entry, LLVMValueRef instruction)
{
    struct ir_symbolic *result = symbolic->result;
    struct ir_place place = copy_place(&symbolic->copy, instruction);
    const struct ir_site *function = &result->sites[entry - symbolic->options->first_site];
    if (!place.file)
        return entry;
    /* Operations of one function are consecutive, after all sites with edges. */
    for (size_t i = result->site_count; i-- > 0;) {
        const struct ir_site *site = &result->sites[i];
        if (site->kind != IR_SITE_OPERATION || site->function != function->function)
            break;
        if (site->place.line == place.line && site->place.column == place.column &&
            strcmp(site->place.file, place.file) == 0)
            return site->number;
    }
    uint32_t numbers[] = {IR_SITE_OPERATION, (uint32_t)place.line, (uint32_t)place.column};
    uint64_t key = hash_bytes(function->key, numbers, sizeof numbers);
    struct ir_site made = {
        .kind = IR_SITE_OPERATION,
        .number = symbolic->site++,
        .function = function->function,
        .name = function->name,
        .place = place,
        .key = key,
        .first_edge = symbolic->edge,
    };
    *arena_push(&result->arena, result->sites, result->site_count) = made;
    return made.number;
}
