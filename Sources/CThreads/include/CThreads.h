/// What Dispatch does by itself, on Linux.
#ifndef CTHREADS_H
#define CTHREADS_H

#include <stdbool.h>

/// Whether Dispatch looks at its threads once a second, which wakes the program: where all of them wait it adds one. It does
/// until it is told otherwise. Only a program that is linked with `--wrap=dispatch_source_create` and a Dispatch of its own can
/// tell it; elsewhere nothing happens.
void ct_watch_threads(bool on);

#endif
