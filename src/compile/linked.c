#include "compile/linked.h"

#include "base/file.h"
#include "base/text.h"

#include <elf.h>
#include <string.h>

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

enum { LINKED_CAP = 64 * 1024 * 1024 };

/* The first word of the section. Another one means that another Tutti linked the program. */
static const char format[] = "tutti-link-1";

/* The section in which compiler and linker state properties of all code of a program (branch
 * targets, shadow stacks). An object without it would remove them from the program. */
static const char property[] = ".note.gnu.property";

/* The sections of the object, and where their names are in `names`. */
enum { SECTION_NONE, SECTION_LINK, SECTION_STACK, SECTION_NAMES, SECTION_PROPERTY, SECTION_COUNT };
static const char names[] = "\0" LINKED_SECTION "\0.note.GNU-stack\0.shstrtab\0.note.gnu.property";
enum {
    NAME_LINK = 1,
    NAME_STACK = NAME_LINK + sizeof LINKED_SECTION,
    NAME_NAMES = NAME_STACK + sizeof ".note.GNU-stack",
    NAME_PROPERTY = NAME_NAMES + sizeof ".shstrtab",
};

static void linked_add_word(struct text *text, const char *word)
{
    text_add_bytes(text, word, strlen(word) + 1);
}

static void linked_add_words(struct text *text, const char *const *words, size_t count)
{
    text_addf(text, "%zu", count);
    text_add_char(text, '\0');
    for (size_t i = 0; i < count; i++)
        linked_add_word(text, words[i]);
}

static void linked_describe(const struct linked *linked, struct text *text)
{
    linked_add_word(text, format);
    linked_add_word(text, linked->directory);
    linked_add_word(text, linked->front);
    linked_add_word(text, linked->flavour ? linked->flavour : "");
    linked_add_words(text, (const char *const *)linked->words, linked->word_count);
    linked_add_words(text, linked->libraries, linked->library_count);
}

/* Adds the bytes to the file, and notes their place in the section. */
static void linked_place(struct text *file, Elf64_Shdr *section, const void *bytes, size_t size)
{
    while (file->length % sizeof(uint64_t) != 0)
        text_add_char(file, '\0');
    section->sh_offset = file->length;
    section->sh_size = size;
    text_add_bytes(file, bytes, size);
}

static void linked_build(struct text *file, const struct text *content,
                         const struct object_member *like, bool retain)
{
    size_t note_size = 0;
    const unsigned char *note = object_section(like, property, &note_size);
    Elf64_Ehdr header;
    memcpy(&header, like->bytes, sizeof header); /* class, byte order, machine and its flags */
    header.e_ident[EI_OSABI] = retain ? ELFOSABI_GNU : ELFOSABI_NONE;
    header.e_type = ET_REL;
    header.e_entry = header.e_phoff = header.e_phentsize = header.e_phnum = 0;
    header.e_shnum = note ? SECTION_COUNT : SECTION_PROPERTY;
    header.e_shstrndx = SECTION_NAMES;
    Elf64_Shdr sections[SECTION_COUNT] = {
        [SECTION_LINK] = {.sh_name = NAME_LINK,
                          .sh_type = SHT_PROGBITS,
                          .sh_flags = retain ? SHF_GNU_RETAIN : 0,
                          .sh_addralign = 1},
        [SECTION_STACK] = {.sh_name = NAME_STACK, .sh_type = SHT_PROGBITS, .sh_addralign = 1},
        [SECTION_NAMES] = {.sh_name = NAME_NAMES, .sh_type = SHT_STRTAB, .sh_addralign = 1},
        [SECTION_PROPERTY] = {.sh_name = NAME_PROPERTY,
                              .sh_type = SHT_NOTE,
                              .sh_flags = SHF_ALLOC,
                              .sh_addralign = sizeof(uint64_t)},
    };
    text_add_bytes(file, (const char *)&header, sizeof header);
    linked_place(file, &sections[SECTION_LINK], content->data, content->length);
    linked_place(file, &sections[SECTION_STACK], "", 0);
    linked_place(file, &sections[SECTION_NAMES], names, sizeof names);
    if (note)
        linked_place(file, &sections[SECTION_PROPERTY], note, note_size);
    Elf64_Shdr table = {0};
    linked_place(file, &table, sections, header.e_shnum * sizeof *sections);
    header.e_shoff = table.sh_offset;
    memcpy(file->data, &header, sizeof header);
}

int linked_write(const struct linked *linked, const struct object_member *like, bool retain,
                 const char *path, struct error *error)
{
    struct text content, file;
    size_t size;
    if (!object_section(like, ".strtab", &size))
        return error_set(error, ERROR_FAILED, "%s is not an object for this machine", like->name);
    text_init(&content, LINKED_CAP);
    text_init(&file, LINKED_CAP);
    linked_describe(linked, &content);
    linked_build(&file, &content, like, retain);
    int failed = file.cut || content.cut
                     ? error_set(error, ERROR_FAILED, "the command line is too long")
                     : file_write(path, file.data, file.length, error);
    text_free(&content);
    text_free(&file);
    return failed;
}

/* A reader of the words of a section, each with a final zero. */
struct linked_reader {
    const char *at, *end;
};

static const char *linked_next_word(struct linked_reader *reader)
{
    const char *word = reader->at;
    const char *zero = word < reader->end ? memchr(word, '\0', (size_t)(reader->end - word)) : NULL;
    if (!zero)
        return NULL;
    reader->at = zero + 1;
    return word;
}

static int linked_next_number(struct linked_reader *reader, size_t *number)
{
    const char *word = linked_next_word(reader);
    *number = 0;
    if (!word || !*word)
        return -1;
    for (; *word >= '0' && *word <= '9'; word++)
        *number = *number * 10 + (size_t)(*word - '0');
    return *word || *number > LINKED_CAP ? -1 : 0;
}

static int linked_read_words(struct linked_reader *reader, struct linked *linked)
{
    size_t count;
    if (linked_next_number(reader, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const char *word = linked_next_word(reader);
        if (!word)
            return -1;
        *arena_push(&linked->arena, linked->words, linked->word_count) =
            arena_copy(&linked->arena, word);
    }
    size_t all = linked->word_count;
    *arena_push(&linked->arena, linked->words, all) = NULL;
    if (linked_next_number(reader, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const char *word = linked_next_word(reader);
        if (!word)
            return -1;
        *arena_push(&linked->arena, linked->libraries, linked->library_count) =
            arena_copy(&linked->arena, word);
    }
    return 0;
}

int linked_read(const struct object_member *program, struct linked *linked)
{
    size_t size = 0;
    const char *bytes = (const char *)object_section(program, LINKED_SECTION, &size);
    struct linked_reader reader = {bytes, bytes ? bytes + size : NULL};
    *linked = (struct linked){0};
    const char *start = linked_next_word(&reader);
    if (!start || strcmp(start, format) != 0)
        return -1;
    const char *directory = linked_next_word(&reader), *front = linked_next_word(&reader);
    const char *flavour = linked_next_word(&reader);
    if (!flavour || linked_read_words(&reader, linked) != 0 || linked->word_count == 0) {
        linked_free(linked);
        return -1;
    }
    linked->directory = arena_copy(&linked->arena, directory);
    linked->front = arena_copy(&linked->arena, front);
    linked->flavour = *flavour ? arena_copy(&linked->arena, flavour) : NULL;
    return 0;
}

void linked_free(struct linked *linked)
{
    arena_free(&linked->arena);
    *linked = (struct linked){0};
}
