#include <CoreFoundation/CFBundle.h>

#include "cf/collections.h"
#include "cf/data.h"
#include "cf/string.h"
#include "system/processes.h"

using namespace axsim;

namespace {

struct Bundle final : Object {
  static constexpr Type kType = Type::kBundle;
  Bundle(Held identifier, Held info, Held displayed)
      : Object(kType), identifier(std::move(identifier)), info(std::move(info)), displayed(std::move(displayed)) {}
  Held identifier;  // none of a program that has no bundle id
  Held info;
  Held displayed;  // translated

  void end() override {
    identifier.reset();
    info.reset();
    displayed.reset();
  }
};

}  // namespace

CFTypeID CFBundleGetTypeID() { return static_cast<CFTypeID>(Bundle::kType); }

CFBundleRef CFBundleCreate(CFAllocatorRef, CFURLRef bundleURL) {
  const auto desktop = Desktop::current();
  if (!desktop) return nullptr;
  const auto lock = desktop->enter();
  const App* app = app_of_bundle(desktop->world, as<Url>(bundleURL, "CFBundleCreate").path);
  if (app == nullptr) return nullptr;
  std::vector<std::pair<CFStringRef, Held>> info;
  Held identifier;
  if (!app->id.empty()) {
    identifier = Held(make_string(app->id));
    info.emplace_back(CFSTR("CFBundleIdentifier"), Held::retained(identifier.get()));
  }
  info.emplace_back(CFSTR("CFBundleName"), Held(make_string(untranslated_name(*app))));
  if (app->other_names.size() > 1) {
    info.emplace_back(CFSTR("CFBundleDisplayName"), Held(make_string(app->other_names[1])));
  }
  info.emplace_back(CFSTR("CFBundleExecutable"), Held(make_string(app->executable)));
  return ref<CFBundleRef>(
      new Bundle(std::move(identifier), Held(make_dictionary(std::move(info))), Held(make_string(app->name))));
}

CFStringRef CFBundleGetIdentifier(CFBundleRef bundle) {
  return static_cast<CFStringRef>(as<Bundle>(bundle, "CFBundleGetIdentifier").identifier.get());
}

CFDictionaryRef CFBundleGetInfoDictionary(CFBundleRef bundle) {
  return static_cast<CFDictionaryRef>(as<Bundle>(bundle, "CFBundleGetInfoDictionary").info.get());
}

CFTypeRef CFBundleGetValueForInfoDictionaryKey(CFBundleRef bundle, CFStringRef key) {
  const auto& of = as<Bundle>(bundle, "CFBundleGetValueForInfoDictionaryKey");
  const bool translated = CFEqual(key, CFSTR("CFBundleName")) || CFEqual(key, CFSTR("CFBundleDisplayName"));
  return translated ? of.displayed.get() : CFDictionaryGetValue(static_cast<CFDictionaryRef>(of.info.get()), key);
}
