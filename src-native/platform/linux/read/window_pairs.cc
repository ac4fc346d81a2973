#include "platform/linux/read/window_pairs.h"

#include <algorithm>

namespace surehand::atspi {
namespace {

// px by which width and height together may differ from what the toolkit says: a border that it does not declare (GTK 4: 5 px a side).
constexpr int32_t kPairMisfit = 40;

using Client = screen::ClientWindow;

bool same_title(const SaidWindow& said, const Client& client) { return said.title == client.title; }
bool same_place(const SaidWindow& said, const Client& client) {
  return said.place && screen::is_at(client, *said.place);
}
bool same_size(const SaidWindow& said, const Client& client) {
  return said.width > 0 && said.height > 0 && screen::misfit(client, said.width, said.height) <= kPairMisfit;
}
bool both_show(const SaidWindow& said, const Client& client) { return said.shows == client.viewable; }

struct Evidence {
  bool (*fits)(const SaidWindow&, const Client&);
  bool titled;  // the title is part of it: what has another is not asked
  bool
      sized;  // a size: it may be told in other units than is thought, so it counts only where it fits all of that title
  bool by_focus;
  bool lasting;
};

// From what identifies most to what only remains.
constexpr Evidence kEvidence[] = {
    {[](const SaidWindow& s, const Client& c) { return same_title(s, c) && same_place(s, c); }, true, false, false,
     true},
    {[](const SaidWindow& s, const Client& c) { return same_title(s, c) && s.active && c.active; }, true, false, true,
     true},
    {[](const SaidWindow& s, const Client& c) { return same_title(s, c) && both_show(s, c) && same_size(s, c); }, true,
     true, false, true},
    {[](const SaidWindow& s, const Client& c) { return same_title(s, c) && both_show(s, c); }, true, false, false,
     true},
    {[](const SaidWindow& s, const Client& c) { return same_title(s, c) && same_size(s, c); }, true, true, false, true},
    {[](const SaidWindow& s, const Client& c) { return same_title(s, c); }, true, false, false, true},
    {[](const SaidWindow& s, const Client& c) { return same_place(s, c); }, false, false, false, true},
    {[](const SaidWindow& s, const Client& c) { return s.active && c.active; }, false, false, true, true},
    {[](const SaidWindow& s, const Client& c) { return both_show(s, c) && same_size(s, c); }, false, true, false,
     false},
    {[](const SaidWindow& s, const Client& c) { return s.shows && c.viewable; }, false, false, false, false},
};

class Pairing {
 public:
  Pairing(const std::vector<SaidWindow>& said, const std::vector<Client>& clients) : said_(said), clients_(clients) {
    pairs_.said.resize(said.size());
    pairs_.unsettled_clients.resize(clients.size());
    taken_.resize(clients.size());
    for (size_t i = 0; i < said.size(); ++i) {
      for (size_t j = 0; j < clients.size() && said[i].bound != screen::kNoWindow; ++j) {
        if (clients[j].id == said[i].bound && !taken_[j]) take(i, j, true);
      }
    }
  }

  WindowPairs run(bool active_tells) {
    for (size_t at = 0; at < std::size(kEvidence);) {
      const Evidence& evidence = kEvidence[at];
      const bool counts = active_tells || !evidence.by_focus;
      // What was settled may leave only one for another, by what identifies more.
      at = counts && settle(evidence) ? 0 : at + 1;
    }
    for (size_t i = 0; i < said_.size(); ++i) {
      for (size_t j = 0; j < clients_.size(); ++j) {
        if (!is_free(i) || taken_[j] || !may_be(i, j)) continue;
        pairs_.said[i].unsettled = true;
        pairs_.unsettled_clients[j] = true;
      }
    }
    return std::move(pairs_);
  }

 private:
  bool is_free(size_t i) const { return pairs_.said[i].client == WindowPairs::kNone; }

  void take(size_t i, size_t j, bool lasting) {
    pairs_.said[i] = {j, lasting, false};
    taken_[j] = true;
  }

  // What has a window of its title is not looked for among those of other titles.
  bool has_title(size_t i) const {
    for (size_t j = 0; j < clients_.size(); ++j) {
      if (!taken_[j] && same_title(said_[i], clients_[j])) return true;
    }
    return false;
  }
  bool is_titled(size_t j) const {
    for (size_t i = 0; i < said_.size(); ++i) {
      if (is_free(i) && same_title(said_[i], clients_[j])) return true;
    }
    return false;
  }

  bool may_be(size_t i, size_t j) const {
    if (same_title(said_[i], clients_[j])) return true;
    return said_[i].shows && clients_[j].viewable && !has_title(i) && !is_titled(j);
  }

  bool fits(const Evidence& evidence, size_t i, size_t j) const {
    if (!is_free(i) || taken_[j] || !evidence.fits(said_[i], clients_[j])) return false;
    return evidence.titled || (!has_title(i) && !is_titled(j));
  }

  // Whether every window of this title that shows has a size that fits one.
  bool sizes_are_told(const Evidence& evidence, size_t of) const {
    for (size_t i = 0; i < said_.size(); ++i) {
      if (!is_free(i) || !said_[i].shows || (evidence.titled && said_[i].title != said_[of].title)) continue;
      bool any = false;
      for (size_t j = 0; j < clients_.size(); ++j) any |= fits(evidence, i, j);
      if (!any) return false;
    }
    return true;
  }

  // Pairs what fits each other and nothing else.
  bool settle(const Evidence& evidence) {
    bool settled = false;
    for (size_t i = 0; i < said_.size(); ++i) {
      size_t only = WindowPairs::kNone, count = 0;
      for (size_t j = 0; j < clients_.size(); ++j) {
        if (!fits(evidence, i, j)) continue;
        only = j;
        ++count;
      }
      if (count != 1 || (evidence.sized && !sizes_are_told(evidence, i))) continue;
      size_t others = 0;
      for (size_t other = 0; other < said_.size(); ++other) others += fits(evidence, other, only);
      if (others != 1) continue;
      take(i, only, evidence.lasting);
      settled = true;
    }
    return settled;
  }

  const std::vector<SaidWindow>& said_;
  const std::vector<Client>& clients_;
  std::vector<bool> taken_;
  WindowPairs pairs_;
};

}  // namespace

bool WindowPairs::any_unsettled() const {
  return std::any_of(said.begin(), said.end(), [](const One& one) { return one.unsettled; });
}

WindowPairs pair_windows(const std::vector<SaidWindow>& said, const std::vector<screen::ClientWindow>& clients,
                         bool active_tells) {
  return Pairing(said, clients).run(active_tells);
}

}  // namespace surehand::atspi
