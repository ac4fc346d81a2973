#pragma once

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <vector>

#include "core/json.h"

namespace surehand::bench {

// The median in ms of CPU, because a developer's machine is seldom quiet.
inline double median_ms(int rounds, const std::function<void()>& run) {
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    const std::clock_t start = std::clock();
    run();
    times.push_back(1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[static_cast<size_t>(rounds) / 2];
}

// Prints what `measure(nodes, rounds)` gives for trees of 1,000, 10,000 and 100,000 nodes, as one JSON object.
// Arguments: [rounds]
template <class Measure>
void report(int argc, char** argv, Measure measure) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 15;
  json::Value result;
  result.set("unit", "ms of CPU, median");
  result.set("rounds", rounds);
  json::Value runs;
  for (uint32_t nodes : {1000u, 10000u, 100000u}) runs.push(measure(nodes, rounds));
  result.set("runs", runs);
  std::cout << json::stringify(result) << "\n";
}

}  // namespace surehand::bench
