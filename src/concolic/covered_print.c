#include "concolic/covered.h"
#include "finding/json_build.h"

static json_t *json_of_branch(const struct covered_branch *branch)
{
    json_t *object = json_object(), *edges = json_array();
    bool cases = branch->site->kind == IR_SITE_SWITCH;
    json_build_put_integer(object, "line", branch->site->place.line);
    json_build_put_integer(object, "column", branch->site->place.column);
    for (size_t i = 0; i < branch->site->edge_count; i++) {
        json_t *edge = json_object();
        if (!cases)
            json_build_put_text(edge, "when", i == 0 ? "true" : "false");
        else if (i == 0)
            json_build_put_text(edge, "when", "default");
        else
            json_build_put_integer(edge, "case", branch->site->cases[i]);
        json_build_put(edge, "taken", json_boolean(branch->taken[i]));
        json_build_append(edges, edge);
    }
    json_build_put(object, "reached", json_boolean(branch->reached));
    json_build_put(object, "edges", edges);
    return object;
}

static json_t *json_of_function(const struct covered_function *function)
{
    json_t *object = json_object(), *branches = json_array();
    json_build_put_text(object, "name", function->entry->name);
    json_build_put_text(object, "symbol", function->entry->function);
    json_build_put_integer(object, "line", function->entry->place.line);
    json_build_put(object, "entered", json_boolean(function->entered));
    json_build_put_integer(object, "edges", (long long)function->edges);
    json_build_put_integer(object, "taken", (long long)function->taken);
    for (size_t i = 0; i < function->branch_count; i++)
        json_build_append(branches, json_of_branch(&function->branches[i]));
    json_build_put(object, "branches", branches);
    return object;
}

void covered_print_json(const struct covered *covered, struct text *out)
{
    json_t *root = json_build_root(), *files = json_array();
    long long edges = 0, taken = 0, reachable = 0;
    for (size_t i = 0; i < covered->file_count; i++) {
        const struct covered_file *file = &covered->files[i];
        json_t *object = json_object(), *functions = json_array();
        for (size_t j = 0; j < file->function_count; j++) {
            const struct covered_function *function = &file->functions[j];
            edges += (long long)function->edges;
            taken += (long long)function->taken;
            reachable += function->entered ? (long long)function->edges : 0;
            json_build_append(functions, json_of_function(function));
        }
        json_build_put_text(object, "file", file->path);
        json_build_put(object, "functions", functions);
        json_build_append(files, object);
    }
    json_build_put_integer(root, "tutti", 1);
    json_build_put_integer(root, "edges", edges);
    json_build_put_integer(root, "reachable", reachable);
    json_build_put_integer(root, "taken", taken);
    json_build_put(root, "files", files);
    json_build_print(root, out);
}

/* Of lines, those are known that a function begins in or that branch. Several branches of a line
 * make one record of it. */
static void print_lines(const struct covered_function *function, struct text *out, size_t *found,
                        size_t *hit)
{
    int line = function->entry->place.line;
    text_addf(out, "DA:%d,%d\n", line, function->entered);
    ++*found;
    *hit += function->entered;
    for (size_t i = 0; i < function->branch_count;) {
        bool reached = false;
        int at = function->branches[i].site->place.line;
        for (; i < function->branch_count && function->branches[i].site->place.line == at; i++)
            reached |= function->branches[i].reached;
        if (at == 0 || at == line)
            continue;
        text_addf(out, "DA:%d,%d\n", at, reached);
        ++*found;
        *hit += reached;
    }
}

static void print_branches(const struct covered_function *function, struct text *out)
{
    for (size_t i = 0; i < function->branch_count; i++) {
        const struct covered_branch *branch = &function->branches[i];
        for (size_t j = 0; j < branch->site->edge_count; j++)
            text_addf(out, "BRDA:%d,%u,%zu,%s\n", branch->site->place.line, branch->site->number, j,
                      !branch->reached   ? "-"
                      : branch->taken[j] ? "1"
                                         : "0");
    }
}

static void print_file(const struct covered_file *file, struct text *out)
{
    size_t entered = 0, edges = 0, taken = 0, lines = 0, hit = 0;
    text_addf(out, "TN:\nSF:%s\n", file->path);
    for (size_t i = 0; i < file->function_count; i++) {
        const struct covered_function *function = &file->functions[i];
        text_addf(out, "FN:%d,%s\nFNDA:%d,%s\n", function->entry->place.line, function->entry->name,
                  function->entered, function->entry->name);
        entered += function->entered;
        edges += function->edges;
        taken += function->taken;
        print_branches(function, out);
        print_lines(function, out, &lines, &hit);
    }
    text_addf(out, "FNF:%zu\nFNH:%zu\nBRF:%zu\nBRH:%zu\nLF:%zu\nLH:%zu\nend_of_record\n",
              file->function_count, entered, edges, taken, lines, hit);
}

void covered_print_lcov(const struct covered *covered, struct text *out)
{
    for (size_t i = 0; i < covered->file_count; i++)
        if (covered->files[i].path[0])
            print_file(&covered->files[i], out);
}
