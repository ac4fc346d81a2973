#include "platform/windows/read/open_menus.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "platform/windows/com/ids.h"

namespace surehand::uia {
namespace {

constexpr uint32_t kNobody = UINT32_MAX;
constexpr int kExpanded = 1;  // ExpandCollapseState

bool is_menu_window(const Tree::Node& node) { return node.facts.window != 0 && node.facts.class_name == "#32768"; }

class Placing {
 public:
  explicit Placing(Tree& tree) : tree_(tree), parents_(tree.nodes.size(), kNobody) {
    std::vector<uint32_t> open;
    for (uint32_t at = 0; at < tree_.nodes.size(); ++at) {
      while (!open.empty() && tree_.nodes[open.back()].depth >= tree_.nodes[at].depth) open.pop_back();
      if (!open.empty()) parents_[at] = open.back();
      open.push_back(at);
      const Facts& facts = tree_.nodes[at].facts;
      if (is_menu_window(tree_.nodes[at])) menus_.push_back(at);
      if (facts.control_type == control::kMenuItem && facts.expansion == kExpanded) openers_.push_back(at);
    }
  }

  void run() {
    // Where one is in doubt, another that is not may leave a single opener for it.
    bool moved = false;
    for (bool again = true; again;) {
      again = false;
      for (auto menu = menus_.begin(); menu != menus_.end(); ++menu) {
        const auto opener = opener_of(*menu);
        if (!opener) continue;
        parents_[*menu] = *opener;
        openers_.erase(std::find(openers_.begin(), openers_.end(), *opener));
        menus_.erase(menu);
        again = moved = true;
        break;
      }
    }
    if (moved) rebuild();
  }

 private:
  bool is_in(uint32_t node, uint32_t menu) const {
    for (uint32_t at = node; at != kNobody; at = parents_[at]) {
      if (at == menu) return true;
    }
    return false;
  }

  std::optional<uint32_t> opener_of(uint32_t menu) const {
    std::vector<uint32_t> able, alike;
    const std::string& name = tree_.nodes[menu].facts.name;
    for (const uint32_t opener : openers_) {
      if (is_in(opener, menu)) continue;
      able.push_back(opener);
      if (!name.empty() && tree_.nodes[opener].facts.name == name) alike.push_back(opener);
    }
    if (alike.size() == 1) return alike.front();
    if (able.size() == 1) return able.front();
    return std::nullopt;
  }

  void rebuild() {
    std::vector<std::vector<uint32_t>> children(tree_.nodes.size());
    for (uint32_t at = 1; at < tree_.nodes.size(); ++at) {
      if (parents_[at] != kNobody) children[parents_[at]].push_back(at);
    }
    std::vector<Tree::Node> nodes;
    std::vector<uint32_t> places(tree_.nodes.size(), kNobody);
    std::vector<std::pair<uint32_t, uint32_t>> next = {{0, tree_.nodes[0].depth}};  // with its depth
    while (!next.empty()) {
      const auto [at, depth] = next.back();
      next.pop_back();
      places[at] = static_cast<uint32_t>(nodes.size());
      nodes.push_back(std::move(tree_.nodes[at]));
      nodes.back().depth = depth;
      for (auto child = children[at].rbegin(); child != children[at].rend(); ++child)
        next.emplace_back(*child, depth + 1);
    }
    tree_.nodes = std::move(nodes);
    for (Tree::Host& host : tree_.hosts) host.node = places[host.node];
    std::sort(tree_.hosts.begin(), tree_.hosts.end(),
              [](const Tree::Host& a, const Tree::Host& b) { return a.node < b.node; });
  }

  Tree& tree_;
  std::vector<uint32_t> parents_;
  std::vector<uint32_t> menus_, openers_;
};

}  // namespace

void place_open_menus(Tree& tree) {
  if (std::none_of(tree.nodes.begin(), tree.nodes.end(), is_menu_window)) return;
  Placing(tree).run();
}

}  // namespace surehand::uia
