/// What the parts of CCurses share.
#ifndef CC_STATE_H
#define CC_STATE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "CCurses.h"

/// The open terminal as a signal handler may see it: plain data, written before `armed` is set.
typedef struct {
  volatile sig_atomic_t armed;
  int input;
  /// Written to without waiting: cc_write_all waits, and not for ever once the program is to end.
  int output;
  /// The terminal as it was given, on which ncurses may wait.
  int given;
  /// Where ncurses writes: the terminal, or while a frame is made the file that collects it.
  int drawing;
  /// The real stderr while it is redirected, else 2.
  int error;
  bool has_modes;
  /// Whether frames are bracketed, to be shown in one piece.
  bool synchronizes;
  struct termios saved;
  /// Everything that makes the terminal a normal one again.
  char restore[512 + CC_FAREWELL];
  size_t restore_length;
} cc_terminal;

extern cc_terminal cc_current;

/// Room for the number of every signal.
enum { CC_SIGNALS = 72 };

/// The signals that end a process by default, but for those that tell of a mistake of its own, which are crashes; how
/// many there are.
int cc_ending_signals(int *numbers);

/// Has each of them give the terminal back first, as long as no one watches them.
void cc_guard_endings(void);

/// Ends the programs that depend on this one; async-signal-safe.
void cc_end_dependents(void);

/// Writes all of it, whatever happens, but for what a terminal does not take in time at the end of the program;
/// async-signal-safe.
void cc_write_all(int fd, const char *bytes, size_t length);

/// Has the end begin, also in a write that is waiting: from now on a terminal that reads nothing is waited for for a second
/// in all, and for another one while it is restored. Async-signal-safe, as are the others.
void cc_begin_ending(void);
bool cc_is_ending(void);
/// Whether a file is the terminal for which that time was not enough.
bool cc_gave_up_on(int file);
/// Call before the terminal is restored.
void cc_begin_restore(void);
/// Has a new screen wait again as long as it takes.
void cc_forget_ending(void);

/// Collects what ncurses writes until the frame ends, which then goes out in one piece: ncurses writes a frame in a
/// dozen pieces or more, each of which wakes the reader of the terminal. A frame may be begun more than once.
void cc_begin_frame(void);
void cc_end_frame(void);
void cc_open_frames(void);
void cc_close_frames(void);

/// A capability, which lies in memory that can be written; NULL where the terminal has none.
char *cc_capability(const char *name);

/// Copies a capability without the padding that tputs would turn into delays, as far as there is room.
size_t cc_copy_unpadded(const char *text, char *bytes, size_t room);

/// Empties the capabilities that ncurses would send and never take back; call after every newterm.
void cc_leave_alone(void);

/// Reads the capabilities that move rows; call after every newterm.
void cc_prepare_scrolling(void);

/// What makes the terminal move the rows from `top` to `bottom` this many lines up, or down where `lines` is negative, and
/// puts its cursor back. It must not be writing with attributes, which the rows left would take over; between frames it is not.
/// 0 where it cannot.
size_t cc_scroll_sequence(char *bytes, size_t room, int top, int bottom, int lines);

/// The compiled terminfo entry with 24-bit colours for a terminal of this name, as `TERMINFO` takes it; NULL
/// if none fits. `name` is set to the entry's name.
const char *cc_direct_terminfo(const char *term, const char **name);
/// The most colours that a terminal has by its name: 16 for `xterm-16color`; all of them where the name says nothing.
int cc_named_colors(const char *term);

/// Whether a terminal of this name, if it has a second screen, understands DEC's private modes.
bool cc_is_modern(const char *term);

/// Writes what is asked about pictures.
void cc_write_picture_questions(int output, int pictures);

/// Forgets the pair used last, which belonged to another screen.
void cc_forget_pairs(void);

/// Teaches ncurses the keys that terminfo entries leave out.
void cc_define_keys(void);

/// Has ncurses read keys without touching what is drawn; call after every newterm.
bool cc_open_keys(void);
void cc_close_keys(void);

#endif
