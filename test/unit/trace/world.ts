import type { World } from '../../../lib/sdk/index.js'

/** A sign-in form, which tells the password to whoever presses Show, and its error output to whoever signs in. */
export const signInForm = (password = ''): World => ({
  launchable: {
    mail: {
      name: 'Mail',
      windows: [
        {
          role: 'window',
          name: 'Sign in',
          bounds: { x: 100, y: 100, width: 400, height: 300 },
          children: [
            { role: 'textbox', name: 'User', key: 'user' },
            { role: 'textbox', name: 'Password', key: 'password', protected: true },
            { role: 'text', name: 'Signed out', key: 'status' },
            {
              role: 'button',
              name: 'Sign in',
              on: {
                press: [
                  { set: 'status', name: 'Signed in' },
                  { print: 'hello\n', to: 'stderr' },
                ],
              },
            },
            { role: 'button', name: 'Show', on: { press: [{ set: 'status', name: `It is ${password}!` }] } },
          ],
        },
      ],
    },
  },
})
