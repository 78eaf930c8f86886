#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CCurses.h"

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

int cc_child_start(const char *path, char *const arguments[], int input, int output, cc_child *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  // Where we are no job of a shell's the child is none either, and stays in our group.
  child->terminal = fcntl(input, F_DUPFD_CLOEXEC, 3);
  child->has_group = tcgetpgrp(input) == getpgrp();
  // The streams may be one another's numbers.
  int kept = fcntl(output, F_DUPFD_CLOEXEC, 3);
  posix_spawn_file_actions_adddup2(&actions, child->terminal, 0);
  posix_spawn_file_actions_adddup2(&actions, kept, 1);
  posix_spawn_file_actions_adddup2(&actions, kept, 2);
  if (child->has_group) posix_spawn_file_actions_addtcsetpgrp_np(&actions, 0);
  // It must not keep our archive or a connection open.
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (child->has_group) flags |= POSIX_SPAWN_SETPGROUP;
  posix_spawnattr_setflags(&attributes, flags);
  int status = posix_spawn(&child->process, path, &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (kept >= 0) close(kept);
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
