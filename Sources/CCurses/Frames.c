#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CCurses.h"
#include "State.h"

/// A file in memory; -1 where there is none, and frames go out as ncurses writes them.
static int frame = -1;
static bool collects;

void cc_open_frames(void) { frame = memfd_create("frame", MFD_CLOEXEC); }

void cc_close_frames(void) {
  if (frame >= 0) close(frame);
  frame = -1;
}

/// Asks the terminal to show what comes between in one piece (mode 2026).
static const char begin[] = "\033[?2026h", end[] = "\033[?2026l";
enum {
  BEGIN = sizeof begin - 1,
  END = sizeof end - 1,
  /// A frame of so few bytes arrives in one piece by itself: asking would make a moved selection longer by a twentieth.
  SMALL = 512,
};

static bool is_open;

static bool asks_for_one_piece(void) { return cc_current.has_modes && cc_current.synchronizes; }

void cc_begin_frame(void) {
  if (is_open) return;
  is_open = true;
  collects = frame >= 0 && lseek(frame, 0, SEEK_SET) == 0 &&
             dup3(frame, cc_current.drawing, O_CLOEXEC) == cc_current.drawing;
  // Not putp, which writes to stdout, whatever newterm was given. ncurses' own buffer is empty between frames.
  if (!collects && asks_for_one_piece()) cc_write_all(cc_current.drawing, begin, BEGIN);
}

/// Sends what was collected.
static void send_collected(void) {
  static char bytes[65536];
  // Both descriptors have one place in the file: where ncurses stopped writing.
  off_t length = lseek(frame, 0, SEEK_CUR);
  dup3(cc_current.given, cc_current.drawing, O_CLOEXEC);
  bool asks = length > SMALL && asks_for_one_piece();
  size_t waiting = 0;
  if (asks) {
    memcpy(bytes, begin, BEGIN);
    waiting = BEGIN;
  }
  off_t taken = 0;
  while (taken < length) {
    size_t room = sizeof bytes - END - waiting;
    size_t wanted = length - taken < (off_t)room ? (size_t)(length - taken) : room;
    ssize_t count = pread(frame, bytes + waiting, wanted, taken);
    if (count <= 0) break;
    taken += count;
    waiting += (size_t)count;
    if (taken >= length) break;
    cc_write_all(cc_current.output, bytes, waiting);
    waiting = 0;
  }
  if (asks) {
    memcpy(bytes + waiting, end, END);
    waiting += END;
  }
  cc_write_all(cc_current.output, bytes, waiting);
}

void cc_end_frame(void) {
  if (!is_open) return;
  is_open = false;
  // ncurses' own buffer is empty again: doupdate flushes it.
  if (collects) {
    send_collected();
  } else if (asks_for_one_piece()) {
    cc_write_all(cc_current.drawing, end, END);
  }
  collects = false;
}
