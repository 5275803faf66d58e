#include "symbol/location.h"

#include <dwarf.h>
#include <string.h>
#include <sys/uio.h>

enum { STACK_MAX = 16 };

/* The state of an expression's execution. */
struct machine {
    const struct location_frame *frame;
    uint64_t object;
    uint64_t stack[STACK_MAX];
    size_t depth;
    struct location_answer *answer;
    int nested; /* nesting in expressions of the frame base */
};

static bool location_read_memory(pid_t process, uint64_t address, void *bytes, size_t size)
{
    struct iovec here = {bytes, size};
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): an address of another process */
    struct iovec there = {(void *)(uintptr_t)address, size};
    return process_vm_readv(process, &here, 1, &there, 1, 0) == (ssize_t)size;
}

bool location_read(pid_t process, uint64_t address, uint64_t *value)
{
    return location_read_memory(process, address, value, sizeof *value);
}

static bool location_push(struct machine *machine, uint64_t value)
{
    if (machine->depth == STACK_MAX)
        return false;
    machine->stack[machine->depth++] = value;
    return true;
}

static bool push_register(struct machine *machine, uint64_t number, uint64_t offset)
{
    const struct unwind_frame *frame = &machine->frame->frame;
    return number < UNWIND_REGISTERS_MAX && (frame->known & 1ULL << number) &&
           location_push(machine, frame->registers[number] + offset);
}

static bool location_execute(struct machine *machine, const Dwarf_Op *operations, size_t count);

/* Pushes an offset from the frame base, which is an expression too. A register in it stands for its
 * content. */
static bool push_frame_base(struct machine *machine, uint64_t offset)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *operations;
    size_t count;
    const struct location_frame *frame = machine->frame;
    if (machine->nested > 0 || !frame->function ||
        !dwarf_attr_integrate(frame->function, DW_AT_frame_base, &attribute) ||
        dwarf_getlocation_addr(&attribute, frame->frame.pc - frame->bias, &operations, &count, 1) !=
            1)
        return false;
    struct location_answer ignored;
    struct machine base = {.frame = frame, .answer = &ignored, .nested = 1};
    return location_execute(&base, operations, count) && base.depth > 0 &&
           location_push(machine, base.stack[base.depth - 1] + offset);
}

static bool location_dereference(struct machine *machine, size_t size)
{
    uint64_t value = 0;
    if (machine->depth == 0 || size > sizeof value ||
        !location_read_memory(machine->frame->process, machine->stack[machine->depth - 1], &value,
                              size))
        return false;
    machine->answer->followed = true;
    machine->stack[machine->depth - 1] = value;
    return true;
}

static bool add_two(struct machine *machine, bool minus)
{
    if (machine->depth < 2)
        return false;
    uint64_t right = machine->stack[--machine->depth];
    machine->stack[machine->depth - 1] += minus ? -right : right;
    return true;
}

static bool location_step(struct machine *machine, const Dwarf_Op *operation)
{
    const uint8_t atom = operation->atom;
    if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31)
        return location_push(machine, (uint64_t)(atom - DW_OP_lit0));
    if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31)
        return push_register(machine, (uint64_t)(atom - DW_OP_breg0), operation->number);
    if (atom >= DW_OP_reg0 && atom <= DW_OP_reg31) {
        machine->answer->in_memory = false;
        return push_register(machine, (uint64_t)(atom - DW_OP_reg0), 0);
    }
    switch (atom) {
    case DW_OP_addr:
        return location_push(machine, operation->number + machine->frame->bias);
    case DW_OP_fbreg:
        return push_frame_base(machine, operation->number);
    case DW_OP_call_frame_cfa:
        return machine->frame->frame.cfa && location_push(machine, machine->frame->frame.cfa);
    case DW_OP_bregx:
        return push_register(machine, operation->number, operation->number2);
    case DW_OP_regx:
        machine->answer->in_memory = false;
        return push_register(machine, operation->number, 0);
    case DW_OP_push_object_address:
        return machine->object && location_push(machine, machine->object);
    case DW_OP_const1u:
    case DW_OP_const1s:
    case DW_OP_const2u:
    case DW_OP_const2s:
    case DW_OP_const4u:
    case DW_OP_const4s:
    case DW_OP_const8u:
    case DW_OP_const8s:
    case DW_OP_constu:
    case DW_OP_consts:
        return location_push(machine, operation->number);
    case DW_OP_deref:
        return location_dereference(machine, sizeof(uint64_t));
    case DW_OP_deref_size:
        return location_dereference(machine, operation->number);
    case DW_OP_plus_uconst:
        return machine->depth > 0 && location_push(machine, operation->number) &&
               add_two(machine, false);
    case DW_OP_plus:
        return add_two(machine, false);
    case DW_OP_minus:
        return add_two(machine, true);
    case DW_OP_dup:
        return machine->depth > 0 && location_push(machine, machine->stack[machine->depth - 1]);
    case DW_OP_stack_value:
        machine->answer->in_memory = false;
        return true;
    case DW_OP_nop:
        return true;
    default: /* not supported: values of the caller, pieces, thread-local memory, arithmetic of
                bounds */
        return false;
    }
}

static bool location_execute(struct machine *machine, const Dwarf_Op *operations, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!location_step(machine, &operations[i]))
            return false;
    return true;
}

bool location_evaluate(const struct location_frame *frame, Dwarf_Attribute *attribute,
                       uint64_t object, struct location_answer *answer)
{
    Dwarf_Op *operations;
    size_t count;
    struct machine machine = {.frame = frame, .object = object, .answer = answer};
    *answer = (struct location_answer){.in_memory = true};
    if (dwarf_getlocation_addr(attribute, frame->frame.pc - frame->bias, &operations, &count, 1) !=
            1 ||
        count == 0 || !location_execute(&machine, operations, count) || machine.depth == 0)
        return false;
    answer->value = machine.stack[machine.depth - 1];
    return true;
}
