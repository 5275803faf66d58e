#include "finding/json_build.h"
#include "report/coverage/coverage.h"

#include <string.h>

static json_t *json_of_way(const struct covered_way *way)
{
    static const char *const whens[] = {[COVERED_TRUE] = "true",
                                        [COVERED_FALSE] = "false",
                                        [COVERED_CASE] = NULL,
                                        [COVERED_DEFAULT] = "default"};
    json_t *object = json_object();
    if (way->when == COVERED_CASE)
        json_build_put_integer(object, "case", way->value);
    else
        json_build_put_text(object, "when", whens[way->when]);
    json_build_put(object, "taken", json_boolean(way->why == COVERED_TAKEN));
    if (way->why != COVERED_TAKEN)
        json_build_put_text(object, "why", covered_why_name(way->why));
    return object;
}

static json_t *json_of_branch(const struct covered_branch *branch,
                              const struct covered_function *function)
{
    json_t *object = json_object(), *ways = json_array();
    if (branch->file[0] && strcmp(branch->file, function->file) != 0)
        json_build_put_text(object, "file", branch->file);
    json_build_put_integer(object, "line", branch->line);
    json_build_put_integer(object, "column", branch->column);
    json_build_put(object, "reached", json_boolean(branch->reached));
    for (size_t i = 0; i < branch->way_count; i++)
        json_build_append(ways, json_of_way(&branch->ways[i]));
    json_build_put(object, "edges", ways);
    return object;
}

static json_t *json_of_function(const struct covered_function *function)
{
    json_t *object = json_object(), *branches = json_array();
    json_build_put_text(object, "name", function->name);
    json_build_put_text(object, "symbol", function->symbol);
    json_build_put_integer(object, "line", function->line);
    json_build_put(object, "entered", json_boolean(function->entered));
    json_build_put_integer(object, "edges", (long long)function->ways);
    json_build_put_integer(object, "taken", (long long)function->taken);
    for (size_t i = 0; i < function->branch_count; i++)
        json_build_append(branches, json_of_branch(&function->branches[i], function));
    json_build_put(object, "branches", branches);
    return object;
}

static json_t *json_of_file(const struct covered_file *file)
{
    json_t *object = json_object(), *functions = json_array();
    json_build_put_text(object, "file", file->path);
    json_build_put_integer(object, "edges", (long long)file->ways);
    json_build_put_integer(object, "reachable", (long long)file->possible);
    json_build_put_integer(object, "taken", (long long)file->taken);
    for (size_t i = 0; i < file->function_count; i++)
        json_build_append(functions, json_of_function(&file->functions[i]));
    json_build_put(object, "functions", functions);
    return object;
}

static json_t *json_of_point(const struct covered_point *point)
{
    json_t *object = json_object();
    json_build_put(object, "seconds", json_real(point->seconds));
    json_build_put_integer(object, "tests", (long long)point->tests);
    json_build_put_integer(object, "taken", point->taken);
    json_build_put_integer(object, "reachable", point->possible);
    json_build_put_integer(object, "findings", point->findings);
    return object;
}

void coverage_print_json(const struct covered *covered, struct text *out)
{
    json_t *root = json_build_root(), *files = json_array(), *points = json_array(),
           *whys = json_object();
    json_build_put_integer(root, "tutti", 1);
    json_build_put_integer(root, "edges", (long long)covered->ways);
    json_build_put_integer(root, "reachable", (long long)covered->possible);
    json_build_put_integer(root, "taken", (long long)covered->taken);
    json_build_put_integer(root, "functions", (long long)covered->functions);
    json_build_put_integer(root, "entered", (long long)covered->entered);
    for (int why = COVERED_TAKEN + 1; why < COVERED_WHYS; why++)
        json_build_put_integer(whys, covered_why_name((enum covered_why)why),
                               (long long)covered->whys[why]);
    json_build_put(root, "not_taken", whys);
    for (size_t i = 0; i < covered->point_count; i++)
        json_build_append(points, json_of_point(&covered->points[i]));
    json_build_put(root, "over_time", points);
    for (size_t i = 0; i < covered->file_count; i++)
        json_build_append(files, json_of_file(&covered->files[i]));
    json_build_put(root, "files", files);
    json_build_print(root, out);
}
