#include "platform/linux/quirks/pace.h"

#include "platform/linux/quirks/traits.h"

namespace surehand::atspi {

Pace pace_of(Toolkit toolkit) {
  Pace pace;
  switch (toolkit) {
    case Toolkit::kGtk3:
      // Announces most of what is added, not all.
      pace.forgetful = true;
      break;
    case Toolkit::kGtk4:
      // Announces nothing that is added, and shows a button as pressed for 250 ms before it acts on a press that came as an action.
      pace.forgetful = true;
      pace.first_event = Milliseconds(400);
      break;
    case Toolkit::kQt:
      // Announces neither what is added nor what is removed, and acts on a press after 100 ms.
      pace.forgetful = true;
      pace.forgets_removal = true;
      pace.first_event = Milliseconds(250);
      break;
    case Toolkit::kChromium:
    case Toolkit::kGecko:
      // Their pages may have tens of thousands of elements, and GetMatches finds some among them in a few ms.
      pace.searches = true;
      break;
    case Toolkit::kSwing:
    case Toolkit::kUnknown:
      break;
  }
  pace.mirrors = traits_of(toolkit).announces_changes;
  return pace;
}

}  // namespace surehand::atspi
