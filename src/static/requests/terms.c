#include "static/requests/terms.h"

#include "runtime/hash.h"

#include <stdlib.h>
#include <string.h>

/* The largest term that is searched: a term that grows beyond this becomes a leaf (see paths.c). */
enum { WALK_LIMIT = 256 };

void terms_init(struct terms *terms)
{
    *terms = (struct terms){.count = 1, .space = 64};
    terms->list = memory_zero(terms->space, sizeof *terms->list);
}

void terms_free(struct terms *terms)
{
    free(terms->list);
    intern_free(&terms->numbers);
    *terms = (struct terms){0};
}

static uint64_t term_hash(const struct term *term)
{
    uint64_t hash = hash_number((uint64_t)term->kind, (uint64_t)term->opcode);
    hash = hash_number(hash, (uint64_t)term->predicate);
    hash = hash_number(hash, ((uint64_t)term->left << 32) | term->right);
    hash = hash_number(hash, (uint64_t)term->integer);
    return hash_number(hash, (uint64_t)(uintptr_t)term->value);
}

static bool term_equal(const void *owner, uint32_t number, const void *wanted)
{
    const struct term *a = &((const struct terms *)owner)->list[number], *b = wanted;
    return a->kind == b->kind && a->opcode == b->opcode && a->predicate == b->predicate &&
           a->left == b->left && a->right == b->right && a->integer == b->integer &&
           a->value == b->value;
}

term_id terms_make(struct terms *terms, struct term term)
{
    term_id number =
        intern_number(&terms->numbers, term_hash(&term), term_equal, terms, &term, terms->count);
    if (number == terms->count) {
        terms->list = memory_room(terms->list, terms->count, &terms->space, sizeof *terms->list);
        terms->list[terms->count++] = term;
    }
    return number;
}

term_id terms_integer(struct terms *terms, int64_t integer)
{
    return terms_make(terms, (struct term){.kind = TERM_INTEGER, .integer = integer});
}

term_id terms_of_value(struct terms *terms, enum term_kind kind, const struct ir_value *value)
{
    return terms_make(terms, (struct term){.kind = kind, .value = value});
}

bool terms_is_integer(const struct terms *terms, term_id term, int64_t *integer)
{
    if (terms->list[term].kind != TERM_INTEGER || term == TERM_NONE) {
        return false;
    }
    *integer = terms->list[term].integer;
    return true;
}

term_id terms_address(struct terms *terms, term_id base, int64_t offset)
{
    struct term *below = &terms->list[base];
    if (below->kind == TERM_ADDRESS) {
        int64_t sum;
        if (__builtin_add_overflow(offset, below->integer, &sum)) {
            return base;
        }
        offset = sum;
        base = below->left;
    } else if (below->kind == TERM_ELEMENT || below->kind == TERM_INTEGER) {
        return base; /* still an unknown place in the object; the null pointer stays null */
    }
    return offset ? terms_make(terms,
                               (struct term){.kind = TERM_ADDRESS, .left = base, .integer = offset})
                  : base;
}

term_id terms_not(struct terms *terms, term_id truth)
{
    int64_t integer;
    if (terms_is_integer(terms, truth, &integer)) {
        return terms_integer(terms, !integer);
    }
    if (terms->list[truth].kind == TERM_NOT) {
        return terms->list[truth].left;
    }
    return terms_make(terms, (struct term){.kind = TERM_NOT, .left = truth});
}

static bool is_truth(const struct terms *terms, term_id term)
{
    return terms->list[term].kind == TERM_COMPARE || terms->list[term].kind == TERM_NOT;
}

/* Returns whether the terms can never be equal: two variables, a variable and a constant, a live
 * handle and a null one. */
static bool never_equal(const struct terms *terms, term_id left, term_id right)
{
    const struct term *a = &terms->list[left], *b = &terms->list[right];
    if (a->kind == TERM_INTEGER || b->kind == TERM_LIVE) {
        const struct term *swap = a;
        a = b;
        b = swap;
    }
    if (a->kind == TERM_LIVE) {
        return b->kind == TERM_INTEGER || b->kind == TERM_OBJECT;
    }
    return a->kind == TERM_OBJECT && (b->kind == TERM_INTEGER || b->kind == TERM_OBJECT) &&
           left != right && a->value->opcode != IR_CALL;
}

static bool term_decide(enum ir_predicate predicate, int64_t a, int64_t b)
{
    switch (predicate) {
    case IR_EQUAL:
        return a == b;
    case IR_LESS:
        return a < b;
    default:
        return (uint64_t)a < (uint64_t)b;
    }
}

/* Reduces a comparison of a truth value with a constant to the truth value or its negation: `flag
 * != 0`. */
static term_id term_compare_truth(struct terms *terms, term_id truth, int64_t integer)
{
    if (integer == 0) {
        return terms_not(terms, truth);
    }
    return integer == 1 || integer == -1 ? truth : terms_integer(terms, 0);
}

/* Reduces a predicate to EQUAL, LESS or BELOW, with the sides swapped or the result negated if
 * needed. */
static enum ir_predicate term_normalise(enum ir_predicate predicate, bool *opposite, bool *swapped)
{
    *opposite = predicate == IR_NOT_EQUAL || predicate == IR_GREATER_EQUAL ||
                predicate == IR_LESS_EQUAL || predicate == IR_ABOVE_EQUAL ||
                predicate == IR_BELOW_EQUAL;
    *swapped = predicate == IR_GREATER || predicate == IR_LESS_EQUAL || predicate == IR_ABOVE ||
               predicate == IR_BELOW_EQUAL;
    switch (predicate) {
    case IR_EQUAL:
    case IR_NOT_EQUAL:
        return IR_EQUAL;
    case IR_GREATER:
    case IR_GREATER_EQUAL:
    case IR_LESS:
    case IR_LESS_EQUAL:
        return IR_LESS;
    default:
        return IR_BELOW;
    }
}

term_id terms_compare(struct terms *terms, enum ir_predicate predicate, term_id left, term_id right)
{
    bool opposite, swapped;
    predicate = term_normalise(predicate, &opposite, &swapped);
    int64_t a, b;
    if (predicate == IR_EQUAL) {
        swapped = terms_is_integer(terms, left, &a) ||
                  (left > right && !terms_is_integer(terms, right, &b));
    }
    if (swapped) {
        term_id other = left;
        left = right;
        right = other;
    }
    term_id result;
    bool constant = terms_is_integer(terms, right, &b);
    if (constant && terms_is_integer(terms, left, &a)) {
        result = terms_integer(terms, term_decide(predicate, a, b));
    } else if (left == right) {
        result = terms_integer(terms, predicate == IR_EQUAL);
    } else if (predicate == IR_EQUAL && constant && is_truth(terms, left)) {
        result = term_compare_truth(terms, left, b);
    } else if (predicate == IR_EQUAL && never_equal(terms, left, right)) {
        result = terms_integer(terms, 0);
    } else {
        result = terms_make(
            terms, (struct term){
                       .kind = TERM_COMPARE, .predicate = predicate, .left = left, .right = right});
    }
    return opposite ? terms_not(terms, result) : result;
}

static int64_t term_narrow(int64_t integer, uint32_t bits, bool with_sign)
{
    if (bits == 0 || bits >= 64) {
        return integer;
    }
    uint64_t low = (uint64_t)integer & ((1ULL << bits) - 1);
    if (with_sign && (low >> (bits - 1))) {
        low |= ~((1ULL << bits) - 1);
    }
    return (int64_t)low;
}

/* Computes an operation on constants, with LLVM's wrapping; returns false if it has no result. */
static bool term_fold(enum ir_opcode opcode, int64_t a, int64_t b, int64_t *result)
{
    uint64_t left = (uint64_t)a, right = (uint64_t)b;
    switch (opcode) {
    case IR_ADD:
        *result = (int64_t)(left + right);
        return true;
    case IR_SUBTRACT:
        *result = (int64_t)(left - right);
        return true;
    case IR_MULTIPLY:
        *result = (int64_t)(left * right);
        return true;
    case IR_AND:
        *result = a & b;
        return true;
    case IR_OR:
        *result = a | b;
        return true;
    case IR_XOR:
        *result = a ^ b;
        return true;
    case IR_DIVIDE_SIGNED:
        *result = b > 0 ? a / b : 0;
        return b > 0;
    case IR_REMAINDER_SIGNED:
        *result = b > 0 ? a % b : 0;
        return b > 0;
    case IR_SHIFT_LEFT:
        *result = right < 64 ? (int64_t)(left << right) : 0;
        return right < 64;
    default:
        return false;
    }
}

static term_id term_convert(struct terms *terms, enum ir_opcode opcode, term_id operand,
                            uint32_t bits, uint32_t from)
{
    int64_t integer;
    if (terms_is_integer(terms, operand, &integer)) {
        if (opcode == IR_EXTEND_ZERO) {
            return terms_integer(terms, term_narrow(integer, from, false));
        }
        return terms_integer(terms, term_narrow(integer, bits == 1 ? 0 : bits, true));
    }
    if (is_truth(terms, operand) && opcode != IR_EXTEND_SIGN) {
        return operand; /* 0 or 1 in any width */
    }
    return terms_make(
        terms,
        (struct term){.kind = TERM_OPERATION, .opcode = opcode, .left = operand, .integer = bits});
}

term_id terms_operation(struct terms *terms, enum ir_opcode opcode, term_id left, term_id right,
                        uint32_t bits, uint32_t from)
{
    if (opcode == IR_EXTEND_ZERO || opcode == IR_EXTEND_SIGN || opcode == IR_TRUNCATE) {
        return term_convert(terms, opcode, left, bits, from);
    }
    int64_t a, b, result;
    bool known_left = terms_is_integer(terms, left, &a);
    bool known_right = terms_is_integer(terms, right, &b);
    if (known_left && known_right && term_fold(opcode, a, b, &result)) {
        return terms_integer(terms, term_narrow(result, bits == 1 ? 0 : bits, true));
    }
    if (known_right && b == 0 && (opcode == IR_ADD || opcode == IR_SUBTRACT || opcode == IR_OR)) {
        return left;
    }
    if (known_right && bits == 1 && opcode == IR_XOR && b) {
        return terms_not(terms, left);
    }
    bool commutes = opcode == IR_ADD || opcode == IR_MULTIPLY || opcode == IR_AND ||
                    opcode == IR_OR || opcode == IR_XOR;
    if (commutes && !known_right && (known_left || left > right)) {
        term_id other = left;
        left = right;
        right = other;
    }
    return terms_make(
        terms,
        (struct term){.kind = TERM_OPERATION, .opcode = opcode, .left = left, .right = right});
}

struct term_address terms_split(const struct terms *terms, term_id address)
{
    struct term_address result = {.base = address, .known = true};
    while (result.base != TERM_NONE) {
        const struct term *term = &terms->list[result.base];
        if (term->kind == TERM_ADDRESS) {
            result.offset += term->integer;
        } else if (term->kind == TERM_ELEMENT) {
            result.known = false;
        } else {
            break;
        }
        result.base = term->left;
    }
    if (!result.known) {
        result.offset = 0;
    }
    return result;
}

bool terms_contain(const struct terms *terms, term_id term, term_id part)
{
    term_id stack[WALK_LIMIT];
    size_t depth = 0;
    stack[depth++] = term;
    while (depth) {
        term_id top = stack[--depth];
        if (top == part) {
            return true;
        }
        const struct term *body = &terms->list[top];
        if (depth + 2 > WALK_LIMIT) {
            return true; /* the safe answer: what is kept may be out of date */
        }
        if (body->left > part || body->left == part) { /* parts are older than what contains them */
            stack[depth++] = body->left;
        }
        if (body->kind != TERM_MEMORY && body->right >= part) {
            stack[depth++] = body->right;
        }
    }
    return false;
}

bool terms_all_leaves(const struct terms *terms, term_id term,
                      bool (*fits)(const struct term *leaf, const void *context),
                      const void *context)
{
    term_id stack[WALK_LIMIT];
    size_t depth = 0;
    stack[depth++] = term;
    while (depth) {
        const struct term *top = &terms->list[stack[--depth]];
        switch (top->kind) {
        case TERM_INTEGER:
            break;
        case TERM_OPERATION:
        case TERM_COMPARE:
        case TERM_NOT:
            if (depth + 2 > WALK_LIMIT) {
                return false;
            }
            stack[depth++] = top->left;
            if (top->right != TERM_NONE) {
                stack[depth++] = top->right;
            }
            break;
        default:
            if (!fits(top, context)) {
                return false;
            }
        }
    }
    return true;
}
