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
};

#if defined __x86_64__

enum { REGISTERS = 17, STACK_POINTER = 7, LONGEST_CALL = 8, PROLOGUE = 8 };

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

#elif defined __aarch64__

enum { REGISTERS = 32, STACK_POINTER = 31, LONGEST_CALL = 4, PROLOGUE = 8 };

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

#else
#error "unwinding: the registers of this architecture are not known"
#endif

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

/* Says whether the code at `left` (0: any code) may return to the address. */
static bool is_plausible(struct unwinder *unwinder, uint64_t pc)
{
    unsigned char bytes[LONGEST_CALL];
    int64_t distance;
    Dwfl *dwfl = unwinder->symbols->dwfl;
    Dwfl_Module *module = dwfl_addrmodule(dwfl, pc - 1);
    size_t size = sizeof bytes;
    if (!module)
        return false;
    while (size > 0 && !module_read(module, pc - size, bytes, size))
        size--;
    if (!ends_in_call(bytes, size, &distance))
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
int unwind_copied(struct symbols *symbols, const struct unwind_input *input, uint64_t *pcs,
                  size_t cap, size_t *count, enum unwind_end *end, struct error *error)
{
    if (unwind_attach(symbols, error) != 0)
        return -1;
    struct unwinder *unwinder = symbols->unwinder;
    *unwinder = (struct unwinder){.symbols = symbols, .input = input, .pcs = pcs, .cap = cap};
    int status = dwfl_getthread_frames(symbols->dwfl, THREAD, take_frame, unwinder);
    *count = unwinder->count;
    if (unwinder->full)
        *end = UNWIND_FULL;
    else if (unwinder->refused || unwinder->left != 0)
        *end = UNWIND_LOST;
    else if (unwinder->missed)
        *end = UNWIND_CUT;
    else
        *end = status == 0 ? UNWIND_COMPLETE : UNWIND_LOST;
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
