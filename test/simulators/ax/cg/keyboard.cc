#include "cg/keyboard.h"

#include <cctype>

namespace axsim {
namespace {

struct Key {
  CGKeyCode code;
  const char* plain;
  const char* shifted;  // null: the same
};

// Carbon's kVK_ANSI_ and kVK_ values.
constexpr Key kKeys[] = {
    {0, "a", "A"},          {1, "s", "S"},           {2, "d", "D"},          {3, "f", "F"},         {4, "h", "H"},
    {5, "g", "G"},          {6, "z", "Z"},           {7, "x", "X"},          {8, "c", "C"},         {9, "v", "V"},
    {11, "b", "B"},         {12, "q", "Q"},          {13, "w", "W"},         {14, "e", "E"},        {15, "r", "R"},
    {16, "y", "Y"},         {17, "t", "T"},          {18, "1", "!"},         {19, "2", "@"},        {20, "3", "#"},
    {21, "4", "$"},         {22, "6", "^"},          {23, "5", "%"},         {24, "=", "+"},        {25, "9", "("},
    {26, "7", "&"},         {27, "-", "_"},          {28, "8", "*"},         {29, "0", ")"},        {30, "]", "}"},
    {31, "o", "O"},         {32, "u", "U"},          {33, "[", "{"},         {34, "i", "I"},        {35, "p", "P"},
    {36, "Enter", {}},      {37, "l", "L"},          {38, "j", "J"},         {39, "'", "\""},       {40, "k", "K"},
    {41, ";", ":"},         {42, "\\", "|"},         {43, ",", "<"},         {44, "/", "?"},        {45, "n", "N"},
    {46, "m", "M"},         {47, ".", ">"},          {48, "Tab", {}},        {49, " ", {}},         {50, "`", "~"},
    {51, "Backspace", {}},  {53, "Escape", {}},      {76, "Enter", {}},      {96, "F5", {}},        {97, "F6", {}},
    {98, "F7", {}},         {99, "F3", {}},          {100, "F8", {}},        {101, "F9", {}},       {103, "F11", {}},
    {109, "F10", {}},       {111, "F12", {}},        {115, "Home", {}},      {116, "PageUp", {}},   {117, "Delete", {}},
    {118, "F4", {}},        {119, "End", {}},        {120, "F2", {}},        {121, "PageDown", {}}, {122, "F1", {}},
    {123, "ArrowLeft", {}}, {124, "ArrowRight", {}}, {125, "ArrowDown", {}}, {126, "ArrowUp", {}},
};

}  // namespace

std::string key_of(CGKeyCode code, bool shift) {
  for (const Key& key : kKeys) {
    if (key.code == code) return shift && key.shifted != nullptr ? key.shifted : key.plain;
  }
  return "";
}

// Command 54 and 55, shift 56 and 60, caps lock 57, option 58 and 61, control 59 and 62, fn 63.
bool is_modifier(CGKeyCode code) { return code >= 54 && code <= 63; }

}  // namespace axsim
