/* forms.c: values that are constants, or linear in a rank or a size, and what follows from 0 <=
 * rank < size. */
#include "static/uniformity/forms.h"

#include "runtime/hash.h"

#include <limits.h>
#include <stdlib.h>

enum { FORMS_MAX = 1 << 20 };

static uint64_t form_hash(const struct form *form)
{
    uint64_t hash = hash_number((uint64_t)form->kind, (uint64_t)form->handle.kind);
    hash = hash_number(hash, (uint64_t)form->multiplier);
    hash = hash_number(hash, (uint64_t)form->addend);
    if (form->handle.variable)
        hash = hash_number(hash, form->handle.variable->number);
    if (form->handle.made)
        hash = hash_number(hash, form->handle.made->number);
    return hash;
}

static bool form_equal(const void *owner, uint32_t number, const void *wanted)
{
    const struct form *a = &((const struct uniformity *)owner)->forms[number], *b = wanted;
    return a->kind == b->kind && a->multiplier == b->multiplier && a->addend == b->addend &&
           handle_equal(a->handle, b->handle);
}

/* Returns the number of a form; equal forms have equal numbers. Number 2 is forms[0]. */
static uint32_t form_intern(struct uniformity *uniformity, struct form form)
{
    size_t count = uniformity->form_count;
    uint32_t number = intern_number(&uniformity->form_numbers, form_hash(&form), form_equal,
                                    uniformity, &form, count < FORMS_MAX ? count : INTERN_NONE);
    if (number == INTERN_NONE)
        return FORM_ANYTHING;
    if (number == count) {
        uniformity->forms = memory_room(uniformity->forms, count, &uniformity->form_space,
                                        sizeof *uniformity->forms);
        uniformity->forms[uniformity->form_count++] = form;
    }
    return number + 2;
}

uint32_t form_constant(struct uniformity *uniformity, int64_t value)
{
    return form_intern(uniformity, (struct form){.kind = FORM_CONSTANT, .addend = value});
}

uint32_t form_of(struct uniformity *uniformity, enum form_kind kind, struct handle handle)
{
    return form_intern(uniformity, (struct form){.kind = kind, .handle = handle, .multiplier = 1});
}

uint32_t form_place(struct uniformity *uniformity, struct points_location place)
{
    return form_intern(uniformity,
                       (struct form){.kind = FORM_PLACE,
                                     .handle = {.kind = HANDLE_UNKNOWN, .variable = place.object},
                                     .addend = place.offset});
}

uint32_t form_join(uint32_t a, uint32_t b)
{
    if (a == FORM_NONE || a == b)
        return b;
    return b == FORM_NONE ? a : FORM_ANYTHING;
}

static const struct form *form_get(const struct uniformity *uniformity, uint32_t number)
{
    return number >= 2 ? &uniformity->forms[number - 2] : NULL;
}

bool form_is_constant(const struct uniformity *uniformity, uint32_t number, int64_t *value)
{
    const struct form *form = form_get(uniformity, number);
    if (!form || form->kind != FORM_CONSTANT)
        return false;
    *value = form->addend;
    return true;
}

bool form_is_place(const struct uniformity *uniformity, uint32_t number,
                   struct points_location *place)
{
    const struct form *form = form_get(uniformity, number);
    if (!form || form->kind != FORM_PLACE)
        return false;
    *place = (struct points_location){form->handle.variable, form->addend};
    return true;
}

/* Returns whether the form is a number, so that it can be computed with. */
static bool form_is_number(const struct form *form)
{
    return form && form->kind != FORM_ARGUMENTS && form->kind != FORM_PLACE;
}

/* Finds the least and the greatest value of rank * r + size * s + c for 0 <= r < s. With r = t and
 * s = t + 1 + u, t and u are any numbers from 0 on. INT64_MIN, INT64_MAX: no bound. */
static void form_range_of(int64_t rank, int64_t size, int64_t constant, int64_t *least,
                          int64_t *greatest)
{
    int64_t start = size + constant;
    *least = rank + size >= 0 && size >= 0 ? start : INT64_MIN;
    *greatest = rank + size <= 0 && size <= 0 ? start : INT64_MAX;
}

/* Returns whether the number is so small that computing with it cannot overflow; larger numbers get
 * no form. */
static bool form_small(int64_t value)
{
    return value > -(INT64_C(1) << 40) && value < (INT64_C(1) << 40);
}

static void add_terms(const struct form *form, int64_t sign, int64_t *rank, int64_t *size,
                      int64_t *constant)
{
    if (form->kind == FORM_RANK)
        *rank += sign * form->multiplier;
    else if (form->kind == FORM_SIZE)
        *size += sign * form->multiplier;
    *constant += sign * form->addend;
}

static bool never_negative(const struct form *form)
{
    int64_t rank = 0, size = 0, constant = 0, least, greatest;
    add_terms(form, 1, &rank, &size, &constant);
    form_range_of(rank, size, constant, &least, &greatest);
    return least >= 0;
}

int form_decide_range(enum ir_predicate predicate, int64_t least, int64_t greatest)
{
    switch (predicate) {
    case IR_EQUAL:
        return least > 0 || greatest < 0 ? 0 : least == 0 && greatest == 0 ? 1 : -1;
    case IR_NOT_EQUAL:
        return least > 0 || greatest < 0 ? 1 : least == 0 && greatest == 0 ? 0 : -1;
    case IR_GREATER:
    case IR_ABOVE:
        return least > 0 ? 1 : greatest <= 0 ? 0 : -1;
    case IR_GREATER_EQUAL:
    case IR_ABOVE_EQUAL:
        return least >= 0 ? 1 : greatest < 0 ? 0 : -1;
    case IR_LESS:
    case IR_BELOW:
        return greatest < 0 ? 1 : least >= 0 ? 0 : -1;
    case IR_LESS_EQUAL:
    case IR_BELOW_EQUAL:
        return greatest <= 0 ? 1 : least > 0 ? 0 : -1;
    }
    return -1;
}

static int form_decide(const struct uniformity *uniformity, enum ir_predicate predicate,
                       uint32_t left, uint32_t right)
{
    const struct form *a = form_get(uniformity, left), *b = form_get(uniformity, right);
    if (!form_is_number(a) || !form_is_number(b))
        return -1;
    if (a->kind != FORM_CONSTANT && b->kind != FORM_CONSTANT && !handle_equal(a->handle, b->handle))
        return -1;
    if (!form_small(a->multiplier) || !form_small(b->multiplier) || !form_small(a->addend) ||
        !form_small(b->addend))
        return -1;
    bool is_unsigned = predicate == IR_ABOVE || predicate == IR_ABOVE_EQUAL ||
                       predicate == IR_BELOW || predicate == IR_BELOW_EQUAL;
    if (is_unsigned && (!never_negative(a) || !never_negative(b)))
        return -1;
    int64_t rank = 0, size = 0, constant = 0, least, greatest;
    add_terms(a, 1, &rank, &size, &constant);
    add_terms(b, -1, &rank, &size, &constant);
    form_range_of(rank, size, constant, &least, &greatest);
    return form_decide_range(predicate, least, greatest);
}

bool form_is_plain(const struct uniformity *uniformity, uint32_t number, enum form_kind *kind,
                   struct handle *handle, int64_t *addend)
{
    const struct form *form = form_get(uniformity, number);
    if (!form || (form->kind != FORM_RANK && form->kind != FORM_SIZE) || form->multiplier != 1)
        return false;
    *kind = form->kind;
    *handle = form->handle;
    *addend = form->addend;
    return true;
}

static int64_t form_wrap(int64_t value, const struct ir_type *type)
{
    uint32_t bits = type ? type->bits : 64;
    if (bits == 0 || bits >= 64)
        return value;
    uint64_t shifted = (uint64_t)value << (64 - bits);
    return bits == 1 ? (int64_t)((uint64_t)value & 1) : (int64_t)shifted >> (64 - bits);
}

static uint32_t form_add(struct uniformity *uniformity, const struct form *a, const struct form *b,
                         int64_t sign, const struct ir_type *type)
{
    struct form sum;
    if (b->kind == FORM_CONSTANT) {
        sum = *a;
        sum.addend = a->addend + sign * b->addend;
    } else if (a->kind == FORM_CONSTANT) {
        sum = *b;
        sum.multiplier = sign * b->multiplier;
        sum.addend = a->addend + sign * b->addend;
    } else {
        return FORM_ANYTHING;
    }
    if (sum.kind == FORM_CONSTANT)
        sum.addend = form_wrap(sum.addend, type);
    return form_intern(uniformity, sum);
}

static uint32_t form_multiply(struct uniformity *uniformity, const struct form *a,
                              const struct form *b, const struct ir_type *type)
{
    if (a->kind == FORM_CONSTANT && b->kind != FORM_CONSTANT)
        return form_multiply(uniformity, b, a, type);
    if (b->kind != FORM_CONSTANT)
        return FORM_ANYTHING;
    struct form product = *a;
    product.multiplier = a->multiplier * b->addend;
    product.addend = a->addend * b->addend;
    if (product.kind == FORM_CONSTANT)
        product.addend = form_wrap(product.addend, type);
    else if (b->addend == 0)
        return form_constant(uniformity, 0);
    return form_intern(uniformity, product);
}

/* Computes bit operations on constants; nothing is known of other operands. */
static uint32_t form_of_bits(struct uniformity *uniformity, const struct ir_value *operation,
                             const struct form *a, const struct form *b)
{
    if (a->kind != FORM_CONSTANT || b->kind != FORM_CONSTANT)
        return FORM_ANYTHING;
    int64_t value = operation->opcode == IR_AND  ? a->addend & b->addend
                    : operation->opcode == IR_OR ? a->addend | b->addend
                                                 : a->addend ^ b->addend;
    return form_constant(uniformity, form_wrap(value, operation->type));
}

static uint32_t form_of_pair(struct uniformity *uniformity, const struct ir_value *operation,
                             uint32_t left, uint32_t right)
{
    const struct form *a = form_get(uniformity, left), *b = form_get(uniformity, right);
    if (!form_is_number(a) || !form_is_number(b) || !form_small(a->addend) ||
        !form_small(b->addend) || !form_small(a->multiplier) || !form_small(b->multiplier))
        return FORM_ANYTHING;
    switch (operation->opcode) {
    case IR_ADD:
        return form_add(uniformity, a, b, 1, operation->type);
    case IR_SUBTRACT:
        return form_add(uniformity, a, b, -1, operation->type);
    case IR_MULTIPLY:
        return form_multiply(uniformity, a, b, operation->type);
    case IR_AND:
    case IR_OR:
    case IR_XOR:
        return form_of_bits(uniformity, operation, a, b);
    default:
        return FORM_ANYTHING;
    }
}

static uint32_t form_of_conversion(struct uniformity *uniformity, const struct ir_value *operation,
                                   uint32_t operand)
{
    const struct form *form = form_get(uniformity, operand);
    if (!form)
        return FORM_ANYTHING;
    if (form->kind == FORM_CONSTANT) {
        int64_t value = form->addend;
        const struct ir_type *from = operation->operands[0]->type;
        if (operation->opcode == IR_EXTEND_ZERO && value < 0) {
            if (!from || from->bits == 0 || from->bits >= 64)
                return FORM_ANYTHING;
            value &= (INT64_C(1) << from->bits) - 1;
        }
        return form_constant(uniformity, form_wrap(value, operation->type));
    }
    if (operation->opcode == IR_EXTEND_ZERO && form_is_number(form) && !never_negative(form))
        return FORM_ANYTHING;
    /* Ranks and sizes fit into 31 bits: an int or a wider type loses nothing. */
    if (operation->opcode == IR_TRUNCATE && operation->type && operation->type->bits < 32)
        return FORM_ANYTHING;
    return operand;
}

static bool form_is_integer(const struct ir_type *type)
{
    return type && type->kind == IR_TYPE_INTEGER;
}

uint32_t form_of_operation(struct uniformity *uniformity, const struct ir_value *operation,
                           const uint32_t *operands)
{
    switch (operation->opcode) {
    case IR_COMPARE: {
        int decided = form_decide(uniformity, operation->predicate, operands[0], operands[1]);
        return decided < 0 ? FORM_ANYTHING : form_constant(uniformity, decided);
    }
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_MULTIPLY:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
        return form_of_pair(uniformity, operation, operands[0], operands[1]);
    case IR_TRUNCATE:
    case IR_EXTEND_ZERO:
    case IR_EXTEND_SIGN:
        return form_of_conversion(uniformity, operation, operands[0]);
    case IR_FREEZE:
        return operands[0];
    case IR_CAST: {
        const struct form *form = form_get(uniformity, operands[0]);
        bool whole =
            form_is_integer(operation->type) && form_is_integer(operation->operands[0]->type);
        return form && (!form_is_number(form) || whole) ? operands[0] : FORM_ANYTHING;
    }
    case IR_ADDRESS: {
        const struct form *form = form_get(uniformity, operands[0]);
        if (form && form->kind == FORM_PLACE && operation->constant) {
            struct points_location place = {form->handle.variable,
                                            form->addend + operation->offset};
            return form_place(uniformity, place);
        }
        return form && form->kind == FORM_ARGUMENTS ? operands[0] : FORM_ANYTHING;
    }
    default:
        return FORM_ANYTHING;
    }
}
