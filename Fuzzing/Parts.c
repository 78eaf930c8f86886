// Goes through the parts in C with the repository's own files, for the sanitizers: see `Fuzzing/parts`.
#include <CCurses.h>
#include <CHTML.h>
#include <CBrotli.h>
#include <CPictures.h>
#include <CResolver.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static size_t events;

static void start(void *context, const char *name, const char *const *attributes) {
  for (; attributes && *attributes; attributes += 2) events += strlen(attributes[0]);
  events += strlen(name);
}
static void end(void *context, const char *name) { events += strlen(name); }
static void text(void *context, const char *bytes, size_t count) { events += count ? (size_t)bytes[count - 1] != 0 : 0; }
static void restart(void *context) { events += 1; }

static char *contents(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(2);
  char *bytes = calloc(1, 8 << 20);
  *count = fread(bytes, 1, (8 << 20) - 1, file);
  fclose(file);
  // Exactly as long as what was read, so that a byte behind it is noticed.
  return realloc(bytes, *count + 1);
}

/// A file, and every part of it from its beginning.
static void read_file(const char *path) {
  size_t count = 0;
  char *bytes = contents(path, &count);
  chtml_handler handler = {.start = start, .end = end, .text = text, .restart = restart};
  for (size_t length = count;; length = length > 512 ? length - length / 7 : length - 1) {
    char *part = malloc(length + 1);
    memcpy(part, bytes, length);
    part[length] = 0;
    chtml_parse(part, length, &handler, NULL);
    for (cpictures_kind kind = CPICTURES_PNG; kind <= CPICTURES_WEBP; kind++) {
      uint32_t width = 0, height = 0;
      if (cpictures_measure(kind, (uint8_t *)part, length, &width, &height) != CPICTURES_OK) continue;
      if ((uint64_t)width * height > 1000000) continue;
      uint8_t *pixels = malloc((size_t)width * height * 4);
      cpictures_decode(kind, (uint8_t *)part, length, width, height, pixels);
      free(pixels);
    }
    uint8_t *plain;
    size_t size;
    if (cbrotli_decode((uint8_t *)part, length, 1000000, &plain, &size) == CBROTLI_OK) free(plain);
    free(part);
    if (length == 0) break;
  }
  free(bytes);
}

/// Answers every question with the names of two servers, each as often as fits.
static void *serve(void *context) {
  int descriptor = *(int *)context;
  unsigned char bytes[2048];
  struct sockaddr asker;
  for (int answered = 0; answered < 40; answered++) {
    socklen_t size = sizeof asker;
    ssize_t count = recvfrom(descriptor, bytes, 512, 0, &asker, &size);
    if (count < 12) continue;
    static const unsigned char record[] = {0xC0, 12, 0, 2, 0, 1, 0, 0, 0, 60, 0, 6, 3, 'n', 's', '1', 0xC0, 12};
    bytes[2] |= 0x80;
    bytes[3] = answered % 7 == 6 ? 3 : 0;
    bytes[7] = 40;
    for (int index = 0; index < 40; index++, count += sizeof record) memcpy(bytes + count, record, sizeof record);
    // Cut anywhere.
    sendto(descriptor, bytes, (size_t)(count - answered * 17), 0, &asker, size);
  }
  return NULL;
}

static void resolve(void) {
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = inet_addr("127.0.0.1")};
  socklen_t size = sizeof place;
  int descriptor = socket(AF_INET, SOCK_DGRAM, 0);
  pthread_t thread;
  if (bind(descriptor, (struct sockaddr *)&place, size) || getsockname(descriptor, (struct sockaddr *)&place, &size)) exit(2);
  pthread_create(&thread, NULL, serve, &descriptor);
  for (int index = 0; index < 40; index++) {
    cresolver_answer *answer = cresolver_name_servers("news.brand.example.", "127.0.0.1", ntohs(place.sin_port), 1, 1);
    for (size_t name = 0; name <= cresolver_count(answer); name++) events += strlen(cresolver_name(answer, name));
    cresolver_free(answer);
  }
  pthread_join(thread, NULL);
  close(descriptor);
}

/// Draws every cell in every kind of colour, and reads keys.
static void use_terminal(void) {
  static const char keys[] = "j\033[A\033[<0;1;1M\033[200~x\033[201~\033[1;5D\xC3\xA9\xFF\xF0\x9F\x91\x8D\033]11;rgb:1/2/3\033\\q";
  for (uint32_t scalar = 0; scalar <= 0x110000; scalar++) events += (size_t)(cc_width(scalar) + 1);
  for (int truecolor = 0; truecolor < 2; truecolor++) {
    int keyboard = -1, side = -1;
    if (openpty(&keyboard, &side, NULL, NULL, NULL) != 0) exit(2);
    // What is drawn is for no one, so the modes of what is typed have to be set here.
    int drawn = open("/dev/null", O_WRONLY);
    struct termios modes;
    tcgetattr(side, &modes);
    cfmakeraw(&modes);
    tcsetattr(side, TCSANOW, &modes);
    cc_options options = {.input = side, .output = drawn, .columns = 40, .rows = 12, .truecolor = truecolor, .mouse = true};
    cc_info info;
    if (cc_open("xterm-256color", NULL, &options, &info) != CC_OK) exit(2);
    for (uint32_t cell = 0; cell < 40 * 12 * 3; cell++) {
      uint32_t scalars[] = {0x41 + cell, 0x301, 0x302, 0x303, 0x304, 0x305, 0x306};
      cc_put((int)(cell / 40), (int)(cell % 40), scalars, (int)(cell % 8), (int)(cell % 300) - 1, (int)(CC_RGB | cell * 7919), cell);
      if (cell % 160 == 0) {
        cc_refresh(cell % 320 ? -1 : 3, 5, cell % 320, "\0337\0338", 4);
      }
    }
    for (int lines = -12; lines <= 12; lines++) {
      cc_put_letters(lines < 0 ? -lines - 1 : 0, 2, (const uint32_t[]){'a', 'b', 0xE9, 0x2026}, 4, lines, -1, CC_BOLD);
      cc_refresh(-1, -1, false, NULL, 0);
      for (int top = -1; top < 12; top++) events += cc_scroll(top, 11 - top % 3, lines);
      cc_refresh(lines % 2 ? -1 : 2, 3, false, NULL, 0);
    }
    cc_title("title");
    cc_ask();
    if (write(keyboard, keys, sizeof keys - 1) < 0) exit(2);
    uint32_t value = 0;
    while (cc_read(&value) != CC_READ_NOTHING) events += value;
    cc_suspend();
    cc_resume();
    cc_resize(20, 5);
    cc_close();
    close(keyboard);
    close(side);
    close(drawn);
  }
}

int main(int count, char **paths) {
  for (int index = 1; index < count; index++) read_file(paths[index]);
  resolve();
  use_terminal();
  printf("%d files, %zu\n", count - 1, events);
  return 0;
}
