#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

// libpq is loaded when a sandbox is given a PostgreSQL, so that neither the build nor the program's start depends on it and
// on what it brings along. What is declared here is its public, versioned interface (libpq.so.5).

/// Of libpq's enumerations: CONNECTION_OK; PGRES_COMMAND_OK and PGRES_TUPLES_OK; PG_DIAG_SQLSTATE.
enum { connection_ok = 0, command_done = 1, rows_done = 2, field_state = 'C' };
/// Of the types of PostgreSQL's catalog: int8, int2, int4.
enum { type_int8 = 20, type_int2 = 21, type_int4 = 23 };

typedef void notice_processor(void *context, const char *message);

static struct {
  cpostgres_connection *(*connect)(const char *const *keys, const char *const *values, int expand_name);
  void *(*parse)(const char *url, char **message);
  void (*free_options)(void *options);
  void (*free_memory)(void *memory);
  int (*status)(const cpostgres_connection *connection);
  void (*finish)(cpostgres_connection *connection);
  char *(*message)(const cpostgres_connection *connection);
  const char *(*setting)(const cpostgres_connection *connection, const char *name);
  int (*version)(const cpostgres_connection *connection);
  notice_processor *(*set_notices)(cpostgres_connection *connection, notice_processor *processor, void *context);
  cpostgres_result *(*run)(cpostgres_connection *connection, const char *sql);
  cpostgres_result *(*prepare)(
      cpostgres_connection *connection, const char *name, const char *sql, int count, const unsigned *types);
  cpostgres_result *(*run_prepared)(
      cpostgres_connection *connection, const char *name, int count, const char *const *values, const int *lengths,
      const int *formats, int result_format);
  void (*clear)(cpostgres_result *result);
  int (*result_status)(const cpostgres_result *result);
  char *(*field)(const cpostgres_result *result, int field);
  int (*rows)(const cpostgres_result *result);
  int (*columns)(const cpostgres_result *result);
  char *(*name)(const cpostgres_result *result, int column);
  char *(*value)(const cpostgres_result *result, int row, int column);
  int (*is_null)(const cpostgres_result *result, int row, int column);
  unsigned (*type)(const cpostgres_result *result, int column);
  int (*descriptor)(const cpostgres_connection *connection);
  int (*consume)(cpostgres_connection *connection);
  cpostgres_signal *(*signals)(cpostgres_connection *connection);
} pq;

/// In the order of the functions above.
static const char *const names[] = {
    "PQconnectdbParams", "PQconninfoParse",  "PQconninfoFree",  "PQfreemem",        "PQstatus",
    "PQfinish",          "PQerrorMessage",   "PQparameterStatus", "PQserverVersion", "PQsetNoticeProcessor",
    "PQexec",            "PQprepare",        "PQexecPrepared",  "PQclear",          "PQresultStatus",
    "PQresultErrorField", "PQntuples",       "PQnfields",       "PQfname",          "PQgetvalue",
    "PQgetisnull",       "PQftype",          "PQsocket",        "PQconsumeInput",   "PQnotifies"};

_Static_assert(sizeof pq == sizeof names, "a name for each function");

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
    void *function = dlsym(library, names[index]);
    if (function == NULL) return;
    memcpy((char *)&pq + index * sizeof function, &function, sizeof function);
  }
  is_loaded = 1;
}

int cpostgres_has_library(void) {
  pthread_once(&once, load);
  return is_loaded;
}

char *cpostgres_url_flaw(const char *url) {
  char *message = NULL;
  void *options = pq.parse(url, &message);
  if (options != NULL) pq.free_options(options);
  return message;
}

void cpostgres_free_text(char *text) { pq.free_memory(text); }

static void drop_notice(void *context, const char *message) {
  (void)context;
  (void)message;
}

cpostgres_connection *cpostgres_connect(const char *url) {
  // What stands behind `dbname` wins over the URL, what stands before does not.
  static const char *const keys[] = {
      "application_name",    "connect_timeout", "tcp_user_timeout", "keepalives_idle", "keepalives_interval",
      "keepalives_count", "dbname",          "client_encoding",  NULL};
  // A connection that only listens sends nothing: without these a firewall that drops it is noticed after two hours.
  const char *const values[] = {"inbox", "5", "10000", "30", "10", "3", url, "UTF8", NULL};
  cpostgres_connection *connection = pq.connect(keys, values, 1);
  if (connection != NULL) pq.set_notices(connection, drop_notice, NULL);
  return connection;
}

int cpostgres_is_connected(const cpostgres_connection *connection) { return pq.status(connection) == connection_ok; }
void cpostgres_finish(cpostgres_connection *connection) { pq.finish(connection); }
const char *cpostgres_message(const cpostgres_connection *connection) { return pq.message(connection); }
const char *cpostgres_setting(const cpostgres_connection *connection, const char *name) {
  return pq.setting(connection, name);
}
int cpostgres_version(const cpostgres_connection *connection) { return pq.version(connection); }

cpostgres_result *cpostgres_run(cpostgres_connection *connection, const char *sql) { return pq.run(connection, sql); }

cpostgres_result *cpostgres_prepare(cpostgres_connection *connection, const char *name, const char *sql) {
  return pq.prepare(connection, name, sql, 0, NULL);
}

cpostgres_result *cpostgres_run_prepared(
    cpostgres_connection *connection, const char *name, int count, const char *const *values) {
  return pq.run_prepared(connection, name, count, values, NULL, NULL, 0);
}

void cpostgres_clear(cpostgres_result *result) { pq.clear(result); }

int cpostgres_is_done(const cpostgres_result *result) {
  int status = pq.result_status(result);
  return status == command_done || status == rows_done;
}

const char *cpostgres_state(const cpostgres_result *result) { return pq.field(result, field_state); }
int cpostgres_row_count(const cpostgres_result *result) { return pq.rows(result); }
int cpostgres_column_count(const cpostgres_result *result) { return pq.columns(result); }
const char *cpostgres_column_name(const cpostgres_result *result, int column) { return pq.name(result, column); }

const char *cpostgres_value(const cpostgres_result *result, int row, int column) {
  return pq.is_null(result, row, column) ? NULL : pq.value(result, row, column);
}

int cpostgres_is_integer(const cpostgres_result *result, int column) {
  unsigned type = pq.type(result, column);
  return type == type_int8 || type == type_int4 || type == type_int2;
}

int cpostgres_descriptor(const cpostgres_connection *connection) { return pq.descriptor(connection); }
int cpostgres_read(cpostgres_connection *connection) { return pq.consume(connection); }
/// libpq's PGnotify begins with these three members.
cpostgres_signal *cpostgres_next_signal(cpostgres_connection *connection) { return pq.signals(connection); }
void cpostgres_free_signal(cpostgres_signal *signal) { pq.free_memory(signal); }
