#include "symbol/unwind.h"

#include "symbol/symbol_private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/user.h>

/* libdwfl needs a number for each thread. There is only one at a time. */
enum { THREAD = 1 };

/* The state of libdwfl's callbacks. It lives as long as the session that it is attached to. */
struct unwinder {
    struct symbols *symbols;
    const struct unwind_input *input;
    uint64_t *pcs;
    struct unwind_frame *frames; /* NULL: registers are not wanted */
    size_t cap, count;
    bool full;
    bool missed;   /* the step from the last frame needed memory that is not there */
    bool guessed;  /* some frame has no call frame information: frames further out may be wrong */
    bool refused;  /* ...and one is */
    uint64_t left; /* address in the last frame, if that has no such information; else 0 */
    uint64_t stack_pointer; /* in the last frame; 0: not known */
};

#if defined __x86_64__

enum {
    REGISTERS = 17,
    FRAME_POINTER = 6,
    STACK_POINTER = 7,
    LONGEST_CALL = 8,
    PROLOGUE = 8,
    LONGEST_PROLOGUE = 40
};

void unwind_take_registers(struct unwind_input *input, const struct user_regs_struct *registers)
{
    /* System V ABI for AMD64, figure 3.36 */
    const uint64_t numbered[REGISTERS] = {
        registers->rax, registers->rdx, registers->rcx, registers->rbx, registers->rsi,
        registers->rdi, registers->rbp, registers->rsp, registers->r8,  registers->r9,
        registers->r10, registers->r11, registers->r12, registers->r13, registers->r14,
        registers->r15, registers->rip};
    memcpy(input->registers, numbered, sizeof numbered);
    input->pc = registers->rip;
    input->stack_pointer = registers->rsp;
}

/* Returns the length of "call *operand" whose operand starts with that byte (Intel SDM, volume 2,
 * 2.1.5). */
static size_t indirect_call_length(unsigned char operand, unsigned char next)
{
    unsigned mode = operand >> 6, base = operand & 7;
    if (mode == 3)
        return 2;
    size_t length = 2;
    if (base == 4) {
        length++;
        base = next & 7;
    }
    if (mode == 0)
        return length + (base == 5 ? 4 : 0);
    return length + (mode == 1 ? 1 : 4);
}

/* Says whether the bytes end in a call; `target` is its target relative to their end, if known. */
static bool ends_in_call(const unsigned char *bytes, size_t size, int64_t *target)
{
    *target = 0;
    if (size >= 5 && bytes[size - 5] == 0xe8) {
        int32_t distance;
        memcpy(&distance, &bytes[size - 4], sizeof distance);
        *target = distance;
        return true;
    }
    for (size_t length = 2; length <= 7 && length <= size; length++) {
        const unsigned char *call = &bytes[size - length];
        if (call[0] == 0xff && (call[1] >> 3 & 7) == 2 &&
            indirect_call_length(call[1], length > 2 ? call[2] : 0) == length)
            return true;
    }
    return false;
}

/* Says whether the function starts with "push %rbp; mov %rsp, %rbp", and the place `passed` bytes
 * in is after these and not at the return. */
static bool sets_frame_pointer(const unsigned char *start, uint64_t passed, unsigned char next)
{
    static const unsigned char landing[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
    static const unsigned char moves[2][4] = {{0x55, 0x48, 0x89, 0xe5}, {0x55, 0x48, 0x8b, 0xec}};
    size_t skipped = memcmp(start, landing, sizeof landing) == 0 ? sizeof landing : 0;
    const unsigned char *push = start + skipped;
    bool is_set = memcmp(push, moves[0], sizeof moves[0]) == 0 ||
                  memcmp(push, moves[1], sizeof moves[1]) == 0;
    return is_set && passed >= skipped + sizeof moves[0] && next != 0xc3;
}

/* Returns how many bytes of stack a function takes below its frame pointer: it pushes registers and
 * then subtracts from the stack pointer. */
static uint64_t prologue_size(const unsigned char *start, size_t length)
{
    enum { LANDING = 4, SETS_POINTER = 4, LONGEST = 7 };
    static const unsigned char subtracts_byte[] = {0x48, 0x83, 0xec};
    static const unsigned char subtracts[] = {0x48, 0x81, 0xec};
    size_t at = SETS_POINTER + (start[0] == 0xf3 ? LANDING : 0);
    uint64_t size = 0;
    int32_t wide;
    for (; at + LONGEST <= length; at++) {
        at += start[at] == 0x41; /* push %r8 to push %r15 */
        if (start[at] >> 3 != 0x50 >> 3)
            break;
        size += sizeof size;
    }
    if (at + LONGEST > length)
        return size;
    if (memcmp(&start[at], subtracts_byte, sizeof subtracts_byte) == 0)
        return size + start[at + sizeof subtracts_byte];
    memcpy(&wide, &start[at + sizeof subtracts], sizeof wide);
    return memcmp(&start[at], subtracts, sizeof subtracts) == 0 ? size + (uint64_t)wide : size;
}

#elif defined __aarch64__

enum {
    REGISTERS = 32,
    FRAME_POINTER = 29,
    STACK_POINTER = 31,
    LONGEST_CALL = 4,
    PROLOGUE = 8,
    LONGEST_PROLOGUE = 40
};

void unwind_take_registers(struct unwind_input *input, const struct user_regs_struct *registers)
{
    memcpy(input->registers, registers->regs, sizeof registers->regs); /* x0 to x30 */
    input->registers[31] = registers->sp;
    input->pc = registers->pc;
    input->stack_pointer = registers->sp;
}

static bool ends_in_call(const unsigned char *bytes, size_t size, int64_t *target)
{
    uint32_t word;
    *target = 0;
    if (size < sizeof word)
        return false;
    memcpy(&word, &bytes[size - sizeof word], sizeof word);
    if ((word & 0xfc000000) == 0x94000000) { /* BL */
        *target = (int64_t)(int32_t)(word << 6) / 64 * 4 - 4;
        return true;
    }
    return (word & 0xfffffc1f) == 0xd63f0000; /* BLR */
}

/* Says whether the function starts with "stp x29, x30, [sp, ...]!; mov x29, sp". */
static bool sets_frame_pointer(const unsigned char *start, uint64_t passed, unsigned char next)
{
    uint32_t words[2];
    memcpy(words, start, sizeof words);
    (void)next;
    return (words[0] & 0xffc07fff) == 0xa9807bfd && words[1] == 0x910003fd &&
           passed >= sizeof words;
}

/* Frames do not need the frame pointer here: their sizes are constant. */
static uint64_t prologue_size(const unsigned char *start, size_t length)
{
    (void)start, (void)length;
    return 0;
}

#else
#error "unwinding: the registers of this architecture are not known"
#endif

void unwind_take_place(struct unwind_input *input, uint64_t stack_pointer, uint64_t pc)
{
    input->registers[STACK_POINTER] = stack_pointer;
    input->known = 1ULL << STACK_POINTER;
    input->pc = pc;
    input->stack_pointer = stack_pointer;
}

static pid_t next_thread(Dwfl *dwfl, void *argument, void **thread_argument)
{
    (void)dwfl;
    bool first = !*thread_argument;
    *thread_argument = argument;
    return first ? THREAD : 0;
}

static bool get_thread(Dwfl *dwfl, pid_t tid, void *argument, void **thread_argument)
{
    (void)dwfl, (void)tid;
    *thread_argument = argument;
    return true;
}

static bool unwind_read_process(pid_t process, uint64_t address, Dwarf_Word *result)
{
    struct iovec here = {result, sizeof *result};
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): an address of another process */
    struct iovec there = {(void *)(uintptr_t)address, sizeof *result};
    return process_vm_readv(process, &here, 1, &there, 1, 0) == (ssize_t)sizeof *result;
}

static bool unwind_read_memory(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *result, void *argument)
{
    struct unwinder *unwinder = argument;
    const struct unwind_input *input = unwinder->input;
    uint64_t within = address - input->address;
    if (address >= input->address && within < input->size &&
        sizeof *result <= input->size - within) {
        memcpy(result, input->bytes + within, sizeof *result);
        return true;
    }
    Dwfl_Module *module = dwfl_addrmodule(dwfl, address);
    if (module && module_read(module, address, result, sizeof *result))
        return true;
    if (input->process && unwind_read_process(input->process, address, result))
        return true;
    unwinder->missed = true;
    return false;
}

static bool set_registers(Dwfl_Thread *thread, void *argument)
{
    const struct unwind_input *input = ((struct unwinder *)argument)->input;
    dwfl_thread_state_register_pc(thread, input->pc);
    if (!input->known)
        return dwfl_thread_state_registers(thread, 0, REGISTERS, input->registers);
    bool taken = true;
    for (int i = 0; i < REGISTERS && taken; i++)
        if (input->known & 1ULL << i)
            taken = dwfl_thread_state_registers(thread, i, 1, &input->registers[i]);
    return taken;
}

static bool unwind_covers(Dwarf_CFI *cfi, Dwarf_Addr address)
{
    Dwarf_Frame *frame;
    if (!cfi || dwarf_cfi_addrframe(cfi, address, &frame) != 0)
        return false;
    free(frame);
    return true;
}

/* Says whether the code has no caller: its return address is undefined. */
static bool starts_stack(Dwarf_CFI *cfi, Dwarf_Addr address)
{
    Dwarf_Frame *frame;
    Dwarf_Op memory[3], *operations;
    size_t count;
    if (!cfi || dwarf_cfi_addrframe(cfi, address, &frame) != 0)
        return false;
    bool undefined = dwarf_frame_register(frame, dwarf_frame_info(frame, NULL, NULL, NULL), memory,
                                          &operations, &count) == 0 &&
                     count == 0 && operations == memory;
    free(frame);
    return undefined;
}

/* Says whether the code is the start of a thread. */
static bool is_outermost(Dwfl *dwfl, uint64_t address)
{
    Dwarf_Addr bias;
    Dwfl_Module *module = dwfl_addrmodule(dwfl, address);
    if (!module)
        return false;
    Dwarf_CFI *cfi = dwfl_module_eh_cfi(module, &bias);
    if (starts_stack(cfi, address - bias))
        return true;
    cfi = dwfl_module_dwarf_cfi(module, &bias);
    return starts_stack(cfi, address - bias);
}

/* Says whether there is call frame information for the code. */
static bool is_described(Dwfl *dwfl, uint64_t address)
{
    Dwarf_Addr bias;
    Dwfl_Module *module = dwfl_addrmodule(dwfl, address);
    if (!module)
        return false;
    Dwarf_CFI *cfi = dwfl_module_eh_cfi(module, &bias);
    if (unwind_covers(cfi, address - bias))
        return true;
    cfi = dwfl_module_dwarf_cfi(module, &bias);
    return unwind_covers(cfi, address - bias);
}

/* Returns the start of the function that holds the address, or 0. */
static uint64_t function_start(Dwfl_Module *module, uint64_t address)
{
    GElf_Off offset;
    GElf_Sym symbol;
    if (!dwfl_module_addrinfo(module, address, &offset, &symbol, NULL, NULL, NULL) ||
        offset >= symbol.st_size)
        return 0;
    return address - offset;
}

/* Returns how far the stack pointer is below the frame pointer in the function that holds the
 * address, as far as its first instructions say. */
static uint64_t frame_size(Dwfl_Module *module, uint64_t address)
{
    unsigned char start[LONGEST_PROLOGUE] = {0};
    uint64_t at = module ? function_start(module, address) : 0;
    size_t size = sizeof start;
    while (at != 0 && size > 0 && !module_read(module, at, start, size))
        size--;
    return at != 0 ? prologue_size(start, size) : 0;
}

/* Says whether the code at the address, which has no call frame information, has set up a frame
 * pointer. If not, the register still has the caller's, which leads to the caller's caller. */
static bool has_frame_pointer(Dwfl_Module *module, uint64_t address)
{
    unsigned char prologue[PROLOGUE], next;
    uint64_t start = function_start(module, address);
    return start != 0 && module_read(module, start, prologue, sizeof prologue) &&
           module_read(module, address, &next, 1) &&
           sets_frame_pointer(prologue, address - start, next);
}

/* Says whether the code before the address is a call; `distance` is as for ends_in_call(). */
static bool call_before(Dwfl_Module *module, uint64_t pc, int64_t *distance)
{
    unsigned char bytes[LONGEST_CALL];
    size_t size = sizeof bytes;
    while (size > 0 && !module_read(module, pc - size, bytes, size))
        size--;
    return ends_in_call(bytes, size, distance);
}

/* Says whether the code at `left` (0: any code) may return to the address. */
static bool is_plausible(struct unwinder *unwinder, uint64_t pc)
{
    int64_t distance;
    Dwfl *dwfl = unwinder->symbols->dwfl;
    Dwfl_Module *module = dwfl_addrmodule(dwfl, pc - 1);
    if (!module || !call_before(module, pc, &distance))
        return false;
    if (unwinder->left == 0)
        return true;
    Dwfl_Module *left = dwfl_addrmodule(dwfl, unwinder->left);
    if (!left || !has_frame_pointer(left, unwinder->left))
        return false;
    /* A function of another module is called through a stub, which has no name or a different one.
     */
    if (distance == 0 || left != module)
        return true;
    uint64_t called = function_start(module, pc + (uint64_t)distance);
    return called == 0 || called == function_start(module, unwinder->left);
}

static void open_module(struct symbols *symbols, uint64_t address)
{
    struct module *module = symbols_module_at(symbols, address);
    if (module)
        module_open(module, symbols->dwfl);
}

static int take_frame(Dwfl_Frame *state, void *argument)
{
    struct unwinder *unwinder = argument;
    struct symbols *symbols = unwinder->symbols;
    bool first = unwinder->count == 0, struck = false;
    uint64_t pc;
    if (!dwfl_frame_pc(state, &pc, NULL))
        return DWARF_CB_ABORT;
    if (!first && !symbols_module_at(symbols, pc - 1) && !symbols_module_at(symbols, pc)) {
        unwinder->refused = true;
        return DWARF_CB_ABORT;
    }
    open_module(symbols, pc - 1);
    open_module(symbols, pc);
    if (unwinder->guessed && !is_plausible(unwinder, pc)) {
        unwinder->refused = true;
        return DWARF_CB_ABORT;
    }
    unwinder->full = unwinder->count == unwinder->cap;
    if (unwinder->full)
        return DWARF_CB_ABORT;
    unwinder->missed = false;
    if (dwfl_frame_reg(state, STACK_POINTER, &unwinder->stack_pointer) != 0)
        unwinder->stack_pointer = 0;
    /* This may already step to the next frame. */
    if (!dwfl_frame_pc(state, &pc, &struck))
        return DWARF_CB_ABORT;
    unwinder->pcs[unwinder->count++] = pc + (struck && !first ? 1 : 0);
    uint64_t within = struck ? pc : pc - 1;
    unwinder->left = is_described(symbols->dwfl, within) ? 0 : within;
    unwinder->guessed = unwinder->guessed || unwinder->left != 0;
    return DWARF_CB_OK;
}

static int unwind_attach(struct symbols *symbols, struct error *error)
{
    static const Dwfl_Thread_Callbacks callbacks = {.next_thread = next_thread,
                                                    .get_thread = get_thread,
                                                    .memory_read = unwind_read_memory,
                                                    .set_initial_registers = set_registers};
    if (symbols->unwinder)
        return 0;
    /* libdwfl takes the architecture from the first file. */
    bool opened = false;
    for (size_t i = 0; i < symbols->module_count && !opened; i++) {
        module_open(&symbols->modules[i], symbols->dwfl);
        opened = symbols->modules[i].dwfl != NULL;
    }
    struct unwinder *made = arena_alloc(&symbols->arena, sizeof *made);
    made->symbols = symbols;
    if (!dwfl_attach_state(symbols->dwfl, NULL, THREAD, &callbacks, made))
        return error_set(error, ERROR_FAILED,
                         "stacks of the process cannot be read: none of the files that it runs can "
                         "be opened any more (%s)",
                         dwfl_errmsg(-1));
    symbols->unwinder = made;
    return 0;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): take_frame() writes to pcs */
static enum unwind_end unwind_once(struct symbols *symbols, const struct unwind_input *input,
                                   uint64_t *pcs, size_t cap)
{
    struct unwinder *unwinder = symbols->unwinder;
    *unwinder = (struct unwinder){.symbols = symbols, .input = input, .pcs = pcs, .cap = cap};
    int status = dwfl_getthread_frames(symbols->dwfl, THREAD, take_frame, unwinder);
    if (unwinder->full)
        return UNWIND_FULL;
    if (unwinder->refused || unwinder->left != 0)
        return UNWIND_LOST;
    if (unwinder->missed)
        return UNWIND_CUT;
    /* libdwfl takes a frame for the outermost if its caller depends on an unknown register. */
    bool first = unwinder->count == 1;
    bool complete =
        status == 0 && unwinder->count > 0 &&
        (!input->known || is_outermost(symbols->dwfl, pcs[unwinder->count - 1] - !first));
    return complete ? UNWIND_COMPLETE : UNWIND_LOST;
}

/* Returns whether the pair at the address in the copied memory may be the start of the frame of the
 * function at `left`: the caller's frame pointer, and above it a return address. `exactly`: behind
 * a call of just that function. */
static bool starts_frame(struct unwinder *unwinder, uint64_t at, uint64_t left, bool exactly)
{
    const struct unwind_input *input = unwinder->input;
    uint64_t pair[2], within = at - input->address;
    int64_t distance;
    if (at < input->address || within > input->size || input->size - within < sizeof pair)
        return false;
    memcpy(pair, input->bytes + within, sizeof pair);
    if (!symbols_module_at(unwinder->symbols, pair[1] - 1))
        return false;
    open_module(unwinder->symbols, pair[1] - 1);
    unwinder->left = left;
    if (!is_plausible(unwinder, pair[1]))
        return false;
    Dwfl_Module *module = dwfl_addrmodule(unwinder->symbols->dwfl, pair[1] - 1);
    if (!exactly)
        return true;
    return call_before(module, pair[1], &distance) && distance != 0 &&
           pair[1] + (uint64_t)distance == function_start(module, left);
}

/* Unwinds once more if the frame pointer was not known and the last frame needs it. No function
 * further in has changed it, or it would be known from that one's frame. The start of the last
 * frame tells it: either the function's first instructions say where that is, or it is searched.
 * The whole stack must be found with it, since what looks like a return address may be left over
 * from an earlier call. */
static enum unwind_end search_frame_pointer(struct symbols *symbols,
                                            const struct unwind_input *input, uint64_t *pcs,
                                            size_t cap)
{
    struct unwinder *unwinder = symbols->unwinder;
    struct unwind_input guess = *input;
    size_t count = unwinder->count;
    uint64_t stack = unwinder->stack_pointer, left = count > 0 ? pcs[count - 1] - (count > 1) : 0;
    uint64_t at = stack + frame_size(dwfl_addrmodule(symbols->dwfl, left), left);
    uint64_t last = input->address + input->size, *found = memory_alloc((cap + 1) * sizeof *found);
    bool exactly = false;
    enum unwind_end end = at < last ? UNWIND_LOST : UNWIND_CUT;
    guess.known |= 1ULL << FRAME_POINTER;
    while (stack != 0 && at < last && end != UNWIND_COMPLETE) {
        if (starts_frame(unwinder, at, left, exactly)) {
            guess.registers[FRAME_POINTER] = at;
            enum unwind_end now = unwind_once(symbols, &guess, found, cap);
            end = now == UNWIND_COMPLETE || now == UNWIND_CUT ? now : end;
        }
        at = exactly ? at + sizeof at : stack;
        exactly = true;
    }
    if (end == UNWIND_COMPLETE)
        memcpy(pcs, found, unwinder->count * sizeof *pcs);
    else
        unwinder->count = count;
    free(found);
    return end;
}

int unwind_copied(struct symbols *symbols, const struct unwind_input *input, uint64_t *pcs,
                  size_t cap, size_t *count, enum unwind_end *end, struct error *error)
{
    if (unwind_attach(symbols, error) != 0)
        return -1;
    struct unwinder *unwinder = symbols->unwinder;
    *end = unwind_once(symbols, input, pcs, cap);
    if (*end == UNWIND_LOST && input->known && !(input->known & 1ULL << FRAME_POINTER))
        *end = search_frame_pointer(symbols, input, pcs, cap);
    *count = unwinder->count;
    return 0;
}

/* Keeps the registers of the frame. Its stack pointer is only known from the next frame, and marks
 * where this one ends. */
static void keep_registers(Dwfl_Frame *state, struct unwind_frame *frame)
{
    for (unsigned i = 0; i < REGISTERS && i < UNWIND_REGISTERS_MAX; i++) {
        Dwarf_Word value;
        if (dwfl_frame_reg(state, i, &value) == 0) {
            frame->registers[i] = value;
            frame->known |= 1ULL << i;
        }
    }
}

/* Says whether the module starts the program: there are no variables of the user's further out. */
static bool is_start(const struct module *module)
{
    const char *slash = strrchr(module->mapping.path, '/');
    return slash && (strncmp(slash, "/libc.", 6) == 0 || strncmp(slash, "/libc-", 6) == 0);
}

static int take_registers(Dwfl_Frame *state, void *argument)
{
    struct unwinder *unwinder = argument;
    struct symbols *symbols = unwinder->symbols;
    bool first = unwinder->count == 0, struck = false;
    struct unwind_frame frame = {0};
    if (!dwfl_frame_pc(state, &frame.pc, NULL))
        return DWARF_CB_ABORT;
    frame.pc -= first ? 0 : 1;
    keep_registers(state, &frame);
    if (!first && (frame.known & 1ULL << STACK_POINTER))
        unwinder->frames[unwinder->count - 1].cfa = frame.registers[STACK_POINTER];
    const struct module *module = symbols_module_at(symbols, frame.pc);
    if (unwinder->count == unwinder->cap || !module || is_start(module) ||
        !symbols_own_address(symbols, frame.pc, false))
        return DWARF_CB_ABORT;
    open_module(symbols, frame.pc);
    unwinder->frames[unwinder->count++] = frame;
    return dwfl_frame_pc(state, &frame.pc, &struck) ? DWARF_CB_OK : DWARF_CB_ABORT;
}

int unwind_frames(struct symbols *symbols, const struct unwind_input *input,
                  struct unwind_frame *frames, size_t cap, size_t *count, struct error *error)
{
    if (unwind_attach(symbols, error) != 0)
        return -1;
    struct unwinder *unwinder = symbols->unwinder;
    *unwinder = (struct unwinder){.symbols = symbols, .input = input, .frames = frames, .cap = cap};
    open_module(symbols, input->pc);
    dwfl_getthread_frames(symbols->dwfl, THREAD, take_registers, unwinder);
    *count = unwinder->count;
    return 0;
}
