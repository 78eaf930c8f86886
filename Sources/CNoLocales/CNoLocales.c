#include "CNoLocales.h"

#include <stdint.h>

/// The head of ICU's data (DataHeader in ucmndata.h, UDataInfo in udata.h) and a table of contents without an entry.
typedef struct no_locales {
  uint16_t head_size;
  uint8_t magic[2];
  uint16_t info_size, reserved;
  uint8_t is_big_endian, charset, size_of_character, reserved_byte;
  uint8_t format[4], format_version[4], data_version[4];
  uint8_t padding[8];
  uint32_t entries;
} no_locales;

_Static_assert(__builtin_offsetof(no_locales, entries) == 32, "the table begins behind the head");

/// Hidden, so that nothing takes it but what is linked into the same program: a Foundation of its own keeps its data.
#define NO_LOCALES(name)                                             \
  __attribute__((visibility("hidden"))) const no_locales name = {    \
      .head_size = 32,                                               \
      .magic = {0xda, 0x27},                                         \
      .info_size = 20,                                               \
      .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,       \
      .size_of_character = 2,                                        \
      .format = {'C', 'm', 'n', 'D'},                                \
      .format_version = {1},                                         \
  }

// One for each version that a toolchain may bring; a name that no one asks for costs forty bytes.
NO_LOCALES(icudt72_dat);
NO_LOCALES(icudt74_dat);
NO_LOCALES(icudt76_dat);
NO_LOCALES(icudt77_dat);
NO_LOCALES(icudt78_dat);
