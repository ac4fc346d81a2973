#include "platform/linux/wayland/kwin/program.h"

#include "core/json.h"

namespace surehand::wayland::kwin {
namespace {

// Plasma 6 renamed some things of Plasma 5's: clientList, activeClient. It has no property for what is maximized before Plasma 6.
constexpr std::string_view kBody = R"JS(
  function list() { return workspace.windowList ? workspace.windowList() : workspace.clientList(); }
  function active() { return workspace.activeWindow !== undefined ? workspace.activeWindow : workspace.activeClient; }
  function rect(r) { return r ? [r.x, r.y, r.width, r.height] : null; }
  function isElsewhere(w) {
    var activities = w.activities || [];
    if (activities.length > 0 && workspace.currentActivity && activities.indexOf(workspace.currentActivity) < 0) return true;
    if (w.onAllDesktops) return false;
    var here = workspace.currentDesktop;
    if (typeof here === 'number') return w.desktop !== here;
    var desktops = w.desktops || [];
    for (var i = 0; i < desktops.length; i++) if (desktops[i].id === here.id) return false;
    return desktops.length > 0;
  }
  function isMaximized(w) {
    if (w.fullScreen) return true;
    if (w.maximizeMode !== undefined) return w.maximizeMode === 3;
    var most = workspace.clientArea(KWin.MaximizeArea, w), is = w.frameGeometry;
    return is.x === most.x && is.y === most.y && is.width === most.width && is.height === most.height;
  }
  function describe(w) {
    return {
      id: String(w.internalId), pid: w.pid, title: w.caption, class: String(w.resourceClass), order: w.stackingOrder,
      frame: rect(w.frameGeometry), buffer: rect(w.bufferGeometry), active: w.active, modal: w.modal,
      minimized: w.minimized, maximized: isMaximized(w), hidden: w.hidden, elsewhere: isElsewhere(w),
      popup: w.popupWindow, tooltip: w.tooltip, drag: w.dndIcon, x11: w.windowId > 0,
      owner: w.transientFor ? String(w.transientFor.internalId) : ''
    };
  }
  function find(id) {
    var all = list();
    for (var i = 0; i < all.length; i++) if (String(all[i].internalId) === id) return all[i];
    return null;
  }
  var does = {
    windows: function () {
      var all = list(), told = [];
      for (var i = 0; i < all.length; i++) if (!all[i].deleted) told.push(describe(all[i]));
      return told;
    },
    active: function () { var w = active(); return w ? String(w.internalId) : ''; },
    areas: function (question) {
      return question.points.map(function (point) {
        return rect(workspace.clientArea(KWin.MaximizeArea, { x: point[0], y: point[1] }, workspace.currentDesktop));
      });
    },
    activate: function (question, w) {
      if (workspace.activeWindow !== undefined) workspace.activeWindow = w; else workspace.activeClient = w;
    },
    close: function (question, w) { w.closeWindow(); },
    minimize: function (question, w) { w.minimized = question.on; },
    maximize: function (question, w) { w.setMaximize(question.on, question.on); },
    place: function (question, w) {
      var to = question.frame;
      w.frameGeometry = { x: to[0], y: to[1], width: to[2], height: to[3] };
    }
  };
  function answer(question) {
    try {
      var w = question.id === undefined ? undefined : find(question.id);
      if (w === null) return { gone: true };
      return { value: does[question.do](question, w) };
    } catch (error) {
      return { error: String(error) };
    }
  }
  function next(number, told) {
    callDBus(service, path, face, method, token, number, told, function (text) {
      var question = JSON.parse(text);
      next(String(question.n), JSON.stringify(answer(question)));
    });
  }
  next('', '');
)JS";

void define(std::string& text, const char* name, std::string_view value) {
  text += std::string("  var ") + name + " = ";
  json::append_string(text, value);
  text += ";\n";
}

}  // namespace

std::string program(std::string_view service, std::string_view token) {
  std::string text = "(function () {\n";
  define(text, "service", service);
  define(text, "path", kPath);
  define(text, "face", kInterface);
  define(text, "method", kNext);
  define(text, "token", token);
  return text.append(kBody) + "})();\n";
}

}  // namespace surehand::wayland::kwin
