#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CCurses.h"

/// The program's variables that begin as nothing, as the linker lays them out.
extern char __bss_start[], _end[];

/// What the heap grows by for the first screen.
enum { FIRST_SCREEN = 5 << 19 };
/// What is larger has pages of its own, which go with it: no frame of a terminal is, nor most of what is read.
enum { LARGE = 2 << 20 };

/// Has the kernel make pages ready, a few hundred in one call instead of one at each first use; where it cannot (before
/// Linux 5.14) they come one by one.
static void make_ready(const char *start, const char *end) {
#ifdef MADV_POPULATE_WRITE
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t first = ((uintptr_t)start + page - 1) / page * page, last = (uintptr_t)end / page * page;
  if (first < last) madvise((void *)first, last - first, MADV_POPULATE_WRITE);
#endif
}

void cc_share_heap(void) {
  mallopt(M_ARENA_MAX, 1);
  // Whoever sets one of these sets all: glibc no longer finds them out by itself.
  mallopt(M_MMAP_THRESHOLD, LARGE);
  mallopt(M_TRIM_THRESHOLD, 2 * FIRST_SCREEN);
  mallopt(M_TOP_PAD, FIRST_SCREEN);
  // More than is left of what was there before: with it the heap grows. Volatile, or the compiler would take both out.
  const char *before = sbrk(0);
  void *volatile first = malloc(LARGE / 4);
  free(first);
  make_ready(before, sbrk(0));
  make_ready(__bss_start, _end);
}
