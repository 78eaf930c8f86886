#include <string.h>

#include "Library.h"

/// libpng's simplified interface, version 1 (PNG_IMAGE_VERSION); `control` is libpng's own.
typedef struct png_picture {
  void *control;
  uint32_t version, width, height, format, flags, colormap_entries, warning_or_error;
  char message[64];
} png_picture;

/// Red, green, blue and alpha, eight bits each: PNG_FORMAT_RGBA.
enum { png_version = 1, png_format_rgba = 3 };

static struct {
  int (*begin)(png_picture *picture, const void *bytes, size_t count);
  int (*finish)(png_picture *picture, const void *background, void *pixels, int32_t stride, void *colormap);
  void (*free)(png_picture *picture);
} png;

int cpictures_png_load(void) {
  static const char *const names[] = {
      "png_image_begin_read_from_memory", "png_image_finish_read", "png_image_free"};
  void *functions[3];
  if (!cpictures_load("libpng16.so.16", names, functions, 3)) return 0;
  memcpy(&png.begin, &functions[0], sizeof functions[0]);
  memcpy(&png.finish, &functions[1], sizeof functions[1]);
  memcpy(&png.free, &functions[2], sizeof functions[2]);
  return 1;
}

static int begin(png_picture *picture, const uint8_t *bytes, size_t count) {
  memset(picture, 0, sizeof *picture);
  picture->version = png_version;
  return png.begin(picture, bytes, count);
}

cpictures_outcome cpictures_png_measure(
    const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
  png_picture picture;
  int is_read = begin(&picture, bytes, count);
  *width = picture.width;
  *height = picture.height;
  png.free(&picture);
  return is_read ? CPICTURES_OK : CPICTURES_BROKEN;
}

cpictures_outcome cpictures_png_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels) {
  png_picture picture;
  if (!begin(&picture, bytes, count) || picture.width != width || picture.height != height) {
    png.free(&picture);
    return CPICTURES_BROKEN;
  }
  picture.format = png_format_rgba;
  int is_read = png.finish(&picture, NULL, pixels, 0, NULL);
  png.free(&picture);
  return is_read ? CPICTURES_OK : CPICTURES_BROKEN;
}
