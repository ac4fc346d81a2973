/**
 * Puts everything in place that a task needs, and says what it installs: Debian packages (through apt-get, as root or
 * with sudo), npm packages, the addon, dist/. What is there already is left alone, so a second run takes no time.
 *
 *   node scripts/setup.mjs [build|container|windows|macos|darwin|release|quick|demo|test|bench|fleet|ci]
 *
 * It is the first thing that runs on a fresh clone, so it uses nothing but Node.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Debian package → a command, or a file, that shows that it, or another distribution's counterpart, is there. */
const PACKAGES = {
  build: { 'g++': 'g++', make: 'make', python3: 'python3' },
  session: {
    xvfb: 'Xvfb',
    dbus: 'dbus-send',
    'at-spi2-core': '/usr/share/dbus-1/services/org.a11y.Bus.service',
    openbox: 'openbox',
    'fonts-dejavu-core': '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
  },
  demo: { mousepad: 'mousepad' },
  gtk3: {
    'python3-gi': '/usr/lib/python3/dist-packages/gi',
    'gir1.2-gtk-3.0': '/usr/lib/x86_64-linux-gnu/girepository-1.0/Gtk-3.0.typelib',
    'gtk-3-examples': 'gtk3-widget-factory',
  },
  applications: {
    'gir1.2-gtk-4.0': '/usr/lib/x86_64-linux-gnu/girepository-1.0/Gtk-4.0.typelib',
    'gtk-4-examples': 'gtk4-widget-factory',
    'gnome-calculator': 'gnome-calculator',
    kcalc: 'kcalc',
    featherpad: 'featherpad',
    zenity: 'zenity',
    mousepad: 'mousepad',
    xterm: 'xterm',
    bubblewrap: 'bwrap',
    // A GTK 2 program, and what gives GTK 2 programs a tree.
    dia: 'dia',
    'libatk-adaptor': '/usr/lib/x86_64-linux-gnu/gtk-2.0/modules/libatk-bridge.so',
    'xdg-dbus-proxy': 'xdg-dbus-proxy',
    'x11-apps': 'xcalc',
    galculator: 'galculator',
    // A page that another process shows in the window.
    'gir1.2-webkit2-4.1': '/usr/lib/x86_64-linux-gnu/girepository-1.0/WebKit2-4.1.typelib',
    // A program of Swing's, which the tests compile, and what gives it a tree.
    'default-jdk-headless': 'javac',
    'default-jre': '/usr/lib/jvm/java-17-openjdk-amd64/lib/libawt_xawt.so',
    'libatk-wrapper-java-jni': '/usr/lib/x86_64-linux-gnu/jni/libatk-wrapper.so',
    // What a locale is made of in which numbers have a comma.
    locales: '/usr/share/i18n/locales/de_DE',
    'python3-wxgtk4.0': '/usr/lib/python3/dist-packages/wx',
    'python3-tk': '/usr/share/doc/python3-tk',
    'python3-pyqt5': '/usr/lib/python3/dist-packages/PyQt5',
    'python3-pyqt6': '/usr/lib/python3/dist-packages/PyQt6',
    // Qt Quick, of Qt 5 and Qt 6: no module of it brings those that it imports.
    qmlscene: '/usr/lib/qt5/bin/qmlscene',
    'qml-module-qtquick2': '/usr/lib/x86_64-linux-gnu/qt5/qml/QtQuick.2',
    'qml-module-qtquick-window2': '/usr/lib/x86_64-linux-gnu/qt5/qml/QtQuick/Window.2',
    'qml-module-qtquick-controls2': '/usr/lib/x86_64-linux-gnu/qt5/qml/QtQuick/Controls.2',
    'qml-module-qtquick-layouts': '/usr/lib/x86_64-linux-gnu/qt5/qml/QtQuick/Layouts',
    'qml-qt6': '/usr/lib/qt6/bin/qml',
    'qml6-module-qtqml': '/usr/lib/x86_64-linux-gnu/qt6/qml/QtQml/qmldir',
    'qml6-module-qtqml-models': '/usr/lib/x86_64-linux-gnu/qt6/qml/QtQml/Models',
    'qml6-module-qtquick': '/usr/lib/x86_64-linux-gnu/qt6/qml/QtQuick/qmldir',
    'qml6-module-qtquick-controls': '/usr/lib/x86_64-linux-gnu/qt6/qml/QtQuick/Controls',
    'qml6-module-qtquick-layouts': '/usr/lib/x86_64-linux-gnu/qt6/qml/QtQuick/Layouts',
    'qml6-module-qtquick-templates': '/usr/lib/x86_64-linux-gnu/qt6/qml/QtQuick/Templates',
    'qml6-module-qtquick-window': '/usr/lib/x86_64-linux-gnu/qt6/qml/QtQuick/Window',
    'qml6-module-qtqml-workerscript': '/usr/lib/x86_64-linux-gnu/qt6/qml/QtQml/WorkerScript',
    'libreoffice-writer': '/usr/lib/libreoffice/program/swriter',
    'libreoffice-calc': '/usr/lib/libreoffice/program/scalc',
    'libreoffice-gtk3': '/usr/lib/libreoffice/program/libvclplug_gtk3lo.so',
    chromium: 'chromium',
    'firefox-esr': 'firefox-esr',
  },
  // A Wayland session, and the plugins of Qt for it.
  wayland: {
    xwayland: '/usr/bin/Xwayland',
    sway: 'sway',
    qtwayland5: '/usr/lib/x86_64-linux-gnu/qt5/plugins/platforms/libqwayland-generic.so',
    'qt6-wayland': '/usr/lib/x86_64-linux-gnu/qt6/plugins/platforms/libqwayland-generic.so',
  },
  // What libatspi reads, to compare with.
  walker: {
    gcc: 'gcc',
    'pkg-config': 'pkg-config',
    'libatspi2.0-dev': '/usr/include/at-spi-2.0',
  },
  // What writes videos, and (ffprobe) reads them.
  video: { ffmpeg: 'ffmpeg' },
  witnesses: { xdotool: 'xdotool', 'x11-utils': 'xprop', strace: 'strace' },
  // What makes a system without a registry of images, and what runs it.
  container: { debootstrap: 'debootstrap', 'util-linux': 'unshare', iproute2: 'ip' },
  measured: { gedit: 'gedit', 'designer-qt6': '/usr/lib/qt6/bin/designer', speedcrunch: 'speedcrunch' },
  alternatives: {
    'python3-pyatspi': '/usr/lib/python3/dist-packages/pyatspi',
    'python3-dogtail': '/usr/lib/python3/dist-packages/dogtail',
  },
  // What the fleet's witness reads pictures with; its programs name their own packages.
  fleet: { 'tesseract-ocr': 'tesseract' },
  native: {
    cmake: 'cmake',
    'ninja-build': 'ninja',
    'doctest-dev': '/usr/include/doctest/doctest.h',
    'clang-format': 'clang-format',
    // What the sanitized tests are compiled and linked with.
    'clang-19': 'clang++-19',
    'lld-19': 'ld64.lld-19',
    'libclang-rt-19-dev': '/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-x86_64.a',
  },
  windows: {
    wine64: '/usr/lib/wine/wine64',
    xvfb: 'Xvfb',
    'g++-mingw-w64-x86-64-posix': 'x86_64-w64-mingw32-g++-posix',
    cmake: 'cmake',
    'ninja-build': 'ninja',
  },
  cross: { 'g++-mingw-w64-x86-64-posix': 'x86_64-w64-mingw32-g++-posix' },
  readelf: { binutils: 'readelf' },
  // Addons for macOS are compiled, linked and looked at.
  darwin: { 'clang-19': 'clang++-19', 'lld-19': 'ld64.lld-19', 'llvm-19': 'llvm-nm-19' },
}

const TASKS = {
  build: ['build'],
  windows: ['build', 'windows'],
  quick: ['build', 'session', 'gtk3', 'walker'],
  demo: ['build', 'session', 'demo'],
  test: ['build', 'session', 'wayland', 'gtk3', 'applications', 'walker', 'video', 'witnesses'],
  bench: ['build', 'session', 'gtk3', 'applications', 'walker', 'witnesses', 'measured', 'alternatives'],
  fleet: ['build', 'session', 'fleet'],
  ci: [
    'build',
    'session',
    'wayland',
    'demo',
    'gtk3',
    'applications',
    'walker',
    'video',
    'witnesses',
    'native',
    'cross',
    'darwin',
    'windows',
  ],
  container: ['build', 'container'],
  macos: ['build', 'native'],
  darwin: ['build', 'darwin'],
  release: ['darwin', 'readelf'],
}

const task = process.argv[2] ?? 'build'
if (!(task in TASKS)) fail(`There is no task ${task}; there are ${Object.keys(TASKS).join(', ')}.`)
if (process.platform === 'linux') installPackages(TASKS[task])
installNpmPackages()
// What is tested in Wine is built for there, by who tests it; a release builds all.
if (task !== 'windows' && task !== 'release') {
  buildAddon()
  buildLibrary()
}

/** @param {string[]} groups */
function installPackages(groups) {
  const wanted = Object.assign({}, ...groups.map((group) => PACKAGES[group]))
  const missing = Object.keys(wanted).filter((name) => !isThere(wanted[name]))
  if (missing.length === 0) return
  const list = missing.join(' ')
  if (!onPath('apt-get')) {
    say(`not found: what Debian calls ${list}`)
    fail('This is no Debian or Ubuntu: please install the counterparts of these packages, then run this again.')
  }
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo']
  if (asRoot.length > 0 && !onPath('sudo')) {
    fail(`These packages are missing, and there is no sudo. As root: apt-get install --no-install-recommends ${list}`)
  }
  say(`installing ${missing.length} Debian packages with ${[...asRoot, 'apt-get'].join(' ')}: ${list}`)
  const apt = (...args) =>
    run([
      ...asRoot,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-qq',
      '-o',
      'Acquire::Retries=3',
      '-o',
      'Dpkg::Use-Pty=0',
      ...args,
    ])
  apt('update')
  apt('install', '-y', '--no-install-recommends', ...missing)
}

function installNpmPackages() {
  const modules = join(root, 'node_modules')
  // A linked node_modules belongs to another work tree.
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) return
  if (changed(join(modules, '.package-lock.json')) >= changed(join(root, 'package-lock.json'))) return
  say('installing the npm packages of package-lock.json')
  run(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
}

function buildAddon() {
  const sources = newest(['src-native', 'binding.gyp', 'sources.json'])
  if (changed(join(root, 'build/Release/surehand.node')) >= sources) return
  say('building the addon')
  // One build for both: prebuildify's also leaves build/Release behind.
  if (task === 'ci') run(['npm', 'run', '--silent', 'prebuildify'])
  else run(['npm', 'run', '--silent', 'build:native', '--', '--loglevel=error'])
}

function buildLibrary() {
  if (changed(join(root, 'dist/index.js')) >= newest(['lib', 'tsup.config.ts', 'package.json'])) return
  say('building dist/')
  run(['npm', 'run', '--silent', 'build', '--', '--silent'])
}

/** @param {string} place a command or an absolute path */
function isThere(place) {
  if (!place.startsWith('/')) return onPath(place)
  // Where Debian on another processor has its libraries.
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
  return existsSync(place.replace('x86_64-linux-gnu', triplet))
}

/** @param {string} command */
function onPath(command) {
  const directories = `${process.env.PATH ?? ''}:/usr/bin:/usr/sbin:/bin`.split(delimiter).filter(Boolean)
  return directories.some((directory) => existsSync(join(directory, command)))
}

/** ms since the epoch; 0 when it is not there. @param {string} file */
function changed(file) {
  return existsSync(file) ? statSync(file).mtimeMs : 0
}

/** @param {string[]} places */
function newest(places) {
  const times = places.flatMap((place) => {
    const path = join(root, place)
    if (!existsSync(path)) return []
    if (!statSync(path).isDirectory()) return [changed(path)]
    return readdirSync(path, { recursive: true }).map((file) => changed(join(path, String(file))))
  })
  return Math.max(...times)
}

/** @param {string[]} command */
function run([program, ...args]) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, JOBS: 'max' },
  })
  if (status !== 0)
    fail(`${[program, ...args].join(' ')} failed${error ? `: ${error.message}` : ` with exit code ${status}`}.`)
}

/** @param {string} text */
function say(text) {
  console.log(`[surehand set-up] ${text}`)
}

/** @param {string} text @returns {never} */
function fail(text) {
  console.error(`[surehand set-up] ${text}`)
  process.exit(1)
}
