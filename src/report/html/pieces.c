
#include "report/html/pieces.h"

#include "base/memory.h"
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

struct html_piece {
    size_t number;
    UT_hash_handle hh;
    char markup[];
};

void html_pieces_open(struct html_pieces *pieces, size_t cap)
{
    pieces->table = NULL;
    text_init(&pieces->text, cap);
}

void html_pieces_close(struct html_pieces *pieces)
{
    struct html_piece *piece = pieces->table;
    HASH_CLEAR(hh, pieces->table); /* frees the table; the pieces keep their links */
    while (piece) {
        struct html_piece *next = piece->hh.next;
        free(piece);
        piece = next;
    }
    text_free(&pieces->text);
}

size_t html_piece(struct html_pieces *pieces, const char *markup)
{
    struct html_piece *piece;
    size_t length = strlen(markup);
    HASH_FIND(hh, pieces->table, markup, length, piece);
    if (piece)
        return piece->number;
    piece = memory_alloc(sizeof *piece + length + 1);
    memcpy(piece->markup, markup, length + 1);
    piece->number = HASH_COUNT(pieces->table) + 1;
    HASH_ADD_KEYPTR(hh, pieces->table, piece->markup, length, piece);
    text_add_bytes(&pieces->text, markup, length);
    return piece->number;
}
