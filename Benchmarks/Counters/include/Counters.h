#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

/// How often this process asked for memory so far: a block, or another size for one.
uint64_t cb_allocations(void);

/// How many pages this process has had the kernel map so far without reading a disk: new memory, and what of the program
/// and its libraries was touched first.
uint64_t cb_faults(void);

/// Counts, from now on, what SQLite is asked on every connection that is opened.
///
/// Returns: whether it can.
bool cb_watch_statements(void);

/// Writes every statement to stderr as it begins, or no longer.
void cb_tell_statements(bool is_on);

/// How many statements were begun so far, those that begin and end transactions as well, those of triggers not.
uint64_t cb_statements(void);

/// How many instructions of SQLite's virtual machine those took that have ended.
uint64_t cb_steps(void);

/// How many instructions of the processor this process took so far, outside the kernel, on all threads; -1 where the
/// kernel or the machine does not count them.
int64_t cb_instructions(void);

#endif
