#include "concolic/search/candidate.h"

#include "concolic/path/operation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Priorities of CONCOLIC_AUTO. An edge that no test took is worth most, then an edge that leads
 * near such an edge. Each failed attempt lowers the priority. */
enum {
    FRESH = SPREAD_PRIORITY_MAX - HINTS_MOST,
    SOUGHT = 230, /* --find: a division by zero and the like */
    NEAR = 200,
    FAR = 60,
    WORD = 190,       /* comparison with a text: an option, a key word */
    KNOWN_WORD = 180, /* the same, where the word was equal to a text before */
    LOST_WORD = 60, /* added at first if the word differs then: a test that ends at a mistake in its
                       input is quick... */
    LOST = 10,      /* ...deducted per doubling of such tests... */
    LOST_FEW = 8,   /* ...words of one input that count as one repetition */
    LOST_PLACE = 0x105,
    ELSEWHERE = 50, /* leads to another path, but to no known edge */
    STEP = 3,       /* deducted per branch between it and an edge that no test took... */
    FURTHEST = 45,  /* ...up to this distance */
    TRIED = 8,      /* deducted per doubling of the tests that took it, or were made for it */
    SOON = 10,      /* deducted per halving of the coverage of tests that take it: they end early */
    POOR = 8,       /* the same, for the coverage of the test that leads there */
    AGAIN = 8,      /* deducted when turning back */
    VAIN = 24,      /* deducted per doubling of its failed attempts */
    LOOK = 8,       /* depth to which an expression is examined */
    SOUGHT_TESTS = 8, /* tests at a place, for each kind of error */
    ELSEWHERE_TIMES = 16,
    ELSEWHERE_KEY = 3000, /* keeps these keys apart from others */
    VALUES = 32,          /* values of an address or a size tried at one place */
};

static uint64_t candidate_mix(uint64_t hash, uint64_t value)
{
    hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ULL;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebULL;
    return hash ^ (hash >> 31);
}

static const struct ir_site *site_of(const struct chooser *chooser, uint32_t number)
{
    return number < chooser->sites->site_count ? &chooser->sites->sites[number] : NULL;
}

/* Returns the edge of a switch that a value takes, counted from 0, the default. */
static size_t case_of(const struct ir_site *site, uint64_t value)
{
    for (size_t i = 1; site && i < site->edge_count; i++)
        if ((uint64_t)site->cases[i] == value)
            return i;
    return 0;
}

/* Returns the hash of a path continued by this way out of the constraint. Values of addresses and
 * sizes are no ways. */
static uint64_t candidate_extend(uint64_t path, const struct constraint *constraint, uint64_t way)
{
    return candidate_mix(candidate_mix(path, ((uint64_t)constraint->kind << 32) + constraint->site),
                         way);
}

static uint64_t way_of(const struct chooser *chooser, const struct constraint *constraint)
{
    switch (constraint->kind) {
    case EVENT_BRANCH:
    case EVENT_TEXT:
        return constraint->taken;
    case EVENT_SWITCH:
        return case_of(site_of(chooser, constraint->site), constraint->value);
    default:
        return 0;
    }
}

void chooser_update(const struct chooser *chooser)
{
    distance_update(chooser->distance, &chooser->knowledge->coverage);
    hints_update(chooser->hints, &chooser->knowledge->coverage);
}

void candidates_open(const struct chooser *chooser, struct trace *trace,
                     struct candidates *candidates)
{
    *candidates = (struct candidates){.count = 0};
    size_t count = trace->constraint_count + (size_t)1;
    candidates->path = arena_alloc(&candidates->arena, count * sizeof *candidates->path);
    candidates->known = arena_alloc(&candidates->arena, trace->variable_count + (size_t)1);
    candidates->known_sources = arena_alloc(&candidates->arena, trace->source_count + (size_t)1);
    for (uint32_t i = 0; i < trace->constraint_count; i++) {
        struct constraint *constraint = &trace->constraints[i];
        if (constraint->kind == EVENT_TEXT && constraint->taken) {
            candidates->known[constraint->expression] = true;
            candidates->known_sources[trace->variables[constraint->expression].source] = true;
        }
        if (site_of(chooser, constraint->site))
            constraint->site = chooser->sites->same[constraint->site];
        const struct ir_site *site = site_of(chooser, constraint->site);
        candidates->path[i + 1] =
            candidate_extend(candidates->path[i], constraint, way_of(chooser, constraint));
        if (constraint->kind != EVENT_SWITCH || !site || site->kind != IR_SITE_SWITCH)
            continue;
        constraint->cases = site->cases + 1;
        constraint->case_count = site->edge_count - 1;
    }
}

/* Returns a number in [0, 1) that depends on the question and the seed alone. */
static double candidate_chance(const struct chooser *chooser, uint64_t key)
{
    return (double)(candidate_mix(chooser->options->seed, key) >> 11) / (double)(1ULL << 53);
}

static unsigned candidate_limited(double priority)
{
    return priority < 0                     ? 0
           : priority > SPREAD_PRIORITY_MAX ? SPREAD_PRIORITY_MAX
                                            : (unsigned)priority;
}

/* Returns how often a test's coverage would have to double to reach the largest of one test. */
static double candidate_shortfall(const struct chooser *chooser, unsigned edges)
{
    unsigned most = coverage_most(&chooser->knowledge->coverage);
    return edges > 0 && most > edges ? log2((double)most / edges) : 0;
}

/* Returns the priority of a candidate without an edge. */
static double priority_elsewhere(const struct chooser *chooser, const struct candidate *candidate)
{
    if (!candidate->known_word)
        return candidate->word ? WORD : ELSEWHERE;
    if (!candidate->lost_word)
        return KNOWN_WORD;
    unsigned lost = coverage_aimed(&chooser->knowledge->coverage, COVERAGE_NO_EDGE, LOST_PLACE);
    return KNOWN_WORD + fmax(LOST_WORD - LOST * log2(1.0 + lost), 0);
}

static unsigned auto_priority(const struct chooser *chooser, const struct candidate *candidate)
{
    uint32_t edge = candidate->edge;
    unsigned before = coverage_aimed(&chooser->knowledge->coverage, edge, candidate->place);
    double tried = TRIED * log2(1.0 + before + candidate->repeats);
    double vain =
        VAIN * log2(1.0 + coverage_vain(&chooser->knowledge->coverage, edge, candidate->place));
    uint32_t distance = distance_of(chooser->distance, edge);
    if (candidate->spoils)
        return 1;
    if (edge == COVERAGE_NO_EDGE)
        return candidate_limited(fmax(priority_elsewhere(chooser, candidate) - tried, 1));
    if (!coverage_has(&chooser->knowledge->coverage, edge))
        return candidate_limited(
            fmax(FRESH + hints_worth(chooser->hints, edge) - tried - vain, FAR + 1));
    /* Counts tests that took it, not tests made for it: else each new test for it would delay all
     * others. */
    tried =
        TRIED *
            log2(1.0 + candidate->repeats + coverage_taken(&chooser->knowledge->coverage, edge)) +
        vain / 2 +
        SOON * candidate_shortfall(chooser, coverage_reach(&chooser->knowledge->coverage, edge));
    if (distance == DISTANCE_NONE || candidate->bytes)
        return candidate_limited(fmax(FAR - tried, 1));
    double far = fmin(STEP * (double)distance, FURTHEST);
    return candidate_limited(fmax(NEAR - far - tried, FAR + 1 - tried / 2));
}

unsigned candidate_priority(const struct chooser *chooser, const struct candidate *candidate)
{
    uint32_t distance = distance_of(chooser->distance, candidate->edge);
    uint64_t key = candidate->key;
    if (candidate->goal >= GOAL_OUTSIDE)
        return SOUGHT;
    switch (chooser->options->search) {
    case CONCOLIC_AUTO:
        return auto_priority(chooser, candidate);
    case CONCOLIC_DFS:
    case CONCOLIC_BOUNDED:
        return 0; /* the order in which they are handed out decides */
    case CONCOLIC_RANDOM:
        return candidate_limited(candidate_chance(chooser, key) * (FRESH + 1));
    case CONCOLIC_UNIFORM: /* each branch of the path halves the weight of all later ones */
        return candidate_limited(FRESH - 4 * (8.0 + candidate->constraint +
                                              log2(-log(candidate_chance(chooser, key) + 1e-300))));
    case CONCOLIC_CFG:
        return distance == DISTANCE_NONE ? 0 : candidate_limited(FRESH - STEP * (double)distance);
    }
    return 0;
}

bool priority_is_hinted(unsigned priority)
{
    return priority > FRESH;
}

/* Returns a hash of a condition's operations and constants, without values of variables: 10 < n and
 * 11 < n are two conditions. */
static uint64_t candidate_shape_of(const struct trace *trace, uint32_t number, unsigned depth)
{
    const struct symbolic_node *node = &trace->nodes[number];
    unsigned operands = operation_operands(node->op);
    uint64_t hash = candidate_mix(node->op, node->type);
    if (number == 0 || number >= trace->node_count || depth == 0)
        return 0;
    if (operands == 0)
        return candidate_mix(hash, node->op == SYMBOLIC_VARIABLE ? node->a : node->value);
    hash = candidate_mix(hash, candidate_shape_of(trace, node->a, depth - 1));
    if (operands > 1)
        hash = candidate_mix(hash, candidate_shape_of(trace, node->b, depth - 1));
    return operands > 2 ? candidate_mix(hash, candidate_shape_of(trace, node->c, depth - 1)) : hash;
}

static uint64_t condition_shape(const struct trace *trace, const struct constraint *constraint)
{
    return constraint->kind == EVENT_BRANCH
               ? candidate_shape_of(trace, constraint->expression, LOOK)
               : 0;
}

/* Returns the key of a question that was too hard in a hurry, or of one that was asked again since.
 */
static uint64_t hard_key(const struct candidate *candidate, bool again)
{
    return candidate_mix(candidate->key, 2000 + (uint64_t)again);
}

static void candidate_add(const struct chooser *chooser, struct candidates *candidates,
                          const struct candidate *candidate)
{
    if (chooser->patient) {
        if (asked_has(&chooser->knowledge->asked, hard_key(candidate, false)) &&
            !asked_has(&chooser->knowledge->asked, hard_key(candidate, true)))
            *arena_push(&candidates->arena, candidates->list, candidates->count) = *candidate;
        return;
    }
    if (asked_has(&chooser->knowledge->asked, candidate->key))
        return;
    if (candidate->chain &&
        asked_has(&chooser->knowledge->asked, candidate_mix(candidate->chain, CANDIDATE_ROUNDS))) {
        candidates->bounded++;
        return;
    }
    *arena_push(&candidates->arena, candidates->list, candidates->count) = *candidate;
}

/* Returns the size of a communicator on whose ranks the expression depends; 0: none. */
static uint32_t communicator_in(const struct trace *trace, uint32_t number, unsigned depth)
{
    if (number == 0 || number >= trace->node_count || depth == 0)
        return 0;
    const struct symbolic_node *node = &trace->nodes[number];
    const uint32_t operands[] = {node->a, node->b, node->c};
    if (node->op == SYMBOLIC_VARIABLE) {
        const struct symbolic_variable *variable = &trace->variables[node->a];
        return variable->kind == SYMBOLIC_LOCAL_RANK ? trace->communicators[variable->source].size
                                                     : 0;
    }
    uint32_t found = 0;
    for (unsigned i = 0; !found && i < operation_operands(node->op); i++)
        found = communicator_in(trace, operands[i], depth - 1);
    return found;
}

/* Says whether the expression consists of bytes of arguments and constants only. `source` is the
 * argument of one of them. */
static bool only_bytes(const struct trace *trace, uint32_t number, unsigned depth, uint32_t *source)
{
    if (number == 0 || number >= trace->node_count || depth == 0)
        return false;
    const struct symbolic_node *node = &trace->nodes[number];
    if (node->op == SYMBOLIC_VARIABLE) {
        const struct symbolic_variable *variable = &trace->variables[node->a];
        *source = variable->source;
        return variable->kind == SYMBOLIC_BYTE &&
               trace->sources[variable->source].kind == SYMBOLIC_ARGUMENT;
    }
    const uint32_t operands[] = {node->a, node->b, node->c};
    bool any = false;
    for (unsigned i = 0; i < operation_operands(node->op); i++) {
        bool constant =
            operands[i] < trace->node_count && trace->nodes[operands[i]].op == SYMBOLIC_CONSTANT;
        if (!constant && !only_bytes(trace, operands[i], depth - 1, source))
            return false;
        any = any || !constant;
    }
    return any;
}

static uint64_t candidate_hash_text(const char *text)
{
    uint64_t hash = 0;
    for (; text && *text; text++)
        hash = candidate_mix(hash, (unsigned char)*text);
    return hash;
}

/* Adds a way out of a branch, switch or comparison. */
static void candidate_add_way(const struct chooser *chooser, const struct trace *trace,
                              uint32_t number, struct candidate candidate, uint64_t way,
                              struct candidates *candidates)
{
    const struct constraint *constraint = &trace->constraints[number];
    const struct ir_site *site =
        constraint->kind == EVENT_TEXT ? NULL : site_of(chooser, constraint->site);
    candidate.constraint = number;
    candidate.edge = COVERAGE_NO_EDGE;
    if (constraint->kind == EVENT_SWITCH && site)
        candidate.edge = site->first_edge + (uint32_t)way;
    else if (site && site->kind == IR_SITE_BRANCH) /* the first edge is that of true */
        candidate.edge = site->first_edge + !way;
    candidate.leads = true;
    candidate.way = way;
    candidate.before = candidates->path[number];
    candidate.key = candidate_extend(candidate.before, constraint, way);
    /* With more ranks the question may have another answer. */
    if (constraint->kind != EVENT_TEXT)
        candidate.local = communicator_in(trace, constraint->expression, LOOK);
    uint32_t source;
    candidate.bytes = constraint->kind == EVENT_BRANCH &&
                      only_bytes(trace, constraint->expression, LOOK, &source);
    candidate.spoils = candidate.bytes && candidates->known_sources[source];
    if (candidate.local > 0)
        candidate.key = candidate_mix(candidate.key, candidate.local);
    uint64_t shape = chooser->options->reduction ? condition_shape(trace, constraint) : 0;
    if (shape) {
        candidate.chain = candidate.key;
        candidate.key = candidate_mix(candidate.key, shape);
    }
    candidate.fresh = candidate.edge != COVERAGE_NO_EDGE &&
                      !coverage_has(&chooser->knowledge->coverage, candidate.edge);
    /* A condition in a model of the C library (about words, their number, files) counts as a word:
     * the program's own decision follows, and is not seen. */
    bool text = constraint->kind == EVENT_TEXT;
    candidate.word = text || !site;
    candidate.known_word = text && candidates->known[constraint->expression];
    candidate.lost_word = text && constraint->taken;
    candidate.place =
        text ? candidate_mix(candidate_hash_text(constraint->text), way + 2 * candidate.known_word)
        : site ? constraint->site
               : candidate_mix(shape, way);
    if (candidate.edge < chooser->sites->edge_count)
        candidate.repeats = chooser->repeats[candidate.edge]++;
    else if (candidate.lost_word)
        candidate.repeats = candidates->lost++ / LOST_FEW;
    candidate.priority = candidate_priority(chooser, &candidate);
    candidate_add(chooser, candidates, &candidate);
}

static void add_switch(const struct chooser *chooser, const struct trace *trace, uint32_t number,
                       struct candidates *candidates)
{
    const struct constraint *constraint = &trace->constraints[number];
    const struct ir_site *site = site_of(chooser, constraint->site);
    if (!site || site->kind != IR_SITE_SWITCH)
        return;
    size_t taken = case_of(site, constraint->value);
    for (size_t i = 0; i < site->edge_count; i++) {
        struct candidate candidate = {.goal = i == 0 ? GOAL_NO_CASE : GOAL_CASE,
                                      .value = i == 0 ? 0 : site->cases[i]};
        if (i != taken)
            candidate_add_way(chooser, trace, number, candidate, i, candidates);
    }
}

/* Adds a candidate for another value of an address or a size; no other way is known. */
static void candidate_add_value(const struct chooser *chooser, uint32_t number,
                                const struct constraint *constraint, enum solver_goal goal,
                                struct candidates *candidates)
{
    uint64_t path = candidates->path[number];
    struct candidate candidate = {
        .constraint = number,
        .goal = goal,
        .edge = COVERAGE_NO_EDGE,
        .before = path,
        .key = candidate_mix(candidate_extend(path, constraint, 1 + (uint64_t)goal),
                             constraint->value),
        .place = constraint->site};
    if (coverage_aimed(&chooser->knowledge->coverage, COVERAGE_NO_EDGE, candidate.place) >= VALUES)
        return;
    candidate.priority = candidate_priority(chooser, &candidate);
    candidate_add(chooser, candidates, &candidate);
}

/* Adds a candidate for an error at a place. One finding per place is enough, so there are few such
 * tests, whatever the path. */
static void add_sought(const struct chooser *chooser, uint32_t number,
                       const struct constraint *constraint, enum solver_goal goal,
                       struct candidates *candidates)
{
    uint64_t path = candidates->path[number];
    uint64_t place = candidate_mix(constraint->site, 1000 + (uint64_t)goal);
    struct candidate candidate = {.constraint = number,
                                  .goal = goal,
                                  .edge = COVERAGE_NO_EDGE,
                                  .before = path,
                                  .key = candidate_mix(path, place),
                                  .place = place};
    candidate.priority = candidate_priority(chooser, &candidate);
    if (!asked_has(&chooser->knowledge->asked, candidate_mix(place, SOUGHT_TESTS - 1)))
        candidate_add(chooser, candidates, &candidate);
}

static void find_at(const struct chooser *chooser, const struct trace *trace, uint32_t number,
                    struct candidates *candidates)
{
    const struct constraint *constraint = &trace->constraints[number];
    unsigned find = chooser->options->find;
    switch (constraint->kind) {
    case EVENT_BRANCH:
    case EVENT_TEXT:
        candidate_add_way(chooser, trace, number, (struct candidate){.goal = GOAL_NEGATE},
                          !constraint->taken, candidates);
        break;
    case EVENT_SWITCH:
        add_switch(chooser, trace, number, candidates);
        break;
    case EVENT_ADDRESS: /* up and down from each value: reaches all of them and terminates */
        candidate_add_value(chooser, number, constraint, GOAL_LESS, candidates);
        candidate_add_value(chooser, number, constraint, GOAL_MORE, candidates);
        break;
    case EVENT_SIZE:
        candidate_add_value(chooser, number, constraint, GOAL_NEGATE, candidates);
        break;
    case EVENT_INDEX:
        if (find & CONCOLIC_FIND_BOUNDS)
            add_sought(chooser, number, constraint, GOAL_OUTSIDE, candidates);
        break;
    case EVENT_DIVISOR:
        if (find & CONCOLIC_FIND_DIVIDE)
            add_sought(chooser, number, constraint, GOAL_ZERO, candidates);
        break;
    case EVENT_ARITHMETIC:
        if (find & CONCOLIC_FIND_OVERFLOW)
            add_sought(chooser, number, constraint, GOAL_OVERFLOW, candidates);
        break;
    }
}

/* Orders candidates best first, and equal ones as on the path: checks of the input come early, and
 * a test that fails them gets no further. A depth-first search begins with the last one on the
 * path. */
static int candidate_compare(const void *one, const void *other)
{
    const struct candidate *first = one, *second = other;
    if (first->priority != second->priority)
        return first->priority > second->priority ? -1 : 1;
    if (first->constraint != second->constraint)
        return first->constraint < second->constraint ? -1 : 1;
    return first->value < second->value ? -1 : first->value > second->value;
}

static int compare_depth(const void *one, const void *other)
{
    const struct candidate *first = one, *second = other;
    if (first->constraint != second->constraint)
        return first->constraint > second->constraint ? -1 : 1;
    return first->value < second->value ? -1 : first->value > second->value;
}

void candidates_find(const struct chooser *chooser, const struct trace *trace, uint32_t from,
                     struct candidates *candidates)
{
    const struct concolic_options *options = chooser->options;
    bool in_depth = options->search == CONCOLIC_DFS || options->search == CONCOLIC_BOUNDED;
    uint32_t end = trace->constraint_count;
    if (options->search == CONCOLIC_BOUNDED) {
        uint32_t bound =
            options->bound > 0 ? options->bound : depth_bound(&chooser->knowledge->depth, end);
        end = end < bound ? end : bound;
    }
    memset(chooser->repeats, 0, chooser->sites->edge_count * sizeof *chooser->repeats);
    for (uint32_t i = from; i < end; i++)
        find_at(chooser, trace, i, candidates);
    if (candidates->count > 1)
        qsort(candidates->list, candidates->count, sizeof *candidates->list,
              in_depth ? compare_depth : candidate_compare);
}

struct prediction candidate_predict(const struct trace *trace, const struct candidate *candidate)
{
    const struct constraint *constraint = &trace->constraints[candidate->constraint];
    return (struct prediction){.constraint = candidate->constraint,
                               .leads = candidate->leads,
                               .kind = (uint8_t)constraint->kind,
                               .site = constraint->site,
                               .before = candidate->before,
                               .way = candidate->way,
                               .shape = condition_shape(trace, constraint)};
}

bool candidate_met(const struct chooser *chooser, const struct prediction *prediction,
                   const struct trace *trace, const struct candidates *candidates, uint32_t *from)
{
    uint32_t number = prediction->constraint;
    *from = 0;
    if (number > trace->constraint_count || candidates->path[number] != prediction->before)
        return false;
    const struct constraint *constraint = &trace->constraints[number];
    if (!prediction->leads) {
        *from = number;
        return true;
    }
    if (number == trace->constraint_count || constraint->kind != prediction->kind ||
        constraint->site != prediction->site)
        return false;
    bool taken = way_of(chooser, constraint) == prediction->way;
    /* The trace records only once that a loop continues. If this loop now continues where it had
     * ended, its next decision in the trace is a later end, with another condition. */
    bool later = chooser->options->reduction && prediction->shape &&
                 condition_shape(trace, constraint) != prediction->shape;
    if (!taken && !later)
        return false;
    *from = number + taken;
    return true;
}

uint32_t candidates_pass(const struct chooser *chooser, const struct trace *trace,
                         const struct candidates *candidates, uint32_t from)
{
    uint32_t first = trace->constraint_count;
    for (uint32_t i = trace->constraint_count; i > 0; i--)
        if (asked_add_beginning(&chooser->knowledge->asked, candidates->path[i]) && i > from)
            first = i - 1;
    return first;
}

void candidates_turn_back(uint32_t constraint, uint32_t edge, unsigned priority,
                          struct candidates *candidates)
{
    for (size_t i = 0; i < candidates->count && priority > AGAIN; i++) {
        struct candidate *candidate = &candidates->list[i];
        if (candidate->constraint != constraint || !candidate->leads)
            continue;
        candidate->edge = edge;
        candidate->fresh = candidate->turned = true;
        candidate->priority = priority - AGAIN;
    }
    if (candidates->count > 1)
        qsort(candidates->list, candidates->count, sizeof *candidates->list, candidate_compare);
}

bool candidate_claim(const struct chooser *chooser, const struct candidate *candidate)
{
    if (chooser->patient)
        return asked_add(&chooser->knowledge->asked, hard_key(candidate, true));
    if (!asked_add(&chooser->knowledge->asked, candidate->key))
        return false;
    for (uint64_t round = 1; candidate->chain && round <= CANDIDATE_ROUNDS; round++)
        if (asked_add(&chooser->knowledge->asked, candidate_mix(candidate->chain, round)))
            break;
    return true;
}

void candidate_hard(const struct chooser *chooser, const struct candidate *candidate)
{
    asked_add(&chooser->knowledge->asked, hard_key(candidate, false));
    coverage_aim(&chooser->knowledge->coverage, candidate->edge, candidate->place);
}

/* Limits these attempts, per edge or per error at a place: they take many questions. */
bool candidate_elsewhere(const struct chooser *chooser, const struct candidate *candidate)
{
    bool sought = candidate->goal >= GOAL_OUTSIDE;
    if (chooser->options->search != CONCOLIC_AUTO || (!sought && !candidate->fresh))
        return false;
    uint64_t what = candidate_mix(sought ? candidate->place : candidate->edge, ELSEWHERE_KEY);
    for (uint64_t i = 0; i < ELSEWHERE_TIMES; i++)
        if (asked_add(&chooser->knowledge->asked, candidate_mix(what, i)))
            return true;
    return false;
}

void candidate_found(const struct chooser *chooser, const struct candidate *candidate)
{
    coverage_aim(&chooser->knowledge->coverage, candidate->edge, candidate->place);
    if (candidate->lost_word)
        coverage_aim(&chooser->knowledge->coverage, COVERAGE_NO_EDGE, LOST_PLACE);
    if (candidate->goal < GOAL_OUTSIDE)
        return;
    for (uint64_t i = 0; i < SOUGHT_TESTS; i++)
        if (asked_add(&chooser->knowledge->asked, candidate_mix(candidate->place, i)))
            return;
}

void candidate_failed(const struct chooser *chooser, const struct candidate *candidate)
{
    coverage_aim_in_vain(&chooser->knowledge->coverage, candidate->edge, candidate->place);
}

unsigned candidate_priority_after(const struct chooser *chooser, unsigned priority, unsigned edges)
{
    double less = POOR * candidate_shortfall(chooser, edges);
    if (chooser->options->search != CONCOLIC_AUTO || priority > NEAR)
        return priority;
    return candidate_limited(fmax(priority - less, 1));
}

bool candidate_is_lesser(const struct chooser *chooser, const struct candidate *candidate,
                         const struct candidate *first)
{
    return chooser->options->search == CONCOLIC_AUTO && candidate->priority <= NEAR &&
           first->priority > NEAR;
}

void candidates_free(struct candidates *candidates)
{
    arena_free(&candidates->arena);
    *candidates = (struct candidates){.count = 0};
}
