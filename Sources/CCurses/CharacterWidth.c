#include "CCurses.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/// The layout's table: `first scalar * 8 + class`, ascending; classes are 0 narrow, 1 wide, 2 mark, 3 ignorable,
/// 4 control, 5 bidi, 6 invalid.
struct widths {
  size_t count;
  uint32_t boundaries[];
};

static _Atomic(const struct widths *) given;

bool cc_width_table(const uint32_t *boundaries, size_t count) {
  struct widths *widths = malloc(sizeof *widths + count * sizeof *boundaries);
  if (!widths) return false;
  widths->count = count;
  memcpy(widths->boundaries, boundaries, count * sizeof *boundaries);
  const struct widths *none = NULL;
  if (!atomic_compare_exchange_strong(&given, &none, widths)) free(widths);
  return true;
}

int cc_width(uint32_t scalar) {
  static const signed char columns[8] = {1, 2, 0, 0, -1, -1, -1, -1};
  if (scalar > 0x10FFFF) return -1;
  if (scalar >= 0x20 && scalar < 0x7F) return 1;
  // The cell of a picture: only the screen itself puts it there, to the layout it is not a character.
  if (scalar == CC_PICTURE_CELL) return 1;
  const struct widths *widths = atomic_load(&given);
  if (!widths) return scalar < 0xA0 ? -1 : 1;
  uint32_t key = scalar << 3 | 7;
  size_t low = 0, high = widths->count;
  while (low + 1 < high) {
    size_t middle = (low + high) / 2;
    if (widths->boundaries[middle] <= key) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return columns[widths->boundaries[low] & 7];
}

/// Takes the C library's place, whose table is years older than the text people send: ncurses asks for widths
/// by this name, so that the layout and ncurses never disagree.
int wcwidth(wchar_t character) {
  if (character == 0) return 0;
  return cc_width((uint32_t)character);
}
