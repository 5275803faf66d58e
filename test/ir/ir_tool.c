/* ir_tool.c: prints what src/ir makes of bitcode, for tests and for whoever debugs an analysis.
 *
 *   ir_tool program|graph|points|summary FILE...
 *
 * program: every function with its blocks, instructions, places and targets. graph: dominators,
 * post-dominators and loops, a line for each block. points: where each pointer may point to.
 * summary: how many may.
 */
#include "base/file.h"
#include "ir/graph.h"
#include "ir/points/points.h"
#include "ir/program.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_type(const struct ir_type *type)
{
    static const char *const kinds[] = {
        [IR_TYPE_VOID] = "void",   [IR_TYPE_INTEGER] = "i",        [IR_TYPE_FLOAT] = "f",
        [IR_TYPE_POINTER] = "ptr", [IR_TYPE_STRUCT] = "struct",    [IR_TYPE_ARRAY] = "array",
        [IR_TYPE_OTHER] = "other", [IR_TYPE_FUNCTION] = "function"};
    printf("%s", kinds[type->kind]);
    if (type->bits)
        printf("%" PRIu32, type->bits);
}

static const char *const opcodes[] = {
    [IR_NO_OPCODE] = "constant",
    [IR_RETURN] = "return",
    [IR_BRANCH] = "branch",
    [IR_SWITCH] = "switch",
    [IR_JUMP_COMPUTED] = "jump",
    [IR_UNREACHABLE] = "unreachable",
    [IR_UNWIND] = "unwind",
    [IR_ALLOCA] = "alloca",
    [IR_LOAD] = "load",
    [IR_STORE] = "store",
    [IR_ADDRESS] = "address",
    [IR_ATOMIC] = "atomic",
    [IR_FENCE] = "fence",
    [IR_CALL] = "call",
    [IR_PHI] = "phi",
    [IR_SELECT] = "select",
    [IR_COMPARE] = "compare",
    [IR_COMPARE_FLOAT] = "compare_float",
    [IR_ADD] = "add",
    [IR_SUBTRACT] = "subtract",
    [IR_MULTIPLY] = "multiply",
    [IR_DIVIDE_SIGNED] = "divide_signed",
    [IR_DIVIDE_UNSIGNED] = "divide_unsigned",
    [IR_REMAINDER_SIGNED] = "remainder_signed",
    [IR_REMAINDER_UNSIGNED] = "remainder_unsigned",
    [IR_AND] = "and",
    [IR_OR] = "or",
    [IR_XOR] = "xor",
    [IR_SHIFT_LEFT] = "shift_left",
    [IR_SHIFT_RIGHT_SIGNED] = "shift_right_signed",
    [IR_SHIFT_RIGHT_UNSIGNED] = "shift_right_unsigned",
    [IR_FLOAT_ARITHMETIC] = "float_arithmetic",
    [IR_TRUNCATE] = "truncate",
    [IR_EXTEND_ZERO] = "extend_zero",
    [IR_EXTEND_SIGN] = "extend_sign",
    [IR_CAST] = "cast",
    [IR_EXTRACT] = "extract",
    [IR_INSERT] = "insert",
    [IR_FREEZE] = "freeze",
    [IR_LANDING] = "landing",
    [IR_OTHER_OPCODE] = "other",
};

static void print_operand(const struct ir_value *value)
{
    switch (value->kind) {
    case IR_INTEGER:
        printf(" %" PRId64, value->integer);
        break;
    case IR_FLOAT:
        printf(" %g", value->real);
        break;
    case IR_NULL:
        printf(" null");
        break;
    case IR_UNDEFINED:
        printf(" undefined");
        break;
    case IR_GLOBAL:
    case IR_FUNCTION:
        printf(" @%s", value->name);
        break;
    default:
        printf(" %%%" PRIu32 "%s%s", value->number, value->name ? "=" : "",
               value->name ? value->name : "");
        break;
    }
}

static void print_instruction(const struct ir_value *value)
{
    printf("    %%%" PRIu32 "%s%s:", value->number, value->name ? "=" : "",
           value->name ? value->name : "");
    print_type(value->type);
    printf(" %s", opcodes[value->opcode]);
    if (value->callee)
        print_operand(value->callee);
    for (uint32_t i = 0; i < value->operand_count; i++) {
        print_operand(value->operands[i]);
        if (value->incoming)
            printf("[%" PRIu32 "]", value->incoming[i]->number);
    }
    if (value->opcode == IR_ADDRESS && value->constant)
        printf(" +%" PRId64, value->offset);
    if (value->opcode == IR_CALL &&
        (!value->callee || value->callee->kind != IR_FUNCTION || value->target_count > 1)) {
        printf(" {");
        for (uint32_t i = 0; i < value->target_count; i++)
            printf("%s%s", i ? " " : "", value->targets[i]->symbol);
        printf("%s}", value->targets_unknown ? " ?" : "");
    }
    if (value->place.file)
        printf(" at %s:%d:%d", value->place.file, value->place.line, value->place.column);
    putchar('\n');
}

static void print_program(const struct ir_program *program)
{
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->bottom_up[i];
        printf("function %s \"%s\" component %" PRIu32 "%s%s%s", function->symbol, function->name,
               function->component, function->defined ? "" : " declared",
               function->recursive ? " recursive" : "", function->local ? " local" : "");
        if (function->place.file)
            printf(" at %s:%d", function->place.file, function->place.line);
        putchar('\n');
        for (uint32_t j = 0; j < function->block_count; j++) {
            const struct ir_block *block = function->blocks[j];
            printf("  block %" PRIu32 " to", j);
            for (uint32_t k = 0; k < block->successor_count; k++)
                printf(" %" PRIu32, block->successors[k]->number);
            putchar('\n');
            for (uint32_t k = 0; k < block->instruction_count; k++)
                print_instruction(block->instructions[k]);
        }
    }
    printf("%" PRIu32 " functions, %" PRIu32 " values, %" PRIu32 " lines\n",
           program->function_count, program->value_count, program->line_count);
}

static int number_or_none(uint32_t node)
{
    return node == GRAPH_NONE ? -1 : (int)node;
}

/* Whether some block cannot come to an end. */
static bool is_endless(const struct ir_function *function)
{
    uint32_t count = function->block_count, left = 0, ends = 0;
    bool *reaches = memory_zero(count, sizeof *reaches);
    const struct ir_block **list = memory_zero(count, sizeof(const struct ir_block *));
    for (uint32_t i = 0; i < count; i++)
        if (!function->blocks[i]->successor_count) {
            reaches[i] = true;
            list[ends++] = function->blocks[i];
        }
    for (; left < ends; left++)
        for (uint32_t i = 0; i < list[left]->predecessor_count; i++) {
            const struct ir_block *block = list[left]->predecessors[i];
            if (!reaches[block->number]) {
                reaches[block->number] = true;
                list[ends++] = block;
            }
        }
    free(reaches);
    free((void *)list);
    return ends < count;
}

static void print_graphs(const struct ir_program *program)
{
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        if (!function->defined)
            continue;
        struct arena arena = {0};
        struct graph *graph = graph_of_function(&arena, function);
        uint32_t *above = graph_dominators(&arena, graph, 0, false);
        uint32_t *below = graph_dominators(&arena, graph, graph->count - 1, true);
        struct graph_loops *loops = graph_loops(&arena, graph, 0);
        printf("function %s %" PRIu32 "%s\n", function->symbol, function->block_count,
               is_endless(function) ? " endless" : "");
        for (uint32_t j = 0; j < function->block_count; j++)
            printf("%" PRIu32 " %d %d %d %" PRIu32 "\n", j, number_or_none(above[j]),
                   number_or_none(below[j]), number_or_none(loops->head[j]), loops->depth[j]);
        arena_free(&arena);
    }
}

static void print_set(struct points_set set)
{
    printf(" {");
    for (uint32_t i = 0; i < set.count; i++) {
        const struct ir_value *object = set.locations[i].object;
        printf("%s%s", i ? " " : "", object->name ? object->name : "");
        if (object->kind == IR_INSTRUCTION)
            printf("%%%" PRIu32, object->number);
        if (set.locations[i].offset == POINTS_ANYWHERE)
            printf("+?");
        else if (set.locations[i].offset)
            printf("+%" PRId64, set.locations[i].offset);
    }
    printf("%s}", set.unknown ? " ?" : "");
}

static void print_points(const struct ir_program *program, const struct points *points)
{
    for (uint32_t i = 0; i < program->value_count; i++) {
        const struct ir_value *value = program->values[i];
        bool variable = value->kind == IR_GLOBAL || value->opcode == IR_ALLOCA;
        if (!variable && ((value->kind != IR_INSTRUCTION && value->kind != IR_ARGUMENT) ||
                          value->type->kind != IR_TYPE_POINTER))
            continue;
        printf("%%%" PRIu32 "%s%s", i, value->name ? "=" : "", value->name ? value->name : "");
        if (variable) {
            printf(" holds");
            print_set(points_at(points, (struct points_location){value, 0}));
            printf("%s", points_escapes(points, value) ? " escapes" : "");
        } else {
            print_set(points_to(points, value));
        }
        putchar('\n');
    }
}

static void summarise_points(const struct ir_program *program, const struct points *points)
{
    uint64_t pointers = 0, unknown = 0, locations = 0;
    for (uint32_t i = 0; i < program->value_count; i++) {
        const struct ir_value *value = program->values[i];
        if (value->kind != IR_INSTRUCTION || value->type->kind != IR_TYPE_POINTER)
            continue;
        struct points_set set = points_to(points, value);
        pointers++;
        unknown += set.unknown;
        locations += set.count;
    }
    printf("%" PRIu64 " pointers, %" PRIu64 " unknown, %" PRIu64 " locations\n", pointers, unknown,
           locations);
}

static void show_points(const struct ir_program *program, bool all)
{
    struct points *points = points_compute(program);
    if (all)
        print_points(program, points);
    summarise_points(program, points);
    points_free(points);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: ir_tool program|graph|points|summary FILE...\n");
        return 2;
    }
    size_t count = (size_t)argc - 2;
    struct ir_bitcode *pieces = memory_zero(count, sizeof *pieces);
    struct error error = {0};
    for (size_t i = 0; i < count; i++) {
        char *data;
        pieces[i].name = argv[i + 2];
        if (file_read(argv[i + 2], SIZE_MAX - 1, &data, &pieces[i].size, &error) != 0) {
            fprintf(stderr, "ir_tool: %s\n", error.text);
            return 3;
        }
        pieces[i].data = data;
    }
    struct ir_program *program;
    int result = ir_program_load(pieces, count, &program, &error);
    if (result != 0) {
        fprintf(stderr, "ir_tool: %s\n", error.text);
    } else {
        for (uint32_t i = 0; i < program->note_count; i++)
            fprintf(stderr, "note: %s\n", program->notes[i]);
        if (strcmp(argv[1], "program") == 0)
            print_program(program);
        else if (strcmp(argv[1], "graph") == 0)
            print_graphs(program);
        else
            show_points(program, strcmp(argv[1], "points") == 0);
        ir_program_free(program);
    }
    for (size_t i = 0; i < count; i++)
        free((void *)pieces[i].data);
    free(pieces);
    return result == 0 ? 0 : 3;
}
