#include "launch/python.h"

#include "launch/program.h"

#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* With -c Python would import from the working directory; a program in a file does not. */
static const char question[] = "import sys; sys.path = [path for path in sys.path if path]\n"
                               "import importlib.util as u\n"
                               "print(u.find_spec('mpi4py.MPI').origin, end='')";

/* Asks the program; suppresses all other output. */
static void python_ask(const char *program, int answer)
{
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nowhere < 0)
        _exit(127);
    dup2(nowhere, STDIN_FILENO);
    dup2(nowhere, STDERR_FILENO);
    dup2(answer, STDOUT_FILENO);
    execlp(program, program, "-c", question, (char *)NULL);
    _exit(127);
}

/* Finds the file of the module. Returns false if there is none. */
static bool find_module(const char *program, char path[PATH_MAX])
{
    int ends[2], status = 1;
    size_t length = 0;
    ssize_t more;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    pid_t child = fork();
    if (child == 0)
        python_ask(program, ends[1]);
    close(ends[1]);
    while (child > 0 && length < PATH_MAX - 1 &&
           (more = read(ends[0], path + length, PATH_MAX - 1 - length)) > 0)
        length += (size_t)more;
    path[length] = '\0';
    close(ends[0]);
    if (child > 0)
        waitpid(child, &status, 0);
    return status == 0 && length > 0;
}

bool python_flavour(const char *program, enum mpi_flavour *flavour)
{
    char module[PATH_MAX];
    struct error ignored;
    return strncmp(program_base_name(program), "python", 6) == 0 && find_module(program, module) &&
           mpi_flavour_of_module(module, flavour, &ignored) == 0;
}
