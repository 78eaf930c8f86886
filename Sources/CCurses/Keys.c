#include <curses.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <wchar.h>

#include "CCurses.h"
#include "State.h"

/// Keys are read from a pad: reading from stdscr would refresh it, and show half a frame.
static WINDOW *pad;

/// The beginning of a character whose other bytes are still to come. ncurses' wget_wch forgets it, and the next character
/// with it: a paste is longer than what a terminal's driver holds, and is cut anywhere.
static mbstate_t begun;

/// Codes above every one of ncurses, which ends at KEY_MAX (0777).
enum { OWN_KEYS = 3000 };

/// What a control character is stands in no terminfo entry: Linux' console calls ^Z a key of its own (`kspd`), and others
/// have ^H and ^? for keys that are known from the character anyway. Only where ^? is not what erases it may be another key.
static void leave_control_characters(void) {
  for (int byte = 1; byte <= 0x7F; byte++) {
    if (byte == 0x20) byte = 0x7F;
    char sequence[] = {(char)byte, 0};
    if (byte == 0x7F && erasechar() != 0x7F) continue;
    if (key_defined(sequence) > 0) define_key(sequence, 0);
  }
}

bool cc_open_keys(void) {
  memset(&begun, 0, sizeof begun);
  pad = newpad(1, 1);
  if (pad == NULL) return false;
  keypad(pad, TRUE);
  nodelay(pad, TRUE);
  leave_control_characters();
  cc_define_keys();
  return true;
}

void cc_close_keys(void) {
  if (pad != NULL) delwin(pad);
  pad = NULL;
}

void cc_define_keys(void) {
  static const struct {
    const char *sequence;
    int key;
  } keys[] = {
      {"\033[200~", CC_KEY_PASTE_BEGIN}, {"\033[201~", CC_KEY_PASTE_END}, {"\033[I", CC_KEY_FOCUS_IN},
      {"\033[O", CC_KEY_FOCUS_OUT},      {"\033[<", CC_KEY_MOUSE},        {"\033[Z", CC_KEY_BACK_TAB},
      {"\033[M", CC_KEY_OLD_MOUSE},
      {"\033[A", CC_KEY_UP},             {"\033[B", CC_KEY_DOWN},         {"\033[C", CC_KEY_RIGHT},
      {"\033[D", CC_KEY_LEFT},           {"\033OA", CC_KEY_UP},           {"\033OB", CC_KEY_DOWN},
      {"\033OC", CC_KEY_RIGHT},          {"\033OD", CC_KEY_LEFT},         {"\033[H", CC_KEY_HOME},
      {"\033[F", CC_KEY_END},            {"\033OH", CC_KEY_HOME},         {"\033OF", CC_KEY_END},
      {"\033[1~", CC_KEY_HOME},          {"\033[4~", CC_KEY_END},         {"\033[7~", CC_KEY_HOME},
      {"\033[8~", CC_KEY_END},           {"\033[2~", CC_KEY_INSERT},      {"\033[3~", CC_KEY_DELETE},
      {"\033[5~", CC_KEY_PAGE_UP},       {"\033[6~", CC_KEY_PAGE_DOWN},   {"\033[13u", CC_KEY_ENTER},
      {"\033[13;5u", CC_KEY_ENTER},      {"\033OM", CC_KEY_ENTER},
  };
  static const struct {
    char final;
    int key;
  } modified[] = {
      {'A', CC_KEY_UP},   {'B', CC_KEY_DOWN}, {'C', CC_KEY_RIGHT},
      {'D', CC_KEY_LEFT}, {'H', CC_KEY_HOME}, {'F', CC_KEY_END},
  };
  for (size_t index = 0; index < sizeof keys / sizeof keys[0]; index++) {
    define_key(keys[index].sequence, OWN_KEYS + keys[index].key);
  }
  // With Shift, Alt, Ctrl or several of them an arrow is still that arrow.
  for (size_t index = 0; index < sizeof modified / sizeof modified[0]; index++) {
    for (int modifier = 2; modifier <= 8; modifier++) {
      char sequence[16];
      snprintf(sequence, sizeof sequence, "\033[1;%d%c", modifier, modified[index].final);
      define_key(sequence, OWN_KEYS + modified[index].key);
    }
  }
}

static uint32_t own_key(wint_t code) {
  if (code >= OWN_KEYS) return (uint32_t)(code - OWN_KEYS);
  if (code > KEY_F0 && code <= KEY_F0 + 63) return CC_KEY_F0 + (uint32_t)(code - KEY_F0);
  switch (code) {
    case KEY_UP: case KEY_SR: return CC_KEY_UP;
    case KEY_DOWN: case KEY_SF: return CC_KEY_DOWN;
    case KEY_LEFT: case KEY_SLEFT: return CC_KEY_LEFT;
    case KEY_RIGHT: case KEY_SRIGHT: return CC_KEY_RIGHT;
    case KEY_HOME: case KEY_SHOME: case KEY_A1: return CC_KEY_HOME;
    case KEY_END: case KEY_SEND: case KEY_C1: return CC_KEY_END;
    case KEY_PPAGE: case KEY_SPREVIOUS: case KEY_A3: return CC_KEY_PAGE_UP;
    case KEY_NPAGE: case KEY_SNEXT: case KEY_C3: return CC_KEY_PAGE_DOWN;
    case KEY_IC: case KEY_SIC: return CC_KEY_INSERT;
    case KEY_DC: case KEY_SDC: return CC_KEY_DELETE;
    case KEY_BACKSPACE: return CC_KEY_BACKSPACE;
    case KEY_ENTER: return CC_KEY_ENTER;
    case KEY_BTAB: return CC_KEY_BACK_TAB;
    default: return CC_KEY_OTHER;
  }
}

/// Whether a byte begins, or ends, something that only a terminal says (the C1 controls DCS, SOS, CSI, ST, OSC, PM, APC).
static bool is_control(unsigned char byte) { return byte == 0x90 || byte == 0x98 || (byte >= 0x9B && byte <= 0x9F); }

/// Adds a byte to the character that has begun; whether it is whole now. What is not text in this locale is dropped, but for
/// controls of a terminal that sends them as one byte whatever the locale.
static bool decode(char byte, uint32_t *value) {
  wchar_t character = 0;
  bool was_between = mbsinit(&begun) != 0;
  size_t length = mbrtowc(&character, &byte, 1, &begun);
  if (length == (size_t)-2) return false;
  if (length == (size_t)-1) {
    memset(&begun, 0, sizeof begun);
    if (was_between && is_control((unsigned char)byte)) {
      *value = (unsigned char)byte;
      return true;
    }
    return !was_between && decode(byte, value);
  }
  *value = (uint32_t)character;
  return true;
}

int cc_read(uint32_t *value) {
  while (pad != NULL) {
    int code = wgetch(pad);
    if (code == ERR) break;
    if (code >= KEY_MIN) {
      *value = own_key((wint_t)code);
      return CC_READ_KEY;
    }
    if (decode((char)code, value)) return CC_READ_CHARACTER;
  }
  return CC_READ_NOTHING;
}

int cc_escape_delay(void) { return get_escdelay(); }

bool cc_input_ended(int input) {
  struct pollfd descriptor = {.fd = input, .events = POLLIN};
  if (poll(&descriptor, 1, 0) <= 0) return false;
  if (descriptor.revents & (POLLERR | POLLNVAL)) return true;
  int waiting = 0;
  // Readable, or hung up, with nothing to read: read would say end of file or EIO.
  return ioctl(input, FIONREAD, &waiting) != 0 || waiting == 0;
}
