#include <curses.h>
#include <string.h>

#include "CCurses.h"
#include "State.h"

char *cc_capability(const char *name) {
  char *text = tigetstr(name);
  return text == (char *)-1 ? NULL : text;
}

size_t cc_copy_unpadded(const char *text, char *bytes, size_t room) {
  size_t length = 0;
  if (text == NULL) return 0;
  while (*text != 0 && length < room) {
    if (text[0] == '$' && text[1] == '<') {
      const char *close = strchr(text, '>');
      if (close == NULL) break;
      text = close + 1;
    } else {
      bytes[length++] = *text++;
    }
  }
  return length;
}

/// Takes a part out of a capability.
static void drop(const char *part, const char *name) {
  char *text = cc_capability(name);
  char *found = text == NULL ? NULL : strstr(text, part);
  if (found != NULL) memmove(found, found + strlen(part), strlen(found + strlen(part)) + 1);
}

/// `oc` resets the palette when the program goes on after a stop: it is the person's, perhaps set by their shell, and
/// nothing here changes it. `smm` makes xterm send Alt as an eighth bit, which does not concern us.
void cc_leave_alone(void) {
  static const char *const unwanted[] = {"oc", "smm"};
  for (size_t index = 0; index < sizeof unwanted / sizeof unwanted[0]; index++) {
    char *text = cc_capability(unwanted[index]);
    if (text != NULL) *text = 0;
  }
  // Nothing here is drawn in the alternate character set, which these would leave at every change of attributes: it is
  // left once, with everything that paints the whole screen.
  drop("%?%p9%t\033(0%e\033(B%;", "sgr");
  drop("\033(B", "sgr0");
  drop("%?%p9%t\016%e\017%;", "sgr");
  drop("\017", "sgr0");
}

/// What moves rows on the terminal itself; NULL where it has no such thing.
static struct {
  char *save, *restore, *region, *move, *up, *up_by, *down, *down_by;
  /// Without numbers, what sets the region makes it the whole screen.
  bool defaults;
} scrolling;

void cc_prepare_scrolling(void) {
  scrolling.save = cc_capability("sc");
  scrolling.restore = cc_capability("rc");
  scrolling.region = cc_capability("csr");
  scrolling.defaults = scrolling.region != NULL && strcmp(scrolling.region, "\033[%i%p1%d;%p2%dr") == 0;
  scrolling.move = cc_capability("vpa") != NULL ? cc_capability("vpa") : cc_capability("cup");
  scrolling.up = cc_capability("ind");
  scrolling.up_by = cc_capability("indn");
  scrolling.down = cc_capability("ri");
  scrolling.down_by = cc_capability("rin");
}

size_t cc_scroll_sequence(char *bytes, size_t room, int top, int bottom, int lines) {
  int count = lines < 0 ? -lines : lines;
  char *one = lines < 0 ? scrolling.down : scrolling.up;
  char *many = lines < 0 ? scrolling.down_by : scrolling.up_by;
  bool all = scrolling.save != NULL && scrolling.restore != NULL && scrolling.region != NULL &&
             scrolling.move != NULL;
  if (!all || (one == NULL && many == NULL)) return 0;
  size_t length = cc_copy_unpadded(scrolling.save, bytes, room);
  length += cc_copy_unpadded(tiparm(scrolling.region, top, bottom), bytes + length, room - length);
  // The column does not matter.
  length += cc_copy_unpadded(tiparm(scrolling.move, lines < 0 ? top : bottom, 0), bytes + length, room - length);
  if (many != NULL && (count > 1 || one == NULL)) {
    length += cc_copy_unpadded(tiparm(many, count), bytes + length, room - length);
  } else {
    for (int index = 0; index < count; index++) length += cc_copy_unpadded(one, bytes + length, room - length);
  }
  char *whole = scrolling.defaults ? "\033[r" : tiparm(scrolling.region, 0, getmaxy(stdscr) - 1);
  length += cc_copy_unpadded(whole, bytes + length, room - length);
  length += cc_copy_unpadded(scrolling.restore, bytes + length, room - length);
  // What is cut off would be worse than what is painted.
  return length < room ? length : 0;
}
