/* page.c: prints the frame that every page has. */
#include "report/html/page.h"

#include "report/html/digest.h"
#include "report/html/text.h"

void html_page_head(struct text *out, const struct html_sheet *sheet)
{
    char style[DIGEST_TEXT_SIZE], script[DIGEST_TEXT_SIZE], own[DIGEST_TEXT_SIZE];
    digest_base64(html_style, html_style_length, style);
    digest_base64(html_script, html_script_length, script);
    text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    /* Only these inline parts may run or style; the page can load and send nothing. */
    text_addf(out,
              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
              "style-src 'sha256-%s'",
              style);
    if (sheet) {
        digest_base64(sheet->text, sheet->length, own);
        text_addf(out, " 'sha256-%s'", own);
    }
    text_addf(out, "; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'\">\n", script);
    text_add(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"color-scheme\" content=\"light dark\">\n"
                  "<meta name=\"referrer\" content=\"no-referrer\">\n");
}

void html_page_top(struct text *out, const struct html_sheet *sheet, const char *name)
{
    text_add(out, "<style>");
    text_add_bytes(out, html_style, html_style_length);
    text_add(out, "</style>\n");
    if (sheet) {
        text_add(out, "<style>");
        text_add_bytes(out, sheet->text, sheet->length);
        text_add(out, "</style>\n");
    }
    text_add(out, "<script>");
    text_add_bytes(out, html_script, html_script_length);
    text_add(out, "</script>\n</head>\n<body>\n");
    text_add_bytes(out, html_sprite, html_sprite_length);
    text_add(out, "<header class=\"top\"><p class=\"brand\">");
    html_icon(out, "tutti");
    text_addf(out, "<b>Tutti</b> %s</p>\n<button type=\"button\" class=\"theme js-only\">", name);
    html_icon(out, "theme");
    text_add(out, "<span>Dark</span></button></header>\n<main>\n");
}

void html_page_end(struct text *out)
{
    text_add(out, "</main>\n<dialog class=\"rule-dialog\" aria-label=\"Rule\"></dialog>\n");
}

void html_page_close(struct text *out)
{
    text_add(out, "</body>\n</html>\n");
}
