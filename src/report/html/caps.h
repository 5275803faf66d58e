/* caps.h: limits on how much of each thing a page shows, so that a browser can show the page of a
 * large document. The page mentions at its place what a limit leaves out. */
#ifndef TUTTI_REPORT_HTML_CAPS_H
#define TUTTI_REPORT_HTML_CAPS_H

enum {
    HTML_FINDING_CAP = 5000,                   /* findings of a document */
    HTML_EVENT_CAP = 400,                      /* events of a finding... */
    HTML_EVENT_FLOOR = 12,                     /* ...which shrinks down to this... */
    HTML_EVENT_PAGE_CAP = 8000,                /* ...to keep the page under this */
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

#endif
