#include "Exchange.h"

#include <arpa/nameser.h>
#include <ctype.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// glibc's res_nsend is of no use here: it takes a referral without addresses, which is what a parent zone's
// server says of a delegated name, for no response; and with `pfcode` set, which should stop that, it never
// returns.

static long long milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Waits until something can be done with a socket or the time is up.
static int wait_for(int descriptor, short events, long long deadline) {
  for (;;) {
    long long left = deadline - milliseconds_now();
    if (left <= 0) return 0;
    struct pollfd entry = {.fd = descriptor, .events = events};
    // The time limit of the exchange.
    int ready = poll(&entry, 1, (int)left);
    if (ready > 0) return 1;
    if (ready == 0 || errno != EINTR) return 0;
  }
}

static int open_socket(int kind, const struct sockaddr *server, socklen_t size, long long deadline) {
  int descriptor = socket(server->sa_family, kind | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -1;
  int status = connect(descriptor, server, size);
  if (status < 0 && errno == EINPROGRESS && wait_for(descriptor, POLLOUT, deadline)) {
    int failure = 0;
    socklen_t failure_size = sizeof failure;
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &failure_size);
    status = failure ? -1 : 0;
  }
  if (status == 0) return descriptor;
  close(descriptor);
  return -1;
}

/// The header of a message: one that lies among bytes need not be aligned as the struct wants it.
static HEADER header_of(const unsigned char *message) {
  HEADER header;
  memcpy(&header, message, sizeof header);
  return header;
}

/// Whether a message answers the question: a sender that guesses an id must still name what was asked.
static int answers(const unsigned char *question, int length, const unsigned char *reply, int reply_length) {
  if (reply_length < NS_HFIXEDSZ) return 0;
  HEADER answered = header_of(reply);
  if (answered.id != header_of(question).id || !answered.qr) return 0;
  // A server that refuses may leave the question out.
  if (answered.rcode != ns_r_noerror && answered.qdcount == 0) return 1;
  if (ntohs(answered.qdcount) != 1 || reply_length < length) return 0;
  for (int index = NS_HFIXEDSZ; index < length; index += 1) {
    if (tolower(question[index]) != tolower(reply[index])) return 0;
  }
  return 1;
}

static int by_udp(
    const struct sockaddr *server, socklen_t size, const unsigned char *question, int length,
    long long deadline, unsigned char *reply) {
  int descriptor = open_socket(SOCK_DGRAM, server, size, deadline);
  if (descriptor < 0) return -1;
  int received = -1;
  if (send(descriptor, question, (size_t)length, MSG_NOSIGNAL) == length) {
    while (wait_for(descriptor, POLLIN, deadline)) {
      received = (int)recv(descriptor, reply, MESSAGE_SIZE, 0);
      if (received < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (received < 0 || answers(question, length, reply, received)) break;
      received = -1;
    }
  }
  close(descriptor);
  return received;
}

static int receive_all(int descriptor, unsigned char *bytes, int length, long long deadline) {
  for (int done = 0; done < length;) {
    if (!wait_for(descriptor, POLLIN, deadline)) return 0;
    ssize_t part = recv(descriptor, bytes + done, (size_t)(length - done), 0);
    if (part < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (part <= 0) return 0;
    done += (int)part;
  }
  return 1;
}

static int by_tcp(
    const struct sockaddr *server, socklen_t size, const unsigned char *question, int length,
    long long deadline, unsigned char *reply) {
  int descriptor = open_socket(SOCK_STREAM, server, size, deadline);
  if (descriptor < 0) return -1;
  int received = -1;
  unsigned char framed[2 + NS_PACKETSZ] = {(unsigned char)(length >> 8), (unsigned char)length};
  unsigned char size_bytes[2];
  for (int index = 0; index < length; index += 1) framed[2 + index] = question[index];
  // A fresh connection takes a packet at once.
  if (send(descriptor, framed, (size_t)length + 2, MSG_NOSIGNAL) == length + 2 &&
      receive_all(descriptor, size_bytes, 2, deadline)) {
    int expected = size_bytes[0] << 8 | size_bytes[1];
    if (receive_all(descriptor, reply, expected, deadline) && answers(question, length, reply, expected))
      received = expected;
  }
  close(descriptor);
  return received;
}

int exchange_message(
    const struct sockaddr *server, socklen_t server_size, const unsigned char *question, int length,
    int seconds, unsigned char *reply) {
  if (length > NS_PACKETSZ) return -1;
  long long limit = (long long)seconds * 1000;
  int received = by_udp(server, server_size, question, length, milliseconds_now() + limit, reply);
  if (received < NS_HFIXEDSZ || !header_of(reply).tc) return received;
  return by_tcp(server, server_size, question, length, milliseconds_now() + limit, reply);
}
