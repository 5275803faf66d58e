/* chart.c: draws coverage over time as a curve. */
#include "report/coverage/page.h"

#include "report/html/text.h"

enum { LEFT = 64, TOP = 16, WIDTH = 720, HEIGHT = 220, BOTTOM = 40, RIGHT = 24 };

struct scale {
    double seconds, ways;
};

static double x_of(const struct scale *scale, double seconds)
{
    return LEFT + (scale->seconds > 0 ? WIDTH * seconds / scale->seconds : 0);
}

static double chart_y_of(const struct scale *scale, double ways)
{
    return TOP + HEIGHT - (scale->ways > 0 ? HEIGHT * ways / scale->ways : 0);
}

/* Draws a curve in steps: coverage stays the same until it changes. */
static void add_curve(struct text *out, const struct covered *covered, const struct scale *scale,
                      bool possible)
{
    size_t step = covered->point_count / COVERAGE_CHART_POINTS + 1;
    double before = chart_y_of(scale, 0);
    text_addf(out, "<polyline class=\"%s\" points=\"", possible ? "possible" : "taken");
    for (size_t i = 0; i < covered->point_count; i++) {
        const struct covered_point *point = &covered->points[i];
        if (i % step != 0 && i + 1 < covered->point_count)
            continue;
        double x = x_of(scale, point->seconds);
        double y = chart_y_of(scale, possible ? point->possible : point->taken);
        text_addf(out, "%.1f,%.1f %.1f,%.1f ", x, before, x, y);
        before = y;
    }
    text_add(out, "\"/>");
}

static void chart_add_findings(struct text *out, const struct covered *covered,
                               const struct scale *scale)
{
    uint32_t before = 0;
    for (size_t i = 0; i < covered->point_count; i++) {
        const struct covered_point *point = &covered->points[i];
        if (point->findings > before)
            text_addf(
                out,
                "<circle class=\"found\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"><title>%u bug%s after "
                "%.1f s</title></circle>",
                x_of(scale, point->seconds), chart_y_of(scale, point->taken), point->findings,
                point->findings == 1 ? "" : "s", point->seconds);
        before = point->findings;
    }
}

static void add_axes(struct text *out, const struct scale *scale)
{
    for (int i = 0; i <= 4; i++) {
        double y = chart_y_of(scale, scale->ways * i / 4), x = x_of(scale, scale->seconds * i / 4);
        text_addf(out,
                  "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                  "<text class=\"axis\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.4g</text>"
                  "<text class=\"axis\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.3g s</text>",
                  LEFT, LEFT + WIDTH, y, y, LEFT - 8, y + 4, scale->ways * i / 4, x,
                  TOP + HEIGHT + 22, scale->seconds * i / 4);
    }
}

void coverage_chart(struct text *out, const struct covered *covered)
{
    struct scale scale = {0, 1};
    if (covered->point_count == 0)
        return;
    const struct covered_point *last = &covered->points[covered->point_count - 1];
    for (size_t i = 0; i < covered->point_count; i++) {
        const struct covered_point *point = &covered->points[i];
        scale.seconds = point->seconds > scale.seconds ? point->seconds : scale.seconds;
        scale.ways = point->possible > scale.ways ? point->possible : scale.ways;
    }
    text_add(out, "<section class=\"panel\" aria-labelledby=\"time-title\"><h3 id=\"time-title\">"
                  "Over time</h3>\n<figure class=\"chart\">");
    text_addf(out,
              "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Branches taken over time, from "
              "0 to %u of %u after %.1f seconds\">",
              LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM, last->taken, last->possible,
              last->seconds);
    add_axes(out, &scale);
    add_curve(out, covered, &scale, true);
    add_curve(out, covered, &scale, false);
    chart_add_findings(out, covered, &scale);
    text_add(out, "</svg>\n<figcaption><span class=\"key taken\">taken</span> <span class=\"key "
                  "possible\">of functions that were entered</span> <span class=\"key found\">a "
                  "bug was found</span> ");
    html_counted(out, last->tests, "test");
    text_addf(out, " in %.1f s</figcaption></figure></section>\n", last->seconds);
}
