/**
 * What goes wrong, how often, and what it stands for in real programs. The one place where the mix is fixed: the
 * driver draws from it, the application and the simulated world only play what was drawn.
 *
 * `on` are the kinds of step that a fault can hit, `rate` how often it hits one of those, `draw` its particulars (times
 * in ms from the moment when the step is due, which is when the application received the step before it). The rates are
 * calibrated: see README.md.
 */

const PRESSED = ['press', 'confirm']
const PLACED = [...PRESSED, 'check', 'fill', 'type']

/** The one factor that all rates are multiplied with. */
export const SCALE = 0.86

/**
 * @typedef {object} FaultKind
 * @property {string} models
 * @property {string[]} on
 * @property {number} rate
 * @property {(random: import('./random.mjs').Random) => Record<string, number | boolean>} draw
 */

/** @type {Record<string, FaultKind>} */
export const FAULTS = {
  late: {
    models: 'what is loaded or computed first: the element is not there yet',
    on: [...PLACED, 'row', 'menu'],
    rate: 0.017,
    draw: (random) => ({ after: random.between(80, 1500) }),
  },
  moving: {
    models: 'a banner or a picture comes in and pushes the element away while one aims at it',
    on: PLACED,
    rate: 0.007,
    draw: (random) => ({ for: random.between(200, 900), by: random.between(3, 10) }),
  },
  recreated: {
    models: 'a view that is drawn anew with every tick of its data: destroyed and built again, the same to the eye',
    on: [...PLACED, 'row'],
    rate: 0.012,
    draw: (random) => ({ every: random.between(15, 60), for: random.between(150, 900) }),
  },
  renamed: {
    models: 'another version or another wording; the author’s id stays',
    on: [...PLACED, 'menu'],
    rate: 0.009,
    draw: () => ({}),
  },
  duplicated: {
    models: 'the old one is still on its way out: two look the same, and pressing the old one is wrong',
    on: [...PRESSED, 'check', 'row'],
    rate: 0.012,
    draw: (random) => ({ for: random.between(100, 900), before: random.chance(0.5) }),
  },
  disabled: {
    models: 'greyed out while something is checked or saved',
    on: [...PLACED, 'menu'],
    rate: 0.012,
    draw: (random) => ({ for: random.between(80, 1500) }),
  },
  covered: {
    models: 'a modal “one moment, please” that comes and goes by itself; the window below does not act meanwhile',
    on: [...PLACED, 'row', 'menu', 'tab'],
    rate: 0.01,
    draw: (random) => ({ for: random.between(150, 1200) }),
  },
  lost: {
    models:
      'a press that arrives while handlers are being exchanged, a field that a refresh sets back: nothing happens',
    on: [...PRESSED, 'check', 'fill', 'row', 'menu'],
    rate: 0.012,
    draw: () => ({}),
  },
  hung: {
    models: 'a main loop that is busy for about a second, before the action or because of it',
    on: [...PLACED, 'row', 'menu', 'tab'],
    rate: 0.01,
    draw: (random) => ({ after: random.between(0, 40), for: random.between(700, 1300), onReceipt: random.chance(0.5) }),
  },
  reordered: {
    models: 'a list that sorts itself anew while one chooses from it',
    on: ['row'],
    rate: 0.05,
    draw: (random) => ({ every: random.between(5, 40), for: random.between(200, 900) }),
  },
  toast: {
    models: 'a message that has to be read and is gone after 300 ms',
    on: ['confirm'],
    rate: 0.05,
    draw: (random) => ({ after: random.between(0, 250), for: 300 }),
  },
  unfocused: {
    models: 'another window comes up and takes the keyboard while one types',
    on: ['type'],
    rate: 0.05,
    draw: (random) => ({ onKey: random.chance(0.5), after: random.between(0, 60), for: random.between(200, 800) }),
  },
  // Those below came later, when the others' rates were set: a step draws them last, so that whatever hit it before
  // them still does.
  slow: {
    models: 'saving, asking a server: it was received, and what it brings about is seen later; the application answers',
    on: [...PLACED, 'row', 'menu', 'tab'],
    rate: 0.012,
    draw: (random) => ({ for: random.between(500, 4000), computing: random.chance(0.5) }),
  },
  nested: {
    models: 'a handler that opens a dialog and comes back when that is closed: gtk_dialog_run(), exec()',
    on: ['press', 'menu', 'check'],
    rate: 0.02,
    draw: (random) => ({ for: random.between(300, 1500) }),
  },
  below: {
    models: 'a page that is longer than its window: the element is there and has to be scrolled to',
    on: ['press', 'check', 'fill', 'type', 'row'],
    rate: 0.012,
    draw: () => ({}),
  },
  twin: {
    models:
      'a page, a menu bar, a row kept for later: a hidden one of the same role, name and id, never the one that is meant',
    on: [...PLACED, 'row'],
    rate: 0.012,
    draw: (random) => ({ before: random.chance(0.5) }),
  },
}
