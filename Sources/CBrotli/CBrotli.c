#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "CBrotli.h"

// libbrotlidec is loaded when a body asks for it, so that neither the build nor the program depends on it. What is declared
// of it here is its public interface, which the number in the name of the file stands for.

typedef struct decoder decoder;

/// BrotliDecoderResult.
enum { failed = 0, done = 1, needs_input = 2, needs_output = 3 };

static struct {
  decoder *(*create)(void *allocate, void *release, void *opaque);
  int (*decode)(
      decoder *state, size_t *available_in, const uint8_t **next_in, size_t *available_out, uint8_t **next_out,
      size_t *total_out);
  void (*destroy)(decoder *state);
} brotli;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
  static const char *const names[] = {
      "BrotliDecoderCreateInstance", "BrotliDecoderDecompressStream", "BrotliDecoderDestroyInstance"};
  void *functions[3];
  void *library = dlopen("libbrotlidec.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  for (size_t index = 0; index < 3; index++) {
    functions[index] = dlsym(library, names[index]);
    if (functions[index] == NULL) return;
  }
  memcpy(&brotli.create, &functions[0], sizeof functions[0]);
  memcpy(&brotli.decode, &functions[1], sizeof functions[1]);
  memcpy(&brotli.destroy, &functions[2], sizeof functions[2]);
  is_loaded = 1;
}

/// Doubles the room for what is decoded, up to the limit; 0 where there is no more.
static int grow(uint8_t **plain, size_t *room, size_t limit) {
  if (*room >= limit) return 0;
  size_t larger = *room > limit / 2 ? limit : *room * 2;
  uint8_t *moved = realloc(*plain, larger);
  if (moved == NULL) return 0;
  *plain = moved;
  *room = larger;
  return 1;
}

static cbrotli_outcome decode_with(
    decoder *state, const uint8_t *bytes, size_t count, size_t limit, uint8_t **plain, size_t *size) {
  size_t room = limit < 65536 ? limit : 65536;
  *plain = malloc(room == 0 ? 1 : room);
  if (*plain == NULL) return CBROTLI_TOO_LONG;
  *size = 0;
  for (;;) {
    uint8_t *next = *plain + *size;
    size_t left = room - *size;
    int result = brotli.decode(state, &count, &bytes, &left, &next, NULL);
    *size = room - left;
    if (result == done && count == 0) return CBROTLI_OK;
    if (result != needs_output) return CBROTLI_BROKEN;
    if (!grow(plain, &room, limit)) return CBROTLI_TOO_LONG;
  }
}

cbrotli_outcome cbrotli_decode(
    const uint8_t *bytes, size_t count, size_t limit, uint8_t **plain, size_t *size) {
  pthread_once(&once, load);
  if (!is_loaded) return CBROTLI_NO_LIBRARY;
  decoder *state = brotli.create(NULL, NULL, NULL);
  if (state == NULL) return CBROTLI_TOO_LONG;
  cbrotli_outcome outcome = decode_with(state, bytes, count, limit, plain, size);
  brotli.destroy(state);
  if (outcome != CBROTLI_OK) free(*plain);
  return outcome;
}
