#include "platform/linux/wayland/keymap.h"

#include <cstdio>
#include <iterator>

namespace surehand::wayland {
namespace {

struct Row {
  uint32_t code;
  Keysym plain;
  Keysym shifted;  // kNoSymbol: the same
};

constexpr Row kRows[] = {
    {1, 0xff1b, 0},  // Escape
    {2, '1', '!'},        {3, '2', '@'},   {4, '3', '#'},   {5, '4', '$'},   {6, '5', '%'},   {7, '6', '^'},
    {8, '7', '&'},        {9, '8', '*'},   {10, '9', '('},  {11, '0', ')'},  {12, '-', '_'},  {13, '=', '+'},
    {14, 0xff08, 0},       // BackSpace
    {15, 0xff09, 0xfe20},  // Tab, ISO_Left_Tab
    {16, 'q', 'Q'},       {17, 'w', 'W'},  {18, 'e', 'E'},  {19, 'r', 'R'},  {20, 't', 'T'},  {21, 'y', 'Y'},
    {22, 'u', 'U'},       {23, 'i', 'I'},  {24, 'o', 'O'},  {25, 'p', 'P'},  {26, '[', '{'},  {27, ']', '}'},
    {28, 0xff0d, 0},  // Return
    {29, 0xffe3, 0},  // Control_L
    {30, 'a', 'A'},       {31, 's', 'S'},  {32, 'd', 'D'},  {33, 'f', 'F'},  {34, 'g', 'G'},  {35, 'h', 'H'},
    {36, 'j', 'J'},       {37, 'k', 'K'},  {38, 'l', 'L'},  {39, ';', ':'},  {40, '\'', '"'}, {41, '`', '~'},
    {42, 0xffe1, 0},  // Shift_L
    {43, '\\', '|'},      {44, 'z', 'Z'},  {45, 'x', 'X'},  {46, 'c', 'C'},  {47, 'v', 'V'},  {48, 'b', 'B'},
    {49, 'n', 'N'},       {50, 'm', 'M'},  {51, ',', '<'},  {52, '.', '>'},  {53, '/', '?'},  {56, 0xffe9, 0},  // Alt_L
    {57, ' ', 0},         {58, 0xffe5, 0},                                                     // Caps_Lock
    {59, 0xffbe, 0},      {60, 0xffbf, 0}, {61, 0xffc0, 0}, {62, 0xffc1, 0}, {63, 0xffc2, 0},  // F1 to F10
    {64, 0xffc3, 0},      {65, 0xffc4, 0}, {66, 0xffc5, 0}, {67, 0xffc6, 0}, {68, 0xffc7, 0}, {87, 0xffc8, 0},
    {88, 0xffc9, 0},   // F11, F12
    {100, 0xfe03, 0},  // ISO_Level3_Shift
    {102, 0xff50, 0},  // Home
    {103, 0xff52, 0},  // Up
    {104, 0xff55, 0},  // Prior
    {105, 0xff51, 0},  // Left
    {106, 0xff53, 0},  // Right
    {107, 0xff57, 0},  // End
    {108, 0xff54, 0},  // Down
    {109, 0xff56, 0},  // Next
    {110, 0xff63, 0},  // Insert
    {111, 0xffff, 0},  // Delete
    {125, 0xffeb, 0},  // Super_L
    {127, 0xff67, 0},  // Menu
};

// Spare: from F13 on. Programs make nothing of these codes by themselves, and X clients know no higher ones.
constexpr uint32_t kFirstSpare = 183, kLastSpare = 247;
// Between the kernel's numbers and XKB's.
constexpr uint32_t kOffset = 8;

struct Modifier {
  Keysym keysym;
  const char* name;
  uint32_t bit;
};
constexpr Modifier kModifierKeys[] = {
    {0xffe1, "Shift", 1}, {0xffe3, "Control", 4}, {0xffe9, "Mod1", 8}, {0xffeb, "Mod4", 64}, {0xfe03, "Mod5", 128}};

void append(std::string& text, const char* format, uint32_t a, uint32_t b = 0, uint32_t c = 0) {
  char line[96];
  std::snprintf(line, sizeof line, format, a, b, c);
  text += line;
}

}  // namespace

size_t Keymap::spare_keys() { return kLastSpare - kFirstSpare + 1; }

std::optional<Key> Keymap::find(Keysym keysym) const {
  for (const Row& row : kRows) {
    if (row.plain == keysym) return Key{row.code, false};
    if (row.shifted != screen::kNoSymbol && row.shifted == keysym) return Key{row.code, true};
  }
  const auto lent = lent_.find(keysym);
  return lent == lent_.end() ? std::nullopt : std::optional(Key{lent->second, false});
}

bool Keymap::provide(const std::vector<Keysym>& keysyms, bool& changed) {
  std::vector<Keysym> missing;
  for (const Keysym keysym : keysyms) {
    if (!find(keysym)) missing.push_back(keysym);
  }
  if (missing.empty()) return true;
  changed = true;
  if (lent_.size() + missing.size() > spare_keys()) {
    lent_.clear();
    return keysyms.size() <= spare_keys() && provide(keysyms, changed);
  }
  for (const Keysym keysym : missing) lent_.emplace(keysym, kFirstSpare + static_cast<uint32_t>(lent_.size()));
  return true;
}

std::string Keymap::text() const {
  std::string text = "xkb_keymap {\nxkb_keycodes \"surehand\" {\nminimum = 8;\nmaximum = 255;\n";
  for (const Row& row : kRows) append(text, "<K%u> = %u;\n", row.code, row.code + kOffset);
  for (const auto& [keysym, code] : lent_) append(text, "<K%u> = %u;\n", code, code + kOffset);
  text +=
      "};\nxkb_types \"surehand\" { include \"complete\" };\nxkb_compatibility \"surehand\" { include \"complete\" };\n"
      "xkb_symbols \"surehand\" {\n";
  for (const Row& row : kRows) {
    if (row.shifted == screen::kNoSymbol) {
      append(text, "key <K%u> { [ 0x%x ] };\n", row.code, row.plain);
    } else {
      append(text, "key <K%u> { [ 0x%x, 0x%x ] };\n", row.code, row.plain, row.shifted);
    }
  }
  for (const auto& [keysym, code] : lent_) append(text, "key <K%u> { [ 0x%x ] };\n", code, keysym);
  for (const Modifier& modifier : kModifierKeys) {
    for (const Row& row : kRows) {
      if (row.plain != modifier.keysym) continue;
      text += std::string("modifier_map ") + modifier.name + " { <K" + std::to_string(row.code) + "> };\n";
    }
  }
  return text + "};\n};\n";
}

uint32_t modifier_bit(Keysym keysym) {
  for (const Modifier& modifier : kModifierKeys) {
    if (modifier.keysym == keysym) return modifier.bit;
  }
  return 0;
}

}  // namespace surehand::wayland
