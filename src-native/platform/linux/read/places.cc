#include "platform/linux/read/places.h"

#include "platform/linux/applications.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

Places places_alone(Session& session, const ApplicationRecord& application, bool bounds, const Limits& limits) {
  Places places;
  places.within_window = bounds && places_are_within_window(session, application, limits);
  return places;
}

Places places_of_all(Session& session, const ApplicationRecord& application, bool bounds, const Limits& limits) {
  Places places = places_alone(session, application, bounds, limits);
  if (!places.within_window) return places;
  places.popups_are_elsewhere = !session.screen->tells_popups();
  if (places.popups_are_elsewhere && application.traits().tells_places_of_popups) {
    places.told_popups = {display_bounds(session, limits), windows_of(session, application, limits)};
  }
  // Where its sheets are displaced to within a window is not known.
  places.unknown = places.popups_are_elsewhere && application.may_be_libreoffice();
  places.popovers.emplace(session, application, limits);
  places.windows.emplace(session, application, limits);
  return places;
}

}  // namespace surehand::atspi
