#pragma once

#include <windows.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace surehand::uia {

// A process by its pid, for as long as it is looked at.
class Process {
 public:
  explicit Process(DWORD pid);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  // When it began, in 100 ns since 1601; nothing of one that there is not, or that may not be asked.
  std::optional<uint64_t> began() const;
  // In ms, what it has worked since.
  std::optional<double> worked() const;
  bool is_running() const;
  std::string executable() const;         // its path; empty where it may not be asked
  std::string app_user_model_id() const;  // of a packaged application

 private:
  struct Times {
    uint64_t began, ended, worked;
  };
  std::optional<Times> times() const;

  HANDLE process_;
};

// What an executable says of itself, in the user's language where it has that.
class VersionInfo {
 public:
  explicit VersionInfo(const std::string& path);
  std::string text(const char* name) const;  // `ProductName`; empty where it says nothing

 private:
  std::vector<unsigned char> block_;
};

}  // namespace surehand::uia
