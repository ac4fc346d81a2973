import { chromium } from './programs.mjs'

chromium([
  ['Ada', 'Hello Ada'],
  ['Bo', 'Hello Bo'],
  ['Cy', 'Hello Cy'],
  ['Dee', 'Hello Dee'],
  ['Eve', 'Hello Eve'],
])
