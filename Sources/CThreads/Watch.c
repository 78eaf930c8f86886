#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "CThreads.h"

// Dispatch's own, which a program has inside where it is linked statically. Its headers come with Swift and are not
// where a C compiler looks.
extern char _dispatch_mgr_q[] __attribute__((weak));
extern uint64_t dispatch_time(uint64_t when, int64_t delta) __attribute__((weak));
extern void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway)
    __attribute__((weak));
extern void *__real_dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue)
    __attribute__((weak));

static const uint64_t now = 0, never = UINT64_MAX, second = 1000000000;

/// The timer by which Dispatch looks at its threads.
static _Atomic(void *) watch;

/// What Dispatch, and everybody else, calls instead of `dispatch_source_create` (the linker's `--wrap`): the only source that
/// belongs to the queue of Dispatch's manager is that timer.
void *__wrap_dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  void *source = __real_dispatch_source_create(type, handle, mask, queue);
  void *none = NULL;
  if (_dispatch_mgr_q != NULL && queue == (void *)_dispatch_mgr_q) {
    atomic_compare_exchange_strong(&watch, &none, source);
  }
  return source;
}

void ct_watch_threads(bool on) {
  void *source = atomic_load(&watch);
  if (source == NULL) return;
  dispatch_source_set_timer(source, on ? dispatch_time(now, (int64_t)second) : never, second, 0);
}
