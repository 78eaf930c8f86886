/// The only door to ncurses. Everything here belongs to one thread, the main actor's, except the width table
/// and the crash guard. `curses.h` stays out of this header: its names (`refresh`, `move`, `filter`,
/// `timeout`) would be everywhere.
#ifndef CCURSES_H
#define CCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

/// Why a terminal could not be opened.
enum {
  CC_OK = 0,
  /// The terminfo database has no entry of this name.
  CC_UNKNOWN_TERM = 1,
  /// The terminal cannot move its cursor, like `dumb`.
  CC_NO_CURSOR_ADDRESSING = 2,
  /// Another screen is open.
  CC_BUSY = 3,
  /// A system call failed; `errno` says which way.
  CC_SYSTEM = 4,
};

/// What to open.
typedef struct {
  /// Read for keys.
  int input;
  /// Written to.
  int output;
  /// The size, or 0 to ask the terminal.
  int columns;
  int rows;
  /// Whether 24-bit colours may be tried.
  bool truecolor;
  /// Whether the mouse is reported.
  bool mouse;
} cc_options;

/// What was opened.
typedef struct {
  /// Colours of the terminal: 0, 8, 16, 256, or 16777216.
  int colors;
  /// Whether UTF-8 may be sent.
  bool utf8;
  /// Whether ncurses fills the last cell of the screen by inserting the one before it, which tears a wide
  /// character there apart. So it is in tmux and screen, which do not say that they can switch wrapping off.
  bool corner_by_insertion;
  /// Whether it understands DEC's private modes and operating system commands.
  bool has_modes;
  int columns;
  int rows;
} cc_info;

/// Opens the terminal; on anything but CC_OK nothing has changed.
///
/// `term` is its terminfo name, NULL for `$TERM`; `stderr_log` is where stderr goes while curses runs, NULL leaves it alone.
int cc_open(const char *term, const char *stderr_log, const cc_options *options, cc_info *info);
/// Restores the terminal, its modes and stderr; does nothing when none is open.
void cc_close(void);
/// Leaves curses' modes for a child or a stop; stderr is given back.
void cc_suspend(void);
/// Takes the terminal again and repaints what was shown.
void cc_resume(void);
/// Asks the terminal for its size; false if it has none.
bool cc_query_size(int *columns, int *rows);
/// Tells ncurses a new size and has the next refresh repaint everything.
void cc_resize(int columns, int rows);
/// Has the next refresh repaint everything.
void cc_invalidate(void);

/// Sets the title of the terminal's window, which is restored at the end; the text holds no control character.
void cc_title(const char *text);

/// What is asked about pictures, besides the attributes of the terminal that every question ends with.
enum {
  CC_ASK_NO_PICTURES = 0,
  /// Its name and version, and the size of a cell in pixels.
  CC_ASK_PICTURES,
  /// The same, and whether it shows kitty's graphics: some terminals print that question, so it is for those whose name is
  /// known.
  CC_ASK_KITTY,
  /// The same of a terminal around tmux.
  CC_ASK_KITTY_AROUND_TMUX,
};

/// Asks the terminal for its background, whether it is dark, whether it shows frames in one piece, and last what it is,
/// which every terminal answers; from now on it tells when dark and light change. False where it may not understand.
bool cc_ask(void);

/// Asks the terminal what it does with pictures, and last what it is. False where it may not understand.
bool cc_ask_pictures(int pictures);

/// Asks the terminal whether it shows kitty's graphics, and what it is. False where it may not understand.
bool cc_ask_kitty(void);

/// Write the same to a terminal on which no screen is open.
void cc_write_questions(int output, int pictures);
void cc_write_kitty_question(int output);

/// Writes to the terminal between frames, past ncurses: what it makes of it must not change what ncurses believes.
void cc_send(const void *bytes, size_t length);
/// Has the end of the screen, a crash included, send this first; at most CC_FAREWELL bytes, of which no part is sent where
/// there are more. Copied.
void cc_farewell(const void *bytes, size_t length);
enum { CC_FAREWELL = 2048 };
/// Has the next refresh write whole rows, whatever ncurses believes to stand there.
void cc_rewrite_rows(int top, int count);
/// The size of a cell in pixels, as the terminal's driver has it; false where it does not say.
bool cc_cell_pixels(int *width, int *height);
/// The colours of a kind of terminal, as cc_open would find them; -1 for one that nothing is known of.
int cc_terminal_colors(const char *term, bool truecolor);
/// Whether the system has a terminfo entry for a kind of terminal.
bool cc_has_entry(const char *term);
/// Whether a kind of terminal understands DEC's private modes and operating system commands.
bool cc_understands_modes(const char *term);
/// Takes over the locale; whether UTF-8 may be sent in it.
bool cc_prepare_locale(void);

/// Whether frames are sent so that the terminal shows each in one piece; they are until the terminal says that it cannot.
void cc_synchronize(bool on);

/// Lets the terminal tell of the mouse, or no longer.
void cc_mouse(bool on);

/// A colour: -1 the terminal's own, 0–255 of the palette, CC_RGB | 0xRRGGBB.
enum { CC_RGB = 1 << 24 };

enum {
  CC_BOLD = 1,
  CC_DIM = 2,
  CC_ITALIC = 4,
  CC_UNDERLINE = 8,
  CC_REVERSE = 16,
};

/// Puts a character of at most five scalars into the cell; the screen shows it at the next refresh.
void cc_put(int row, int column, const uint32_t *scalars, int count, int foreground, int background,
            unsigned attributes);
/// Puts characters of one scalar and one column side by side that look alike.
void cc_put_letters(int row, int column, const uint32_t *letters, int count, int foreground, int background,
                    unsigned attributes);
/// Moves the rows from `top` to `bottom` this many lines up, or down where `lines` is negative, on the terminal with the next refresh and
/// in ncurses' pictures at once; those they leave are blank. Whether they moved.
bool cc_scroll(int top, int bottom, int lines);
/// Sends what changed in one piece; the cursor is hidden when `cursor_row` is negative.
///
/// `in_place` has no row moved on the terminal, which would move with it what was drawn there past ncurses. `after` is sent with it, as
/// its end, so that the terminal shows both at once; it leaves cursor and look as they were.
void cc_refresh(int cursor_row, int cursor_column, bool in_place, const void *after, size_t length);

/// Keys that are no characters.
enum {
  CC_KEY_UP = 1,
  CC_KEY_DOWN,
  CC_KEY_LEFT,
  CC_KEY_RIGHT,
  CC_KEY_HOME,
  CC_KEY_END,
  CC_KEY_PAGE_UP,
  CC_KEY_PAGE_DOWN,
  CC_KEY_INSERT,
  CC_KEY_DELETE,
  CC_KEY_BACKSPACE,
  CC_KEY_ENTER,
  CC_KEY_BACK_TAB,
  CC_KEY_PASTE_BEGIN,
  CC_KEY_PASTE_END,
  CC_KEY_FOCUS_IN,
  CC_KEY_FOCUS_OUT,
  /// `ESC [ <`: numbers and `M` or `m` follow as characters.
  CC_KEY_MOUSE,
  /// `ESC [ M`: three characters follow, from a terminal that has no other form (X10).
  CC_KEY_OLD_MOUSE,
  CC_KEY_OTHER,
  /// F1 is CC_KEY_F0 + 1.
  CC_KEY_F0 = 100,
};

enum {
  CC_READ_NOTHING = 0,
  CC_READ_CHARACTER = 1,
  CC_READ_KEY = 2,
};

/// Reads one character or key that has arrived; waits only for the rest of an escape sequence (ESCDELAY).
int cc_read(uint32_t *value);
/// How long an Escape may wait for what would make it another key, in milliseconds.
int cc_escape_delay(void);
/// Whether the input has ended: the terminal is gone.
bool cc_input_ended(int input);

/// Opens a pipe, its reading end first, that never waits and that no child gets; whether there is one.
bool cc_pipe(int *both);

/// Catches SIGWINCH, SIGCONT, SIGTSTP and every signal that asks a process to end, and returns what to poll for them, or
/// -1. A pipe and not Dispatch's signal sources: those never work again once anyone has changed a signal's
/// handler.
int cc_signals_open(void);
/// The next signal that has arrived, or 0.
int cc_signals_next(void);
/// Waits until a signal has arrived, at most so long; whether one has.
bool cc_signals_wait(int milliseconds);
/// Gives the signals back to those that had them.
void cc_signals_close(void);

/// What ncurses calls itself, with its version.
const char *cc_version(void);

/// What kitty takes for a cell of a picture, with marks for its row and its column.
enum { CC_PICTURE_CELL = 0x10EEEE };

/// Takes the layout's table of widths, `CharacterWidth` in InboxTUI; what is given after the first changes nothing. Whether
/// there was memory for it.
bool cc_width_table(const uint32_t *boundaries, size_t count);
/// The columns of a scalar by that table. ncurses gets it as `wcwidth`.
int cc_width(uint32_t scalar);

/// Has a crash restore the terminal, say one line, and write a backtrace to this file (NULL: nowhere), under a line that begins
/// with this heading; has every signal that ends the process restore the terminal while they are not watched.
void cc_guard_install(const char *crash_log_path, const char *heading);

/// Has every signal that ends the process put this terminal's modes back, until they are put back here.
void cc_borrow_terminal(int input, const struct termios *before);
void cc_return_terminal(void);

/// Ends the process by a signal that asked for that; returns where it leaves with 128 + the signal instead, as it does after
/// SIGINT, SIGTERM, SIGHUP and SIGQUIT, and for other signals.
void cc_die_by(int number);

/// How a program that is started belongs to this one.
enum {
  /// It is one of our process group.
  CC_IN_OUR_GROUP = 0,
  /// It leads a group of its own, and goes on when this program ends.
  CC_IS_FREE,
  /// It leads a group of its own, which is ended with this program, whichever way that ends but by SIGKILL.
  CC_DEPENDS,
  /// It leads a group of its own, which has the terminal that is its input.
  CC_HAS_TERMINAL,
};

/// Starts a program with these streams as 0, 1 and 2 (negative: /dev/null). It inherits no other file, and no signal is
/// blocked or ignored in it. Returns 0 or an errno, EAGAIN also where too many depend.
int cc_spawn(const char *path, char *const arguments[], char *const variables[], const int streams[3],
             int relation, pid_t *process);
/// Reaps a program that has ended, or waits for its end first. Returns whether it has been reaped, with its wait status; its
/// process id may be reused from then on.
bool cc_reap(pid_t process, bool waits, int *status);
/// Kills a program that depends on this one, with its group; does nothing once it has been reaped.
void cc_end_group(pid_t process);

/// A program that has the terminal for a while.
typedef struct {
  pid_t process;
  /// Ours, to say whose the terminal is.
  int terminal;
  /// Whether it leads a group of its own, which the terminal's keys for signals mean while it runs.
  bool has_group;
} cc_child;

/// Starts a program on the terminal, with the streams 0, 1 and 2 and nothing else of ours; between cc_suspend and
/// cc_resume. Returns 0, or the error's number.
int cc_child_start(const char *path, char *const arguments[], int input, int output, cc_child *child);
/// Waits, on a thread of its own, until it ends or is stopped; returns its wait status.
int cc_child_wait(const cc_child *child, bool *has_stopped);
/// Takes the terminal from one that was stopped.
void cc_child_stopped(const cc_child *child);
/// Gives a stopped one the terminal again, and has it go on.
void cc_child_continue(const cc_child *child);
/// Sends it a signal.
void cc_child_signal(const cc_child *child, int number);
/// Takes the terminal from one that has ended; call once.
void cc_child_ended(cc_child *child);

/// Stops this process as Ctrl-Z would; returns when it is continued, or at once where no shell could do that.
void cc_stop_self(void);
/// Whether another job of the shell has this terminal: what is written now would disturb it.
bool cc_in_background(int input);

/// Makes threads share one heap, which is smaller than one for each, and grown by more than a page at a time.
///
/// Call it before there is a second thread.
void cc_share_heap(void);

#endif
