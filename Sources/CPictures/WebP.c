#include <string.h>

#include "Library.h"

static struct {
  int (*info)(const uint8_t *bytes, size_t count, int *width, int *height);
  uint8_t *(*decode)(const uint8_t *bytes, size_t count, uint8_t *pixels, size_t room, int stride);
} webp;

int cpictures_webp_load(void) {
  static const char *const names[] = {"WebPGetInfo", "WebPDecodeRGBAInto"};
  void *functions[2];
  if (!cpictures_load("libwebp.so.7", names, functions, 2)) return 0;
  memcpy(&webp.info, &functions[0], sizeof functions[0]);
  memcpy(&webp.decode, &functions[1], sizeof functions[1]);
  return 1;
}

cpictures_outcome cpictures_webp_measure(
    const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
  int columns = 0, rows = 0;
  if (!webp.info(bytes, count, &columns, &rows) || columns <= 0 || rows <= 0) return CPICTURES_BROKEN;
  *width = (uint32_t)columns;
  *height = (uint32_t)rows;
  return CPICTURES_OK;
}

cpictures_outcome cpictures_webp_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels) {
  uint32_t columns = 0, rows = 0;
  if (cpictures_webp_measure(bytes, count, &columns, &rows) != CPICTURES_OK) return CPICTURES_BROKEN;
  if (columns != width || rows != height) return CPICTURES_BROKEN;
  size_t stride = (size_t)width * 4;
  return webp.decode(bytes, count, pixels, stride * height, (int)stride) != NULL ? CPICTURES_OK
                                                                                 : CPICTURES_BROKEN;
}
