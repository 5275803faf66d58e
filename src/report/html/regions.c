#include "report/html/regions.h"

#include "report/html/html.h"
#include "report/html/page.h"
#include "report/html/text.h"

#include <inttypes.h>
#include <string.h>

enum {
    LEFT = 56,
    TOP = 12,
    HEIGHT = 200,
    BOTTOM = 52,
    COLUMN = 96,
    GAP = 12,
    BITS_STEP = 8, /* between lines of the grid */
    PICTURE_CAP = 400,
    ROW_CAP = 5000,
};

static bool same_picture(const struct region *a, const struct region *b)
{
    return strcmp(a->function, b->function) == 0 && strcmp(a->axis, b->axis) == 0;
}

static bool first_of_picture(const struct region *regions, size_t number)
{
    for (size_t i = 0; i < number; i++)
        if (same_picture(&regions[i], &regions[number]))
            return false;
    return true;
}

/* Says whether something failed in the picture that the region belongs to. */
static bool regions_fails(const struct region *regions, size_t count, const struct region *one)
{
    for (size_t i = 0; i < count; i++)
        if (regions[i].bad && same_picture(&regions[i], one))
            return true;
    return false;
}

/* Says whether an equal region came before: a search repeats what the plan tried. */
static bool regions_told(const struct region *regions, size_t number)
{
    const struct region *one = &regions[number];
    for (size_t i = 0; i < number; i++)
        if (same_picture(&regions[i], one) && regions[i].ranks == one->ranks &&
            regions[i].size == one->size && regions[i].extent == one->extent &&
            (regions[i].bad || !one->bad))
            return true;
    return false;
}

static double regions_bits(uint64_t count)
{
    double whole = 0, value = (double)count;
    while (value >= 2) {
        value /= 2;
        whole++;
    }
    return whole + (value > 1 ? value - 1 : 0);
}

static double regions_y_of(double top, double at)
{
    return TOP + HEIGHT - HEIGHT * at / top;
}

static void add_grid(struct text *out, double top, int width)
{
    for (int bit = 0; bit <= (int)top; bit += BITS_STEP)
        text_addf(out,
                  "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text "
                  "class=\"axis\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">2<tspan dy=\"-4\" "
                  "font-size=\"9\">%d</tspan></text>",
                  LEFT, width - GAP, regions_y_of(top, bit), regions_y_of(top, bit), LEFT - 8,
                  regions_y_of(top, bit) + 4, bit);
}

static void add_column(struct text *out, const struct region *region, double top, int number)
{
    double x = LEFT + number * (COLUMN + GAP), good = region->good ? regions_bits(region->good) : 0;
    double bad = region->bad ? regions_bits(region->bad) : top;
    text_addf(
        out,
        "<rect class=\"safe\" x=\"%.0f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"><title>%" PRIu64
        " works</title></rect>",
        x, regions_y_of(top, good), COLUMN, regions_y_of(top, 0) - regions_y_of(top, good),
        region->good);
    if (region->bad)
        text_addf(out,
                  "<rect class=\"broken\" x=\"%.0f\" y=\"%d\" width=\"%d\" "
                  "height=\"%.1f\"><title>%" PRIu64 " does not: ",
                  x, TOP, COLUMN, regions_y_of(top, bad) - TOP, region->bad);
    if (region->bad) {
        html_text(out, region->effect);
        text_add(out, "</title></rect>");
    }
    text_addf(
        out,
        "<text class=\"axis\" x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">%d ranks</text><text "
        "class=\"axis\" x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">%" PRIu64,
        x + COLUMN / 2.0, TOP + HEIGHT + 18, region->ranks, x + COLUMN / 2.0, TOP + HEIGHT + 36,
        region->size);
    if (region->extent != region->size)
        text_addf(out, " in %" PRIu64, region->extent);
    text_add(out, region->size == 1 && region->extent == 1 ? " byte</text>" : " bytes</text>");
}

static void add_picture(struct text *out, const struct region *regions, size_t count, size_t first)
{
    const struct region *one = &regions[first];
    int columns = 0, column = 0;
    double top = 32;
    for (size_t i = 0; i < count; i++)
        if (same_picture(&regions[i], one) && !regions_told(regions, i)) {
            uint64_t most = regions[i].bad > regions[i].good ? regions[i].bad : regions[i].good;
            columns++;
            top = regions_bits(most) + 1 > top ? regions_bits(most) + 1 : top;
        }
    int width = LEFT + columns * (COLUMN + GAP);
    text_add(out, "<section class=\"panel\"><h3><code>");
    html_text(out, one->function);
    text_add(out, "</code> by ");
    html_text(out, one->axis);
    text_addf(
        out,
        "</h3>\n<figure class=\"regions\"><svg viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" "
        "aria-label=\"Counts that are safe, for each number of ranks\">",
        width, TOP + HEIGHT + BOTTOM, width);
    add_grid(out, top, width);
    for (size_t i = 0; i < count; i++)
        if (same_picture(&regions[i], one) && !regions_told(regions, i))
            add_column(out, &regions[i], top, column++);
    text_add(out, "</svg></figure>\n<ul class=\"plain\">");
    for (size_t i = 0; i < count; i++)
        if (same_picture(&regions[i], one) && !regions_told(regions, i) && regions[i].bad) {
            text_addf(out, "<li>%d ranks: %" PRIu64 " works, %" PRIu64 " does not (",
                      regions[i].ranks, regions[i].good, regions[i].bad);
            html_text(out, regions[i].effect);
            text_add(out, ")</li>");
        }
    text_add(out, "</ul></section>\n");
}

static void add_passed(struct text *out, const struct region *regions, size_t count)
{
    size_t rows = 0;
    text_add(out,
             "<section class=\"panel\"><h3>Functions that did not fail</h3>\n<table "
             "class=\"passed\"><thead><tr><th scope=\"col\">function</th><th scope=\"col\">by</th>"
             "<th scope=\"col\">ranks</th><th scope=\"col\">element</th><th scope=\"col\">"
             "largest count</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < count && rows < ROW_CAP; i++) {
        const struct region *one = &regions[i];
        if (regions_fails(regions, count, one) || regions_told(regions, i))
            continue;
        rows++;
        text_add(out, "<tr><td><code>");
        html_text(out, one->function);
        text_add(out, "</code></td><td>");
        html_text(out, one->axis);
        text_addf(out, "</td><td class=\"number\">%d</td><td class=\"number\">%" PRIu64, one->ranks,
                  one->size);
        if (one->extent != one->size)
            text_addf(out, " in %" PRIu64, one->extent);
        text_addf(out, "</td><td class=\"number\">%" PRIu64 "%s</td></tr>\n", one->good,
                  one->limited ? " (cut short)" : "");
    }
    text_add(out, "</tbody></table></section>\n");
}

void regions_print_html(const struct region *regions, size_t count, const char *library,
                        const struct document *document, struct text *out)
{
    const struct html_sheet sheet = {html_regions_style, html_regions_style_length};
    size_t pictures = 0;
    html_page_head(out, &sheet);
    text_add(out, "<title>Safe regions of ");
    html_text(out, library);
    text_add(out, "</title>\n");
    html_page_top(out, &sheet, "probe");
    text_add(out, "<section class=\"document\" id=\"d1\" aria-labelledby=\"d1-title\">\n<header "
                  "class=\"overview\"><div><h2 id=\"d1-title\">Safe regions of ");
    html_text(out, library);
    text_add(out, "</h2>\n<p class=\"coverage\">");
    html_text(out, document->coverage ? document->coverage : "");
    text_add(out, "</p></div>\n");
    html_command(out, document);
    text_add(
        out,
        "</header>\n<p class=\"legend\"><span class=\"key safe\">works</span> <span "
        "class=\"key unknown\">not tried</span> <span class=\"key broken\">fails</span></p>\n");
    for (size_t i = 0; i < count && pictures < PICTURE_CAP; i++)
        if (first_of_picture(regions, i) && regions_fails(regions, count, &regions[i])) {
            add_picture(out, regions, count, i);
            pictures++;
        }
    add_passed(out, regions, count);
    text_add(out, "</section>\n");
    html_page_end(out);
    html_page_close(out);
}
