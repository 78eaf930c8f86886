#include <dlfcn.h>
#include <pthread.h>

#include "CPictures.h"
#include "Library.h"

// The libraries are loaded when they are needed, so that neither the build nor the program depends on them. What is
// declared of them here is their public, versioned interface: the number in the name of the file changes with it.

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int has_png, has_jpeg, has_webp;

static void load_all(void) {
  has_png = cpictures_png_load();
  has_jpeg = cpictures_jpeg_load();
  has_webp = cpictures_webp_load();
}

int cpictures_load(const char *file, const char *const *names, void **functions, size_t count) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
  for (size_t index = 0; index < count; index++) {
    functions[index] = dlsym(library, names[index]);
    if (functions[index] == NULL) return 0;
  }
  return 1;
}

int cpictures_has_library(cpictures_kind kind) {
  pthread_once(&once, load_all);
  switch (kind) {
    case CPICTURES_PNG: return has_png;
    case CPICTURES_JPEG: return has_jpeg;
    case CPICTURES_WEBP: return has_webp;
  }
  return 0;
}

cpictures_outcome cpictures_measure(
    cpictures_kind kind, const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
  if (!cpictures_has_library(kind)) return CPICTURES_NO_LIBRARY;
  *width = 0;
  *height = 0;
  cpictures_outcome outcome = CPICTURES_BROKEN;
  switch (kind) {
    case CPICTURES_PNG: outcome = cpictures_png_measure(bytes, count, width, height); break;
    case CPICTURES_JPEG: outcome = cpictures_jpeg_measure(bytes, count, width, height); break;
    case CPICTURES_WEBP: outcome = cpictures_webp_measure(bytes, count, width, height); break;
  }
  if (outcome == CPICTURES_OK && (*width == 0 || *height == 0)) return CPICTURES_BROKEN;
  return outcome;
}

cpictures_outcome cpictures_decode(
    cpictures_kind kind, const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels) {
  if (!cpictures_has_library(kind)) return CPICTURES_NO_LIBRARY;
  if (width == 0 || height == 0 || width > INT32_MAX / 4 || height > INT32_MAX / 4) return CPICTURES_BROKEN;
  switch (kind) {
    case CPICTURES_PNG: return cpictures_png_decode(bytes, count, width, height, pixels);
    case CPICTURES_JPEG: return cpictures_jpeg_decode(bytes, count, width, height, pixels);
    case CPICTURES_WEBP: return cpictures_webp_decode(bytes, count, width, height, pixels);
  }
  return CPICTURES_BROKEN;
}
