#pragma once

#include <string>

#include "ax/desktop.h"

namespace axsim {

// Where an application's bundle is, by its untranslated name, and its executable in it.
std::string bundle_path(const App& app);
std::string executable_path(const App& app);
// What its Info.plist calls it, whatever it is displayed as.
std::string untranslated_name(const App& app);
// The application whose bundle that is, or is in.
const App* app_of_bundle(const World& world, const std::string& path);

}  // namespace axsim
