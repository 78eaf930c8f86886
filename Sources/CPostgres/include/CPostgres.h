#ifndef CPOSTGRES_H
#define CPOSTGRES_H

/// A connection to a PostgreSQL server, and the result of one statement: libpq's own.
typedef struct cpostgres_connection cpostgres_connection;
typedef struct cpostgres_result cpostgres_result;

/// A signal that another session has sent (NOTIFY).
typedef struct cpostgres_signal {
  const char *channel;
  int process;
  const char *payload;
} cpostgres_signal;

/// Whether libpq is on this machine; loads it if it was not yet.
///
/// It is loaded once and stays. May be called from several threads.
int cpostgres_has_library(void);

/// What is wrong with a connection URL or string, to be freed with `cpostgres_free_text`; NULL when nothing is.
char *cpostgres_url_flaw(const char *url);
void cpostgres_free_text(char *text);

/// Connects and waits for it; the caller finishes the connection also where `cpostgres_is_connected` says no.
///
/// The URL says where, as whom and with which TLS; where it does not, a connect gives up after five seconds.
/// Text is UTF-8, and notices are dropped.
cpostgres_connection *cpostgres_connect(const char *url);
int cpostgres_is_connected(const cpostgres_connection *connection);
void cpostgres_finish(cpostgres_connection *connection);
/// Why the last call failed; belongs to the connection.
const char *cpostgres_message(const cpostgres_connection *connection);
/// A setting that the server reports, such as `server_encoding`; NULL for one that it does not.
const char *cpostgres_setting(const cpostgres_connection *connection, const char *name);
int cpostgres_version(const cpostgres_connection *connection);

/// Each waits for its result, which the caller clears; NULL where the connection or memory is gone.
cpostgres_result *cpostgres_run(cpostgres_connection *connection, const char *sql);
cpostgres_result *cpostgres_prepare(cpostgres_connection *connection, const char *name, const char *sql);
/// Values are texts; NULL is SQL's.
cpostgres_result *cpostgres_run_prepared(
    cpostgres_connection *connection, const char *name, int count, const char *const *values);
void cpostgres_clear(cpostgres_result *result);

/// Whether the statement was carried out.
int cpostgres_is_done(const cpostgres_result *result);
/// The five letters of SQLSTATE of a statement that failed; NULL where the server has said nothing.
const char *cpostgres_state(const cpostgres_result *result);
int cpostgres_row_count(const cpostgres_result *result);
int cpostgres_column_count(const cpostgres_result *result);
const char *cpostgres_column_name(const cpostgres_result *result, int column);
/// A value as text; NULL where it is SQL's.
const char *cpostgres_value(const cpostgres_result *result, int row, int column);
/// Whether a column is a whole number.
int cpostgres_is_integer(const cpostgres_result *result, int column);

/// The descriptor to wait on for signals; -1 where the connection is gone.
int cpostgres_descriptor(const cpostgres_connection *connection);
/// Reads what has arrived; 0 where the connection is gone.
int cpostgres_read(cpostgres_connection *connection);
/// Takes the next signal, to be freed with `cpostgres_free_signal`; NULL when there is none.
cpostgres_signal *cpostgres_next_signal(cpostgres_connection *connection);
void cpostgres_free_signal(cpostgres_signal *signal);

#endif
