// What SQLite is asked, on every connection of the process.
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "Counters.h"

static _Atomic uint64_t statements;
static _Atomic uint64_t steps;
static _Atomic bool is_told;

static int traced(unsigned event, void *context, void *statement, void *detail) {
  (void)context;
  if (event == SQLITE_TRACE_PROFILE) {
    atomic_fetch_add(&steps, (uint64_t)sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1));
    return 0;
  }
  // A trigger says its name, as a comment.
  if (strncmp(detail, "--", 2) == 0) return 0;
  atomic_fetch_add(&statements, 1);
  if (atomic_load(&is_told)) fprintf(stderr, "  %s\n", (const char *)detail);
  return 0;
}

static int opened(sqlite3 *database, char **error, const struct sqlite3_api_routines *routines) {
  (void)error;
  (void)routines;
  return sqlite3_trace_v2(database, SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE, traced, NULL);
}

bool cb_watch_statements(void) { return sqlite3_auto_extension((void (*)(void))opened) == SQLITE_OK; }

void cb_tell_statements(bool is_on) { atomic_store(&is_told, is_on); }

uint64_t cb_statements(void) { return atomic_load(&statements); }

uint64_t cb_steps(void) { return atomic_load(&steps); }
