#ifndef EXCHANGE_H
#define EXCHANGE_H

#include <stddef.h>
#include <sys/socket.h>

/// The longest message that DNS can carry.
#define MESSAGE_SIZE 65535

/// Sends a question to one server by UDP, and again by TCP when the response was cut short, and puts the response
/// into `reply`, which has room for MESSAGE_SIZE.
///
/// Returns its length, or -1 when none came within `seconds` (for each of the two) or the server is not
/// there.
int exchange_message(
    const struct sockaddr *server, socklen_t server_size, const unsigned char *question, int length,
    int seconds, unsigned char *reply);

#endif
