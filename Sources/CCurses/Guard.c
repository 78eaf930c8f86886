#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

#include "CCurses.h"
#include "State.h"

static char log_path[1024];
static char log_heading[128];
static time_t began;
static char alternate_stack[64 * 1024];

/// How long the end waits for a terminal that does not read, in milliseconds.
enum { LONGEST_WAIT = 1000 };
static volatile sig_atomic_t is_ending, has_given_up;
/// When it stops waiting; 0 before it has begun.
static long long latest;
/// What wakes a write that waits when the end begins: it is never read.
static int bell[2] = {-1, -1};

bool cc_is_ending(void) { return is_ending != 0; }

bool cc_gave_up_on(int file) {
  if (!has_given_up || !isatty(file)) return false;
  // By the device: /dev/tty and the terminal's own name lead to the same one.
  unsigned int given = 0, ours = 0;
  bool known = ioctl(file, TIOCGDEV, &given) == 0 && ioctl(cc_current.output, TIOCGDEV, &ours) == 0;
  return !known || given == ours;
}

void cc_begin_ending(void) {
  if (is_ending) return;
  is_ending = 1;
  ssize_t ignored = write(bell[1], "", 1);
  (void)ignored;
}

void cc_forget_ending(void) {
  char byte;
  if (bell[0] < 0 && !cc_pipe(bell)) return;
  // Before the bell is still: one that rings and means nothing would wake a write for ever.
  is_ending = has_given_up = 0;
  latest = 0;
  while (read(bell[0], &byte, 1) > 0) continue;
}

void cc_begin_restore(void) {
  bool is_cut = has_given_up;
  latest = has_given_up = 0;
  // What was cut off may be a string, which would swallow what follows.
  static const char end[] = "\033\\";
  if (is_cut && cc_current.has_modes) cc_write_all(cc_current.output, end, sizeof end - 1);
}

static long long milliseconds_now(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/// Waits until a descriptor takes more; false where the end has waited long enough.
static bool waited_for(int fd) {
  struct pollfd waiting[] = {{.fd = fd, .events = POLLOUT}, {.fd = bell[0], .events = POLLIN}};
  while (!is_ending) {
    if (poll(waiting, 2, -1) > 0 && waiting[0].revents != 0) return true;
  }
  if (latest == 0) latest = milliseconds_now() + LONGEST_WAIT;
  long long left;
  // A further signal, such as the SIGCONT that service managers send behind SIGTERM, ends a poll and not the waiting.
  while ((left = latest - milliseconds_now()) > 0) {
    if (poll(waiting, 1, (int)left) > 0) return true;
  }
  has_given_up = 1;
  return false;
}

void cc_write_all(int fd, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(fd, bytes, length);
    if (written < 0 && (errno == EINTR || (errno == EAGAIN && waited_for(fd)))) continue;
    if (written <= 0) return;
    bytes += written;
    length -= (size_t)written;
  }
}

static void say(int fd, const char *text) { cc_write_all(fd, text, strlen(text)); }

static void say_number(int fd, long number) {
  char digits[24];
  size_t at = sizeof digits;
  do {
    digits[--at] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  cc_write_all(fd, digits + at, sizeof digits - at);
}

typedef struct trace {
  void *frames[64];
  int count;
} trace;

static _Unwind_Reason_Code add_frame(struct _Unwind_Context *context, void *argument) {
  trace *trace = argument;
  const int room = sizeof trace->frames / sizeof trace->frames[0];
  void *address = (void *)_Unwind_GetIP(context);
  // Behind the outermost function there is none.
  if (address == NULL || trace->count == room) return _URC_END_OF_STACK;
  trace->frames[trace->count++] = address;
  return _URC_NO_REASON;
}

/// Makes the terminal a normal one again, where it is ours; async-signal-safe.
static void give_terminal_back(void) {
  if (!cc_current.armed) return;
  cc_current.armed = 0;
  cc_begin_restore();
  cc_write_all(cc_current.output, cc_current.restore, cc_current.restore_length);
  tcsetattr(cc_current.input, TCSANOW, &cc_current.saved);
}

/// Has a signal do what it does without a handler, which ends the process.
static void do_as_usual(int number) {
  cc_end_dependents();
  signal(number, SIG_DFL);
  raise(number);
}

/// Only what signal-safety(7) allows, the unwinder, and the loader's names. The program is linked with the unwinder;
/// glibc's backtrace would load it here, which allocates, or at the start, where no one needs its tables.
static void crashed(int number) {
  cc_begin_ending();
  int error = cc_current.armed ? cc_current.error : STDERR_FILENO;
  give_terminal_back();
  // A terminal that nobody reads would keep the sentence waiting, and the end with it; anything else takes it.
  if (cc_gave_up_on(error)) error = -1;
  int log = log_path[0] != 0 ? open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  time_t now = time(NULL);
  say(error, "inbox: stopped by signal ");
  say_number(error, number);
  if (log >= 0) {
    trace trace = {.count = 0};
    say(log, log_heading);
    say(log, ": signal ");
    say_number(log, number);
    say(log, " after ");
    say_number(log, now > began ? (long)(now - began) : 0);
    say(log, " s\n");
    _Unwind_Backtrace(add_frame, &trace);
    backtrace_symbols_fd(trace.frames, trace.count, log);
    close(log);
    say(error, "; please report it with the file ");
    say(error, log_path);
  }
  say(error, "\n");
  do_as_usual(number);
}

/// Ended from outside while no one hears the signals: before they are watched, and after.
static void ended(int number) {
  cc_begin_ending();
  give_terminal_back();
  do_as_usual(number);
}

int cc_ending_signals(int *numbers) {
  static const int named[] = {
      SIGINT,  SIGTERM,   SIGHUP,  SIGQUIT, SIGUSR1, SIGUSR2,
      SIGALRM, SIGVTALRM, SIGPROF, SIGIO,   SIGPWR,
#ifdef SIGSTKFLT
      SIGSTKFLT,
#endif
  };
  int count = sizeof named / sizeof named[0];
  memcpy(numbers, named, sizeof named);
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) numbers[count++] = number;
  return count;
}

void cc_guard_endings(void) {
  int numbers[CC_SIGNALS];
  int count = cc_ending_signals(numbers);
  struct sigaction action = {.sa_handler = ended}, before;
  sigfillset(&action.sa_mask);
  for (int index = 0; index < count; index++) {
    // What the program that started us has us ignore stays ignored.
    bool is_usual = sigaction(numbers[index], NULL, &before) == 0 && before.sa_handler == SIG_DFL;
    if (is_usual) sigaction(numbers[index], &action, NULL);
  }
  // A connection that has gone is an error of who writes, and no end.
  signal(SIGPIPE, SIG_IGN);
}

void cc_borrow_terminal(int input, const struct termios *before) {
  cc_current.input = input;
  cc_current.saved = *before;
  cc_current.restore_length = 0;
  cc_guard_endings();
  cc_current.armed = 1;
}

void cc_return_terminal(void) {
  cc_current.armed = 0;
  tcsetattr(cc_current.input, TCSAFLUSH, &cc_current.saved);
}

void cc_die_by(int number) {
  int numbers[CC_SIGNALS];
  int count = cc_ending_signals(numbers);
  switch (number) {
    case SIGINT: case SIGTERM: case SIGHUP: case SIGQUIT: return;
  }
  for (int index = 0; index < count; index++) {
    if (numbers[index] != number) continue;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
    do_as_usual(number);
  }
}

void cc_guard_install(const char *crash_log_path, const char *heading) {
  log_path[0] = 0;
  began = time(NULL);
  strncpy(log_heading, heading, sizeof log_heading - 1);
  if (crash_log_path != NULL && strlen(crash_log_path) < sizeof log_path) strcpy(log_path, crash_log_path);
  stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK | SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  static const int signals[] = {SIGSEGV, SIGBUS,  SIGILL, SIGFPE, SIGABRT,
                                SIGTRAP, SIGXCPU, SIGXFSZ, SIGSYS};
  for (size_t index = 0; index < sizeof signals / sizeof signals[0]; index++) {
    sigaction(signals[index], &action, NULL);
  }
  cc_guard_endings();
}

void cc_stop_self(void) {
  struct sigaction ignored = {.sa_handler = SIG_IGN}, usual = {.sa_handler = SIG_DFL}, previous;
  sigset_t stop, blocked;
  sigemptyset(&ignored.sa_mask);
  sigemptyset(&usual.sa_mask);
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  // The rest of the group first, as the terminal's driver would stop it: the shell waits for all of a job.
  // Not SIGSTOP, which would freeze a process that no shell can continue; the kernel drops this one there.
  pthread_sigmask(SIG_BLOCK, &stop, &blocked);
  sigaction(SIGTSTP, &ignored, &previous);
  kill(0, SIGTSTP);
  // Queued all the same while a thread blocks it: it would stop this process a second time.
  struct timespec now = {0};
  while (sigtimedwait(&stop, NULL, &now) > 0 || errno == EINTR) {
  }
  // Then this thread, and all others with it: sent to the process, it could arrive after the handler is back.
  sigaction(SIGTSTP, &usual, NULL);
  pthread_sigmask(SIG_UNBLOCK, &stop, NULL);
  pthread_kill(pthread_self(), SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &blocked, NULL);
  sigaction(SIGTSTP, &previous, NULL);
}

bool cc_in_background(int input) {
  pid_t foreground = tcgetpgrp(input);
  return foreground > 0 && foreground != getpgrp();
}
