#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "Library.h"

// What is declared of libchafa here is its public interface, version 0: the number in the name of the file changes
// with it.

/// CHAFA_PIXEL_MODE_SIXELS, CHAFA_CANVAS_MODE_TRUECOLOR, CHAFA_PIXEL_RGBA8_UNASSOCIATED, and no dithering.
enum { pixel_mode_sixels = 1, canvas_mode_truecolor = 0, pixel_rgba = 4, dither_none = 0 };

/// GLib's GString.
typedef struct text {
  char *bytes;
  size_t length, room;
} text;

static struct {
  void *(*new_config)(void);
  void (*set_geometry)(void *config, int columns, int rows);
  void (*set_cell)(void *config, int width, int height);
  void (*set_pixels)(void *config, int mode);
  void (*set_colors)(void *config, int mode);
  void (*set_dither)(void *config, int mode);
  void (*free_config)(void *config);
  void *(*new_canvas)(const void *config);
  void (*draw)(void *canvas, int kind, const uint8_t *pixels, int width, int height, int stride);
  text *(*print)(void *canvas, void *terminal);
  void (*free_canvas)(void *canvas);
  char *(*free_text)(text *text, int and_bytes);
} chafa;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_there;

static void load(void) {
  static const char *const names[] = {
      "chafa_canvas_config_new",           "chafa_canvas_config_set_geometry",
      "chafa_canvas_config_set_cell_geometry", "chafa_canvas_config_set_pixel_mode",
      "chafa_canvas_config_set_canvas_mode",   "chafa_canvas_config_set_dither_mode",
      "chafa_canvas_config_unref",         "chafa_canvas_new",
      "chafa_canvas_draw_all_pixels",      "chafa_canvas_print",
      "chafa_canvas_unref",                "g_string_free"};
  enum { COUNT = sizeof names / sizeof names[0] };
  void *functions[COUNT];
  if (!cpictures_load("libchafa.so.0", names, functions, COUNT)) return;
  _Static_assert(sizeof chafa == sizeof functions, "a function for each name");
  memcpy(&chafa, functions, sizeof chafa);
  is_there = 1;
}

int cpictures_has_sixel(void) {
  pthread_once(&once, load);
  return is_there;
}

/// Whether it is one sixel picture (`ESC P … q … ESC \`) and nothing else: no other byte may reach a terminal.
static int is_sixel(const char *bytes, size_t length) {
  if (length < 5 || memcmp(bytes, "\033P", 2) != 0 || memcmp(bytes + length - 2, "\033\\", 2) != 0) return 0;
  for (size_t index = 2; index < length - 2; index++) {
    unsigned char byte = (unsigned char)bytes[index];
    if ((byte < 0x20 || byte > 0x7E) && byte != '\n' && byte != '\r') return 0;
  }
  return 1;
}

/// Without what the library puts behind the picture for a terminal that prints lines.
static size_t trimmed(const char *bytes, size_t length) {
  while (length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r')) length--;
  return length;
}

size_t cpictures_sixel(
    const uint8_t *pixels, uint32_t width, uint32_t height, int columns, int rows, char **bytes) {
  *bytes = NULL;
  if (!cpictures_has_sixel() || columns < 1 || rows < 1 || columns > 1000 || rows > 1000) return 0;
  if (width == 0 || height == 0 || width > INT32_MAX / 4 || height > INT32_MAX / 4) return 0;
  void *config = chafa.new_config();
  if (config == NULL) return 0;
  chafa.set_pixels(config, pixel_mode_sixels);
  chafa.set_colors(config, canvas_mode_truecolor);
  chafa.set_dither(config, dither_none);
  chafa.set_geometry(config, columns, rows);
  chafa.set_cell(config, (int)width / columns, (int)height / rows);
  void *canvas = chafa.new_canvas(config);
  chafa.free_config(config);
  if (canvas == NULL) return 0;
  chafa.draw(canvas, pixel_rgba, pixels, (int)width, (int)height, (int)width * 4);
  text *printed = chafa.print(canvas, NULL);
  chafa.free_canvas(canvas);
  if (printed == NULL) return 0;
  size_t length = trimmed(printed->bytes, printed->length);
  if (is_sixel(printed->bytes, length)) *bytes = malloc(length);
  if (*bytes != NULL) memcpy(*bytes, printed->bytes, length);
  chafa.free_text(printed, 1);
  return *bytes == NULL ? 0 : length;
}

void cpictures_free(char *bytes) { free(bytes); }
