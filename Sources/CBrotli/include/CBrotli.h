#ifndef CBROTLI_H
#define CBROTLI_H

#include <stddef.h>
#include <stdint.h>

/// What became of a call.
typedef enum cbrotli_outcome {
  CBROTLI_OK = 0,
  /// The library is not on this machine, or lacks what is needed of it.
  CBROTLI_NO_LIBRARY,
  /// The bytes are no whole Brotli stream.
  CBROTLI_BROKEN,
  /// There is more than the limit, or no memory for it.
  CBROTLI_TOO_LONG,
} cbrotli_outcome;

/// Decodes a whole stream (RFC 7932) of at most `limit` bytes.
///
/// `plain` is freed by the caller with `free`, after CBROTLI_OK alone. The library is loaded once, when it is first needed.
/// May be called from several threads.
cbrotli_outcome cbrotli_decode(
    const uint8_t *bytes, size_t count, size_t limit, uint8_t **plain, size_t *size);

#endif
