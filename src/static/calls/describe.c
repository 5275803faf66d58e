/* describe.c, of analysis.h: names a value for the user. Names of variables are those that the
 * compiler kept; expressions are written out to a few levels. */
#include "base/text.h"
#include "static/calls/analysis.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DESCRIBE_DEPTH = 4, DESCRIBE_CAP = 200 };

static void value_describe(const struct analysis *analysis, struct text *text,
                           const struct ir_value *value, int depth);

static bool describe_converts(const struct ir_value *value)
{
    switch (value->opcode) {
    case IR_TRUNCATE:
    case IR_EXTEND_ZERO:
    case IR_EXTEND_SIGN:
    case IR_CAST:
    case IR_FREEZE:
    case IR_LOAD:
        return true;
    default:
        return false;
    }
}

/* Returns whether the instruction's name is a variable of the source; names of other instructions
 * ("add", "cmp") are the compiler's. */
static bool named_by_source(const struct ir_value *value)
{
    if (!value->name || !*value->name)
        return false;
    switch (value->kind) {
    case IR_GLOBAL:
    case IR_ARGUMENT:
        return true;
    case IR_INSTRUCTION:
        return value->opcode == IR_ALLOCA || describe_converts(value) ||
               (value->opcode == IR_PHI && value->name[0] != '.');
    default:
        return false;
    }
}

static const char *operator_of(const struct ir_value *value)
{
    static const char *const predicates[] = {
        [IR_EQUAL] = "==", [IR_NOT_EQUAL] = "!=",   [IR_GREATER] = ">", [IR_GREATER_EQUAL] = ">=",
        [IR_LESS] = "<",   [IR_LESS_EQUAL] = "<=",  [IR_ABOVE] = ">",   [IR_ABOVE_EQUAL] = ">=",
        [IR_BELOW] = "<",  [IR_BELOW_EQUAL] = "<=",
    };
    switch (value->opcode) {
    case IR_COMPARE:
    case IR_COMPARE_FLOAT:
        return predicates[value->predicate];
    case IR_ADD:
        return "+";
    case IR_SUBTRACT:
        return "-";
    case IR_MULTIPLY:
        return "*";
    case IR_DIVIDE_SIGNED:
    case IR_DIVIDE_UNSIGNED:
        return "/";
    case IR_REMAINDER_SIGNED:
    case IR_REMAINDER_UNSIGNED:
        return "%";
    case IR_AND:
        return "&";
    case IR_OR:
        return "|";
    case IR_XOR:
        return "^";
    case IR_SHIFT_LEFT:
        return "<<";
    case IR_SHIFT_RIGHT_SIGNED:
    case IR_SHIFT_RIGHT_UNSIGNED:
        return ">>";
    default:
        return NULL;
    }
}

/* Returns whether an address has the name of a member. clang names a member's address by the
 * member, and all others "arrayidx" or "incdec.ptr". */
static bool names_member(const struct ir_value *address)
{
    return address->name && address->accessed && address->accessed->kind == IR_TYPE_STRUCT &&
           strncmp(address->name, "arrayidx", 8) != 0 && strncmp(address->name, "incdec", 6) != 0;
}

static void describe_address(const struct analysis *analysis, struct text *text,
                             const struct ir_value *value, int depth)
{
    value_describe(analysis, text, value->operands[0], depth - 1);
    if (names_member(value)) {
        text_addf(text, ".%s", value->name);
    } else if (value->operand_count > 1 &&
               value->operands[value->operand_count - 1]->kind != IR_INTEGER) {
        text_add_char(text, '[');
        value_describe(analysis, text, value->operands[value->operand_count - 1], depth - 1);
        text_add_char(text, ']');
    } else if (value->constant && value->offset != 0 && value->accessed &&
               value->accessed->size > 0) {
        text_addf(text, "[%" PRId64 "]", value->offset / (int64_t)value->accessed->size);
    }
}

static void describe_call(const struct analysis *analysis, struct text *text,
                          const struct ir_value *value)
{
    const struct api_function *mpi = analysis_mpi(analysis, value);
    const char *name = mpi ? mpi->name
                       : value->callee && value->callee->as_function
                           ? value->callee->as_function->name
                           : NULL;
    text_addf(text, name ? "the result of %s()" : "the result of a call", name);
}

static void describe_constant(const struct analysis *analysis, struct text *text,
                              const struct ir_value *value)
{
    const struct analysis_argument argument = {value, false};
    const char *handle = value->type && value->type->kind == IR_TYPE_POINTER
                             ? analysis_handle(analysis, argument)
                             : NULL;
    if (handle)
        text_add(text, handle);
    else if (value->kind == IR_INTEGER)
        text_addf(text, "%" PRId64, value->integer);
    else if (value->kind == IR_FLOAT)
        text_addf(text, "%g", value->real);
    else if (value->kind == IR_NULL)
        text_add(text, value->type && value->type->kind == IR_TYPE_POINTER ? "NULL" : "0");
    else
        text_add(text, "a constant");
}

static void describe_operation(const struct analysis *analysis, struct text *text,
                               const struct ir_value *value, int depth)
{
    const char *sign = operator_of(value);
    if (value->opcode == IR_CALL) {
        describe_call(analysis, text, value);
    } else if (describe_converts(value)) {
        value_describe(analysis, text, value->operands[0], depth - 1);
    } else if (value->opcode == IR_ADDRESS) {
        describe_address(analysis, text, value, depth);
    } else if (sign && value->operand_count == 2) {
        value_describe(analysis, text, value->operands[0], depth - 1);
        text_addf(text, " %s ", sign);
        value_describe(analysis, text, value->operands[1], depth - 1);
    } else {
        text_add(text, "a value");
    }
}

static void value_describe(const struct analysis *analysis, struct text *text,
                           const struct ir_value *value, int depth)
{
    /* Loads and conversions add nothing to the text: they do not count as levels, but their number
     * is limited. */
    for (int skipped = 0; describe_converts(value) && !named_by_source(value) &&
                          value->operand_count > 0 && skipped < 16;
         skipped++)
        value = value->operands[0];
    if (named_by_source(value))
        text_add(text, value->name);
    else if (value->kind == IR_FUNCTION && value->as_function)
        text_addf(text, "%s()", value->as_function->name);
    else if (value->kind != IR_INSTRUCTION && value->kind != IR_EXPRESSION &&
             value->kind != IR_ARGUMENT)
        describe_constant(analysis, text, value);
    else if (value->kind == IR_ARGUMENT)
        text_addf(text, "argument %" PRIu32, value->index + 1);
    else if (depth <= 0 || value->operand_count == 0)
        text_add(text, value->opcode == IR_CALL ? "the result of a call" : "...");
    else
        describe_operation(analysis, text, value, depth);
}

const char *analysis_describe(struct analysis *analysis, const struct ir_value *value)
{
    struct text text;
    text_init(&text, DESCRIBE_CAP);
    value_describe(analysis, &text, value, DESCRIBE_DEPTH);
    const char *result = arena_copy(&analysis->arena, text.length > 0 ? text.data : "a value");
    text_free(&text);
    return result;
}
