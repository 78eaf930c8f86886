#include <curses.h>

#include "CCurses.h"
#include "State.h"

/// A color as ncurses wants it; `bold` is set where an eight-colour terminal shows a bright colour that way.
static int color_number(int color, bool *bold) {
  if (color < 0) return -1;
  if (color & CC_RGB) {
    int rgb = color & 0xFFFFFF;
    // Below 256 a direct colour means the palette: the darkest blues get a touch of green.
    return rgb < 256 ? rgb | 0x100 : rgb;
  }
  int limit = COLORS;
  if (color < limit) return color;
  if (color < 16 && limit == 8) {
    *bold = true;
    return color - 8;
  }
  return -1;
}

/// The last pair asked for: neighbours mostly look alike.
static int last_foreground, last_background, last_pair;
static bool last_bold;

void cc_forget_pairs(void) { last_foreground = last_background = -1; }

static int pair_number(int foreground, int background, bool *bold) {
  if (!has_colors() || (foreground < 0 && background < 0)) return 0;
  if (foreground != last_foreground || background != last_background) {
    bool ignored = false;
    last_bold = false;
    int front = color_number(foreground, &last_bold);
    int back = color_number(background, &ignored);
    // Bold is not bright everywhere: of eight colours, bright black on black would be no text at all.
    if (COLORS == 8 && foreground != background && (front == back || (foreground == 8 && back < 0))) {
      front = back < 0 ? -1 : back == 7 || back == 2 || back == 3 || back == 6 ? 0 : 7;
      last_bold = false;
    }
    int pair = front < 0 && back < 0 ? 0 : alloc_pair(front, back);
    // A failure must not draw black on black.
    last_pair = pair < 0 ? 0 : pair;
    last_foreground = foreground;
    last_background = background;
  }
  *bold = last_bold;
  return last_pair;
}

static attr_t attribute_bits(unsigned attributes, bool bright) {
  attr_t bits = A_NORMAL;
  if ((attributes & CC_BOLD) || bright) bits |= A_BOLD;
  if (attributes & CC_DIM) bits |= A_DIM;
  if (attributes & CC_ITALIC) bits |= A_ITALIC;
  if (attributes & CC_UNDERLINE) bits |= A_UNDERLINE;
  if (attributes & CC_REVERSE) bits |= A_REVERSE;
  return bits;
}

void cc_put(int row, int column, const uint32_t *scalars, int count, int foreground, int background,
            unsigned attributes) {
  wchar_t text[CCHARW_MAX + 1];
  if (count < 1 || !cc_current.armed) return;
  if (count > CCHARW_MAX) count = CCHARW_MAX;
  for (int index = 0; index < count; index++) text[index] = (wchar_t)scalars[index];
  text[count] = 0;

  bool bright = false;
  int pair = pair_number(foreground, background, &bright);
  cchar_t cell;
  // The last argument carries pairs beyond a short (ncurses' extended colours).
  if (setcchar(&cell, text, attribute_bits(attributes, bright), 0, &pair) != OK) return;
  mvwadd_wchnstr(stdscr, row, column, &cell, 1);
}

void cc_put_letters(int row, int column, const uint32_t *letters, int count, int foreground, int background,
                    unsigned attributes) {
  enum { MOST = 256 };
  cchar_t cells[MOST];
  if (!cc_current.armed) return;
  bool bright = false;
  int pair = pair_number(foreground, background, &bright);
  wchar_t blank[2] = {L' ', 0};
  cchar_t cell;
  if (setcchar(&cell, blank, attribute_bits(attributes, bright), 0, &pair) != OK) return;
  for (int start = 0; start < count; start += MOST) {
    int length = count - start < MOST ? count - start : MOST;
    for (int index = 0; index < length; index++) {
      // They differ in nothing but the letter.
      cells[index] = cell;
      cells[index].chars[0] = (wchar_t)letters[start + index];
    }
    mvwadd_wchnstr(stdscr, row, column + start, cells, length);
  }
}

/// Moves rows of one of ncurses' windows, and has it believe that nothing happened to them.
static bool move_rows(WINDOW *window, int top, int bottom, int lines) {
  scrollok(window, TRUE);
  bool moved = wsetscrreg(window, top, bottom) == OK && wscrl(window, lines) == OK;
  wsetscrreg(window, 0, getmaxy(window) - 1);
  scrollok(window, FALSE);
  return moved && wtouchln(window, top, bottom - top + 1, 0) == OK;
}

bool cc_scroll(int top, int bottom, int lines) {
  // What is painted and not sent would be moved without the terminal's knowing it.
  if (!cc_current.armed || is_wintouched(stdscr) || is_wintouched(newscr) || is_wintouched(curscr)) return false;
  char bytes[128];
  size_t length = cc_scroll_sequence(bytes, sizeof bytes, top, bottom, lines);
  if (length == 0 || !move_rows(stdscr, top, bottom, lines)) return false;
  if (!move_rows(newscr, top, bottom, lines) || !move_rows(curscr, top, bottom, lines)) {
    // No one knows what stands where: everything is painted.
    clearok(curscr, TRUE);
    return true;
  }
  cc_begin_frame();
  cc_write_all(cc_current.drawing, bytes, length);
  return true;
}

/// Sends one changed row after another: ncurses moves rows on the terminal where it finds the text of one in another, and never
/// does while all but one are as they were.
static void update_row_by_row(void) {
  enum { MOST = 1024 };
  bool changed[MOST] = {false};
  int rows = getmaxy(stdscr) < MOST ? getmaxy(stdscr) : MOST;
  for (int row = 0; row < rows; row++) changed[row] = is_linetouched(stdscr, row);
  untouchwin(stdscr);
  for (int row = 0; row < rows; row++) {
    if (!changed[row]) continue;
    touchline(stdscr, row, 1);
    wnoutrefresh(stdscr);
    doupdate();
  }
}

void cc_refresh(int cursor_row, int cursor_column, bool in_place, const void *after, size_t length) {
  if (!cc_current.armed) return;
  bool visible = cursor_row >= 0;
  cc_begin_frame();
  // A hidden cursor may stay where the last change left it, which saves bytes.
  leaveok(stdscr, !visible);
  if (!visible) curs_set(0);
  if (visible) wmove(stdscr, cursor_row, cursor_column);
  if (in_place && !is_cleared(curscr) && !is_cleared(stdscr)) update_row_by_row();
  wnoutrefresh(stdscr);
  doupdate();
  // ncurses' own buffer is empty, and the cursor may be hidden still.
  cc_write_all(cc_current.drawing, after, length);
  if (visible) curs_set(1);
  cc_end_frame();
}
