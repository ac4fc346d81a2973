import { chromium } from './programs.mjs'

chromium([
  ['Flo', 'Hello Flo'],
  ['Gus', 'Hello Gus'],
  ['Hal', 'Hello Hal'],
  ['Ida', 'Hello Ida'],
  ['Jo', 'Hello Jo'],
])
