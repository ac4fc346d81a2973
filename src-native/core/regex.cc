#include "core/regex.h"

#include <utility>

#include "core/regex_program.h"
#include "core/text.h"

namespace surehand {

struct Regex::Program {
  regex::Program compiled;
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
  return Regex(std::unique_ptr<const Program>(new Program{std::move(*compiled)}));
}

std::optional<bool> Regex::search(std::string_view utf8) const {
  if (!is_valid_utf8(utf8)) return regex::search(program_->compiled, mend_utf8(utf8));
  return regex::search(program_->compiled, utf8);
}

Regex::Regex(std::unique_ptr<const Program> program) : program_(std::move(program)) {}
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(Regex&&) noexcept = default;
Regex::~Regex() = default;

}  // namespace surehand
