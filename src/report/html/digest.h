/* digest.h: computes SHA-256 in base64, by which a Content-Security-Policy names the inline parts
 * of a page. */
#ifndef TUTTI_REPORT_HTML_DIGEST_H
#define TUTTI_REPORT_HTML_DIGEST_H

#include <stddef.h>

enum { DIGEST_TEXT_SIZE = 45 }; /* 44 characters and the terminator */

void digest_base64(const char *bytes, size_t length, char text[DIGEST_TEXT_SIZE]);

#endif
