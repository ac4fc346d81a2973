#include "platform/linux/dbus/inbox.h"

#include <algorithm>
#include <iterator>

namespace surehand::dbus {

Error lost_connection() {
  return {ErrorCode::kNoDesktop, "the bus closed the connection; the desktop session may have ended", {}};
}

Inbox::Batch Inbox::take(const std::shared_ptr<Inbox>& inbox, size_t wanted, size_t under_way, const Limits& limits,
                         const std::string& awaited) {
  Batch batch;
  {
    std::lock_guard lock(inbox->mutex_);
    inbox->cancelled_ = false;
    inbox->wanted_ = wanted;
    inbox->under_way_ = under_way;
    if (inbox->arrivals_.size() >= wanted) {
      batch.arrivals.swap(inbox->arrivals_);
      batch.last = inbox->last_;
      return batch;
    }
  }
  bool lost;
  {
    const auto registration = CancelToken::on_cancel(limits.cancel, [inbox] {
      std::lock_guard lock(inbox->mutex_);
      inbox->cancelled_ = true;
      inbox->changed_.notify_one();
    });
    std::unique_lock lock(inbox->mutex_);
    const auto done = [&] { return inbox->arrivals_.size() >= wanted || inbox->lost_ || inbox->cancelled_; };
    if (limits.deadline == Clock::time_point::max()) {
      inbox->changed_.wait(lock, done);
    } else {
      inbox->changed_.wait_until(lock, limits.deadline, done);
    }
    batch.arrivals.swap(inbox->arrivals_);
    batch.last = inbox->last_;
    lost = inbox->lost_;
  }
  if (batch.arrivals.size() >= wanted) return batch;
  batch.error = lost ? lost_connection() : limits.exceeded(awaited).value_or(lost_connection());
  return batch;
}

Clock::duration Inbox::deliver(Arrival* first, Arrival* last) {
  std::lock_guard lock(mutex_);
  const bool first_ones = arrivals_.empty();
  arrivals_.insert(arrivals_.end(), std::make_move_iterator(first), std::make_move_iterator(last));
  const size_t got = arrivals_.size();
  const auto now = Clock::now();
  last_ = now;
  if (first_ones) {
    began_ = now;
    at_once_ = got;
  }
  if (got >= wanted_) changed_.notify_one();
  if (got >= wanted_ || first_ones) return {};
  const auto rest = (now - began_) * (wanted_ - got) / (got - at_once_);
  // Where more are under way than are awaited their sender does not run dry meanwhile. Else not to be late for the last.
  return wanted_ < under_way_ ? rest * 3 / 2 : rest * 3 / 4;
}

void Inbox::lose() {
  std::lock_guard lock(mutex_);
  lost_ = true;
  changed_.notify_one();
}

}  // namespace surehand::dbus
