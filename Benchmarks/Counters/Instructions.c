// The processor's own count of instructions, which most virtual machines do not have.
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "Counters.h"

static int counter = -1;

// Before the first thread is made: those that are made afterwards are counted with it.
__attribute__((constructor)) static void begin(void) {
  struct perf_event_attr wanted = {
      .type = PERF_TYPE_HARDWARE,
      .size = sizeof wanted,
      .config = PERF_COUNT_HW_INSTRUCTIONS,
      .inherit = 1,
      .exclude_kernel = 1,
      .exclude_hv = 1,
  };
  counter = (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

int64_t cb_instructions(void) {
  uint64_t count = 0;
  if (counter < 0 || read(counter, &count, sizeof count) != sizeof count) return -1;
  return (int64_t)count;
}
