#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace surehand {

// An ECMAScript regular expression (flags i, u, s), searched anywhere in a text. Time is bounded by
// program size × text length (each state is visited once per position), and by a step budget, which is all that
// bounds backreferences: a search takes at most some 0.2 s. No expression can hang the caller. Where we differ from
// ECMAScript: core/regex/syntax.h.
class Regex {
 public:
  // INVALID_SELECTOR with the offset when the pattern is not one, or uses what is not supported.
  static Result<Regex> compile(std::string_view pattern, std::string_view flags);

  // Nothing when the step budget ran out: the caller reports it, it is not "no match".
  std::optional<bool> search(std::string_view utf8) const;

  Regex(Regex&&) noexcept;
  Regex& operator=(Regex&&) noexcept;
  ~Regex();

 private:
  struct Program;
  explicit Regex(std::unique_ptr<const Program> program);
  std::unique_ptr<const Program> program_;
};

}  // namespace surehand
