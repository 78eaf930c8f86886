#ifndef CPICTURES_LIBRARY_H
#define CPICTURES_LIBRARY_H

#include "CPictures.h"

/// Loads a library, and the functions of it that are named; 1 when all of them are there.
int cpictures_load(const char *file, const char *const *names, void **functions, size_t count);

int cpictures_png_load(void);
cpictures_outcome cpictures_png_measure(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);
cpictures_outcome cpictures_png_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels);

int cpictures_jpeg_load(void);
cpictures_outcome cpictures_jpeg_measure(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);
cpictures_outcome cpictures_jpeg_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels);

int cpictures_webp_load(void);
cpictures_outcome cpictures_webp_measure(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);
cpictures_outcome cpictures_webp_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels);

#endif
