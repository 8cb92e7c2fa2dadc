/* The same random games and the same bulk perft as in the penguins kernels, in C, to compare their speed.
 *
 * Reads from standard input the lookup tables of the kernels: 60 x 6 rays, 60 neighbour sets, 60 worths, the berths,
 * the number of players; then a position for perft (free, me, opponent) and its depth, then the number of games.
 * Prints: seconds and checksum of the random games, seconds and count of perft. */
#define _POSIX_C_SOURCE 199309L
#ifdef WITH_LZCNT
#include <immintrin.h>
#endif
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

typedef int64_t floes;

static floes rays[60][6], neighbours[60], worth[60], berths, everything;
static int players, each;

static inline int lowest(floes f) { return __builtin_ctzll((uint64_t)f); }
static inline int count(floes f) { return __builtin_popcountll((uint64_t)f); }
#ifdef WITH_LZCNT
static inline int last(floes f) { return 64 - (int)_lzcnt_u64((uint64_t)f); }
#else
static inline int last(floes f) { return f ? 64 - __builtin_clzll((uint64_t)f) : 0; }
#endif

static inline floes targets(int floe, floes free) {
  floes found = 0;
  for (int ray = 0; ray < 3; ray++) {
    floes line = rays[floe][ray], stops = line & ~free;
    found |= line & ((stops & -stops) - 1);
  }
  for (int ray = 3; ray < 6; ray++) {
    floes line = rays[floe][ray];
    found |= line & -((floes)1 << last(line & ~free));
  }
  return found;
}

static inline int pick(floes f, int64_t place) {
  while (place--) f &= f - 1;
  return lowest(f);
}

static inline int64_t next_random(int64_t s) {
  uint64_t x = (uint64_t)s;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return (int64_t)x;
}

static int64_t play_out(floes free, int64_t *taken, int64_t seed) {
  floes penguins[4] = {0}, ends[4];
  int seat = 0;
  for (int left = players * each; left; left--) {
    floes open = free & berths;
    seed = next_random(seed);
    int end = pick(open, (int64_t)((uint64_t)(seed & 0xFFFFFFFF) * (uint64_t)count(open) >> 32));
    penguins[seat] |= (floes)1 << end;
    free ^= (floes)1 << end;
    taken[seat] += worth[end];
    if (++seat == players) seat = 0;
  }
  for (int stuck = 0; stuck < players;) {
    floes standing = penguins[seat];
    int64_t total = 0;
    int index = 0;
    for (floes p = standing; p; p &= p - 1, index++) total += count(ends[index] = targets(lowest(p), free));
    if (total) {
      stuck = 0;
      seed = next_random(seed);
      int64_t place = (int64_t)((uint64_t)(seed & 0xFFFFFFFF) * (uint64_t)total >> 32);
      floes p = standing;
      int64_t here;
      for (index = 0; place >= (here = count(ends[index])); index++, p &= p - 1) place -= here;
      int end = pick(ends[index], place);
      floes bit = (floes)1 << end;
      penguins[seat] = standing ^ (p & -p) ^ bit;
      taken[seat] += worth[end];
      free ^= bit;
    } else {
      stuck++;
    }
    if (++seat == players) seat = 0;
  }
  return seed;
}

static int64_t moves_of(floes free, floes penguins) {
  int64_t found = 0;
  for (; penguins; penguins &= penguins - 1) found += count(targets(lowest(penguins), free));
  return found;
}

static int64_t perft(floes free, floes me, floes opponent, int depth) {
  if (depth == 1) {
    int64_t found = moves_of(free, me);
    return found ? found : moves_of(free, opponent);
  }
  int64_t found = 0;
  int stuck = 1;
  for (floes standing = me; standing; standing &= standing - 1) {
    floes penguin = standing & -standing, ends = targets(lowest(penguin), free);
    if (ends) stuck = 0;
    for (; ends; ends &= ends - 1) {
      floes end = ends & -ends;
      floes left = free ^ end, moved = me ^ penguin ^ end;
      if (depth == 2) {
        int64_t here = moves_of(left, opponent);
        found += here ? here : moves_of(left, moved);
      } else {
        found += perft(left, opponent, moved, depth - 1);
      }
    }
  }
  if (stuck && moves_of(free, opponent)) return perft(free, opponent, me, depth);
  return found;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int64_t number(void) {
  int64_t n = 0;
  return scanf("%" SCNd64, &n) == 1 ? n : 0;
}

int main(void) {
  for (int floe = 0; floe < 60; floe++)
    for (int ray = 0; ray < 6; ray++) rays[floe][ray] = number();
  for (int floe = 0; floe < 60; floe++) neighbours[floe] = number();
  for (int floe = 0; floe < 60; floe++) worth[floe] = number();
  berths = number();
  players = (int)number();
  each = 6 - players;
  everything = ((floes)1 << 60) - 1;
  floes free = number(), me = number(), opponent = number();
  int depth = (int)number();
  int64_t games = number(), seed = number(), sum = 0;

  double began = now();
  for (int64_t game = 0; game < games; game++) {
    int64_t taken[4] = {0};
    seed = play_out(everything, taken, seed);
    sum += taken[0] - taken[1];
  }
  double played = now() - began;
  began = now();
  int64_t counted = perft(free, me, opponent, depth);
  printf("%.6f %" PRId64 " %.6f %" PRId64 "\n", played, sum, now() - began, counted);
  return 0;
}
