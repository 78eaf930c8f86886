#include "CHTML.h"

#include <string.h>
#include <strings.h>

#include "Library.h"

// libxml2's own tree stops at depth 256 and loses the text behind it, and puts what follows </html> into a
// second root. Listening to its SAX events instead has neither limit; but its stack of open elements is
// searched for every end tag, so its depth is bounded here by stopping and reading the rest again.

typedef struct reading {
  const chtml_library *library;
  const chtml_handler *handler;
  void *context;
  htmlParserCtxtPtr parser;
  const char *bytes;
  size_t length;
  size_t resume;  // where the rest begins, when stopped
  int stopped;
} reading;

/// Where the start tag that has just been read begins: the parser only knows where its attributes end.
static size_t tag_start(const reading *reading, const char *name) {
  const xmlParserInput *input = reading->parser->input;
  size_t offset = (size_t)input->consumed + (size_t)(input->cur - input->base);
  size_t name_length = strlen(name);
  if (offset > reading->length) offset = reading->length;
  while (offset-- > 0) {
    const char *at = reading->bytes + offset;
    if (*at == '<' && offset + 1 + name_length <= reading->length && !strncasecmp(at + 1, name, name_length))
      return offset;
  }
  return 0;
}

static void on_start(void *context, const xmlChar *name, const xmlChar **attributes) {
  reading *reading = context;
  if (reading->stopped) return;
  if (reading->parser->nameNr > CHTML_MAX_DEPTH) {
    reading->stopped = 1;
    reading->resume = tag_start(reading, (const char *)name);
    reading->library->stop_parser(reading->parser);
    return;
  }
  reading->handler->start(reading->context, (const char *)name, (const char *const *)attributes);
}

static void on_end(void *context, const xmlChar *name) {
  reading *reading = context;
  if (!reading->stopped) reading->handler->end(reading->context, (const char *)name);
}

static void on_text(void *context, const xmlChar *bytes, int length) {
  reading *reading = context;
  if (!reading->stopped && length > 0)
    reading->handler->text(reading->context, (const char *)bytes, (size_t)length);
}

/// Reads until the end or until nested too deeply; returns how many bytes are left to be read.
static size_t read_once(
    const chtml_library *library, const char *bytes, size_t length, const chtml_handler *handler, void *context) {
  htmlParserCtxtPtr parser = library->new_parser();
  if (parser == NULL) return length;
  reading reading = {library, handler, context, parser, bytes, length, 0, 0};
  htmlSAXHandler *sax = parser->sax;
  memset(sax, 0, sizeof *sax);
  sax->startElement = on_start;
  sax->endElement = on_end;
  sax->characters = on_text;
  sax->ignorableWhitespace = on_text;
  sax->cdataBlock = on_text;
  parser->userData = &reading;

  int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET;
  htmlDocPtr document = library->read_memory(parser, bytes, (int)length, NULL, "UTF-8", options);
  if (document != NULL) library->free_document(document);
  library->free_parser(parser);
  return reading.stopped ? length - reading.resume : 0;
}

size_t chtml_parse(const char *bytes, size_t length, const chtml_handler *handler, void *context) {
  const chtml_library *library = chtml_library_load();
  if (library == NULL) return length;
  for (int restarts = 0; length > 0; restarts++) {
    size_t left = read_once(library, bytes, length, handler, context);
    if (left == 0 || left >= length || restarts == CHTML_MAX_RESTARTS) return left;
    bytes += length - left;
    length = left;
    handler->restart(context);
  }
  return 0;
}
