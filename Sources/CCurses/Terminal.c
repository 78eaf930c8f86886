#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "CCurses.h"
#include "State.h"

cc_terminal cc_current = {.output = -1, .given = -1, .error = STDERR_FILENO};

static SCREEN *screen;
static FILE *output_file, *input_file;
static bool mouse_wanted;
static bool scheme_wanted;
/// How the terminal's driver is set while the screen has it.
static struct termios running;
static char error_log[1024];

static const char modes_on[] = "\033[22;2t\033[?2004h\033[?1004h";
static const char mouse_on[] = "\033[?1000h\033[?1002h\033[?1006h";
static const char scheme_on[] = "\033[?2031h";
static const char mouse_off[] = "\033[?1006l\033[?1002l\033[?1000l";
static const char modes_off[] =
    "\033[?2026l\033[?2031l\033[?1006l\033[?1002l\033[?1000l\033[?1004l\033[?2004l\033[23;2t";

/// Whether UTF-8 may be sent. A locale without a charset of its own (`C`, nothing, or one that is not
/// installed) gets UTF-8; one that names another charset keeps it, and the terminal ASCII.
bool cc_prepare_locale(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
  const char *asked = getenv("LC_ALL");
  if (asked == NULL || *asked == 0) asked = getenv("LC_CTYPE");
  if (asked == NULL || *asked == 0) asked = getenv("LANG");
  const char *charset = asked != NULL ? strchr(asked, '.') : NULL;
  bool is_utf8 = charset == NULL || strncasecmp(charset, ".UTF-8", 6) == 0 ||
                 strncasecmp(charset, ".utf8", 5) == 0;
  return is_utf8 && setlocale(LC_CTYPE, "C.UTF-8") != NULL;
}

static char farewell[CC_FAREWELL];
static size_t farewell_length;

static void append_restore(const char *text) {
  cc_current.restore_length += cc_copy_unpadded(
      text, cc_current.restore + cc_current.restore_length,
      sizeof cc_current.restore - cc_current.restore_length);
}

/// ncurses installs handlers of its own, which are not safe beside Dispatch's; signals belong to the program.
static const int own_signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
enum { OWN_SIGNALS = sizeof own_signals / sizeof own_signals[0] };

static SCREEN *new_screen(const char *term) {
  struct sigaction previous[OWN_SIGNALS];
  for (int index = 0; index < OWN_SIGNALS; index++) sigaction(own_signals[index], NULL, &previous[index]);
  SCREEN *result = newterm(term, output_file, input_file);
  for (int index = 0; index < OWN_SIGNALS; index++) sigaction(own_signals[index], &previous[index], NULL);
  return result;
}

static SCREEN *new_direct_screen(const char *term) {
  const char *name = NULL;
  const char *entry = cc_direct_terminfo(term, &name);
  if (entry == NULL) return NULL;
  const char *given = getenv("TERMINFO");
  char *before = given != NULL ? strdup(given) : NULL;
  setenv("TERMINFO", entry, 1);
  SCREEN *result = new_screen(name);
  // Children must find their own entries.
  if (before != NULL) {
    setenv("TERMINFO", before, 1);
  } else {
    unsetenv("TERMINFO");
  }
  free(before);
  return result;
}

static void close_files(void) {
  cc_current.armed = 0;
  if (output_file != NULL) fclose(output_file);
  if (input_file != NULL) fclose(input_file);
  output_file = input_file = NULL;
  if (cc_current.output >= 0) close(cc_current.output);
  if (cc_current.given >= 0) close(cc_current.given);
  cc_current.output = cc_current.given = -1;
}

/// Opens a terminal once more, so that not to wait there is a matter of ours and not of all programs that share it.
static int open_again(int output) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", output);
  int opened = isatty(output) ? open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
  // Another person's terminal, as behind su, may be written to and not be opened.
  return opened >= 0 ? opened : fcntl(output, F_DUPFD_CLOEXEC, 3);
}

static bool open_files(const cc_options *options) {
  int output = fcntl(options->output, F_DUPFD_CLOEXEC, 3);
  int input = fcntl(options->input, F_DUPFD_CLOEXEC, 3);
  cc_current.given = fcntl(options->output, F_DUPFD_CLOEXEC, 3);
  cc_current.output = open_again(options->output);
  if (output >= 0) output_file = fdopen(output, "w");
  if (input >= 0) input_file = fdopen(input, "r");
  bool all = output_file != NULL && input_file != NULL && cc_current.given >= 0 && cc_current.output >= 0;
  if (all) return true;
  if (output >= 0 && output_file == NULL) close(output);
  if (input >= 0 && input_file == NULL) close(input);
  close_files();
  return false;
}

static void redirect_stderr(void) {
  if (error_log[0] == 0 || cc_current.error != STDERR_FILENO) return;
  int log = open(error_log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (log < 0) return;
  int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (kept >= 0) {
    fflush(stderr);
    dup2(log, STDERR_FILENO);
    cc_current.error = kept;
  }
  close(log);
}

static void give_stderr_back(void) {
  if (cc_current.error == STDERR_FILENO) return;
  int kept = cc_current.error;
  fflush(stderr);
  cc_current.error = STDERR_FILENO;
  // On a terminal that reads nothing the last sentences would wait for ever: the log has them.
  if (!cc_gave_up_on(kept)) dup2(kept, STDERR_FILENO);
  close(kept);
}

static void turn_modes(bool on) {
  if (!cc_current.has_modes) return;
  if (on) {
    cc_write_all(cc_current.output, modes_on, sizeof modes_on - 1);
    if (mouse_wanted) cc_write_all(cc_current.output, mouse_on, sizeof mouse_on - 1);
    if (scheme_wanted) cc_write_all(cc_current.output, scheme_on, sizeof scheme_on - 1);
  } else {
    cc_write_all(cc_current.output, modes_off, sizeof modes_off - 1);
  }
}

void cc_mouse(bool on) {
  mouse_wanted = on;
  if (!cc_current.has_modes) return;
  if (on) {
    cc_write_all(cc_current.output, mouse_on, sizeof mouse_on - 1);
  } else {
    cc_write_all(cc_current.output, mouse_off, sizeof mouse_off - 1);
  }
}

bool cc_ask(void) {
  if (!cc_current.has_modes || !cc_current.armed) return false;
  scheme_wanted = true;
  cc_write_all(cc_current.output, scheme_on, sizeof scheme_on - 1);
  cc_write_questions(cc_current.output, CC_ASK_NO_PICTURES);
  return true;
}

void cc_write_questions(int output, int pictures) {
  static const char colors[] = "\033]11;?\033\\\033[?996n\033[?2026$p";
  static const char attributes[] = "\033[c";
  cc_write_all(output, colors, sizeof colors - 1);
  cc_write_picture_questions(output, pictures);
  cc_write_all(output, attributes, sizeof attributes - 1);
}

void cc_synchronize(bool on) { cc_current.synchronizes = on; }

void cc_title(const char *text) {
  if (!cc_current.has_modes || !cc_current.armed) return;
  static const char begin[] = "\033]2;", end[] = "\a";
  cc_write_all(cc_current.output, begin, sizeof begin - 1);
  cc_write_all(cc_current.output, text, strlen(text));
  cc_write_all(cc_current.output, end, sizeof end - 1);
}

/// Ctrl-C, Ctrl-Z and Ctrl-\ arrive as keys: ncurses' own SIGTSTP handler would draw from whatever thread the
/// signal hits, and Ctrl-S and Ctrl-Q are free for use.
static void set_modes(void) {
  raw();
  noecho();
  nonl();
  intrflush(NULL, FALSE);
  meta(NULL, TRUE);
  // Never stop half-way through a frame because a key is waiting.
  typeahead(-1);
  const char *delay = getenv("ESCDELAY");
  int milliseconds = delay != NULL ? atoi(delay) : 0;
  set_escdelay(milliseconds > 0 && milliseconds <= 10000 ? milliseconds : 25);
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
}

/// Where there is no second screen to leave, the cursor stands in a blank last line for the shell, and what was drawn stays
/// above it. Nothing elsewhere.
static size_t leave_last_line(char *bytes, size_t room) {
  if (cc_capability("rmcup") != NULL) return 0;
  size_t length = cc_copy_unpadded(tiparm(cc_capability("cup"), getmaxy(stdscr) - 1, 0), bytes, room);
  const char *clear = cc_capability("el");
  return length + cc_copy_unpadded(clear != NULL ? clear : "\r\n", bytes + length, room - length);
}

/// What a crash sends; again whenever the size changes.
static void prepare_restore(void) {
  memcpy(cc_current.restore, farewell, farewell_length);
  cc_current.restore_length = farewell_length;
  if (cc_current.has_modes) append_restore(modes_off);
  append_restore(cc_capability("sgr0"));
  append_restore(cc_capability("rmacs"));
  append_restore(cc_capability("rmkx"));
  append_restore(cc_capability("cnorm"));
  append_restore(cc_capability("rmcup"));
  if (cc_capability("rmcup") != NULL) append_restore("\r\n");
  cc_current.restore_length += leave_last_line(
      cc_current.restore + cc_current.restore_length, sizeof cc_current.restore - cc_current.restore_length);
}

void cc_farewell(const void *bytes, size_t length) {
  if (screen == NULL || length > sizeof farewell) return;
  // A crash meanwhile sends half of it, which the rest of what it sends makes up for.
  cc_current.restore_length = 0;
  memcpy(farewell, bytes, length);
  farewell_length = length;
  prepare_restore();
}

static void send_capability(const char *name) {
  char bytes[32];
  cc_write_all(cc_current.output, bytes, cc_copy_unpadded(cc_capability(name), bytes, sizeof bytes));
}

/// Whatever wrote to the terminal before may have left it in another character set.
static void leave_character_set(void) { send_capability("rmacs"); }

/// DEC's private modes are sent only to terminals with a second screen: older ones may print them.
static bool understands_modes(const char *term) {
  return cc_capability("smcup") != NULL && cc_is_modern(term);
}

const char *cc_version(void) { return curses_version(); }

bool cc_is_modern(const char *term) {
  bool is_digital = strncmp(term, "vt", 2) == 0 && term[2] >= '0' && term[2] <= '9';
  return strncmp(term, "linux", 5) != 0 && !is_digital;
}

int cc_open(const char *term, const char *stderr_log, const cc_options *options, cc_info *info) {
  if (screen != NULL) return CC_BUSY;
  if (term == NULL) term = getenv("TERM");
  if (term == NULL || *term == 0) return CC_UNKNOWN_TERM;
  info->utf8 = cc_prepare_locale();
  if (!open_files(options)) return CC_SYSTEM;
  if (tcgetattr(options->input, &cc_current.saved) != 0) memset(&cc_current.saved, 0, sizeof cc_current.saved);
  cc_current.drawing = fileno(output_file);
  cc_current.input = fileno(input_file);
  cc_current.restore_length = 0;
  cc_forget_ending();
  // From the first change on, whatever ends the process takes it back.
  cc_current.armed = 1;
  // The real size, whatever LINES and COLUMNS say.
  use_env(FALSE);
  use_tioctl(TRUE);
  if (options->truecolor) screen = new_direct_screen(term);
  if (screen == NULL) screen = new_screen(term);
  // Many terminals' own entries are in a package that few have: the one that came along serves them too.
  bool stands_in = screen == NULL && !options->truecolor;
  if (stands_in) screen = new_direct_screen(term);
  if (screen == NULL) {
    close_files();
    return CC_UNKNOWN_TERM;
  }
  if (cc_capability("cup") == NULL) {
    endwin();
    delscreen(screen);
    screen = NULL;
    close_files();
    return CC_NO_CURSOR_ADDRESSING;
  }
  cc_current.has_modes = understands_modes(term);
  cc_forget_pairs();
  cc_current.synchronizes = true;
  mouse_wanted = options->mouse;
  scheme_wanted = false;
  error_log[0] = 0;
  if (stderr_log != NULL && strlen(stderr_log) < sizeof error_log) strcpy(error_log, stderr_log);
  cc_leave_alone();
  cc_prepare_scrolling();
  set_modes();
  if (tcgetattr(cc_current.input, &running) != 0) memset(&running, 0, sizeof running);
  cc_open_keys();
  cc_open_frames();
  if (options->columns > 0 && options->rows > 0) resize_term(options->rows, options->columns);
  prepare_restore();
  redirect_stderr();
  leave_character_set();
  turn_modes(true);
  info->has_modes = cc_current.has_modes;
  info->colors = has_colors() ? COLORS : 0;
  // It knows more colours than a terminal may be called after.
  if (stands_in && cc_named_colors(term) < info->colors) info->colors = cc_named_colors(term);
  bool wraps_always = cc_capability("smam") == NULL || cc_capability("rmam") == NULL;
  info->corner_by_insertion = tigetflag("am") > 0 && wraps_always;
  info->columns = getmaxx(stdscr);
  info->rows = getmaxy(stdscr);
  return CC_OK;
}

void cc_suspend(void) {
  if (!cc_current.armed) return;
  cc_current.armed = 0;
  cc_begin_restore();
  cc_write_all(cc_current.output, farewell, farewell_length);
  turn_modes(false);
  // ncurses would wait for a terminal that reads nothing, and no signal would end that. What it does not set in the file is
  // set below.
  cc_begin_frame();
  endwin();
  cc_end_frame();
  char bytes[64];
  cc_write_all(cc_current.output, bytes, leave_last_line(bytes, sizeof bytes));
  tcsetattr(cc_current.input, cc_is_ending() ? TCSANOW : TCSADRAIN, &cc_current.saved);
  give_stderr_back();
}

void cc_resume(void) {
  if (screen == NULL || cc_current.armed) return;
  redirect_stderr();
  // Nothing of ours is on its way there.
  while (tcsetattr(cc_current.input, TCSANOW, &running) != 0 && errno == EINTR) continue;
  cc_current.armed = 1;
  leave_character_set();
  // As while it is restored, ncurses would wait for ever. Where it writes to the file it sets no modes: not the driver's, and
  // not that of the keys.
  send_capability("smkx");
  cc_begin_frame();
  clearok(curscr, TRUE);
  wnoutrefresh(stdscr);
  doupdate();
  cc_end_frame();
  turn_modes(true);
}

void cc_close(void) {
  if (screen == NULL) return;
  if (cc_current.armed) cc_suspend();
  farewell_length = 0;
  cc_close_keys();
  cc_close_frames();
  delscreen(screen);
  screen = NULL;
  close_files();
}

bool cc_query_size(int *columns, int *rows) {
  struct winsize size = {0};
  if (screen == NULL || ioctl(cc_current.output, TIOCGWINSZ, &size) != 0) return false;
  if (size.ws_col == 0 || size.ws_row == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}

void cc_resize(int columns, int rows) {
  if (screen == NULL || columns < 1 || rows < 1) return;
  resize_term(rows, columns);
  prepare_restore();
  clearok(curscr, TRUE);
}

void cc_invalidate(void) {
  if (screen == NULL) return;
  leave_character_set();
  clearok(curscr, TRUE);
}
