import type { Outgoing } from '../../sdk/action/hooks.js'

// Programs that run what is typed into them, by executable, desktop or bundle id.
const TERMINALS =
  /^(?:.*\.)?(?:gnome-terminal(?:-server)?|x-terminal-emulator|terminal|kgx|console|ptyxis(?:-agent)?|konsole|yakuake|xterm|uxterm|lxterm|urxvt|rxvt|st|xfce4-terminal|lxterminal|mate-terminal|qterminal|deepin-terminal|terminator|tilix|guake|tilda|terminology|sakura|roxterm|cool-retro-term|alacritty|kitty|wezterm(?:-gui)?|foot(?:client)?|ghostty|rio|contour|hyper|tabby|warp(?:-terminal)?|wave|iterm2?|cmd|powershell(?:_ise)?|pwsh|conhost|openconsole|windowsterminal|wt|mintty|putty|kitty_portable|conemu(?:64)?|bash|sh|zsh|fish)$/

// Run dialogs, launchers, and the shells of desktops that have one.
const LAUNCHERS =
  /^(?:.*\.)?(?:krunner|gmrun|xfrun4|xfce4-appfinder|rofi|dmenu|wofi|fuzzel|bemenu|ulauncher|albert|synapse|gnome-shell|plasmashell|cinnamon|mate-panel|lxqt-runner|spotlight|alfred|raycast|quicksilver|explorer|searchhost|searchapp|powertoys\.run|flow\.launcher|shellexperiencehost|startmenuexperiencehost)$/

// Fields that run what is entered, by name.
const SHELL_FIELDS =
  /\b(?:terminal|console|shell|command(?: line)?|prompt|run)\b|ausführen|ex[eé]cuter|ejecutar|esegui|выполнить|konsole|konsola|terminál|コマンド|実行|运行|命令|실행/iu

// Fields that go where is entered, by name.
const ADDRESS_FIELDS =
  /\b(?:address|location|url|omnibox|go to|open)\b|search (?:or|with).*(?:address|url|enter)|adress|адрес|ubicaci|indirizzo|endere[cç]o|アドレス|地址|주소/iu

// What is written into. What is typed anywhere else goes to whatever in the program has the keyboard.
const WRITTEN_INTO = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'spinbutton',
  'document',
  'cell',
  'gridcell',
  'listitem',
  'treeitem',
])

/**
 * What becomes of a text there. `code`: it is run. `address`: the program goes there. `unknown`: an ordinary program gets it, by which
 * element is not known. `text`: it is written.
 */
export type PlaceKind = 'code' | 'address' | 'unknown' | 'text'

/** By where it goes, never by what it says. Where no program is known, a terminal may be in front. */
export function placeOf({ app, element }: Outgoing): PlaceKind {
  if (app === undefined || isTerminal(app) || named(LAUNCHERS, app) || element?.role === 'terminal') return 'code'
  if (element === undefined || !WRITTEN_INTO.has(element.role)) return 'unknown'
  const name = element.name ?? ''
  if (ADDRESS_FIELDS.test(name)) return 'address'
  return SHELL_FIELDS.test(name) ? 'code' : 'text'
}

export function isTerminal(app: NonNullable<Outgoing['app']>): boolean {
  return named(TERMINALS, app)
}

/** Whether a program of this name is a terminal or a shell. */
export function isTerminalProgram(command: string): boolean {
  return TERMINALS.test(programName(command))
}

/** `/usr/bin/Bash.exe` is `bash`. */
export function programName(command: string): string {
  const last = command.replaceAll('\\', '/').split('/').at(-1) ?? ''
  return last.replace(/\.(?:exe|com|bat|cmd|desktop|app)$/i, '').toLowerCase()
}

function named(pattern: RegExp, { id, executable, name }: NonNullable<Outgoing['app']>): boolean {
  return [id, executable, name].some((each) => pattern.test(programName(each)))
}

/** An address that a browser opens, or words that it looks for; not `javascript:`, `data:` or a program. */
export function isPlainAddress(text: string): boolean {
  const address = text.trim()
  return (
    /^https?:\/\/\S*$|^about:blank$|^[\w.-]+:\d{1,5}(?:\/\S*)?$/i.test(address) ||
    !/^\s*[a-z\s]+[\w+.-]*:/i.test(address)
  )
}
