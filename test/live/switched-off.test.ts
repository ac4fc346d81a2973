import { once } from 'node:events'
import { expect, test } from 'vitest'
import { headless } from './support/settled.js'

test('a program that is launched after accessibility was switched off has a tree', async () => {
  await using place = await headless()
  const set = ['org.freedesktop.DBus.Properties.Set', 'string:org.a11y.Status', 'string:IsEnabled']
  const off = ['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus', ...set, 'variant:boolean:false']
  await once(place.session.spawn('dbus-send', off), 'exit')
  const code = `
import sys
from PyQt6.QtWidgets import QApplication, QPushButton
application = QApplication(sys.argv[:1])
button = QPushButton("Go")
button.setWindowTitle("Late")
button.show()
application.exec()`
  // Qt would publish all the same with these set.
  const env = { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '0', QT_ACCESSIBILITY: '0' }
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: ['-c', code], env })
  expect(app.hasTree).toBe(true)
  expect(await app.locator('role:button|name:Go').count()).toBe(1)
})
