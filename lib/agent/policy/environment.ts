import type { Judgement } from './judgement.js'
import { denials } from './shell.js'

// What changes how a program looks, speaks and where it shows itself, and never what it runs.
const HARMLESS =
  /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLORTERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CI|DISPLAY|WAYLAND_DISPLAY|XDG_SESSION_TYPE|GTK_THEME|GTK_A11Y|GTK_OVERLAY_SCROLLING|GDK_BACKEND|GDK_SCALE|GDK_DPI_SCALE|GNOME_ACCESSIBILITY|ACCESSIBILITY_ENABLED|NO_AT_BRIDGE|QT_ACCESSIBILITY|QT_LINUX_ACCESSIBILITY_ALWAYS_ON|QT_SCALE_FACTOR|QT_FONT_DPI|QT_QPA_PLATFORM|SAL_USE_VCLPLUGIN|MOZ_ENABLE_WAYLAND|G_MESSAGES_DEBUG|XMODIFIERS)$/

/**
 * The variables that a program is started with. Many run code (`BASH_ENV`, `LD_PRELOAD`, `PATH`, `NODE_OPTIONS`, …) and any may be what a
 * script runs (`sh -c '$X'`), so that all but those of {@link HARMLESS} are asked about.
 */
export function judgeEnvironment(environment: Readonly<Record<string, string>>): Judgement[] {
  const entries = Object.entries(environment)
  const odd = entries.map(([name]) => name).filter((name) => !HARMLESS.test(name))
  // Names only: a value may be a secret.
  const names = odd.slice(0, 5).map((name) => name.replace(/[^\w()]/g, '?').slice(0, 40))
  const asks: Judgement[] =
    odd.length === 0
      ? []
      : [
          {
            outcome: 'ask',
            rule: 'code',
            reason: `it starts a program with ${names.join(', ')}${odd.length > names.length ? ', …' : ''} set, which may change what is run`,
          },
        ]
  // In the order given, too: a script may put them together.
  const values = entries.map(([, value]) => value)
  return [...values, ...(values.length > 1 ? [values.join(' ')] : [])].flatMap(denials).concat(asks)
}
