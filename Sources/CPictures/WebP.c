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

/// Goes to the first frame of an animation, which the library decodes only without what is around it.
static void enter_frame(const uint8_t **bytes, size_t *count) {
  enum { file_head = 12, chunk_head = 8, frame_head = 16, is_animated = 2 };
  const uint8_t *first = *bytes + file_head;
  if (*count <= file_head + chunk_head || memcmp(first, "VP8X", 4) != 0 || !(first[chunk_head] & is_animated)) return;
  for (size_t at = file_head; at + chunk_head + frame_head < *count;) {
    const uint8_t *chunk = *bytes + at;
    size_t rest = *count - at - chunk_head;
    size_t length = (size_t)chunk[4] | (size_t)chunk[5] << 8 | (size_t)chunk[6] << 16 | (size_t)chunk[7] << 24;
    if (memcmp(chunk, "ANMF", 4) == 0) {
      if (length > rest || length < frame_head) return;
      *bytes = chunk + chunk_head + frame_head;
      *count = length - frame_head;
      return;
    }
    if (length >= rest) return;
    at += chunk_head + length + (length & 1);
  }
}

cpictures_outcome cpictures_webp_measure(
    const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
  enter_frame(&bytes, &count);
  int columns = 0, rows = 0;
  if (!webp.info(bytes, count, &columns, &rows) || columns <= 0 || rows <= 0) return CPICTURES_BROKEN;
  *width = (uint32_t)columns;
  *height = (uint32_t)rows;
  return CPICTURES_OK;
}

cpictures_outcome cpictures_webp_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels) {
  enter_frame(&bytes, &count);
  uint32_t columns = 0, rows = 0;
  if (cpictures_webp_measure(bytes, count, &columns, &rows) != CPICTURES_OK) return CPICTURES_BROKEN;
  if (columns != width || rows != height) return CPICTURES_BROKEN;
  size_t stride = (size_t)width * 4;
  return webp.decode(bytes, count, pixels, stride * height, (int)stride) != NULL ? CPICTURES_OK
                                                                                 : CPICTURES_BROKEN;
}
