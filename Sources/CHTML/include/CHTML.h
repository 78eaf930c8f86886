#ifndef CHTML_H
#define CHTML_H

#include <stddef.h>
#include <stdint.h>

/// The most elements that may be open at once; what is nested deeper is read as if it began again.
#define CHTML_MAX_DEPTH 256

/// The most times reading may begin again, which bounds the time a hostile message can take.
#define CHTML_MAX_RESTARTS 64

/// What is reported about a document, in its order. All strings are UTF-8 and valid only during the call.
typedef struct chtml_handler {
  /// An element begins; `attributes` is NULL or pairs of name and value (may be NULL), ended by NULL.
  void (*start)(void *context, const char *name, const char *const *attributes);
  /// An element ends; every start has its end unless `restart` comes between.
  void (*end)(void *context, const char *name);
  /// Characters, entities decoded; one run of text may come in several calls.
  void (*text)(void *context, const char *bytes, size_t length);
  /// Nested too deeply: all open elements are forgotten and what follows is read as a new document.
  void (*restart)(void *context);
} chtml_handler;

/// Reads HTML leniently with libxml2 and tells the handler; fetches nothing and prints nothing.
///
/// `bytes` is UTF-8 of less than 2 GiB without NUL, whatever the document says about its encoding.
/// Returns how many bytes at the end were left unread: 0 unless there were too many restarts, no memory or no libxml2.
size_t chtml_parse(const char *bytes, size_t length, const chtml_handler *handler, void *context);

/// The file of libxml2 that is loaded with the first HTML, such as libxml2.so.2.
const char *chtml_library_file(void);

/// Debian's package of it.
const char *chtml_library_package(void);

/// Whether libxml2 is there; loads it.
int chtml_has_library(void);

/// Looks up an entity of HTML 5 by its name without `&` and `;`.
///
/// Returns how many scalars it stands for (1 or 2), or 0 when there is no such entity.
int chtml_entity(const char *name, uint32_t scalars[2]);

#endif
