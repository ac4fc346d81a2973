#pragma once

#include <windows.h>

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace surehand::simulator {

// What tests assert on instead of milliseconds, and how they make a call fail.
class Meter {
 public:
  static Meter& the();

  // A question that leads into another process. What it fails with instead, or S_OK.
  HRESULT trip(const std::string& what);
  // The same of what a provider is told and not asked (that somebody listens): no trip, but it can fail.
  HRESULT note(const std::string& what);

  void add_object() { ++objects_; }
  void remove_object() { --objects_; }
  int objects() const { return objects_; }
  int handlers = 0;

  int trips() const { return trips_; }
  void forget_trips();
  // The latest, oldest first: what a test shows when there were too many.
  std::vector<std::string> latest();
  // The n-th trip from now on (1 is the next) ends with that, and the `times` after it as well. With `only`, trips whose text does not
  // have that in it are not counted.
  void fail(int nth, HRESULT result, int times, const std::string& only);

 private:
  std::atomic<int> objects_{0};
  std::atomic<int> trips_{0};
  std::mutex mutex_;
  std::vector<std::string> latest_;
  int until_failure_ = 0;
  int failures_ = 0;
  HRESULT failure_ = S_OK;
  std::string only_;
};

}  // namespace surehand::simulator
