// Times one match of typical selectors on trees of 1k, 10k and 100k nodes and writes JSON:
// { "<selector>": { "<nodes>": { "ms": median, "matches": n } } }. Times are of CPU, because a developer's
// machine is seldom quiet.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "core/query/query.h"
#include "support/selectors.h"

using namespace surehand;
using namespace surehand::test;

namespace {

// An application of windows of panels of rows, with labels, fields and buttons side by side; every name is
// different but for one button in each row.
SnapshotPtr make_tree(size_t nodes) {
  SnapshotBuilder builder(nodes);
  std::mt19937 random(1);
  size_t number = 0;
  const auto leaf = [&](Role role, const std::string& name, Rect bounds) {
    builder.open(role);
    builder.text(TextField::kName, name);
    builder.text(TextField::kId, "id" + std::to_string(number));
    States states;
    states.set(State::kEnabled);
    states.set(State::kVisible);
    states.set(State::kFocusable, role != Role::kText);
    if (random() % 8 == 0) states.set(State::kChecked, random() % 2 == 0);
    builder.states(states);
    builder.bounds(bounds);
    builder.close();
    ++number;
  };
  builder.open(Role::kApplication);
  builder.text(TextField::kName, "Bench");
  builder.host("bench", 42, {"bench", "org.example.Bench"});
  while (builder.size() + 8 < nodes) {
    builder.open(Role::kWindow);
    builder.text(TextField::kName, "Window " + std::to_string(builder.size()));
    for (int panel = 0; panel < 20 && builder.size() + 7 < nodes; ++panel) {
      builder.open(Role::kGroup);
      for (int row = 0; row < 25 && builder.size() + 6 < nodes; ++row) {
        const int y = (panel * 25 + row) * 30;
        const std::string n = std::to_string(number);
        builder.open(Role::kRow);
        builder.bounds({0, y, 800, 28});
        leaf(Role::kText, "Label number " + n, {0, y, 200, 28});
        leaf(Role::kTextbox, "Field for entry " + n, {210, y, 300, 28});
        leaf(Role::kButton, "Open item " + n, {520, y, 90, 28});
        leaf(Role::kButton, random() % 50 == 0 ? "Save\xE2\x80\xA6" : "Delete", {620, y, 90, 28});
        builder.close();
      }
      builder.close();
    }
    builder.close();
  }
  while (builder.size() < nodes) leaf(Role::kButton, "Last " + std::to_string(number), {0, 0, 10, 10});
  return builder.finish();
}

struct Case {
  const char* text;
  Json ast;
};

std::vector<Case> cases() {
  const auto button = [](Json other) { return all({role("button"), std::move(other)}); };
  return {
      {"role:button|name:Save", only(button(name("Save")))},
      {"role:button|name:Open item 77|first", chain({step(button(name("Open item 77")), 0)})},
      {"name:Save", only(name("Save"))},
      {"role:button", only(role("button"))},
      {"checked:true|enabled:true", only(all({state("checked", true), state("enabled", true)}))},
      {"#id77", only(text("id", literal("id77")))},
      {"text:number 77", only(text("text", literal("number 77")))},
      {"role:button|name:*7*", only(button(text("name", wildcard("*7*"))))},
      {"role:button|name:/^open .*7$/i", only(button(text("name", regexp("^open .*7$", "i"))))},
      {"name:/\\d7$/", only(text("name", regexp("\\d7$")))},
      {"role:row|has:(role:button|name:Save)", only(all({role("row"), has(only(button(name("Save"))))}))},
      {"role:group|has:(role:row >> name:Save)",
       only(all({role("group"), has(chain({step(role("row")), step(name("Save"))}))}))},
      {"role:row|has:(role:button|last)", only(all({role("row"), has(chain({step(role("button"), -1)}))}))},
      {"role:window >> role:row >> role:button|name:Save",
       chain({step(role("window")), step(role("row")), step(button(name("Save")))})},
      {"role:textbox|rightof:(name:Label number 44)",
       only(all({role("textbox"), beside("rightof", only(name("Label number 44")))}))},
      {"role:textbox|near:(role:button|name:Save)",
       only(all({role("textbox"), near(only(button(name("Save"))), 150)}))},
      {"role:textbox|rightof:(role:text)", only(all({role("textbox"), beside("rightof", only(role("text")))}))},
      {"near:(role:button)", only(near(only(role("button"))))},
      {"role:row|has:(role:textbox|rightof:(role:text))",
       only(all({role("row"), has(only(all({role("textbox"), beside("rightof", only(role("text")))})))}))},
      {"!role:button", only(negated(role("button")))},
      {"window:Window 1|role:button|name:Save", only(all({text("window", literal("Window 1")), button(name("Save"))}))},
      {"app:bench|role:button|name:Save", only(all({text("app", literal("bench")), button(name("Save"))}))},
      {"role:button|name:Save >> ..", chain({step(button(name("Save"))), step(parent())})},
  };
}

double cpu_ms() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double median_ms(const Query& query, const Snapshot& tree, size_t& matches) {
  std::vector<double> times;
  const double start = cpu_ms();
  do {
    const double before = cpu_ms();
    const auto found = match(query, tree, {}, Limits());
    times.push_back(cpu_ms() - before);
    if (!found) std::abort();
    matches = found->size();
  } while (times.size() < 5 || (times.size() < 200 && cpu_ms() - start < 300));
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace

int main() {
  const std::vector<size_t> sizes{1'000, 10'000, 100'000};
  std::vector<SnapshotPtr> trees;
  for (const size_t size : sizes) trees.push_back(make_tree(size));
  Json result{json::Object()};
  for (const Case& each : cases()) {
    const auto query = Query::from_json(each.ast);
    if (!query) return 1;
    Json row{json::Object()};
    for (size_t i = 0; i < sizes.size(); ++i) {
      size_t matches = 0;
      const double ms = median_ms(**query, *trees[i], matches);
      row.set(std::to_string(sizes[i]), object({{"ms", ms}, {"matches", static_cast<uint64_t>(matches)}}));
    }
    result.set(each.text, std::move(row));
  }
  std::puts(json::stringify(result).c_str());
}
