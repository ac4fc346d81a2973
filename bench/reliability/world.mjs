/**
 * The order desk on the simulated desktop: the same steps, names, ids and faults as desk.py, as a world whose scripts
 * bring about the next step when one was done. Judged from what the simulation says its application received. Nobody
 * computes in it: a slow effect that keeps a processor busy comes after as long a time in which nothing happens.
 */

/** What an element may receive for its step to be done; a platform may have it otherwise, and says so in its plan. */
const EVENTS = { tab: ['select'], row: ['select'], fill: ['setText', 'type'], type: ['type'] }
const eventsOf = (plan, kind) => plan.events?.[kind] ?? EVENTS[kind] ?? ['press']
const onEach = (events, effects) => ({ on: Object.fromEntries(events.map((event) => [event, effects])) })

const APPLICATION = 'order-desk'

const set = (key, members, after) => ({ set: key, ...members, ...(after === undefined ? {} : { after }) })
const box = (key, ...children) => ({ role: 'group', key, children })

/** @param {import('./plan.mjs').Step} step */
function elementOf({ target, role, name }) {
  const selectable = role === 'listitem' || role === 'tab' ? { selected: false } : {}
  return { role, name, id: target, key: target, ...selectable }
}

/** Where an element stands, and which child of that it is. */
function placeOf(plan, target) {
  if (target.startsWith('order-')) return { to: 'list', at: plan.orders.indexOf(Number(target.slice(6))) }
  if (target === 'discount') return { to: 'menu', at: 1 }
  return { to: `${target} slot`, at: 0 }
}

/** The window before any step is due. @param {ReturnType<typeof import('./plan.mjs').makePlan>} plan */
export function makeWorld(plan) {
  const element = (target) => elementOf(plan.steps.find((step) => step.target === target) ?? { target, role: 'text' })
  const row = (number) => elementOf({ target: `order-${number}`, role: 'listitem', name: `Order ${number}` })
  const tab = (target, name, controls, selected) => ({ role: 'tab', name, key: target, selected, controls })
  const slot = (target) => box(`${target} slot`, element(target))
  return {
    applications: [
      {
        name: APPLICATION,
        windows: [
          {
            role: 'window',
            name: 'Order desk',
            key: 'window',
            bounds: { x: 20, y: 10, width: 900, height: 780 },
            children: [
              {
                role: 'menubar',
                children: [
                  {
                    role: 'menu',
                    name: 'Order',
                    key: 'menu',
                    expanded: false,
                    on: { press: [] },
                    children: [{ role: 'menuitem', name: 'Print', key: 'print' }, element('discount')],
                  },
                ],
              },
              { role: 'text', key: 'status', name: 'Ready' },
              { role: 'text', key: 'message', name: '' },
              {
                role: 'scrollarea',
                bounds: { x: 24, y: 130, width: 890, height: 650 },
                children: [
                  slot('search'),
                  {
                    role: 'tablist',
                    children: [
                      tab('orders-tab', 'Orders', 'orders', false),
                      tab('details-tab', 'Details', 'details', true),
                    ],
                  },
                  {
                    role: 'tabpanel',
                    key: 'orders',
                    visible: false,
                    children: [
                      box('above list'),
                      { role: 'listbox', key: 'list', children: plan.orders.map(row) },
                      slot('add-item'),
                    ],
                  },
                  { role: 'tabpanel', key: 'details', children: [slot('customer'), slot('express')] },
                  slot('send'),
                ],
              },
            ],
          },
        ],
      },
    ],
  }
}

/** What makes a step due, with everything that follows when it is done. */
export function enter(plan, index) {
  const step = plan.steps[index]
  if (step === undefined) return []
  const { target, kind, fault } = step
  const events = eventsOf(plan, kind)
  const done = onEach(events, reception(plan, index))
  const dialog = target === 'yes' ? [{ openWindow: confirmation(step), application: APPLICATION }] : []
  if (fault === undefined) return [...dialog, set(target, done)]
  return [...dialog, ...FAULTS[fault.kind]({ plan, step, events, done, fault })]
}

function confirmation(step) {
  return {
    role: 'dialog',
    name: 'Send the order?',
    key: 'dialog',
    modal: true,
    children: [
      { role: 'text', name: 'It cannot be taken back.' },
      box('yes slot', elementOf(step)),
      { role: 'button', name: 'No', key: 'no' },
    ],
  }
}

/** ms between what a step's element receives and what that brings about. @param {import('./plan.mjs').Step} step */
function takes({ target, fault }) {
  const later = fault?.kind === 'slow' || (fault?.kind === 'nested' && target !== 'send')
  return later ? fault.for : 0
}

/** What happens when the step's element receives what it is waiting for. */
function reception(plan, index) {
  const step = plan.steps[index]
  const delay = takes(step)
  const effects = completion(plan, index)
  if (delay === 0) return effects
  const notice = { role: 'dialog', name: 'Please note', key: 'notice', modal: true, children: [] }
  return [
    set(step.target, { on: {} }),
    ...(step.fault.kind === 'nested' ? [{ openWindow: notice }, { closeWindow: 'notice', after: step.fault.for }] : []),
    ...effects.map((effect) => ({ ...effect, after: delay + (effect.after ?? 0) })),
  ]
}

function completion(plan, index) {
  const step = plan.steps[index]
  const { target, fault, shows, name, receipt } = step
  const toast = fault?.kind === 'toast' ? fault : undefined
  const effects = []
  if (fault?.onReceipt) effects.push({ hang: fault.for })
  if (fault?.kind === 'below') effects.push({ remove: 'spacer' })
  if (fault?.kind === 'twin') effects.push({ remove: `stale ${target}` })
  effects.push(set(target, { on: {} }), set('status', { name: shows }))
  if (fault?.kind === 'renamed' && target !== 'yes') effects.push(set(target, { name }))
  if (target !== 'yes') effects.push(set('message', { name: '' }))
  else {
    // The next time, its press returns at once again. Others open a window only in a step that is hit.
    const send = plan.steps[index - 1]
    if (send.fault?.kind === 'nested') effects.push({ replace: 'send', with: elementOf(send) })
    effects.push({ closeWindow: 'dialog' }, set('message', { name: `Receipt ${receipt}` }, toast?.after))
    if (toast) effects.push(set('message', { name: '' }, toast.after + toast.for))
  }
  return [...effects, ...enter(plan, index + 1)]
}

// As many rows as are taller than any window of the simulated desktop.
const LINES_TO_FOLD = 60

const ticks = (every, lasting) => Array.from({ length: Math.ceil(lasting / every) }, (_, index) => (index + 1) * every)

/** How each kind of fault is played. */
const FAULTS = {
  late: ({ plan, step, done, fault }) => [
    { remove: step.target },
    { add: { ...elementOf(step), ...done }, ...placeOf(plan, step.target), after: fault.after },
  ],
  moving: ({ step, done, fault }) => [
    {
      replace: step.target,
      with: { ...elementOf(step), ...done, faults: { moving: { for: fault.for, x: 10 * fault.by } } },
    },
  ],
  recreated: ({ step, done, fault }) => [
    set(step.target, done),
    ...ticks(fault.every, fault.for).map((after) => ({ recreate: step.target, after })),
  ],
  renamed: ({ step, done }) => [set(step.target, { ...done, name: step.newName })],
  duplicated: ({ plan, step, done, fault }) => {
    const { to, at } = placeOf(plan, step.target)
    const stale = `stale ${step.target}`
    return [
      set(step.target, done),
      { add: { ...elementOf(step), key: stale }, to, at: fault.before ? at : at + 1 },
      { remove: stale, after: fault.for },
    ]
  },
  disabled: ({ step, done, fault }) => [
    set(step.target, { ...done, enabled: false }),
    set(step.target, { enabled: true }, fault.for),
  ],
  // What takes no notice says so and does nothing.
  covered: ({ step, done, fault }) => [
    set(step.target, { ...done, faults: { lying: true } }),
    {
      openWindow: { role: 'dialog', name: 'One moment, please', key: 'cover', modal: true, children: [] },
      application: APPLICATION,
    },
    set(step.target, { faults: { lying: false } }, fault.for),
    { closeWindow: 'cover', after: fault.for },
  ],
  lost: ({ step, events, done }) => [set(step.target, onEach(events, { instead: [set(step.target, done)] }))],
  hung: ({ step, done, fault }) => [
    set(step.target, done),
    ...(fault.onReceipt ? [] : [{ hang: fault.for, after: fault.after, application: APPLICATION }]),
  ],
  reordered: ({ plan, step, done, fault }) => [
    set(step.target, done),
    ...ticks(fault.every, fault.for).map((after, index) => ({
      move: step.target,
      to: 'list',
      at: (5 * index + 3) % plan.orders.length,
      after,
    })),
  ],
  toast: ({ step, done }) => [set(step.target, done)],
  slow: ({ step, done }) => [set(step.target, done)],
  nested: ({ step, done }) => [set(step.target, { ...done, returns: 'closed' })],
  below: ({ plan, step, done }) => {
    const { to } = placeOf(plan, step.target)
    const lines = Array.from({ length: LINES_TO_FOLD }, () => ({ role: 'text' }))
    return [
      set(step.target, done),
      { add: { ...box('spacer', ...lines) }, to: to === 'list' ? 'above list' : to, at: 0 },
    ]
  },
  twin: ({ plan, step, done, fault }) => {
    const { to, at } = placeOf(plan, step.target)
    const twin = { ...elementOf(step), key: `stale ${step.target}`, visible: false }
    return [set(step.target, done), { add: twin, to, at: fault.before ? at : at + 1 }]
  },
  unfocused: ({ step, done, fault }) => [
    set(step.target, done),
    {
      openWindow: { role: 'window', name: 'Reminder', key: 'thief', children: [{ role: 'textbox', key: 'note' }] },
      application: APPLICATION,
      after: fault.after,
    },
    { focus: 'note', after: fault.after + 1 },
    { closeWindow: 'thief', after: fault.after + fault.for },
  ],
}

/** What the simulation recorded until `now` (ms), in the words of desk.py. */
export function normalise(plan, received, now) {
  const record = []
  const targets = new Set(plan.steps.map(({ target }) => target))
  let due = 0
  let dueAt = 0
  let lost = false
  let express = false
  for (const { what, at, key = '', text, ignored } of received) {
    if (key === 'note' && what === 'type') record.push({ at, event: 'stray', step: due, text })
    const stale = key.startsWith('stale ')
    const target = stale ? key.slice('stale '.length) : key
    const step = plan.steps[due]
    if (!targets.has(target) || !['press', 'select', 'setText', 'type'].includes(what)) continue
    if (target === 'search' && what === 'setText') continue
    const isDue = !stale && step?.target === target && eventsOf(plan, step.kind).includes(what) && at >= dueAt
    if (ignored || (isDue && step.fault?.kind === 'lost' && !lost)) {
      if (!ignored) lost = true
      record.push({ at, event: 'ignored', step: due, target })
      continue
    }
    if (target === 'express' && !stale) express = !express
    const checked = target === 'express' ? express : undefined
    const right = isDue && (step.text === undefined || step.text === text) && step.checked === checked
    // On its way to the right text a field has others.
    const event = right || text === undefined ? 'received' : 'text'
    record.push({ at, event, step: due, target, stale, right, checked, text })
    if (right) {
      dueAt = at + takes(step)
      if (dueAt <= now) record.push({ at: dueAt, event: 'done', step: due })
      due++
      lost = false
    }
  }
  return record
}
