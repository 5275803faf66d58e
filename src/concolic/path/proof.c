#include "concolic/path/proof.h"

#include "concolic/concolic.h"
#include "concolic/path/evaluate.h"

#include <string.h>

/* Says whether the document already has the error at this place, or the crash that followed. */
static bool proof_is_known(const struct document *document, const char *rule,
                           const struct ir_site *site)
{
    for (size_t i = 0; i < document->finding_count; i++) {
        const struct finding *finding = &document->findings[i];
        if (strcmp(finding->rule, rule) != 0 || finding->location_count == 0)
            continue;
        const struct location *at = finding->locations;
        if (!at->file || (at->line == (int)site->place.line && site->place.file &&
                          strcmp(at->file, site->place.file) == 0))
            return true;
    }
    return false;
}

static void path_proof_add(const struct trace *trace, const struct sites *sites,
                           const struct constraint *constraint, const char *rule,
                           const char *headline, const char *why, struct document *document)
{
    const struct ir_site *site =
        constraint->site < sites->site_count ? &sites->sites[constraint->site] : NULL;
    if (!site || !site->place.file || proof_is_known(document, rule, site))
        return;
    struct arena *arena = &document->arena;
    struct finding *finding = document_add(document, rule);
    finding->headline = headline;
    finding->why = why;
    *arena_push(arena, finding->ranks, finding->rank_count) = trace->rank;
    *arena_push(arena, finding->locations, finding->location_count) =
        (struct location){.rank = trace->rank,
                          .file = arena_copy(arena, site->place.file),
                          .line = (int)site->place.line,
                          .column = (int)site->place.column,
                          .function = arena_copy(arena, site->name)};
}

static void check_index(const struct trace *trace, const struct sites *sites,
                        const struct constraint *constraint, struct document *document)
{
    struct arena *arena = &document->arena;
    if (constraint->value < constraint->bound) /* a negative index is a large number here */
        return;
    path_proof_add(
        trace, sites, constraint, "overflow.index",
        arena_printf(arena, "rank %d uses index %lld of an array with %llu elements", trace->rank,
                     (long long)constraint->value, (unsigned long long)constraint->bound),
        "The array has no such element: the memory there belongs to something else, or to nothing.",
        document);
}

static void check_divisor(const struct trace *trace, const struct sites *sites,
                          const struct constraint *constraint, struct document *document)
{
    if (constraint->value != 0)
        return;
    path_proof_add(
        trace, sites, constraint, "divide.zero",
        arena_printf(&document->arena, "rank %d divided an integer by zero", trace->rank),
        "The divisor depends on the input and was zero in this execution.", document);
}

static void check_arithmetic(const struct trace *trace, const struct sites *sites,
                             const struct constraint *constraint, struct document *document)
{
    static const char *const signs[SYMBOLIC_OP_COUNT] = {[SYMBOLIC_ADD] = "+",
                                                         [SYMBOLIC_SUBTRACT] = "-",
                                                         [SYMBOLIC_MULTIPLY] = "*",
                                                         [SYMBOLIC_SHIFT_LEFT] = "<<"};
    const struct symbolic_node *node = &trace->nodes[constraint->expression];
    __int128 exact;
    if (node->op >= SYMBOLIC_OP_COUNT || !signs[node->op])
        return;
    const uint64_t operands[3] = {trace->nodes[node->a].value, trace->nodes[node->b].value, 0};
    if (!evaluate_exact(trace->nodes, node, operands, &exact) ||
        exact == operation_signed(node->type, node->value))
        return;
    path_proof_add(trace, sites, constraint, "overflow.int",
                   arena_printf(&document->arena, "rank %d: %lld %s %lld does not fit into %u bits",
                                trace->rank, (long long)operation_signed(node->type, operands[0]),
                                signs[node->op],
                                (long long)operation_signed(node->type, operands[1]),
                                operation_width(node->type)),
                   "The result of signed arithmetic that is out of range is undefined.", document);
}

void proof_add(const struct trace *trace, const struct sites *sites, unsigned find,
               struct document *document)
{
    for (uint32_t i = 0; i < trace->constraint_count; i++) {
        const struct constraint *constraint = &trace->constraints[i];
        if (constraint->kind == EVENT_INDEX && (find & CONCOLIC_FIND_BOUNDS))
            check_index(trace, sites, constraint, document);
        else if (constraint->kind == EVENT_DIVISOR && (find & CONCOLIC_FIND_DIVIDE))
            check_divisor(trace, sites, constraint, document);
        else if (constraint->kind == EVENT_ARITHMETIC && (find & CONCOLIC_FIND_OVERFLOW))
            check_arithmetic(trace, sites, constraint, document);
    }
}
