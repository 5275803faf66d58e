#include "watch/sample/stack_place.h"

#include <string.h>

void stack_place(struct symbols *symbols, const uint64_t *pcs, size_t count, bool is_return_address,
                 struct arena *arena, struct location *place)
{
    const struct frame **frames;
    size_t frame_count = symbols_user_stack(symbols, pcs, count, is_return_address, arena, &frames);
    if (frame_count == 0)
        return;
    const struct frame *chosen = frames[0];
    for (size_t i = 0; i < frame_count; i++)
        if (symbols_own_line(frames[i]) &&
            strcmp(frames[i]->module, frames[frame_count - 1]->module) == 0) {
            chosen = frames[i];
            break;
        }
    place->file = arena_copy(arena, chosen->file);
    place->directory = symbols_directory(chosen, arena);
    place->line = chosen->line;
    place->column = chosen->column;
    place->function = arena_copy(arena, chosen->function);
    place->stack_count =
        symbols_format_stack(symbols, pcs, count, is_return_address, arena, &place->stack);
}
