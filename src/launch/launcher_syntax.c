#include "launch/launcher_syntax.h"

#include <string.h>
#include <strings.h>

/* mpiexec.hydra of MPICH 3 and 4, with the options that Intel MPI, MVAPICH and PALS of Cray add. */
static const struct option_group hydra_options[] = {
    {"n np", 1, USE_RANKS},
    {"genv env", 2, USE_VARIABLE},
    {"wdir", 1, USE_DIRECTORY},
    {"path", 1, USE_PATH},
    {"configfile", 1, USE_PROGRAMS},
    {"f hosts host hostfile hostlist machine machines machinefile machinelist", 1, USE_HOSTS},
    {"genvlist envlist launcher launcher-exec bootstrap bootstrap-exec rmk topolib bind-to map-by "
     "membind demux "
     "iface ppn perhost grr prepend-pattern outfile-pattern outfile errfile-pattern errfile "
     "nameserver order-nodes localhost usize gpus-per-proc output-from timeout arch soft stdin s "
     "gtool gtoolfile tmpdir binding branch-count trace-collective ranks-per-proc channel "
     "ckpoint-interval ckpoint-prefix ckpoint-num ckpointlib num-processes depth cpu-bind mem-bind "
     "ranks-per-node threads-per-rank",
     1, USE_NOTHING},
    {"genvnone genvall envnone envall genvuser envuser enable-x disable-x verbose v debug info "
     "version help h print-all-exitcodes print-rank-map profile prepend-rank l "
     "disable-auto-cleanup enable-auto-cleanup dac disable-hostname-propagation "
     "enable-hostname-propagation pmi-port skip-launch-node nolocal rr nobinding ordered-output "
     "hosts-order trace t check_mpi check ilp64 print-bindings gdb gdba topo-debug impersonate "
     "pmi-aggregate pmi-noaggregate pmi_args",
     0, USE_NOTHING},
    {0},
};

/* orterun of Open MPI 3 and 4, prterun of Open MPI 5. */
static const struct option_group orterun_options[] = {
    {"n np c", 1, USE_RANKS},
    {"mca gmca omca gomca pmca gpmca prtemca pmixmca gpmixmca", 2, USE_PARAMETER},
    {"x", 1, USE_VARIABLE},
    {"wd wdir", 1, USE_DIRECTORY},
    {"path", 1, USE_PATH},
    {"app", 1, USE_PROGRAMS},
    {"H host hostfile machinefile default-hostfile add-host add-hostfile", 1, USE_HOSTS},
    {"map-by rank-by rf rankfile ppr N npernode npersocket cpu-set max-vm-size", 1, USE_MAPPING},
    {"oversubscribe nooversubscribe pernode bynode byslot bycore use-hwthread-cpus nolocal", 0,
     USE_MAPPING},
    {"am bind-to cf cartofile cpu-list cpus-per-proc cpus-per-rank debugger dvm-uri "
     "hnp launch-agent max-restarts ompi-server output output-filename output-directory "
     "personality prefix preload-files report-events report-pid report-uri stdin timeout "
     "spawn-timeout tune xml-file xterm display rtos runtime-options dvm-hosts singleton "
     "exec-agent fork-agent pset num-connect-retries wait-to-connect set-env unset-env "
     "prepend-env append-env gmca-file mca-file pid namespace keepalive "
     "forward-signals stream-buffering pmixam",
     1, USE_NOTHING},
    {"allow-run-as-root bind-to-core bind-to-socket continuous d debug-devel debug debug-daemons "
     "debug-daemons-file disable-recovery display-allocation display-devel-allocation "
     "display-devel-map display-diffable-map display-map display-topo do-not-launch "
     "do-not-resolve dvm enable-instant-on-support enable-recovery fwd-mpirun-port "
     "get-stack-traces h help index-argv-by-rank leave-session-attached merge-stderr-to-stdout "
     "noprefix novm output-proctable q quiet report-bindings report-child-jobs-separately "
     "report-state-on-timeout s preload-binary set-cwd-to-session-dir show-progress tag-output "
     "timestamp-output tv use-regexp v verbose V version xml no-ready-msg daemonize "
     "set-sid",
     0, USE_NOTHING},
    {0},
};

static const struct option_group srun_options[] = {
    {"n ntasks", 1, USE_RANKS},
    {"D chdir", 1, USE_DIRECTORY},
    {"multi-prog", 0, USE_PROGRAMS},
    {"export", 1, USE_EXPORT},
    {"A account acctg-freq b begin bb bbf bcast-exclude c cpus-per-task comment container "
     "container-id cpu-bind cpu_bind cpu-freq cpus-per-gpu cluster-constraint C constraint "
     "core-spec S cores-per-socket d dependency deadline delay-boot e error epilog "
     "export-file extra extra-node-info B G gpus gpu-bind gpu-freq gpus-per-node "
     "gpus-per-socket gpus-per-task gres gres-flags het-group i input jobid J job-name L licenses "
     "M clusters m distribution mail-type mail-user mcs-label mem mem-bind mem_bind mem-per-cpu "
     "mem-per-gpu mincpus mpi mpi-combine network N nodes nodefile F nodelist w ntasks-per-core "
     "ntasks-per-gpu ntasks-per-node ntasks-per-socket ntasks-per-tres o output open-mode p "
     "partition power prefer priority profile prolog q qos r relative reservation signal "
     "slurmd-debug sockets-per-node switches t time task-epilog task-prolog thread-spec "
     "threads-per-core T threads time-min tmp tres-bind tres-per-job tres-per-node "
     "tres-per-socket tres-per-task uid gid U W wait wckey x exclude ctrl-comm-ifhn P a attach g "
     "group accel-bind launch-cmd launcher-opts R",
     1, USE_NOTHING},
    {"bcast compress exclusive I immediate K kill-on-bad-exit k no-kill nice propagate reboot "
     "send-libs treewidth oom-kill-step",
     -1, USE_NOTHING},
    {"contiguous disable-status X E preserve-env exact external h help H hold interactive l label "
     "no-allocate Z O overcommit overlap s oversubscribe pty Q quiet quit-on-interrupt "
     "resv-ports spread-job stepmgr u unbuffered usage use-min-nodes v verbose V version whole "
     "test-only autocomplete",
     0, USE_NOTHING},
    {0},
};

static const struct option_group env_options[] = {
    {"i ignore-environment", 0, USE_CLEAR},
    {"u unset", 1, USE_UNSET},
    {"C chdir", 1, USE_DIRECTORY},
    {"S split-string", 1, USE_PROGRAMS},
    {"0 null v debug list-signal-handling", 0, USE_NOTHING},
    {"block-signal default-signal ignore-signal", -1, USE_NOTHING},
    {0},
};

#define WRAPPER_OPTIONS(name, ones, zeroes)               \
    static const struct option_group name##_options[] = { \
        {ones, 1, USE_NOTHING}, {zeroes, -1, USE_NOTHING}, {0}}

WRAPPER_OPTIONS(no, "", "");
WRAPPER_OPTIONS(nice, "n adjustment", "0 1 2 3 4 5 6 7 8 9");
WRAPPER_OPTIONS(time, "f format o output", "a append v verbose p portability q quiet");
WRAPPER_OPTIONS(stdbuf, "i input o output e error", "");
WRAPPER_OPTIONS(setsid, "", "c ctty f fork w wait");
WRAPPER_OPTIONS(timeout, "k kill-after s signal", "foreground preserve-status v verbose");
WRAPPER_OPTIONS(taskset, "", "a all-tasks c cpu-list");
WRAPPER_OPTIONS(numactl,
                "i interleave w weighted-interleave m membind N cpunodebind C physcpubind p "
                "preferred P preferred-many",
                "l localalloc a all b balancing");
WRAPPER_OPTIONS(chrt, "T sched-runtime P sched-period D sched-deadline",
                "b batch d deadline f fifo i idle o other r rr a all-tasks R reset-on-fork "
                "v verbose");
WRAPPER_OPTIONS(ionice, "c class n classdata", "t ignore");
WRAPPER_OPTIONS(prlimit, "",
                "c d e f i l m n o q r s t u v x y as core cpu data fsize locks "
                "memlock msgqueue nice nofile nproc rss rtprio rttime sigpending "
                "stack verbose noheadings raw");
WRAPPER_OPTIONS(setarch, "",
                "R addr-no-randomize B 32bit F fdpic-funcptrs I short-inode "
                "L addr-compat-layout S whole-seconds T sticky-timeouts "
                "X read-implies-exec Z mmap-page-zero 3 3gb 4gb v verbose "
                "uname-2.6");
WRAPPER_OPTIONS(strace,
                "e trace o output s string-limit u user E env a columns b detach-on I "
                "interruptible O summary-syscall-overhead P trace-path S summary-sort-by U "
                "summary-columns X const-print-style n l A F w",
                "f follow-forks ff t tt ttt T r v q qq x xx y yy z Z c C d i k D h absolute-"
                "timestamps syscall-times decode-fds stack-traces summary-only seccomp-bpf "
                "output-append-mode relative-timestamps quiet verbose");
WRAPPER_OPTIONS(valgrind, "", "v q d h verbose quiet");
WRAPPER_OPTIONS(gdb,
                "x command ex eval-command ix init-command iex init-eval-command cd "
                "directory d data-directory D s symbols e exec se b l tty ui i interpreter",
                "args batch batch-silent q quiet silent nx n nh nw w tui return-child-result "
                "readnow readnever write");
WRAPPER_OPTIONS(lldb,
                "o one-line O one-line-before-file s source S source-before-file k "
                "one-line-on-crash K source-on-crash f file a arch l script-language",
                "b batch Q source-quietly x no-lldbinit X no-use-colors");
WRAPPER_OPTIONS(perf,
                "e event o output F freq c count C cpu t tid p pid G cgroup j branch-filter m "
                "mmap-pages r repeat x field-separator I interval-print D delay call-graph u "
                "uid post pre timeout filter k clockid",
                "g a all-cpus A no-aggr B big-num d detailed i no-inherit n null S sync v verbose "
                "q quiet R raw-samples N T timestamp P period s stat b branch-any W weight "
                "all-user all-kernel per-core per-socket per-thread append table no-buffering "
                "no-buildid inherit");
WRAPPER_OPTIONS(rr, "o output-trace-dir c num-cpu-ticks v env",
                "n no-syscall-buffer h chaos s "
                "always-switch w wait");
WRAPPER_OPTIONS(hwloc, "mempolicy cpuset membind cpubind",
                "single strict get l logical p physical "
                "v verbose q quiet");
WRAPPER_OPTIONS(likwid, "c C g s o O d t M T S V stethoscope", "p q m f S skip quiet");
WRAPPER_OPTIONS(profiler,
                "o output t trace e event events c count s sample stats w set tool set-full "
                "section k kernel-name launch-count log-file export f-output format gpu-metrics-"
                "device duration delay T collect r result-dir knob",
                "f force-overwrite x kill io memory cuda openmp v verbose q quiet h "
                "hip-trace hsa-trace roctx-trace sys-trace runtime-trace kernel-trace");
WRAPPER_OPTIONS(xterm, "T title geometry fa fs fg bg n name sl font fn display", "e hold ls sb");

/* Commands that run the program in their arguments. With -e, xterm's program follows as with
 * --args. */
static const struct command_syntax wrappers[] = {
    {"env", STYLE_GETOPT, 0, env_options},
    {"nice", STYLE_GETOPT, 0, nice_options},
    {"time", STYLE_GETOPT, 0, time_options},
    {"stdbuf", STYLE_GETOPT, 0, stdbuf_options},
    {"nohup catchsegv", STYLE_GETOPT, 0, no_options},
    {"setsid", STYLE_GETOPT, 0, setsid_options},
    {"timeout", STYLE_GETOPT, 1, timeout_options},
    {"taskset", STYLE_GETOPT, 1, taskset_options},
    {"numactl", STYLE_GETOPT, 0, numactl_options},
    {"chrt", STYLE_GETOPT, 1, chrt_options},
    {"ionice", STYLE_GETOPT, 0, ionice_options},
    {"prlimit", STYLE_GETOPT, 0, prlimit_options},
    {"setarch linux64 x86_64", STYLE_GETOPT, -1, setarch_options},
    {"strace ltrace", STYLE_GETOPT, 0, strace_options},
    {"valgrind", STYLE_DASHES, 0, valgrind_options},
    {"gdb cuda-gdb rocgdb gdb-multiarch", STYLE_DASHES, 0, gdb_options},
    {"lldb lldb-19 lldb-20 lldb-21", STYLE_GETOPT, 0, lldb_options},
    {"perf", STYLE_GETOPT, 1, perf_options},
    {"rr", STYLE_GETOPT, 1, rr_options},
    {"hwloc-bind", STYLE_DASHES, -1, hwloc_options},
    {"likwid-pin likwid-perfctr", STYLE_GETOPT, 0, likwid_options},
    {"nsys uftrace", STYLE_GETOPT, 1, profiler_options},
    {"ncu nvprof compute-sanitizer hpcrun heaptrack tau_exec rocprof rocprofv3 vtune advisor aps",
     STYLE_DASHES, 0, profiler_options},
    {"xterm", STYLE_DASHES, 0, xterm_options},
};

const struct command_syntax *launcher_syntax(enum launcher_kind kind)
{
    static const struct command_syntax syntaxes[] = {
        [LAUNCHER_NONE] = {"", STYLE_GETOPT, 0, no_options},
        [LAUNCHER_HYDRA] = {"mpiexec mpirun", STYLE_HYDRA, 0, hydra_options},
        [LAUNCHER_ORTERUN] = {"mpiexec mpirun", STYLE_DASHES, 0, orterun_options},
        [LAUNCHER_SRUN] = {"srun", STYLE_GETOPT, 0, srun_options},
    };
    return &syntaxes[kind];
}

bool name_in_list(const char *word, size_t length, const char *names)
{
    while (*names) {
        size_t one = strcspn(names, " ");
        if (one == length && strncmp(names, word, length) == 0)
            return true;
        names += one + strspn(names + one, " ");
    }
    return false;
}

const struct command_syntax *wrapper_syntax(const char *name)
{
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++)
        if (name_in_list(name, strlen(name), wrappers[i].names))
            return &wrappers[i];
    return NULL;
}

static const struct option_group *find_exact(const struct command_syntax *syntax, const char *name,
                                             size_t length)
{
    for (const struct option_group *group = syntax->options; group->names; group++)
        if (name_in_list(name, length, group->names))
            return group;
    return NULL;
}

/* Returns the group of the only long name with this prefix, or of several names with it if they are
 * all in one group. */
static const struct option_group *find_beginning(const struct command_syntax *syntax,
                                                 const char *name, size_t length)
{
    const struct option_group *found = NULL;
    for (const struct option_group *group = syntax->options; group->names; group++)
        for (const char *at = group->names; *at;) {
            size_t one = strcspn(at, " ");
            if (one > length && length > 0 && strncmp(at, name, length) == 0) {
                if (found && found != group)
                    return NULL;
                found = group;
            }
            at += one + strspn(at + one, " ");
        }
    return found;
}

static const struct option_group *find_option(const struct command_syntax *syntax, const char *name,
                                              size_t length)
{
    char lower[64];
    if (syntax->style == STYLE_HYDRA && length < sizeof lower) {
        for (size_t i = 0; i < length; i++)
            lower[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + ('a' - 'A') : name[i]);
        name = lower;
    }
    const struct option_group *group = find_exact(syntax, name, length);
    return group || syntax->style != STYLE_GETOPT ? group : find_beginning(syntax, name, length);
}

/* Short options of getopt: -n4, -n 4, -lun4. */
static bool match_cluster(const struct command_syntax *syntax, char *const *words, size_t count,
                          struct option_match *match)
{
    for (const char *letter = words[0] + 1; *letter; letter++) {
        const struct option_group *group = find_exact(syntax, letter, 1);
        if (!group)
            return false;
        if (group->use != USE_NOTHING)
            match->use = group->use;
        if (group->values < 0 && letter[1]) {
            match->value = letter + 1;
            return true;
        }
        if (group->values > 0) {
            match->value = letter[1] ? letter + 1 : count > 1 ? words[1] : NULL;
            match->words = letter[1] || count < 2 ? 1 : 2;
            return true;
        }
    }
    return true;
}

bool option_match(const struct command_syntax *syntax, char *const *words, size_t count,
                  struct option_match *match)
{
    *match = (struct option_match){.words = 1};
    const char *name = words[0] + strspn(words[0], "-");
    if (syntax->style == STYLE_GETOPT && words[0][1] != '-')
        return match_cluster(syntax, words, count, match);
    size_t length = strcspn(name, "=");
    const struct option_group *group = find_option(syntax, name, length);
    if (!group)
        return false;
    match->use = group->use;
    size_t values = group->values > 0 ? (size_t)group->values : 0;
    if (name[length] == '=') {
        match->value = name + length + 1;
        return true;
    }
    if (values > 0 && count > 1)
        match->value = words[1];
    if (syntax->style == STYLE_HYDRA && values == 2 && match->value && strchr(match->value, '='))
        values = 1; /* -env NAME=VALUE */
    if (values > 1 && count > 2)
        match->second = words[2];
    match->words = 1 + values < count ? 1 + values : count;
    return true;
}
