#include "base/text.h"
#include "static/divergence/text.h"

#include "static/divergence/decide.h"
#include "static/divergence/listing.h"

#include <inttypes.h>
#include <string.h>

enum { TEXT_CAP = 2000, ENTRIES_SHOWN = 8, NESTED_SHOWN = 3 };

static const char *handle_name(struct divergence *divergence, uint32_t handle)
{
    return handle_describe(divergence->run->analysis, expressions_handle(divergence->all, handle));
}

/* Returns a description of what decides: "rank == 0". */
static const char *decided_by(struct divergence *divergence, const struct question *question)
{
    const struct ir_value *decider = divergence_branch(question);

    return decider->opcode == IR_CALL
               ? "the function that is called here"
               : analysis_describe(divergence->run->analysis, decider->operands[0]);
}

/* Returns whether one arm is another round of the loop around the decider, and the other leaves
 * it. */
static bool counts_iterations(const struct divergence *divergence, const struct sides *sides)
{
    bool again[2] = {false, false};

    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < sides->listing[i].count; k++) {
            struct expression atom =
                expressions_at(divergence->all, sides->listing[i].entries[k].atom);

            again[i] = again[i] || atom.kind == EXPRESSION_AGAIN;
        }
    }
    return again[0] != again[1] &&
           sides->listing[again[0] ? 1 : 0].count == 0; /* the other side only leaves */
}

/* The first collective of the communicator that an arm performs itself; site NULL: its place is not
 * known. */
struct first {
    const char *name; /* NULL: there is none */
    bool certain;     /* it is not part of a choice or of a loop */
    const struct ir_value *site;
};

static struct first text_first_of(const struct divergence *divergence,
                                  const struct question *question, const struct listing *listing)
{
    for (size_t i = 0; i < listing->count; i++) {
        const struct listed *entry = &listing->entries[i];
        const struct api_function *operation =
            divergence_first(divergence, entry->atom, question->own_handle);

        if (operation != NULL) {
            enum expression_kind kind = expressions_at(divergence->all, entry->atom).kind;
            return (struct first){operation->name, kind == EXPRESSION_COLLECTIVE, entry->site};
        }
    }
    return (struct first){0};
}

static int line_of(const struct first *first)
{
    return first->site != NULL ? first->site->place.line : 0;
}

/* Returns the headline for two sides that begin with the same function. */
static const char *same_name_headline(struct arena *arena, const struct first sides[2],
                                      const char *handle, const char *cause)
{
    const struct first *certain = sides[0].certain ? &sides[0] : &sides[1];
    const struct first *other = sides[0].certain ? &sides[1] : &sides[0];

    if (line_of(certain) == 0 || line_of(other) == 0) {
        return arena_printf(arena, "ranks of %s call %s differently: %s differs between them",
                            handle, certain->name, cause);
    }
    if (certain->certain && !other->certain) {
        return arena_printf(arena,
                            "some ranks of %s call %s at line %d, others as line %d decides: %s "
                            "differs between them",
                            handle, certain->name, line_of(certain), line_of(other), cause);
    }
    return arena_printf(arena,
                        "ranks of %s call %s differently, at line %d or at line %d: %s differs "
                        "between them",
                        handle, certain->name, line_of(&sides[0]), line_of(&sides[1]), cause);
}

const char *divergence_headline(struct divergence *divergence, const struct question *question,
                                const struct sides *sides)
{
    struct arena *arena = &divergence->run->document->arena;
    const char *handle = handle_name(divergence, question->own_handle);
    const char *cause = decided_by(divergence, question);

    if (question->thrower != NULL && question->thrower->site != NULL) {
        cause =
            arena_printf(arena, "whether an exception leads around it depends on %s, which", cause);
    }
    const struct first first[2] = {text_first_of(divergence, question, &sides->listing[0]),
                                   text_first_of(divergence, question, &sides->listing[1])};
    const char *a = first[0].name, *b = first[1].name;
    const char *only = a != NULL ? a : b;

    if (question->order) {
        return arena_printf(arena,
                            "ranks call collectives of %s and of another communicator in different "
                            "order: %s differs between them",
                            handle, cause);
    }
    if (question->arms == ARMS_OTHER_ROOT || question->arms == ARMS_OTHER_REDUCTION) {
        return arena_printf(arena, "ranks of %s call %s with different %s: %s differs between them",
                            handle, only,
                            question->arms == ARMS_OTHER_ROOT ? "roots" : "operations", cause);
    }
    if (a != NULL && b != NULL && strcmp(a, b) == 0) {
        return same_name_headline(arena, first, handle, cause);
    }
    if (a != NULL && b != NULL) {
        return arena_printf(arena,
                            "some ranks of %s call %s where others call %s: %s differs between "
                            "them",
                            handle, a, b, cause);
    }
    if (only == NULL) {
        return arena_printf(arena,
                            "ranks of %s call different collectives: %s differs between them",
                            handle, cause);
    }
    if (question->thrower == NULL && counts_iterations(divergence, sides)) {
        return arena_printf(arena,
                            "%s is not called equally often by all ranks of %s: the number of "
                            "iterations differs with %s",
                            only, handle, cause);
    }
    return arena_printf(arena, "%s is not called by all ranks of %s: %s differs between them", only,
                        handle, cause);
}

/* --- Why. --- */

static void add_atom(struct divergence *divergence, struct text *text, uint32_t number);

/* Writes a few atoms of a sequence inside a choice; deeper choices are only named. */
static void add_nested(struct divergence *divergence, struct text *text, uint32_t sequence)
{
    const struct expressions *all = divergence->all;

    if (sequence == EXPRESSION_EMPTY) {
        text_add(text, "nothing");
    }
    for (int i = 0; sequence != EXPRESSION_EMPTY; i++) {
        struct expression node = expressions_at(all, sequence);
        struct expression atom = expressions_at(all, node.first);

        if (i == NESTED_SHOWN) {
            text_add(text, ", ...");
            return;
        }
        text_add(text, i > 0 ? ", " : "");
        if (atom.kind == EXPRESSION_CHOICE) {
            text_add(text, "a choice");
        } else {
            add_atom(divergence, text, node.first);
        }
        sequence = node.rest;
    }
}

static void add_choice(struct divergence *divergence, struct text *text,
                       const struct expression *choice)
{
    bool first = true;

    text_add(text, "either ");
    for (uint32_t i = 0; i < choice->arm_count; i++) {
        if (choice->arms[i] != EXPRESSION_NONE) {
            text_add(text, first ? "" : " or ");
            add_nested(divergence, text, choice->arms[i]);
            first = false;
        }
    }
}

static int line_of_block(const struct ir_block *block)
{
    for (uint32_t i = 0; i < block->instruction_count; i++) {
        if (block->instructions[i]->place.line > 0) {
            return block->instructions[i]->place.line;
        }
    }
    return 0;
}

static void add_atom(struct divergence *divergence, struct text *text, uint32_t number)
{
    struct expression atom = expressions_at(divergence->all, number);

    switch (atom.kind) {
    case EXPRESSION_COLLECTIVE:
        text_addf(text, "%s(%s", atom.operation->name, handle_name(divergence, atom.handle));
        if (atom.root != EXPRESSION_UNKNOWN) {
            text_addf(text, ", root %d", atom.root);
        }
        if (atom.reduction != NULL) {
            text_addf(text, ", %s", atom.reduction);
        }
        text_add(text, ")");
        break;
    case EXPRESSION_CHOICE:
        add_choice(divergence, text, &atom);
        break;
    case EXPRESSION_AGAIN:
        if (atom.head->number == 0) {
            text_addf(text, "%s() again", atom.head->function->name);
        } else {
            text_addf(text, "the loop at line %d again", line_of_block(atom.head));
        }
        break;
    case EXPRESSION_GROUP:
        add_nested(divergence, text, atom.content);
        break;
    case EXPRESSION_END:
        text_add(text, "the end of the program");
        break;
    case EXPRESSION_HOLE:
    case EXPRESSION_SEQUENCE:
        text_add(text, "...");
        break;
    }
}

static void add_side(struct divergence *divergence, struct text *text,
                     const struct listing *listing)
{
    if (listing->count == 0) {
        text_add(text, "nothing");
    }
    for (size_t i = 0; i < listing->count; i++) {
        if (i == ENTRIES_SHOWN) {
            text_addf(text, " and %zu more", listing->count - i);
            return;
        }
        text_add(text, i > 0 ? ", " : "");
        add_atom(divergence, text, listing->entries[i].atom);
    }
}

static void add_ranks(struct divergence *divergence, struct text *text,
                      const struct question *question, uint32_t successor)
{
    const struct ir_value *decider = divergence_branch(question);
    const char *value = decided_by(divergence, question);

    if (decider->opcode == IR_BRANCH) {
        text_addf(text, successor == 0 ? "ranks with %s" : "ranks without %s", value);
    } else if (decider->opcode == IR_SWITCH && successor > 0) {
        text_addf(text, "ranks with %s == %" PRId64, value, decider->operands[successor]->integer);
    } else if (decider->opcode == IR_CALL) {
        text_addf(text, "ranks that call %s", analysis_target(decider, successor)->name);
    } else {
        text_add(text, successor == 0 ? "ranks with another value" : "other ranks");
    }
}

/* Writes which ranks take an arm. */
static void add_takers(struct divergence *divergence, struct text *text,
                       const struct question *question, uint32_t arm)
{
    const struct thrower *thrower = question->thrower;
    bool called = question->decider->opcode == IR_CALL;

    if (thrower == NULL || !called) {
        add_ranks(divergence, text, question, arm);
    } else if (arm == 1) {
        add_ranks(divergence, text, question, thrower->successor);
    } else if (thrower->branch->opcode == IR_BRANCH) {
        add_ranks(divergence, text, question, 1 - thrower->successor);
    } else {
        text_add(text, "other ranks");
    }
    if (thrower != NULL && thrower->site != NULL && arm == (called ? 1 : thrower->successor)) {
        text_addf(text, ", which %sthrow at line %d", thrower->direct ? "" : "may ",
                  thrower->site->place.line);
    }
}

const char *divergence_why(struct divergence *divergence, const struct question *question,
                           const struct sides *sides)
{
    const struct ir_value *decider = question->decider;
    const struct flow *flow = divergence_view(divergence, question)->flow;
    bool pointer = decider->opcode == IR_CALL && question->thrower == NULL;
    uint32_t meet = pointer ? GRAPH_NONE : flow->meet[decider->block->number];
    struct text text;

    text_init(&text, TEXT_CAP);
    for (int i = 0; i < 2; i++) {
        text_add(&text, i > 0 ? "; " : "");
        add_takers(divergence, &text, question, sides->arm[i]);
        text_add(&text, ": ");
        add_side(divergence, &text, &sides->listing[i]);
    }
    if (pointer) {
        text_add(&text, "");
    } else if (meet < flow->exit && line_of_block(flow->function->blocks[meet]) > 0) {
        text_addf(&text, ", before they meet at line %d",
                  line_of_block(flow->function->blocks[meet]));
    } else {
        text_addf(&text, ", before the end of %s()", decider->function->name);
    }
    const char *why = arena_copy(&divergence->run->document->arena, text.data);
    text_free(&text);
    return why;
}
