#include <string.h>

#include "Library.h"

/// Of TurboJPEG's interface of version 2: RGBA, CMYK as bytes and as a picture's own colours, and refusing pictures of
/// very many passes.
enum { jpeg_rgba = 7, jpeg_cmyk = 11, jpeg_colors_cmyk = 3, jpeg_limits_passes = 32768 };

static struct {
  void *(*init)(void);
  int (*header)(
      void *reader, const unsigned char *bytes, unsigned long count, int *width, int *height, int *sampling,
      int *colors);
  int (*decompress)(
      void *reader, const unsigned char *bytes, unsigned long count, unsigned char *pixels, int width, int pitch,
      int height, int format, int flags);
  int (*destroy)(void *reader);
} jpeg;

int cpictures_jpeg_load(void) {
  static const char *const names[] = {
      "tjInitDecompress", "tjDecompressHeader3", "tjDecompress2", "tjDestroy"};
  void *functions[4];
  if (!cpictures_load("libturbojpeg.so.0", names, functions, 4)) return 0;
  memcpy(&jpeg.init, &functions[0], sizeof functions[0]);
  memcpy(&jpeg.header, &functions[1], sizeof functions[1]);
  memcpy(&jpeg.decompress, &functions[2], sizeof functions[2]);
  memcpy(&jpeg.destroy, &functions[3], sizeof functions[3]);
  return 1;
}

static int read_head(
    void *reader, const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height, int *colors) {
  int columns = 0, rows = 0, sampling = 0;
  if (jpeg.header(reader, bytes, count, &columns, &rows, &sampling, colors) != 0) return 0;
  if (columns <= 0 || rows <= 0) return 0;
  *width = (uint32_t)columns;
  *height = (uint32_t)rows;
  return 1;
}

cpictures_outcome cpictures_jpeg_measure(
    const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
  void *reader = jpeg.init();
  if (reader == NULL) return CPICTURES_BROKEN;
  int colors = 0;
  int is_read = read_head(reader, bytes, count, width, height, &colors);
  jpeg.destroy(reader);
  return is_read ? CPICTURES_OK : CPICTURES_BROKEN;
}

/// What was made for print has its colours as inks, 255 being none, as every program writes them since Photoshop.
static void to_rgba(uint8_t *pixels, size_t count) {
  for (uint8_t *pixel = pixels; count-- > 0; pixel += 4) {
    for (int ink = 0; ink < 3; ink++) pixel[ink] = (uint8_t)(pixel[ink] * pixel[3] / 255);
    pixel[3] = 255;
  }
}

cpictures_outcome cpictures_jpeg_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels) {
  void *reader = jpeg.init();
  if (reader == NULL) return CPICTURES_BROKEN;
  uint32_t columns = 0, rows = 0;
  int colors = 0;
  int is_read = read_head(reader, bytes, count, &columns, &rows, &colors) && columns == width && rows == height;
  // The library makes RGB neither of CMYK nor of YCCK.
  int is_inks = colors >= jpeg_colors_cmyk;
  is_read = is_read && jpeg.decompress(
                           reader, bytes, count, pixels, (int)width, (int)width * 4, (int)height,
                           is_inks ? jpeg_cmyk : jpeg_rgba, jpeg_limits_passes) == 0;
  jpeg.destroy(reader);
  if (is_read && is_inks) to_rgba(pixels, (size_t)width * height);
  return is_read ? CPICTURES_OK : CPICTURES_BROKEN;
}
