#include "platform/windows/win32/children.h"

#include <winternl.h>

#include <algorithm>
#include <array>
#include <cwctype>

#include "platform/windows/com/text.h"
#include "platform/windows/win32/command_line.h"
#include "platform/windows/win32/integrity.h"

namespace surehand::uia {
namespace {

constexpr size_t kMostChildren = 256;
constexpr Milliseconds kChildrenRecheck{10};

bool same_name(const std::wstring& a, const std::wstring& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](wchar_t x, wchar_t y) {
           return std::towupper(static_cast<wint_t>(x)) == std::towupper(static_cast<wint_t>(y));
         });
}

// NAME=value, each with a NUL behind it, and one at the end.
std::wstring environment_block(const std::vector<std::pair<std::string, std::string>>& more) {
  std::vector<std::pair<std::wstring, std::wstring>> all;
  wchar_t* const own = GetEnvironmentStringsW();
  for (const wchar_t* at = own; at && *at; at += wcslen(at) + 1) {
    const std::wstring entry(at);
    // The names of drives' directories begin with one.
    const size_t equals = entry.find(L'=', 1);
    if (equals != std::wstring::npos) all.emplace_back(entry.substr(0, equals), entry.substr(equals + 1));
  }
  if (own) FreeEnvironmentStringsW(own);
  for (const auto& [name, value] : more) {
    const std::wstring wide = to_utf16(name);
    all.erase(std::remove_if(all.begin(), all.end(), [&](const auto& one) { return same_name(one.first, wide); }),
              all.end());
    all.emplace_back(wide, to_utf16(value));
  }
  std::wstring block;
  for (const auto& [name, value] : all) block += name + L'=' + value + L'\0';
  return block + L'\0';
}

Handle file_for_output() {
  std::array<wchar_t, MAX_PATH + 1> folder, name;
  if (!GetTempPathW(static_cast<DWORD>(folder.size()), folder.data())) return Handle();
  if (!GetTempFileNameW(folder.data(), L"shd", 0, name.data())) return Handle();
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  return Handle(CreateFileW(name.data(), GENERIC_READ | FILE_APPEND_DATA,
                            FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &inherited, CREATE_ALWAYS,
                            FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr));
}

// Whether no other program can write to a file: a program inherits its handle, and hands it on to what it starts.
bool is_only_ours(HANDLE file) {
  using Query = NTSTATUS(NTAPI*)(HANDLE, OBJECT_INFORMATION_CLASS, void*, ULONG, ULONG*);
  const HMODULE library = GetModuleHandleW(L"ntdll.dll");
  const auto query =
      library ? reinterpret_cast<Query>(reinterpret_cast<void*>(GetProcAddress(library, "NtQueryObject"))) : nullptr;
  PUBLIC_OBJECT_BASIC_INFORMATION facts{};
  return query && query(file, ObjectBasicInformation, &facts, sizeof facts, nullptr) >= 0 && facts.HandleCount == 1;
}

}  // namespace

Children& Children::of_this_process() {
  static Children* const kept = new Children;  // NOLINT: lanes may use it until the process ends
  return *kept;
}

Result<DWORD> Children::start(const Program& program) {
  std::vector<std::wstring> words = {program.file};
  for (const std::string& argument : program.arguments) {
    words.push_back(to_utf16(argument));
    if (is_batch_file(program.file) && !is_safe_in_batch(words.back())) {
      return Error{ErrorCode::kInvalidArgument,
                   to_utf8(program.file) +
                       " is run by cmd.exe, to which `\"`, `%`, `&`, `|`, `<`, `>`, `^`, `(`, `)` and `!` in an "
                       "argument mean something; start a program that is none, or give it no such argument",
                   {}};
    }
  }
  std::wstring line = command_line(words);
  std::wstring environment = environment_block(program.environment);
  const std::wstring folder = to_utf16(program.working_directory);
  // A program inherits every handle that can be inherited just then: its own files, and not those of another that is being started.
  const std::lock_guard lock(mutex_);
  let_go();
  Child child;
  child.output.file = file_for_output();
  child.error.file = file_for_output();
  STARTUPINFOW how{};
  how.cb = sizeof how;
  if (child.output.file && child.error.file) {
    how.dwFlags = STARTF_USESTDHANDLES;
    how.hStdOutput = child.output.file.get();
    how.hStdError = child.error.file.get();
  }
  PROCESS_INFORMATION made{};
  const bool done = CreateProcessW(program.file.c_str(), line.data(), nullptr, nullptr, how.dwFlags != 0,
                                   CREATE_UNICODE_ENVIRONMENT | CREATE_NEW_PROCESS_GROUP, environment.data(),
                                   folder.empty() ? nullptr : folder.c_str(), &how, &made);
  if (!done) return refused_by_windows(to_utf8(program.file) + " could not be started");
  const Handle thread(made.hThread);
  child.process = Handle(made.hProcess);
  for (const Output* const output : {&child.output, &child.error})
    if (output->file) SetHandleInformation(output->file.get(), HANDLE_FLAG_INHERIT, 0);
  children_[made.dwProcessId] = std::move(child);
  order_.push_back(made.dwProcessId);
  if (order_.size() > kMostChildren) {
    children_.erase(order_.front());
    order_.pop_front();
  }
  return made.dwProcessId;
}

void Children::let_go() {
  for (auto& [pid, child] : children_) {
    if (WaitForSingleObject(child.process.get(), 0) != WAIT_OBJECT_0) continue;
    for (Output* const output : {&child.output, &child.error}) {
      if (!output->file || !is_only_ours(output->file.get())) continue;
      output->kept = said(*output);
      output->file = Handle();
    }
  }
}

ProgramReport::Stream Children::said(const Output& output) {
  const Handle& file = output.file;
  if (!file) return output.kept;
  ProgramReport::Stream stream;
  LARGE_INTEGER size{};
  if (!GetFileSizeEx(file.get(), &size)) return stream;
  const int64_t from = std::max<int64_t>(0, size.QuadPart - ProgramReport::kKept);
  stream.dropped = static_cast<uint64_t>(from);
  stream.bytes.resize(static_cast<size_t>(size.QuadPart - from));
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(from);
  place.OffsetHigh = static_cast<DWORD>(from >> 32);
  DWORD read = 0;
  if (stream.bytes.empty() ||
      !ReadFile(file.get(), stream.bytes.data(), static_cast<DWORD>(stream.bytes.size()), &read, &place)) {
    read = 0;
  }
  stream.bytes.resize(read);
  return stream;
}

std::optional<ProgramReport> Children::report(DWORD pid) {
  const auto code = ended(pid);
  const std::lock_guard lock(mutex_);
  const auto child = children_.find(pid);
  if (child == children_.end()) return std::nullopt;
  ProgramReport report;
  report.running = !code;
  if (code) report.exit_code = static_cast<int>(*code);
  report.output = said(child->second.output);
  report.error = said(child->second.error);
  return report;
}

std::optional<DWORD> Children::ended(DWORD pid) {
  const std::lock_guard lock(mutex_);
  const auto child = children_.find(pid);
  DWORD code = 0;
  if (child == children_.end() || WaitForSingleObject(child->second.process.get(), 0) != WAIT_OBJECT_0 ||
      !GetExitCodeProcess(child->second.process.get(), &code)) {
    return std::nullopt;
  }
  return code;
}

bool Children::wait(DWORD pid, const Limits& limits) {
  while (!ended(pid)) {
    if (limits.exceeded("it to end")) return false;
    limits.sleep_until(Clock::now() + kChildrenRecheck);
  }
  return true;
}

void Children::terminate(DWORD pid) {
  const std::lock_guard lock(mutex_);
  const auto child = children_.find(pid);
  if (child != children_.end()) TerminateProcess(child->second.process.get(), 1);
}

}  // namespace surehand::uia
