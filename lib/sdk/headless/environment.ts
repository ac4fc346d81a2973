/** What ties a process to the host's desktop, and what would switch accessibility off. */
const HOST_DESKTOP =
  /^(DISPLAY|WAYLAND_.*|XAUTHORITY|DBUS_.*|AT_SPI_.*|NO_AT_BRIDGE|XDG_(RUNTIME_DIR|SESSION_.*|CURRENT_DESKTOP|SEAT|VTNR|(CONFIG|CACHE|DATA|STATE)_HOME)|SESSION_MANAGER|DESKTOP_SESSION|GNOME_.*|KDE_.*|GTK_.*|GDK_.*|GSK_.*|QT_.*|QML.*|G?IO_EXTRA_MODULES|GIO_LAUNCHED_.*|SWAYSOCK|I3SOCK|WLR_.*|XKB_DEFAULT_.*|MOZ_ENABLE_WAYLAND|ELECTRON_OZONE_PLATFORM_HINT|SAL_USE_VCLPLUGIN|HOME|SUREHAND_SESSION)$/

/** What makes toolkits publish their trees; those that read no variable look at org.a11y.Status, which is set too. */
const TOOLKITS: Record<string, string> = {
  GTK_A11Y: 'atspi',
  // There is no GPU: with OpenGL in software, animations keep a GTK 4 main loop so busy that it never publishes its tree.
  GSK_RENDERER: 'cairo',
  QT_ACCESSIBILITY: '1',
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
  GNOME_ACCESSIBILITY: '1',
  ACCESSIBILITY_ENABLED: '1',
  // Settings written by one session must not reach the user's own desktop, nor the next session.
  GSETTINGS_BACKEND: 'memory',
  GIO_USE_VFS: 'local',
  GTK_USE_PORTAL: '0',
}

/** The window system of a session. */
export type DisplayKind = 'x11' | 'wayland'

/** What makes toolkits choose the session's window system. */
const DISPLAYS: Record<DisplayKind, Record<string, string>> = {
  x11: { XDG_SESSION_TYPE: 'x11', GDK_BACKEND: 'x11', QT_QPA_PLATFORM: 'xcb' },
  wayland: {
    XDG_SESSION_TYPE: 'wayland',
    XDG_CURRENT_DESKTOP: 'sway',
    GDK_BACKEND: 'wayland',
    QT_QPA_PLATFORM: 'wayland',
    MOZ_ENABLE_WAYLAND: '1',
    ELECTRON_OZONE_PLATFORM_HINT: 'wayland',
  },
}

/** With Xwayland, for programs whose toolkit speaks no Wayland or that ask for X. */
const XWAYLAND = { GDK_BACKEND: 'wayland,x11', QT_QPA_PLATFORM: 'wayland;xcb' }

/** The host's environment without its desktop, what toolkits need, and what the caller wants. */
export function sessionEnvironment(
  display: DisplayKind,
  xwayland: boolean,
  wanted: Record<string, string | undefined> = {},
): Record<string, string> {
  const host = Object.entries(process.env).filter(([name]) => !HOST_DESKTOP.test(name))
  const toolkits = Object.entries({ ...TOOLKITS, ...DISPLAYS[display], ...(xwayland ? XWAYLAND : {}) })
  const environment: Record<string, string> = {}
  for (const [name, value] of [...host, ...toolkits, ...Object.entries(wanted)]) {
    if (value === undefined) delete environment[name]
    else environment[name] = value
  }
  environment.PATH ??= '/usr/local/bin:/usr/bin:/bin'
  // Without a locale toolkits fall back to ASCII and lose what is typed.
  if (!environment.LANG && !environment.LC_ALL) environment.LANG = 'C.UTF-8'
  return environment
}
