import type { Outgoing } from '../action/hooks.js'

// Programs that run what is typed into them, by executable, desktop or bundle id.
const TERMINALS =
  /^(?:.*\.)?(?:gnome-terminal(?:-server)?|terminal|kgx|console|ptyxis(?:-agent)?|konsole|yakuake|xterm|uxterm|lxterm|urxvt|rxvt|st|xfce4-terminal|lxterminal|mate-terminal|qterminal|deepin-terminal|terminator|tilix|guake|tilda|terminology|sakura|roxterm|cool-retro-term|alacritty|kitty|wezterm(?:-gui)?|foot(?:client)?|ghostty|rio|contour|hyper|tabby|warp(?:-terminal)?|wave|iterm2?|cmd|powershell(?:_ise)?|pwsh|conhost|openconsole|windowsterminal|wt|mintty|putty|kitty_portable|conemu(?:64)?|bash|sh|zsh|fish)$/

// Run dialogs, launchers, and the shells of desktops that have one.
const LAUNCHERS =
  /^(?:.*\.)?(?:krunner|gmrun|xfrun4|xfce4-appfinder|rofi|dmenu|wofi|fuzzel|bemenu|ulauncher|albert|synapse|gnome-shell|plasmashell|cinnamon|mate-panel|lxqt-runner|spotlight|alfred|raycast|quicksilver|explorer|searchhost|searchapp|powertoys\.run|flow\.launcher|shellexperiencehost|startmenuexperiencehost)$/

// Fields that run what is entered, or go there, by name.
const FIELDS =
  /\b(?:terminal|console|shell|command(?: line)?|prompt|run|address|location|url|omnibox|go to|open)\b|search (?:or|with).*(?:address|url|enter)|adress|адрес|ubicaci|indirizzo|endere[cç]o|ausführen|ex[eé]cuter|ejecutar|esegui|выполнить|konsole|konsola|terminál|コマンド|アドレス|実行|地址|运行|命令|주소|실행/iu

// What is written into. What is typed anywhere else goes to whatever in it has the keyboard.
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

/** Whether what is typed there may be run. Where it goes to is not known counts as that. */
export function runsCommands({ app, element }: Outgoing): boolean {
  if (app === undefined || isTerminal(app)) return true
  if (named(LAUNCHERS, app)) return true
  if (element === undefined || element.role === 'terminal' || !WRITTEN_INTO.has(element.role)) return true
  return FIELDS.test(element.name ?? '')
}

export function isTerminal(app: NonNullable<Outgoing['app']>): boolean {
  return named(TERMINALS, app)
}

function named(pattern: RegExp, { id, executable, name }: NonNullable<Outgoing['app']>): boolean {
  return [id, executable, name].some((each) => {
    const last = each.replaceAll('\\', '/').split('/').at(-1) ?? ''
    return pattern.test(last.replace(/\.(?:exe|desktop|app)$/i, '').toLowerCase())
  })
}
