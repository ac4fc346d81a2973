#pragma once

#include <string>
#include <string_view>

namespace surehand {

// Whether a text is a whole document of markup (`<html>…`), and not one that is shown as it is written.
bool is_rich_text(std::string_view text);

// What a reader sees of markup: no tags, no pictures, entities as what they stand for, blocks and lines apart by a space, trimmed.
std::string plain_text_of(std::string_view markup);

}  // namespace surehand
