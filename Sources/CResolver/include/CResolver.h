#ifndef CRESOLVER_H
#define CRESOLVER_H

#include <stddef.h>

/// What became of a question.
typedef enum cresolver_outcome {
  /// There are records: see `cresolver_name`.
  CRESOLVER_FOUND = 0,
  /// There is no such name.
  CRESOLVER_NO_SUCH_NAME,
  /// The name exists, or may exist, but has no name servers of its own.
  CRESOLVER_NO_RECORDS,
  /// The server that was asked does not know and refers to the name servers of name 0.
  CRESOLVER_ELSEWHERE,
  /// The server answered that it will not or cannot say: see `cresolver_response_code`.
  CRESOLVER_REFUSED,
  /// Nothing responded in time, or what came is not a response.
  CRESOLVER_NO_ANSWER,
  /// This cannot be a name, or the server's address is none.
  CRESOLVER_INVALID,
} cresolver_outcome;

/// The response to one question; free it with `cresolver_free`.
typedef struct cresolver_answer cresolver_answer;

/// Asks for the name servers (NS records) whose owner is exactly `name`.
///
/// They are taken from the response section, or from the authority section where a parent zone's server refers
/// to them. `server` is the text of an IPv4 or IPv6 address to ask at `port`, or NULL for those of
/// /etc/resolv.conf. Blocks for at most about `seconds` for each of `tries` and each server. May be called
/// from several threads at once. Returns NULL when there is no memory.
cresolver_answer *cresolver_name_servers(
    const char *name, const char *server, int port, int seconds, int tries);

/// What became of the question.
cresolver_outcome cresolver_outcome_of(const cresolver_answer *answer);

/// The code of the response (RFC 1035 §4.1.1): 2 is SERVFAIL, 5 is REFUSED.
int cresolver_response_code(const cresolver_answer *answer);

/// How many names there are.
size_t cresolver_count(const cresolver_answer *answer);

/// The target of an NS record, from 0, as text without a trailing dot, in the order of the response.
const char *cresolver_name(const cresolver_answer *answer, size_t index);

/// Gives the response's memory back.
void cresolver_free(cresolver_answer *answer);

#endif
