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
  bool is_known = setupterm(term, 1, &error) == OK;
  int colors = is_known ? tigetnum("colors") : -1;
  if (is_known) del_curterm(cur_term);
  bool has_direct = cc_direct_terminfo(term, &name) != NULL;
  if (truecolor && has_direct) return CC_RGB;
  // The entry that came along stands in for one that is not installed, as for a screen.
  if (!is_known) return has_direct ? cc_named_colors(term) : -1;
  return colors < 0 ? 0 : colors;
}

bool cc_has_entry(const char *term) {
  int error = 0;
  bool is_known = term != NULL && *term != 0 && setupterm(term, 1, &error) == OK;
  if (is_known) del_curterm(cur_term);
  return is_known;
}

bool cc_understands_modes(const char *term) {
  int error = 0;
  const char *name = NULL;
  if (term == NULL || *term == 0) return false;
  if (setupterm(term, 1, &error) != OK) return cc_direct_terminfo(term, &name) != NULL && cc_is_modern(term);
  const char *second = tigetstr("smcup");
  bool understands = second != NULL && second != (char *)-1 && cc_is_modern(term);
  del_curterm(cur_term);
  return understands;
}
