#ifndef CNOLOCALES_H
#define CNOLOCALES_H

/// Leaves the data of ICU out of a program that is linked with a static Foundation; nothing is called.
///
/// Foundation formats by locales with ICU, whose tables are 34 MB. This program formats nothing so, and ICU's own way to do without
/// is a table with nothing in it under the name of the full one ("stubdata" in ICU's guide, "ICU Data"), which the linker then leaves out.
/// A time zone of Foundation is nil in such a program, a URL takes no host in other letters than ASCII, and a formatter ends it: `.ci/run`
/// keeps them out.

#endif
