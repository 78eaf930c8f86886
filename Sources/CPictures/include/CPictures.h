#ifndef CPICTURES_H
#define CPICTURES_H

#include <stddef.h>
#include <stdint.h>

/// The kinds of pictures that can be decoded, each by a library of its own.
typedef enum cpictures_kind {
  CPICTURES_PNG = 0,
  CPICTURES_JPEG,
  CPICTURES_WEBP,
} cpictures_kind;

/// What became of a call.
typedef enum cpictures_outcome {
  CPICTURES_OK = 0,
  /// The library is not on this machine, or lacks what is needed of it.
  CPICTURES_NO_LIBRARY,
  /// The bytes are no whole picture of this kind.
  CPICTURES_BROKEN,
} cpictures_outcome;

/// Whether the library for a kind is there; loads it if it was not yet.
///
/// Libraries are loaded once, when they are first needed, and stay. May be called from several threads.
int cpictures_has_library(cpictures_kind kind);

/// Reads width and height from the head of a picture and decodes nothing.
cpictures_outcome cpictures_measure(
    cpictures_kind kind, const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);

/// Decodes a picture into rows of red, green, blue and alpha without gaps.
///
/// `width` and `height` are those that `cpictures_measure` gave, and `pixels` has room for `width * height * 4` bytes.
/// Where the head now says something else, the picture is broken and nothing is written beyond that room.
cpictures_outcome cpictures_decode(
    cpictures_kind kind, const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels);

/// Whether libchafa is there, which makes sixels; loads it if it was not yet. May be called from several threads.
int cpictures_has_sixel(void);

/// Makes sixels of rows of red, green, blue and alpha without gaps, for this many cells of a terminal: `width` and `height`
/// are multiples of theirs. What is see-through stays as it is on the terminal.
///
/// Returns the length of `bytes`, for cpictures_free; 0 where it cannot be done. They hold one sixel picture, and no
/// other control sequence.
size_t cpictures_sixel(
    const uint8_t *pixels, uint32_t width, uint32_t height, int columns, int rows, char **bytes);

/// Frees what `cpictures_sixel` returned.
void cpictures_free(char *bytes);

#endif
