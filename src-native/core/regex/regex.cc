#include "core/regex/regex.h"

#include <mutex>
#include <utility>

#include "core/regex/automaton.h"
#include "core/regex/program.h"
#include "core/regex/search.h"
#include "core/text/text.h"

namespace surehand {

struct Regex::Program {
  explicit Program(regex::Program program)
      : compiled(std::move(program)), has_automaton(regex::Automaton::fits(compiled)) {}

  std::optional<bool> search(std::string_view text) const {
    if (has_automaton) {
      // One thread at a time has the use of it; another one need not wait.
      std::unique_lock lock(mutex, std::try_to_lock);
      if (lock) {
        if (!automaton) automaton.emplace(compiled);
        if (const std::optional<bool> found = automaton->search(text)) return found;
      }
    }
    return regex::search(compiled, text);
  }

  const regex::Program compiled;
  const bool has_automaton;
  mutable std::mutex mutex;
  mutable std::optional<regex::Automaton> automaton;
};

Result<Regex> Regex::compile(std::string_view pattern, std::string_view flags) {
  Result<regex::Pattern> parsed = regex::parse(pattern, flags);
  if (!parsed) return parsed.take_error();
  std::optional<regex::Program> compiled = regex::compile(parsed.take());
  if (!compiled) {
    json::Value details;
    details.set("pattern", pattern).set("flags", flags).set("offset", 0);
    details.set("reason", "too large");
    return Error{ErrorCode::kInvalidSelector,
                 "regular expression /" + std::string(pattern.substr(0, 200)) + "/" + std::string(flags) +
                     " is too large: its repetitions spell out to more than " +
                     std::to_string(regex::kMaxInstructions) + " steps; use smaller counts",
                 std::move(details)};
  }
  return Regex(std::unique_ptr<const Program>(new Program(std::move(*compiled))));
}

std::optional<bool> Regex::search(std::string_view utf8) const {
  return is_valid_utf8(utf8) ? program_->search(utf8) : program_->search(mend_utf8(utf8));
}

Regex::Regex(std::unique_ptr<const Program> program) : program_(std::move(program)) {}
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(Regex&&) noexcept = default;
Regex::~Regex() = default;

}  // namespace surehand
