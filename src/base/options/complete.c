/* complete.c: prints completion for bash and zsh: the tables as shell code, and a fixed part that
 * reads them. */
#include "base/options/private.h"

#include <stdlib.h>
#include <string.h>

/* Adds a string as a word of the shell. */
static void add_shell_word(struct text *out, const char *string)
{
    text_add_char(out, '\'');
    for (; *string; string++)
        if (*string == '\'')
            text_add(out, "'\\''");
        else
            text_add_char(out, *string);
    text_add_char(out, '\'');
}

static const char *operands_word(enum operands operands)
{
    switch (operands) {
    case OPERANDS_NONE:
        return "none";
    case OPERANDS_ANY:
        return "any";
    case OPERANDS_ONE:
        return "one";
    case OPERANDS_PROGRAM:
    case OPERANDS_PROGRAM_OR_NONE:
        return "program";
    }
    return "none";
}

bool option_offers_negated(const struct option *option)
{
    return option->kind == OPTION_FLAG && strncmp(option->name, "no-", 3) != 0;
}

/* Adds the words of an option or of a verb's operands, with blanks between them. */
static void options_complete_add_words(struct text *out, const char *(*words)(size_t number))
{
    const char *word;
    for (size_t number = 0; (word = words(number)); number++)
        text_addf(out, "%s%s", number ? " " : "", word);
}

/* bash --------------------------------------------------------------------------------------- */

static void add_bash_verb(struct text *out, const struct grammar *grammar,
                          const struct command *command)
{
    struct text options, negated;
    text_init(&options, 64 * 1024);
    text_init(&negated, 64 * 1024);
    const struct option *option;
    for (size_t number = 0; (option = grammar_option(grammar, command, number)); number++) {
        bool flag = option->kind == OPTION_FLAG;
        text_addf(&options, "--%s%s ", option->name, flag ? "" : "=");
        if (option->letter)
            text_addf(&options, "-%c ", option->letter);
        if (option_offers_negated(option))
            text_addf(&negated, " --no-%s", option->name);
    }
    text_add(&options, "--help -h");
    text_addf(out, "    %s)\n        operands=%s\n        options=", command->name,
              operands_word(command->operands));
    add_shell_word(out, options.data);
    text_add(out, "\n        negated=");
    add_shell_word(out, negated.data);
    if (command->words) {
        text_add(out, "\n        words='");
        options_complete_add_words(out, command->words);
        text_add_char(out, '\'');
    }
    text_add(out, "\n        ;;\n");
    text_free(&options);
    text_free(&negated);
}

static void add_bash_value(struct text *out, const struct command *command,
                           const struct option *option)
{
    if (option->kind == OPTION_FLAG)
        return;
    /* The shell code lists a common option for any verb. */
    char *verb = command ? memory_printf("'%s '", command->name) : memory_copy("*' '");
    text_addf(out, "    %s--%s", verb, option->name);
    if (option->letter)
        text_addf(out, " | %s-%c", verb, option->letter);
    text_add(out, ") value=");
    free(verb);
    struct names choices = option_choices(option);
    switch (option->kind) {
    case OPTION_FILE:
        text_add(out, "file");
        break;
    case OPTION_DIRECTORY:
        text_add(out, "directory");
        break;
    case OPTION_CHOICE:
        text_add(out, "'choice:");
        for (size_t i = 0; i < choices.count; i++)
            text_addf(out, "%s%s", i ? " " : "", choices.list[i]);
        text_add_char(out, '\'');
        break;
    default:
        if (!option->words) {
            text_add(out, "text");
            break;
        }
        text_add(out, "'list:");
        options_complete_add_words(out, option->words);
        text_add_char(out, '\'');
        break;
    }
    names_free(&choices);
    text_add(out, " ;;\n");
}

/* The functions work on COMP_WORDS as bash makes them: "=" and ":" are separate words if they are
 * in COMP_WORDBREAKS. They do not need the package bash-completion. */
static const char BASH_FUNCTIONS[] =
    "# Offers what compgen finds for the word under the cursor.\n"
    "_tutti_offer()\n"
    "{\n"
    "    mapfile -t COMPREPLY < <(compgen -P \"$before\" \"$@\" -- \"$word\")\n"
    "}\n"
    "\n"
    "_tutti_offer_files()\n"
    "{\n"
    "    compopt -o filenames 2> /dev/null\n"
    "    _tutti_offer \"$@\"\n"
    "}\n"
    "\n"
    "# The last of several with commas between them, of which each may be taken back by a dash.\n"
    "_tutti_offer_list()\n"
    "{\n"
    "    [[ $word == *,* ]] && before+=${word%,*}, word=${word##*,}\n"
    "    [[ $word == -* ]] && before+=- word=${word#-}\n"
    "    compopt -o nospace 2> /dev/null\n"
    "    _tutti_offer -W \"$1\"\n"
    "}\n"
    "\n"
    "_tutti_offer_value()\n"
    "{\n"
    "    _tutti_value \"$1\" \"$2\"\n"
    "    case $value in\n"
    "    file) _tutti_offer_files -f ;;\n"
    "    directory) _tutti_offer_files -d ;;\n"
    "    choice:*) _tutti_offer -W \"${value#choice:}\" ;;\n"
    "    list:*) _tutti_offer_list \"${value#list:}\" ;;\n"
    "    esac\n"
    "}\n"
    "\n"
    "_tutti_offer_options()\n"
    "{\n"
    "    [[ $word == --no-* ]] && options+=$negated\n"
    "    _tutti_offer -W \"$options\"\n"
    "    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] &&\n"
    "        compopt -o nospace 2> /dev/null\n"
    "}\n"
    "\n"
    "_tutti()\n"
    "{\n"
    "    local IFS=$' \\t\\n' word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} before=\n"
    "    local operands=none options= negated= words= value=\n"
    "    COMPREPLY=()\n"
    "    if [[ $COMP_CWORD -eq 1 ]]; then\n"
    "        _tutti_offer -W \"$_tutti_verbs help --help --version\"\n"
    "        return 0\n"
    "    elif [[ $verb == help || $verb == --help || $verb == -h ]]; then\n"
    "        [[ $COMP_CWORD -eq 2 ]] && _tutti_offer -W \"$_tutti_verbs\"\n"
    "        return 0\n"
    "    fi\n"
    "    _tutti_verb \"$verb\"\n"
    "\n"
    "    # pending: the option that waits for its value; glued: the next word goes on with the "
    "last\n"
    "    # one; ended: no options follow; count: operands so far.\n"
    "    local at this pending= glued= ended= count=0\n"
    "    for ((at = 2; at < COMP_CWORD; at++)); do\n"
    "        this=${COMP_WORDS[at]}\n"
    "        if [[ $this == [=:]* ]]; then\n"
    "            glued=1\n"
    "        elif [[ $glued || $pending ]]; then\n"
    "            glued= pending=\n"
    "        elif [[ $ended ]]; then\n"
    "            ((++count))\n"
    "        elif [[ $this == -- ]]; then\n"
    "            ended=1\n"
    "        elif [[ $this == -?* ]]; then\n"
    "            _tutti_value \"$verb\" \"$this\"\n"
    "            [[ $value ]] && pending=$this\n"
    "        else\n"
    "            ((++count))\n"
    "            [[ $operands == program ]] && ended=1\n"
    "        fi\n"
    "    done\n"
    "\n"
    "    if [[ $pending ]]; then\n"
    "        [[ $word == = ]] && word=\n"
    "        _tutti_offer_value \"$verb\" \"$pending\"\n"
    "    elif [[ ! $ended && $word == --*=* ]]; then\n"
    "        before=${word%%=*}= word=${word#*=}\n"
    "        _tutti_offer_value \"$verb\" \"${before%=}\"\n"
    "    elif [[ ! $ended && $word == -* ]]; then\n"
    "        _tutti_offer_options\n"
    "    elif [[ $words ]]; then\n"
    "        _tutti_offer -W \"$words\"\n"
    "    elif [[ $operands == program && $count -eq 0 ]]; then\n"
    "        _tutti_offer_files -c -f\n"
    "    elif [[ $operands == program || $operands == any || $count -eq 0 && $operands == one ]]; "
    "then\n"
    "        _tutti_offer_files -f\n"
    "    elif [[ ! $ended && ! $word ]]; then\n"
    "        _tutti_offer_options\n"
    "    fi\n"
    "    return 0\n"
    "}\n"
    "\n"
    "complete -F _tutti tutti\n";

void options_print_bash_completion(const struct grammar *grammar, struct text *out)
{
    const struct command *const *command;
    text_add(out, "# Completion of tutti for bash, made from the option tables of the command.\n\n"
                  "_tutti_verbs='");
    for (command = grammar->commands; *command; command++)
        text_addf(out, "%s%s", command == grammar->commands ? "" : " ", (*command)->name);
    text_add(out, "'\n\n# Sets what the verb takes: operands, options, negated, words.\n"
                  "_tutti_verb()\n{\n    case $1 in\n");
    for (command = grammar->commands; *command; command++)
        add_bash_verb(out, grammar, *command);
    text_add(out, "    esac\n}\n\n"
                  "# Sets value: what an option of a verb takes; empty if it takes none.\n"
                  "_tutti_value()\n{\n    case \"$1 $2\" in\n");
    const struct option *option;
    for (command = grammar->commands; *command; command++)
        for (option = (*command)->options; option && option->name; option++)
            add_bash_value(out, *command, option);
    for (option = grammar->common; option && option->name; option++)
        add_bash_value(out, NULL, option);
    text_add(out, "    *) value= ;;\n    esac\n}\n\n");
    text_add(out, BASH_FUNCTIONS);
}

/* zsh ---------------------------------------------------------------------------------------- */

/* Adds a part of a specification for _arguments, inside single quotes: characters in `special` need
 * a backslash. */
static void add_zsh_part(struct text *out, const char *string, const char *special)
{
    for (; *string; string++) {
        if (*string == '\'')
            text_add(out, "'\\''");
        else if (*string == '\\' || strchr(special, *string))
            text_addf(out, "\\%c", *string);
        else
            text_add_char(out, *string);
    }
}

static void add_zsh_value(struct text *out, const struct option *option)
{
    if (option->kind == OPTION_FLAG)
        return;
    text_add_char(out, ':');
    add_zsh_part(out, option_argument(option), ":");
    text_add_char(out, ':');
    if (option->kind == OPTION_FILE) {
        text_add(out, "_files");
    } else if (option->kind == OPTION_DIRECTORY) {
        text_add(out, "_files -/");
    } else if (option->kind == OPTION_CHOICE) {
        struct names choices = option_choices(option);
        text_add_char(out, '(');
        for (size_t i = 0; i < choices.count; i++)
            text_addf(out, "%s%s", i ? " " : "", choices.list[i]);
        text_add_char(out, ')');
        names_free(&choices);
    } else if (option->words) {
        text_add(out, "_values -s , word ");
        options_complete_add_words(out, option->words);
    } else {
        text_add_char(out, ' '); /* it offers nothing, but zsh shows its name */
    }
}

static void add_zsh_option(struct text *out, const struct option *option)
{
    bool flag = option->kind == OPTION_FLAG;
    text_add(out, "    ");
    if (option->letter)
        text_addf(out, "'(-%c --%s)'{-%c%s,--%s%s}'", option->letter, option->name, option->letter,
                  flag ? "" : "+", option->name, flag ? "" : "=");
    else
        text_addf(out, "'--%s%s", option->name, flag ? "" : "=");
    text_add_char(out, '[');
    add_zsh_part(out, option->help, "[]");
    text_add_char(out, ']');
    add_zsh_value(out, option);
    text_add(out, "'\n");
}

static void add_zsh_negated(struct text *out, const struct option *option)
{
    if (!option_offers_negated(option))
        return;
    text_addf(out, "    '--no-%s[not: ", option->name);
    add_zsh_part(out, option->help, "[]");
    text_add(out, "]'\n");
}

static void add_zsh_verb(struct text *out, const struct grammar *grammar,
                         const struct command *command)
{
    const struct option *option;
    text_addf(out, "  %s)\n    specs=(\n", command->name);
    for (size_t number = 0; (option = grammar_option(grammar, command, number)); number++)
        add_zsh_option(out, option);
    text_add(out, "    )\n    negated=(\n");
    for (size_t number = 0; (option = grammar_option(grammar, command, number)); number++)
        add_zsh_negated(out, option);
    text_add(out, "    )\n");
    static const char *const rest[] = {
        [OPERANDS_NONE] = "",
        [OPERANDS_ANY] = "'*:file:_files'",
        [OPERANDS_ONE] = "'1:file:_files'",
        [OPERANDS_PROGRAM] = "'1:program:_command_names -e' '*::argument:_normal'",
        [OPERANDS_PROGRAM_OR_NONE] = "'1:program:_command_names -e' '*::argument:_normal'",
    };
    text_add(out, "    operands=(");
    if (command->words) {
        text_addf(out, "'%s:operand:(", command->operands == OPERANDS_ONE ? "1" : "*");
        options_complete_add_words(out, command->words);
        text_add(out, ")'");
    } else {
        text_add(out, rest[command->operands]);
    }
    text_add(out, ")\n    ;;\n");
}

static const char ZSH_MAIN[] =
    "_tutti() {\n"
    "  local -a specs negated operands help\n"
    "  help=('(- *)'{-h,--help}'[show help]')\n"
    "  if (( CURRENT == 2 )); then\n"
    "    _arguments $help '(- *)--version[show the version]' '1:verb:_tutti_verbs'\n"
    "    return\n"
    "  fi\n"
    "  local verb=$words[2]\n"
    "  shift words\n"
    "  (( CURRENT-- ))\n"
    "  if [[ $verb == (help|--help|-h) ]]; then\n"
    "    _arguments '1:verb:_tutti_verbs'\n"
    "    return\n"
    "  fi\n"
    "  _tutti_verb $verb\n"
    "  [[ $PREFIX == --no-* ]] && specs+=($negated)\n"
    "  _arguments -s -S $help $specs $operands\n"
    "}\n"
    "\n"
    "# Run as a function from the search path, or read as a file.\n"
    "if [[ $funcstack[1] == _tutti ]]; then\n"
    "  _tutti \"$@\"\n"
    "else\n"
    "  compdef _tutti tutti\n"
    "fi\n";

void options_print_zsh_completion(const struct grammar *grammar, struct text *out)
{
    const struct command *const *command;
    text_add(out, "#compdef tutti\n"
                  "# Completion of tutti for zsh, made from the option tables of the command.\n\n"
                  "_tutti_verbs() {\n  local -a verbs\n  verbs=(\n");
    for (command = grammar->commands; *command; command++) {
        text_addf(out, "    '%s:", (*command)->name);
        add_zsh_part(out, (*command)->summary, "");
        text_add(out, "'\n");
    }
    text_add(out, "    'help:explain a verb and its options'\n  )\n"
                  "  _describe -t verbs verb verbs\n}\n\n"
                  "# Sets what the verb takes: specs, negated, operands.\n"
                  "_tutti_verb() {\n  case $1 in\n");
    for (command = grammar->commands; *command; command++)
        add_zsh_verb(out, grammar, *command);
    text_add(out, "  esac\n}\n\n");
    text_add(out, ZSH_MAIN);
}
