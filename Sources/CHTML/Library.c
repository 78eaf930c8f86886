#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "CHTML.h"

// The number in the file's name changes with what libxml2's structures look like, so it is the one of the headers.
#if LIBXML_VERSION >= 21400
static const char file[] = "libxml2.so.16", package[] = "libxml2-16";
#else
static const char file[] = "libxml2.so.2", package[] = "libxml2";
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static chtml_library library;
static int is_loaded;

static void load(void) {
  static const struct {
    const char *name;
    size_t place;
  } functions[] = {
      {"xmlInitParser", offsetof(chtml_library, init_parser)},
      {"xmlStopParser", offsetof(chtml_library, stop_parser)},
      {"xmlFreeDoc", offsetof(chtml_library, free_document)},
      {"htmlNewParserCtxt", offsetof(chtml_library, new_parser)},
      {"htmlCtxtReadMemory", offsetof(chtml_library, read_memory)},
      {"htmlFreeParserCtxt", offsetof(chtml_library, free_parser)},
      {"htmlEntityLookup", offsetof(chtml_library, entity)},
  };
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    void *function = dlsym(handle, functions[index].name);
    if (function == NULL) return;
    memcpy((char *)&library + functions[index].place, &function, sizeof function);
  }
  library.init_parser();
  is_loaded = 1;
}

const chtml_library *chtml_library_load(void) {
  pthread_once(&once, load);
  return is_loaded ? &library : NULL;
}

const char *chtml_library_file(void) { return file; }

const char *chtml_library_package(void) { return package; }

int chtml_has_library(void) { return chtml_library_load() != NULL; }
