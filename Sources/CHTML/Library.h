#ifndef CHTML_LIBRARY_H
#define CHTML_LIBRARY_H

#include <libxml/xmlversion.h>
// libxml2 was built with ICU, whose headers clash with Foundation's; nothing here needs them.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>

/// What is used of libxml2, as its headers declare it.
typedef struct chtml_library {
  __typeof__(&xmlInitParser) init_parser;
  __typeof__(&xmlStopParser) stop_parser;
  __typeof__(&xmlFreeDoc) free_document;
  __typeof__(&htmlNewParserCtxt) new_parser;
  __typeof__(&htmlCtxtReadMemory) read_memory;
  __typeof__(&htmlFreeParserCtxt) free_parser;
  __typeof__(&htmlEntityLookup) entity;
} chtml_library;

/// Loads libxml2 with the first HTML; NULL where it is not there.
///
/// It brings four more libraries and a megabyte, of which a list of messages needs nothing.
const chtml_library *chtml_library_load(void);

#endif
