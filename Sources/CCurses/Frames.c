#include <fcntl.h>
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

void cc_begin_frame(void) {
  collects = frame >= 0 && lseek(frame, 0, SEEK_SET) == 0 &&
             dup3(frame, cc_current.drawing, O_CLOEXEC) == cc_current.drawing;
}

void cc_end_frame(void) {
  static char bytes[65536];
  if (!collects) return;
  collects = false;
  // Both descriptors have one place in the file: where ncurses stopped writing.
  off_t length = lseek(frame, 0, SEEK_CUR);
  dup3(cc_current.output, cc_current.drawing, O_CLOEXEC);
  off_t sent = 0;
  while (sent < length) {
    size_t wanted = length - sent < (off_t)sizeof bytes ? (size_t)(length - sent) : sizeof bytes;
    ssize_t count = pread(frame, bytes, wanted, sent);
    if (count <= 0) return;
    cc_write_all(cc_current.output, bytes, (size_t)count);
    sent += count;
  }
}
