#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CCurses.h"
#include "State.h"

/// A background process that takes the terminal is stopped, unless it does not hear of it.
static int set_foreground(int terminal, pid_t group) {
  sigset_t output, before;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &output, &before);
  int result = tcsetpgrp(terminal, group);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return result;
}

/// Programs that are killed with this one, each the leader of its process group. One that finds no free slot is not started.
static _Atomic pid_t dependents[256];
enum { ROOM = sizeof dependents / sizeof dependents[0] };

static bool change_dependent(pid_t before, pid_t after) {
  for (size_t index = 0; index < ROOM; index++) {
    pid_t expected = before;
    if (atomic_compare_exchange_strong(&dependents[index], &expected, after)) return true;
  }
  return false;
}

/// How many are being started that are in no slot yet, and whether this program ends: then no more are.
static atomic_int starting;
static atomic_bool is_ending;

void cc_end_dependents(void) {
  atomic_store(&is_ending, true);
  // Not for ever: a program's file may be on a disk that does not answer.
  for (int tries = 0; atomic_load(&starting) > 0 && tries < 1000; tries++) poll(NULL, 0, 1);
  for (size_t index = 0; index < ROOM; index++) {
    pid_t process = atomic_load(&dependents[index]);
    if (process > 0) kill(-process, SIGKILL);
  }
}

/// Starts one, which is killed with this program from then on.
static int spawn_dependent(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                           const posix_spawnattr_t *attributes, char *const arguments[],
                           char *const variables[]) {
  static atomic_flag is_known = ATOMIC_FLAG_INIT;
  if (!atomic_flag_test_and_set(&is_known)) atexit(cc_end_dependents);
  cc_guard_endings();
  // A signal that ends this program meanwhile is another thread's, which waits for this one.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  atomic_fetch_add(&starting, 1);
  int status = ECANCELED;
  if (!atomic_load(&is_ending)) status = posix_spawn(process, path, actions, attributes, arguments, variables);
  if (status == 0 && !change_dependent(0, *process)) {
    kill(-*process, SIGKILL);
    while (waitpid(*process, NULL, 0) < 0 && errno == EINTR) continue;
    status = EAGAIN;
  }
  atomic_fetch_sub(&starting, 1);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return status;
}

int cc_spawn(const char *path, char *const arguments[], char *const variables[], const int streams[3],
             int relation, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  int kept[3], status = 0;
  for (int stream = 0; stream < 3; stream++) {
    // The streams may be one another's numbers.
    kept[stream] = streams[stream] < 0 ? open("/dev/null", O_RDWR | O_CLOEXEC)
                                       : fcntl(streams[stream], F_DUPFD_CLOEXEC, 3);
    if (kept[stream] < 0) status = errno;
    posix_spawn_file_actions_adddup2(&actions, kept[stream], stream);
  }
  if (relation == CC_HAS_TERMINAL) posix_spawn_file_actions_addtcsetpgrp_np(&actions, 0);
  // It must not keep our archive or a connection open.
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  // Dispatch's threads block signals, and a program inherits that.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (relation != CC_IN_OUR_GROUP) flags |= POSIX_SPAWN_SETPGROUP;
  posix_spawnattr_setflags(&attributes, flags);
  // Where the program that started us has us ignore it, no end could be waited for.
  signal(SIGCHLD, SIG_DFL);
  if (status == 0) {
    status = relation == CC_DEPENDS
                 ? spawn_dependent(process, path, &actions, &attributes, arguments, variables)
                 : posix_spawn(process, path, &actions, &attributes, arguments, variables);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  for (int stream = 0; stream < 3; stream++) {
    if (kept[stream] >= 0) close(kept[stream]);
  }
  return status;
}

bool cc_reap(pid_t process, bool waits, int *status) {
  siginfo_t news = {0};
  while (waitid(P_PID, (id_t)process, &news, WEXITED | WNOWAIT | (waits ? 0 : WNOHANG)) < 0) {
    if (errno == EINTR) continue;
    // Someone else has reaped it: how it ended is not known, and must not pass for success.
    change_dependent(process, 0);
    *status = 127 << 8;
    return true;
  }
  if (news.si_pid == 0) return false;
  // Once it has been reaped the process id may be another's.
  change_dependent(process, 0);
  waitpid(process, status, 0);
  return true;
}

void cc_end_group(pid_t process) {
  for (size_t index = 0; index < ROOM; index++) {
    if (atomic_load(&dependents[index]) == process) kill(-process, SIGKILL);
  }
}

int cc_child_start(const char *path, char *const arguments[], int input, int output, cc_child *child) {
  // Where we are no job of a shell's the child is none either, and stays in our group.
  child->terminal = fcntl(input, F_DUPFD_CLOEXEC, 3);
  child->has_group = tcgetpgrp(input) == getpgrp();
  const int streams[] = {input, output, output};
  int relation = child->has_group ? CC_HAS_TERMINAL : CC_IN_OUR_GROUP;
  int status = cc_spawn(path, arguments, environ, streams, relation, &child->process);
  if (status != 0) cc_child_ended(child);
  return status;
}

int cc_child_wait(const cc_child *child, bool *has_stopped) {
  int status = 0;
  while (waitpid(child->process, &status, WUNTRACED) < 0) {
    if (errno != EINTR) return 0;
  }
  *has_stopped = WIFSTOPPED(status);
  return status;
}

void cc_child_stopped(const cc_child *child) {
  if (child->has_group) set_foreground(child->terminal, getpgrp());
}

void cc_child_continue(const cc_child *child) {
  if (child->has_group) set_foreground(child->terminal, child->process);
  kill(child->has_group ? -child->process : child->process, SIGCONT);
}

void cc_child_signal(const cc_child *child, int number) {
  pid_t target = child->has_group ? -child->process : child->process;
  kill(target, number);
  // A stopped one hears of it only when it goes on.
  kill(target, SIGCONT);
}

void cc_child_ended(cc_child *child) {
  if (child->has_group) set_foreground(child->terminal, getpgrp());
  if (child->terminal >= 0) close(child->terminal);
  child->terminal = -1;
}
