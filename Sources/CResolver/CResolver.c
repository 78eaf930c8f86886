#include "CResolver.h"

#include "Exchange.h"

#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// The most name servers of one name that are kept.
#define MAX_NAMES 32

/// Room for one name as text, with its end: the longest name of RFC 1035 with every byte escaped as `\DDD`.
#define NAME_SIZE 1025

struct cresolver_answer {
  cresolver_outcome outcome;
  int response_code;
  size_t count;
  char names[MAX_NAMES][NAME_SIZE];
};

/// Addresses to ask, of either family.
typedef struct server_list {
  struct sockaddr_storage addresses[MAXNS];
  socklen_t sizes[MAXNS];
  int count;
} server_list;

static void add_server(server_list *servers, const void *address, socklen_t size) {
  memcpy(&servers->addresses[servers->count], address, size);
  servers->sizes[servers->count] = size;
  servers->count += 1;
}

/// Makes a list of the one server that is to be asked.
static int one_server(server_list *servers, const char *text, int port) {
  struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
  if (port <= 0 || port > 65535) return 0;
  if (inet_pton(AF_INET, text, &v4.sin_addr) == 1) {
    add_server(servers, &v4, sizeof v4);
  } else if (inet_pton(AF_INET6, text, &v6.sin6_addr) == 1) {
    add_server(servers, &v6, sizeof v6);
  }
  return servers->count;
}

/// Makes a list of the servers of /etc/resolv.conf; glibc keeps those of IPv6 in a list of their own.
static void configured_servers(server_list *servers, res_state state) {
  for (int index = 0; index < state->nscount && index < MAXNS; index += 1) {
    const struct sockaddr_in6 *v6 = state->_u._ext.nsaddrs[index];
    if (state->nsaddr_list[index].sin_family == AF_INET) {
      add_server(servers, &state->nsaddr_list[index], sizeof state->nsaddr_list[index]);
    } else if (v6 && v6->sin6_family == AF_INET6) {
      add_server(servers, v6, sizeof *v6);
    }
  }
}

static void without_dot(char *name) {
  size_t length = strlen(name);
  if (length > 0 && name[length - 1] == '.') name[length - 1] = 0;
}

/// Adds the targets of the NS records of `name` in a section; tells of another owner that was seen.
static int read_section(
    ns_msg *message, ns_sect section, const char *name, cresolver_answer *answer, char *other_owner) {
  for (int index = 0; index < ns_msg_count(*message, section); index += 1) {
    ns_rr record;
    if (ns_parserr(message, section, index, &record) < 0) return 0;
    if (ns_rr_class(record) != ns_c_in || ns_rr_type(record) != ns_t_ns) continue;
    if (strcasecmp(ns_rr_name(record), name) != 0) {
      strncpy(other_owner, ns_rr_name(record), NAME_SIZE - 1);
      continue;
    }
    if (answer->count == MAX_NAMES) continue;
    char *target = answer->names[answer->count];
    if (ns_name_uncompress(
            ns_msg_base(*message), ns_msg_end(*message), ns_rr_rdata(record), target, NAME_SIZE) < 0)
      return 0;
    without_dot(target);
    answer->count += 1;
  }
  return 1;
}

static cresolver_outcome read_message(
    const unsigned char *bytes, int length, const char *name, cresolver_answer *answer) {
  ns_msg message;
  char other_owner[NAME_SIZE] = "";
  char ignored[NAME_SIZE] = "";
  if (ns_initparse(bytes, length, &message) < 0) return CRESOLVER_NO_ANSWER;
  answer->response_code = ns_msg_getflag(message, ns_f_rcode);
  if (answer->response_code == ns_r_nxdomain) return CRESOLVER_NO_SUCH_NAME;
  if (answer->response_code != ns_r_noerror) return CRESOLVER_REFUSED;
  if (!read_section(&message, ns_s_an, name, answer, ignored)) return CRESOLVER_NO_ANSWER;
  if (answer->count > 0) return CRESOLVER_FOUND;
  // An alias has no records of its own, and the authority section speaks of where it leads.
  if (ns_msg_count(message, ns_s_an) > 0) return CRESOLVER_NO_RECORDS;
  if (!read_section(&message, ns_s_ns, name, answer, other_owner)) return CRESOLVER_NO_ANSWER;
  if (answer->count > 0) return CRESOLVER_FOUND;
  if (!other_owner[0]) return CRESOLVER_NO_RECORDS;
  strcpy(answer->names[0], other_owner);
  answer->count = 1;
  return CRESOLVER_ELSEWHERE;
}

/// Asks the servers one after the other until one tells; when none does, what the last one said stands.
static cresolver_outcome ask(
    res_state state, const server_list *servers, const char *name, int seconds, int tries,
    cresolver_answer *answer) {
  unsigned char question[NS_PACKETSZ];
  cresolver_outcome outcome = CRESOLVER_NO_ANSWER;
  int length =
      res_nmkquery(state, ns_o_query, name, ns_c_in, ns_t_ns, NULL, 0, NULL, question, sizeof question);
  if (length < 0) return CRESOLVER_INVALID;
  unsigned char *reply = malloc(MESSAGE_SIZE);
  if (!reply) return CRESOLVER_NO_ANSWER;
  for (int try = 0; try < tries && outcome == CRESOLVER_NO_ANSWER; try += 1) {
    for (int index = 0; index < servers->count; index += 1) {
      const struct sockaddr *server = (const struct sockaddr *)&servers->addresses[index];
      int received = exchange_message(server, servers->sizes[index], question, length, seconds, reply);
      if (received < 0) continue;
      answer->count = 0;
      outcome = read_message(reply, received, name, answer);
      if (outcome != CRESOLVER_REFUSED && outcome != CRESOLVER_NO_ANSWER) break;
    }
  }
  free(reply);
  return outcome;
}

static void fill(
    cresolver_answer *answer, const char *name, const char *server, int port, int seconds, int tries) {
  char bare[NAME_SIZE];
  struct __res_state state;
  server_list servers = {.count = 0};
  size_t length = strlen(name);
  memset(&state, 0, sizeof state);
  answer->outcome = CRESOLVER_INVALID;
  if (length == 0 || length >= sizeof bare) return;
  memcpy(bare, name, length + 1);
  without_dot(bare);
  if (res_ninit(&state) < 0) {
    answer->outcome = CRESOLVER_NO_ANSWER;
    return;
  }
  if (!server) configured_servers(&servers, &state);
  if (!server || one_server(&servers, server, port))
    answer->outcome = ask(&state, &servers, bare, seconds, tries, answer);
  res_nclose(&state);
}

cresolver_answer *cresolver_name_servers(
    const char *name, const char *server, int port, int seconds, int tries) {
  cresolver_answer *answer = calloc(1, sizeof *answer);
  if (answer) fill(answer, name, server, port, seconds, tries);
  return answer;
}

cresolver_outcome cresolver_outcome_of(const cresolver_answer *answer) { return answer->outcome; }

int cresolver_response_code(const cresolver_answer *answer) { return answer->response_code; }

size_t cresolver_count(const cresolver_answer *answer) { return answer->count; }

const char *cresolver_name(const cresolver_answer *answer, size_t index) {
  return index < answer->count ? answer->names[index] : "";
}

void cresolver_free(cresolver_answer *answer) { free(answer); }
