/* streams.c: models std::cin, std::ifstream and std::istringstream. What was read is between the
 * positions before and after: in the file, which is read again, or in the memory of the stream,
 * which got origins when it was filled. */
#include "runtime/symbolic/files.h"
#include "runtime/symbolic/model/cxx.h"
#include "runtime/symbolic/model/model.h"
#include "runtime/symbolic/model/numbers.h"
#include "runtime/symbolic/sources.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
extern const char _ZSt3cin[] __attribute__((weak)); /* std::cin */
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

struct position { /* std::streampos */
    long offset, state;
};
enum { FROM_HERE = 1, FOR_INPUT = 8 }; /* std::ios::cur, in */

extern struct cxx_buffer *ios_buffer(const void *) __asm__(
    "_ZNKSt9basic_iosIcSt11char_traitsIcEE5rdbufEv") __attribute__((weak));
extern _Bool ios_failed(const void *) __asm__("_ZNKSt9basic_iosIcSt11char_traitsIcEE4failEv")
    __attribute__((weak));
extern struct position buffer_seek(struct cxx_buffer *, long, int, int) __asm__(
    "_ZNSt15basic_streambufIcSt11char_traitsIcEE10pubseekoffElSt12_Ios_SeekdirSt13_Ios_Openmode")
    __attribute__((weak));

/* Returns the std::ios of a stream: it is a virtual base, whose offset is in front of the table of
 * functions. */
static const void *ios_of(const void *stream)
{
    enum { PLACE = -3 };
    const long *table;
    memcpy(&table, stream, sizeof table);
    return (const char *)stream + table[PLACE];
}

enum { STREAMS = 64 };

/* Streams that read a file, by address. A stream that was destroyed may have been followed by
 * another one at the same address. */
static struct {
    struct known_stream {
        const void *stream;
        const struct cxx_buffer *buffer;
        const void *functions; /* of the buffer */
        uint32_t source;
    } list[STREAMS];
    size_t count;
    bool apart; /* std::cin reads ahead of stdin */
} streams;

static struct known_stream *find_stream(const void *stream)
{
    for (size_t i = 0; i < streams.count; i++)
        if (streams.list[i].stream == stream)
            return &streams.list[i];
    return NULL;
}

static void stream_opened(const void *stream, const char *path)
{
    struct known_stream *known = find_stream(stream);
    if (!known && streams.count < STREAMS)
        known = &streams.list[streams.count++];
    const struct cxx_buffer *buffer = ios_buffer(ios_of(stream));
    if (known)
        *known = (struct known_stream){.stream = stream,
                                       .buffer = buffer,
                                       .functions = buffer->functions,
                                       .source = file_source(path)};
    tutti_symbolic_result = 0;
}

/* A stream that is about to read. */
struct reading {
    const void *stream;
    struct cxx_buffer *buffer, before;
    bool of_file;
    struct symbolic_file_place place;
};

/* Returns false if there are no positions. */
static bool position_of(const struct reading *reading, uint64_t *offset)
{
    struct symbolic_file_place place;
    if (reading->stream == _ZSt3cin && !streams.apart) {
        if (!file_place_of(stdin, &place))
            return false;
        *offset = place.offset;
        return true;
    }
    int kept = errno;
    long at = buffer_seek(reading->buffer, 0, FROM_HERE, FOR_INPUT).offset;
    errno = kept;
    *offset = (uint64_t)at;
    return at >= 0;
}

static void stream_begin(struct reading *reading, const void *stream)
{
    *reading = (struct reading){.stream = stream, .buffer = ios_buffer(ios_of(stream))};
    reading->before = *reading->buffer;
    const struct known_stream *known = find_stream(stream);
    if (stream == _ZSt3cin)
        reading->of_file = file_place(STDIN_FILENO, &reading->place);
    else if (known && known->buffer == reading->buffer &&
             known->functions == reading->before.functions && known->source != SOURCE_NONE) {
        reading->place.source = known->source;
        reading->of_file = true;
    }
    reading->of_file = reading->of_file && position_of(reading, &reading->place.offset);
}

/* What was read since then; for use inside state_enter(). */
struct streams_taken {
    char *text; /* NULL: not known */
    size_t length;
};

static struct streams_taken take_memory(const struct reading *reading)
{
    const struct cxx_buffer *now = reading->buffer, *before = &reading->before;
    if (now->begin != before->begin || now->at < before->at || !before->at)
        return (struct streams_taken){.text = NULL};
    return (struct streams_taken){.text = before->at, .length = (size_t)(now->at - before->at)};
}

static struct streams_taken take_file(const struct reading *reading, uint64_t end)
{
    struct streams_taken taken = {.text = NULL};
    if (end < reading->place.offset)
        return taken;
    bool input = reading->stream == _ZSt3cin;
    const char *path = state.region->sources[reading->place.source].path;
    int file = input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    taken.length = end - reading->place.offset;
    if (file >= 0)
        taken.text = file_again(file, &reading->place, taken.length);
    if (file >= 0 && !input)
        close(file);
    return taken;
}

/* Calls `note` with what was read; returns false if that is not known. */
static bool streams_stream_end(const struct reading *reading,
                               void (*note)(const struct streams_taken *, void *), void *to)
{
    uint64_t now = 0;
    bool known = !reading->of_file || position_of(reading, &now);
    tutti_symbolic_result = 0;
    if (!known || ios_failed(ios_of(reading->stream)) || !state_enter())
        return false;
    struct streams_taken taken = reading->of_file ? take_file(reading, now) : take_memory(reading);
    if (taken.text)
        note(&taken, to);
    if (taken.text && reading->of_file)
        file_again_done(taken.text, taken.length);
    state_leave();
    return taken.text != NULL;
}

struct number_target {
    void *at;
    struct conversion conversion;
};

static void note_number(const struct streams_taken *taken, void *to)
{
    const struct number_target *target = to;
    if (taken->length > 0)
        number_stored(target->at, taken->text, taken->text + taken->length, &target->conversion);
}

static void ended_number(const struct reading *reading, void *at, enum symbolic_type type,
                         bool is_signed, int base)
{
    struct number_target target = {at, {type, is_signed, base}};
    tutti_symbolic_forget(at, type_bytes(type));
    streams_stream_end(reading, note_number, &target);
}

/* NOLINTBEGIN(bugprone-macro-parentheses): types have none */
#define NUMBER(letter, kind, type, is_signed, base)                                \
    CXX_FUNCTION(void *, stream_to_##letter, "_ZNSirsER" #letter, void *, kind *); \
    void *model_stream_to_##letter(void *stream, kind *at)                         \
    {                                                                              \
        struct reading reading;                                                    \
        stream_begin(&reading, stream);                                            \
        stream_to_##letter(stream, at);                                            \
        ended_number(&reading, at, type, is_signed, base);                         \
        return stream;                                                             \
    }

NUMBER(s, short, SYMBOLIC_I16, true, 10)
NUMBER(t, unsigned short, SYMBOLIC_I16, false, 10)
NUMBER(i, int, SYMBOLIC_I32, true, 10)
NUMBER(j, unsigned, SYMBOLIC_I32, false, 10)
NUMBER(l, long, SYMBOLIC_I64, true, 10)
NUMBER(m, unsigned long, SYMBOLIC_I64, false, 10)
NUMBER(x, long long, SYMBOLIC_I64, true, 10)
NUMBER(y, unsigned long long, SYMBOLIC_I64, false, 10)
NUMBER(f, float, SYMBOLIC_FLOAT, true, -1)
NUMBER(d, double, SYMBOLIC_DOUBLE, true, -1)
/* NOLINTEND(bugprone-macro-parentheses) */

/* Records the word: it is at the end of what was read, after blanks. */
static void note_word(const struct streams_taken *taken, void *to)
{
    const struct cxx_string *word = to;
    if (word->length <= taken->length)
        shadow_copy(word->data, taken->text + taken->length - word->length, word->length);
}

/* Records the line: it is at the start of what was read, before its end. */
static void note_line(const struct streams_taken *taken, void *to)
{
    const struct cxx_string *line = to;
    if (line->length <= taken->length)
        shadow_copy(line->data, taken->text, line->length);
}

static void ended_text(const struct reading *reading, struct cxx_string *to,
                       void (*note)(const struct streams_taken *, void *))
{
    tutti_symbolic_forget(to->data, to->length + 1);
    streams_stream_end(reading, note, to);
}

#define OF_STREAM_AND_STRING                            \
    "IcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0" \
    "_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE"
CXX_FUNCTION(void *, stream_to_word, "_ZStrs" OF_STREAM_AND_STRING, void *, struct cxx_string *);
CXX_FUNCTION(void *, stream_to_line, "_ZSt7getline" OF_STREAM_AND_STRING, void *,
             struct cxx_string *);
CXX_FUNCTION(void *, stream_to_line_until, "_ZSt7getline" OF_STREAM_AND_STRING "S4_", void *,
             struct cxx_string *, char);

void *model_stream_to_word(void *stream, struct cxx_string *to)
{
    struct reading reading;
    stream_begin(&reading, stream);
    stream_to_word(stream, to);
    ended_text(&reading, to, note_word);
    return stream;
}

void *model_stream_to_line(void *stream, struct cxx_string *to)
{
    struct reading reading;
    stream_begin(&reading, stream);
    stream_to_line(stream, to);
    ended_text(&reading, to, note_line);
    return stream;
}

void *model_stream_to_line_until(void *stream, struct cxx_string *to, char until)
{
    struct reading reading;
    stream_begin(&reading, stream);
    stream_to_line_until(stream, to, until);
    ended_text(&reading, to, note_line);
    return stream;
}

CXX_FUNCTION(void *, stream_to_byte, "_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_",
             void *, char *);

void *model_stream_to_byte(void *stream, char *to)
{
    struct reading reading;
    stream_begin(&reading, stream);
    stream_to_byte(stream, to);
    tutti_symbolic_forget(to, 1);
    streams_stream_end(&reading, note_word, &(struct cxx_string){to, 1});
    return stream;
}

#define FILE_STREAM "_ZNSt14basic_ifstreamIcSt11char_traitsIcEE"
#define STRING      "ERKNSt7__cxx1112basic_stringIcS1_SaIcEEE"
#define MODE        "St13_Ios_Openmode"
CXX_FUNCTION(void, file_stream, FILE_STREAM "C1EPKc" MODE, void *, const char *, int);
CXX_FUNCTION(void, file_stream_string, FILE_STREAM "C1" STRING MODE, void *,
             const struct cxx_string *, int);
CXX_FUNCTION(void, file_stream_open, FILE_STREAM "4openEPKc" MODE, void *, const char *, int);
CXX_FUNCTION(void, file_stream_open_string, FILE_STREAM "4open" STRING MODE, void *,
             const struct cxx_string *, int);

void model_file_stream(void *stream, const char *path, int mode)
{
    file_stream(stream, path, mode);
    stream_opened(stream, path);
}

void model_file_stream_string(void *stream, const struct cxx_string *path, int mode)
{
    file_stream_string(stream, path, mode);
    stream_opened(stream, path->data);
}

void model_file_stream_open(void *stream, const char *path, int mode)
{
    file_stream_open(stream, path, mode);
    stream_opened(stream, path);
}

void model_file_stream_open_string(void *stream, const struct cxx_string *path, int mode)
{
    file_stream_open_string(stream, path, mode);
    stream_opened(stream, path->data);
}

CXX_FUNCTION(_Bool, join_input, "_ZNSt8ios_base15sync_with_stdioEb", _Bool);

_Bool model_join_input(_Bool join)
{
    streams.apart = !join;
    tutti_symbolic_result = 0;
    return join_input(join);
}

/* Records that the memory of the stream has this text. */
static void stream_filled(const void *stream, const char *text, size_t length)
{
    const struct cxx_buffer *buffer = ios_buffer(ios_of(stream));
    tutti_symbolic_result = 0;
    if (buffer->begin && (size_t)(buffer->end - buffer->begin) == length)
        tutti_symbolic_copy(buffer->begin, text, length);
}

#define INPUT_TEXT "_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE"
#define TEXT       "_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE"
#define OF_STRING  "ERKNS_12basic_stringIcS2_S3_EE"

#define TEXT_STREAM(name, class)                                                                 \
    CXX_FUNCTION(void, name, class "C1" OF_STRING MODE, void *, const struct cxx_string *, int); \
    CXX_FUNCTION(void, name##_set, class "3str" OF_STRING, void *, const struct cxx_string *);   \
    void model_##name(void *stream, const struct cxx_string *text, int mode)                     \
    {                                                                                            \
        const struct cxx_string was = *text;                                                     \
        name(stream, text, mode);                                                                \
        stream_filled(stream, was.data, was.length);                                             \
    }                                                                                            \
    void model_##name##_set(void *stream, const struct cxx_string *text)                         \
    {                                                                                            \
        const struct cxx_string was = *text;                                                     \
        name##_set(stream, text);                                                                \
        stream_filled(stream, was.data, was.length);                                             \
    }

TEXT_STREAM(input_text_stream, INPUT_TEXT)
TEXT_STREAM(text_stream, TEXT)
