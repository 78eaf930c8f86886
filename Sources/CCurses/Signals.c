#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "CCurses.h"
#include "State.h"

/// Those that end nothing, and all that do.
static int watched[CC_SIGNALS] = {SIGWINCH, SIGCONT, SIGTSTP};
enum { NEWS = 3 };
static int count;

static struct sigaction before[CC_SIGNALS];
static int ends[2] = {-1, -1};
static bool is_open;

static void arrived(int number) {
  int kept = errno;
  unsigned char byte = (unsigned char)number;
  if (number != SIGWINCH && number != SIGCONT && number != SIGTSTP) cc_begin_ending();
  // A full pipe has more than enough to tell already.
  ssize_t ignored = write(ends[1], &byte, 1);
  (void)ignored;
  errno = kept;
}

bool cc_pipe(int *both) { return pipe2(both, O_CLOEXEC | O_NONBLOCK) == 0; }

int cc_signals_open(void) {
  // Made once and kept: the one who polls it may let go of it later than it closes.
  if (is_open || (ends[0] < 0 && !cc_pipe(ends))) return -1;
  is_open = true;
  struct sigaction action = {.sa_handler = arrived, .sa_flags = SA_RESTART};
  // One at a time, so that those that arrive together are reported in the kernel's order.
  sigfillset(&action.sa_mask);
  count = NEWS + cc_ending_signals(watched + NEWS);
  for (int index = 0; index < count; index++) sigaction(watched[index], &action, &before[index]);
  return ends[0];
}

int cc_signals_next(void) {
  unsigned char byte = 0;
  return ends[0] >= 0 && read(ends[0], &byte, 1) == 1 ? byte : 0;
}

bool cc_signals_wait(int milliseconds) {
  struct pollfd descriptor = {.fd = ends[0], .events = POLLIN};
  return ends[0] >= 0 && poll(&descriptor, 1, milliseconds) > 0;
}

void cc_signals_close(void) {
  if (!is_open) return;
  is_open = false;
  for (int index = 0; index < count; index++) sigaction(watched[index], &before[index], NULL);
  while (cc_signals_next() != 0) {
  }
}
