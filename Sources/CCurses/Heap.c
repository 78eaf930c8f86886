#include <malloc.h>

#include "CCurses.h"

void cc_share_heap(void) { mallopt(M_ARENA_MAX, 1); }
