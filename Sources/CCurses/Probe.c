#include <curses.h>
#include <string.h>

#include "CCurses.h"
#include "State.h"

// Last: it makes words such as `columns` its own.
#include <term.h>

int cc_terminal_colors(const char *term, bool truecolor) {
  const char *name = NULL;
  if (term == NULL || *term == 0) return -1;
  int error = 0;
  if (setupterm(term, 1, &error) != OK) return -1;
  int colors = tigetnum("colors");
  del_curterm(cur_term);
  if (truecolor && cc_direct_terminfo(term, &name) != NULL) return CC_RGB;
  return colors < 0 ? 0 : colors;
}

bool cc_understands_modes(const char *term) {
  int error = 0;
  if (term == NULL || *term == 0 || setupterm(term, 1, &error) != OK) return false;
  const char *second = tigetstr("smcup");
  bool understands = second != NULL && second != (char *)-1 && cc_is_modern(term);
  del_curterm(cur_term);
  return understands;
}
