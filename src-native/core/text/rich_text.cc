#include "core/text/rich_text.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "core/text/utf8.h"

namespace surehand {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

// Of what stands between < and >: `/p`, `br`, `p style="…"`.
std::string element_of(std::string_view tag) {
  std::string name;
  for (const char c : tag.substr(tag.substr(0, 1) == "/" ? 1 : 0)) {
    if (!is_word(c)) break;
    name += lower(c);
  }
  return name;
}

template <size_t N>
bool is_one_of(std::string_view name, const std::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

constexpr std::string_view kUnseen[] = {"head", "style", "title"};
constexpr std::string_view kApart[] = {"p",  "div", "br", "li", "tr", "td", "th", "table", "ul", "ol",
                                       "hr", "h1",  "h2", "h3", "h4", "h5", "h6", "pre",   "dt", "dd"};

struct Entity {
  std::string_view name;
  char32_t code;
};
constexpr Entity kEntities[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}, {"nbsp", ' '}};
// `&#x10FFFF;`
constexpr size_t kLongestEntity = 10;

// What `&…;` without both ends stands for.
std::optional<char32_t> code_of(std::string_view entity) {
  for (const Entity& each : kEntities) {
    if (each.name == entity) return each.code;
  }
  if (entity.size() < 2 || entity[0] != '#') return std::nullopt;
  const bool hex = lower(entity[1]) == 'x';
  uint32_t code = 0;
  const std::string_view digits = entity.substr(hex ? 2 : 1);
  for (const char c : digits) {
    const char digit = lower(c);
    const bool decimal = digit >= '0' && digit <= '9';
    if (!decimal && !(hex && digit >= 'a' && digit <= 'f')) return std::nullopt;
    code = code * (hex ? 16 : 10) + static_cast<uint32_t>(decimal ? digit - '0' : digit - 'a' + 10);
    if (code > 0x10FFFF) return std::nullopt;
  }
  const bool is_character = code >= 0x20 && (code < 0xD800 || code > 0xDFFF);
  return !digits.empty() && is_character ? std::optional<char32_t>(code) : std::nullopt;
}

struct Character {
  char32_t code;
  size_t size;  // bytes of its entity
};

// The entity that begins at the start of the text.
std::optional<Character> entity_at_start(std::string_view text) {
  if (text.substr(0, 1) != "&") return std::nullopt;
  const size_t end = text.substr(0, kLongestEntity).find(';');
  if (end == std::string_view::npos) return std::nullopt;
  const auto code = code_of(text.substr(1, end - 1));
  return code ? std::optional<Character>({*code, end + 1}) : std::nullopt;
}

// A text whose runs of white space are one space each, with none at its ends.
class Words {
 public:
  void space() { apart_ = !text_.empty(); }
  void add(std::string_view bytes) {
    for (const char c : bytes) {
      if (is_space(c)) {
        space();
        continue;
      }
      if (apart_) text_ += ' ';
      apart_ = false;
      text_ += c;
    }
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  bool apart_ = false;
};

}  // namespace

bool is_rich_text(std::string_view text) {
  const auto begin = std::find_if_not(text.begin(), text.end(), is_space);
  if (begin == text.end() || *begin != '<') return false;
  const std::string_view rest = text.substr(static_cast<size_t>(begin - text.begin()) + 1);
  return rest.substr(0, 8) == "!DOCTYPE" || element_of(rest) == "html";
}

std::string plain_text_of(std::string_view markup) {
  Words words;
  std::string unseen;  // the element whose end is waited for
  for (size_t at = 0; at < markup.size();) {
    if (markup[at] == '<') {
      const size_t end = std::min(markup.find('>', at), markup.size());
      const std::string_view tag = markup.substr(at + 1, end - at - 1);
      const std::string element = element_of(tag);
      const bool closes = tag.substr(0, 1) == "/", is_empty = !tag.empty() && tag.back() == '/';
      if (!unseen.empty()) {
        if (closes && element == unseen) unseen.clear();
      } else if (!closes && !is_empty && is_one_of(element, kUnseen)) {
        unseen = element;
      } else if (is_one_of(element, kApart)) {
        words.space();
      }
      at = end + 1;
      continue;
    }
    std::string shown;
    size_t size = 0;
    if (const auto entity = entity_at_start(markup.substr(at))) {
      utf8::append(shown, entity->code);
      size = entity->size;
    } else {
      size = std::min(markup.find_first_of("<&", at + 1), markup.size()) - at;
      shown = markup.substr(at, size);
    }
    if (unseen.empty()) words.add(shown);
    at += size;
  }
  return words.take();
}

}  // namespace surehand
