/* html.h: the parts of the HTML report, for the html*.c files only.
 *
 * The page is complete without its script: everything is written here as HTML and SVG, and
 * assets/report.js only adds ways to move through it. (Of the interleavings of a search all are in
 * a list, but only one has its picture: the others are drawn when they are asked for.) No string of
 * a document reaches the page but through html_text() and its sisters, which make it inert.
 *
 * Everything has a cap, so that a large document gives a page that a browser can still show; what
 * a cap leaves out is told where it would stand.
 */
#ifndef TUTTI_REPORT_HTML_H
#define TUTTI_REPORT_HTML_H

#include "base/text.h"
#include "finding/finding.h"
#include "report/source.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    HTML_FINDING_CAP = 5000,                   /* findings of a document */
    HTML_EVENT_CAP = 400,                      /* events of a finding ... */
    HTML_EVENT_FLOOR = 12,                     /* ... which shrinks down to this ... */
    HTML_EVENT_PAGE_CAP = 8000,                /* ... to keep the page under this */
    HTML_CALL_CAP = 64,                        /* different calls of a finding */
    HTML_EXCERPT_CAP = 16,                     /* excerpts among them */
    HTML_ARGUMENT_CAP = 64,                    /* arguments of a call */
    HTML_STACK_CAP = 64,                       /* lines of a stack */
    HTML_RELATED_CAP = 100,                    /* related places of a finding */
    HTML_ARROW_CAP = 2000,                     /* arrows of a diagram */
    HTML_INTERLEAVING_CAP = 2000,              /* interleavings of a document */
    HTML_INTERLEAVING_EVENT_PAGE_CAP = 200000, /* events of all of them on the page */
    HTML_REFERENCE_CAP = 16,                   /* findings of an interleaving that are named */
    HTML_RUN_CAP = 1000,                       /* runs that a report is about */
    HTML_BRANCH_CAP = 1000,                    /* branches of the stacks of a finding */
    HTML_WAIT_RANK_CAP = 128,                  /* nodes of a wait-for graph */
    HTML_WAIT_ROW_CAP = 256,                   /* lines of the list beside it */
    HTML_STRING_CAP = 16 * 1024,               /* bytes of one string */
};

/* What is drawn of a finding or of an interleaving. */
struct html_history {
    const struct event *events;
    size_t event_count;
    const struct match *matches;
    size_t match_count;
};

/* A place whose excerpt is on the page, once per finding. */
struct html_place {
    const char *file, *directory;
    int line;
};

/* What the printing functions share. One finding or panel of interleavings is printed at a time;
 * html_open() and html_close() are around it. */
struct html {
    struct text *out;
    struct arena arena; /* of what is being printed */
    char id[32];        /* of its element; those of its parts begin with it */
    struct sources *sources;
    size_t event_cap;
    size_t number;                                  /* of the finding on the page, from 1 */
    size_t interleaving_events_left;                /* before the page has too many */
    const struct html_interleavings *interleavings; /* of the document; NULL: none */
    struct html_place *places;
    size_t place_count;
    size_t excerpt_count; /* the places before this one have been printed */
};

/* html.c */
void html_open(struct html *html, char kind, size_t number); /* 'f' and 3: the id is f3 */
void html_close(struct html *html);

void html_command(struct text *out, const struct document *document); /* and where it was run */

/* html_page.c: between the head and the top comes the title; between the end of the main part and
 * the close, a footer. A page may have a style sheet of its own beside that of all. */
struct html_sheet {
    const char *text;
    size_t length;
};
void html_page_head(struct text *out, const struct html_sheet *sheet);
void html_page_top(struct text *out, const struct html_sheet *sheet, const char *name);
void html_page_end(struct text *out);
void html_page_close(struct text *out);

/* html_interleavings.c. What is shown is chosen before the findings are printed, which refer to
 * it. */
struct html_interleaving {
    const struct interleaving *is;
    bool fails;
    const char *picture, *events; /* as in a record; NULL: no events */
    size_t cut;                   /* the words of what is left out; 0: nothing is */
};
struct html_interleavings {
    const struct document *document;
    size_t number;        /* of the document on the page, from 1 */
    size_t first_finding; /* number of the document's first finding */
    struct arena arena;
    struct html_interleaving *shown;
    size_t count, failing;
};
void html_interleavings_choose(struct html *html, struct html_interleavings *panel);
void html_interleavings_of(struct html *html, const struct html_interleavings *panel,
                           const struct finding *finding);
void html_interleavings(struct html *html, struct html_interleavings *panel);

/* html_text.c: text that cannot do anything. html_text() is for one line: what would break it, or
 * is not visible, becomes visible; html_block() keeps line ends and tabs; html_short() keeps at
 * most `most` characters. The bytes must have a terminator somewhere behind them. */
void html_text(struct text *out, const char *string);
void html_text_bytes(struct text *out, const char *bytes, size_t length);
void html_block(struct text *out, const char *string);
void html_paragraphs(struct text *out, const char *string); /* split at empty lines; `code` */
void html_short(struct text *out, const char *string, size_t most);

void html_count(struct text *out, size_t count);                    /* 20,000 */
void html_counted(struct text *out, size_t count, const char *one); /* 1 event, 2 events */
void html_icon(struct text *out, const char *name);                 /* of the page's sprite */

/* Parts of a location. A place that is not a call is named by its function. The plain form of a
 * call has no markup: for titles. */
const char *html_call_name(const struct location *at);
void html_call(struct text *out, const struct location *at);
void html_call_plain(struct text *out, const struct location *at);
void html_file_line(struct text *out, const char *file, int line, int column);
void html_rank(struct text *out, int rank); /* "rank 3"; "no rank" */

/* html_source.c. A place is numbered when first asked for; 0 is no known place. */
size_t html_place(struct html *html, const char *file, const char *directory, int line);
void html_excerpts(struct html *html); /* of all places that have not been printed */
/* The text of a line: tabs stay, and what is too long is cut. */
void html_source_line(struct text *out, const struct source *source, size_t number);

/* html_facts.c */
void html_facts(struct text *out, const struct document *document);

/* html_finding.c */
const char *html_headline(const struct finding *finding); /* its rule if it has none */
/* The current one is what the script shows at first. */
void html_finding(struct html *html, const struct finding *finding, size_t rule_number,
                  bool current);

/* html_pieces.c: thousands of interleavings are made of a few parts in other orders. Each part is
 * written once, and named by a number from then on; assets/report.js clones and places them. */
struct html_pieces {
    struct html_piece *table;
    struct text text; /* all of them, in the order of their numbers */
};
void html_pieces_open(struct html_pieces *pieces, size_t cap);
void html_pieces_close(struct html_pieces *pieces);
size_t html_piece(struct html_pieces *pieces, const char *markup); /* its number, from 1 */

struct html_record {
    struct html_pieces drawn; /* groups of the diagram, around the origin */
    struct html_pieces rows;  /* of the list of events */
    struct html_pieces words; /* paragraphs and lists */
    struct text piece;        /* the one that is being made */
    struct text picture;      /* WIDTH HEIGHT HEAD; PIECE X Y FROM TO of each part; LEGEND */
    struct text events;       /* ROW WORDS RANK ORDINAL of each; 0 words: it met nothing */
};

/* html_trace.c: the space-time diagram, the stepper and the list of events. */
void html_trace(struct html *html, const struct html_history *history, const char *title);
size_t html_trace_first(const struct html *html, const struct html_history *history);

/* The same, not printed but recorded. */
void html_trace_record(struct html *html, const struct html_history *history, size_t first,
                       struct html_record *record);
/* The words that say what comes before the first event; 0 if nothing does. */
size_t html_trace_record_cut(const struct html_history *history, size_t first,
                             struct html_record *record);

/* html_layout.c: where events stand in the diagram. Events before `first` are left out. */
struct html_layout {
    size_t first;
    int *ranks; /* of the columns, sorted */
    size_t column_count;
    size_t *columns; /* of event first + i */
    size_t *rows;
    size_t row_count;
};
void html_layout_make(struct html_layout *layout, struct arena *arena,
                      const struct html_history *history, size_t first);
void html_layout_columns(struct html_layout *layout, struct arena *arena,
                         const struct event *events, size_t count);

/* Sorts, removes duplicates and returns how many are left; then the index of a rank, `count` if it
 * is not there. */
size_t html_rank_set(int *ranks, size_t count);
size_t html_rank_index(const int *ranks, size_t count, int rank);

/* html_spacetime.c: prints the diagram, or records it if there is a record. */
void html_spacetime(struct html *html, const struct html_history *history,
                    const struct html_layout *layout, struct html_record *record);
const char *html_state_name(enum event_state state);

/* html_waits.c */
void html_waits(struct html *html, const struct finding *finding);

/* html_runs.c */
void html_runs(struct text *out, const struct document *document);

/* html_stacks.c: the stacks of all ranks, merged */
void html_stacks(struct html *html, const struct finding *finding);

/* Compiled in by the build. */
extern const char html_style[], html_script[], html_sprite[], html_coverage_style[],
    html_regions_style[];
extern const size_t html_style_length, html_script_length, html_sprite_length,
    html_coverage_style_length, html_regions_style_length;

#endif
