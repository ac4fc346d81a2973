#pragma once

namespace surehand {

// What is asked of the clipboard, or put there: UTF-8, a PNG file, or absolute paths of files, each ended by a NUL.
enum class ClipboardFormat { kText, kPng, kFiles };

}  // namespace surehand
