import type { Effect, SimulatedNode, World } from 'surehand'

// A calculator for a simulated desktop: pressing a digit writes it behind what the display shows.

const key = (name: string, ...press: Effect[]): SimulatedNode => ({ role: 'button', name, on: { press } })

const digit = (name: string) => key(name, { set: 'display', value: `\${display.value}${name}` })

export const calculator: World = {
  applications: [
    {
      name: 'Calculator',
      executable: 'calculator',
      windows: [
        {
          role: 'window',
          name: 'Calculator',
          bounds: { x: 100, y: 100, width: 320, height: 420 },
          children: [
            { role: 'textbox', name: 'Display', key: 'display', value: '', readonly: true },
            {
              role: 'toolbar',
              name: 'Digits',
              children: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map(digit),
            },
            {
              role: 'toolbar',
              name: 'Operations',
              children: [
                digit('+'),
                // It knows one sum by heart, and takes its time over it.
                key('=', { set: 'display', value: '42', after: 150 }),
                key('Clear', { set: 'display', value: '' }),
              ],
            },
          ],
        },
      ],
    },
  ],
}
