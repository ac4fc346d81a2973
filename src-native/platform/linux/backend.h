#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/seam/backend.h"
#include "core/seam/open.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// A Linux desktop over AT-SPI2, and X11 where there is a display.
class LinuxBackend final : public Backend {
 public:
  static Result<std::unique_ptr<Backend>> open(const OpenOptions& options, const Limits& limits);

  std::string_view name() const override { return "linux"; }
  // What GTK (400 ms), Qt (400 ms), Chromium and Firefox (500 ms) count by, each for itself; there is no setting that all of them heed.
  Milliseconds click_interval() const override { return Milliseconds(500); }

  Result<std::vector<Application>> applications(const Limits& limits) override;
  Result<std::vector<Window>> windows(const std::string& app_key, const Limits& limits) override;
  Result<SnapshotPtr> snapshot(const Target& target, const SnapshotOptions& options, const Limits& limits) override;
  Result<Matches> find(const Target& target, const Query& query, const FindOptions& options,
                       const Limits& limits) override;

  Result<Matches> find_among(const std::vector<std::string>& identities, const Target& target, const Query& query,
                             const Limits& limits) override;
  Result<Dispatch> invoke(const Element& element, const Action& action, Sending& sending,
                          const Limits& limits) override;
  Result<Dispatch> input(const std::vector<InputStep>& steps, const InputTarget& target, const Limits& limits) override;
  Result<std::unique_ptr<Subscription>> observe(const Target& target, EventKinds kinds, EventSink sink,
                                                const Limits& limits) override;
  Result<std::unique_ptr<Subscription>> hotkey(const std::vector<std::string>& keys, std::function<void()> pressed,
                                               const Limits& limits) override;
  Result<std::unique_ptr<Subscription>> user_input(UserInputSink sink, const Limits& limits) override;
  Result<uint64_t> fingerprint(const std::string& app_key, bool whole, const Limits& limits) override;
  Result<std::vector<KeptTree>> kept_trees(const Limits& limits) override;
  Result<double> processor_time(const std::string& app_key, const Limits& limits) override;
  Result<Element> window_at(double x, double y, const Limits& limits) override;
  Result<std::vector<Rect>> popups(const std::string& app_key, const Limits& limits) override;
  Result<TextRange> selected_range(const Element& element, const Limits& limits) override;
  Result<std::optional<Rect>> text_bounds(const Element& element, TextRange range, const Limits& limits) override;
  Result<Foreground> foreground(const Limits& limits) override;
  Result<Image> screenshot(const Capture& capture, const Limits& limits) override;
  Result<std::vector<Display>> displays(const Limits& limits) override;
  Result<std::vector<Permission>> permissions(const Limits& limits) override;
  Result<std::vector<Capability>> capabilities(const Limits& limits) override;
  Result<std::string> characters_without_key(const std::string& text, const Limits& limits) override;
  Result<std::string> read_clipboard(ClipboardFormat format, const Limits& limits) override;
  Status write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits) override;
  Result<Element> realize(const Element& container, const std::string& name, const Limits& limits) override;
  Result<Launched> launch(const LaunchOptions& options, const Limits& limits) override;
  Result<ProgramReport> program(int64_t process, bool ended, const Limits& limits) override;
  Status activate(const Element& window, const Limits& limits) override;
  Result<Dispatch> arrange(const Element& window, const Arrangement& arrangement, const Limits& limits) override;
  Status close(const Element& window, const Limits& limits) override;
  Status quit(const std::string& app_key, bool force, const Limits& limits) override;

 private:
  explicit LinuxBackend(std::unique_ptr<Session> session) : session_(std::move(session)) {}

  std::unique_ptr<Session> session_;
};

}  // namespace surehand::atspi
