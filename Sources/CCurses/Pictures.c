#include <curses.h>
#include <sys/ioctl.h>

#include "CCurses.h"
#include "State.h"

/// One pixel to look at and forget: the response says whether it could be shown. U=1 because kitty before 0.28 shows
/// pictures, but has no cells that stand for them; it refuses the key, and gives no response.
#define KITTY "_Gi=31,s=1,v=1,a=q,U=1,t=d,f=24;AAAA"

void cc_write_picture_questions(int output, int pictures) {
  static const char name[] = "\033[>q", cell[] = "\033[16t", kitty[] = "\033" KITTY "\033\\";
  static const char around[] = "\033Ptmux;\033\033" KITTY "\033\033\\\033\\";
  if (pictures == CC_ASK_NO_PICTURES) return;
  cc_write_all(output, cell, sizeof cell - 1);
  if (pictures == CC_ASK_KITTY_AROUND_TMUX) return cc_write_all(output, around, sizeof around - 1);
  cc_write_all(output, name, sizeof name - 1);
  if (pictures == CC_ASK_KITTY) cc_write_all(output, kitty, sizeof kitty - 1);
}

bool cc_ask_pictures(int pictures) {
  static const char attributes[] = "\033[c";
  if (!cc_current.has_modes || !cc_current.armed) return false;
  cc_write_picture_questions(cc_current.output, pictures);
  cc_write_all(cc_current.output, attributes, sizeof attributes - 1);
  return true;
}

bool cc_ask_kitty(void) {
  if (!cc_current.has_modes || !cc_current.armed) return false;
  cc_write_kitty_question(cc_current.output);
  return true;
}

void cc_write_kitty_question(int output) {
  static const char questions[] = "\033" KITTY "\033\\\033[c";
  cc_write_all(output, questions, sizeof questions - 1);
}

void cc_send(const void *bytes, size_t length) {
  if (cc_current.armed) cc_write_all(cc_current.output, bytes, length);
}

void cc_rewrite_rows(int top, int count) {
  if (cc_current.armed) wredrawln(stdscr, top, count);
}

bool cc_cell_pixels(int *width, int *height) {
  struct winsize size = {0};
  if (!cc_current.armed || ioctl(cc_current.output, TIOCGWINSZ, &size) != 0) return false;
  if (size.ws_col == 0 || size.ws_row == 0) return false;
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
  return *width > 0 && *height > 0;
}
