// test/unit/messages.txt: every error message that the SDK, its tools and the backends make, by file, with where it is made and its code. What
// is put in at run time stands in braces as the code has it. A change of a message shows there as a change of one line.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

function filesBelow(folder, ending) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith(ending) && !name.endsWith('.d.ts'))
    .sort()
}

const oneLine = (text) => text.replace(/\s+/g, ' ').trim()

/** Folds what is put together from literals; the rest is quoted as it stands. */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression)
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => textIn(expression) + literal.text)
    return node.head.text + spans.join('')
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return textIn(node.left) + textIn(node.right)
  }
  if (ts.isConditionalExpression(node)) return `{${branch(node.whenTrue)} | ${branch(node.whenFalse)}}`
  return undefined
}

const branch = (node) => textOf(node) ?? oneLine(node.getText())

function textIn(node) {
  return textOf(node) ?? `{${oneLine(node.getText())}}`
}

function enclosing(node) {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isConstructorDeclaration(at)) return 'constructor'
    if ((ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) && at.name !== undefined) return at
    if (ts.isVariableDeclaration(at) && at.initializer !== undefined && ts.isArrowFunction(at.initializer)) return at
  }
  return undefined
}

const nameOf = (place) => (typeof place === 'string' ? place : (place?.name?.getText() ?? 'top'))

function scan(source, visit) {
  const walk = (node) => {
    visit(node)
    ts.forEachChild(node, walk)
  }
  walk(source)
}

function messagesOfTypeScript() {
  const sources = filesBelow('lib', '.ts').map((path) => [
    path,
    ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true),
  ])
  const found = new Map(sources.map(([path]) => [path, []]))
  // The functions that make an error of a text which their caller gives: `path#name` to the place of that parameter.
  const makers = new Map()
  for (const [path, source] of sources) {
    scan(source, (node) => {
      if (!ts.isNewExpression(node) || node.expression.getText() !== 'SurehandError') return
      const [code, message] = node.arguments ?? []
      if (code === undefined || message === undefined) return
      const place = enclosing(node)
      const parameter = ts.isIdentifier(message) ? message.getText() : undefined
      const index = place?.parameters?.findIndex(({ name }) => name.getText() === parameter) ?? -1
      if (index >= 0) makers.set(`${path}#${nameOf(place)}`, index)
      else found.get(path).push([node.getStart(), nameOf(place), textIn(code), localText(message, place)])
    })
  }
  for (const [path, source] of sources) {
    const from = importsOf(path, source)
    scan(source, (node) => {
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return
      const name = node.expression.getText()
      const index = makers.get(`${path}#${name}`) ?? makers.get(`${from.get(name)}#${name}`)
      const message = index === undefined ? undefined : node.arguments[index]
      if (message !== undefined)
        found.get(path).push([node.getStart(), nameOf(enclosing(node)), name, localText(message, enclosing(node))])
    })
  }
  return found
}

/** Of a variable, what it was given in the same function. */
function localText(message, place) {
  if (!ts.isIdentifier(message) || typeof place !== 'object') return textIn(message)
  let text
  scan(place, (node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === message.getText() && node.initializer !== undefined)
      text ??= textIn(node.initializer)
  })
  return text ?? textIn(message)
}

function importsOf(path, source) {
  const from = new Map()
  for (const node of source.statements) {
    if (!ts.isImportDeclaration(node) || !node.moduleSpecifier.text.startsWith('.')) continue
    const file = relative(root, resolve(root, dirname(path), node.moduleSpecifier.text)).replace(/\.js$/, '.ts')
    const names = node.importClause?.namedBindings
    if (names !== undefined && ts.isNamedImports(names))
      for (const { name } of names.elements) from.set(name.text, file)
  }
  return from
}

/** The arguments of a call in C++ from `start` on, up to its end. */
function argumentsFrom(text, start) {
  const parts = ['']
  for (let at = start, depth = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') {
      const end = /"(?:[^"\\]|\\.)*"/y
      end.lastIndex = at
      const [literal] = end.exec(text)
      parts[parts.length - 1] += literal
      at += literal.length - 1
      continue
    }
    if ('([{'.includes(letter)) depth++
    if (')]}'.includes(letter) && depth-- === 0) break
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map(oneLine)
}

/** Literals as they read, everything between them in braces. */
function textOfCpp(expression) {
  return expression
    .replace(/std::(?:to_string|string|move)\(([^()"]*(?:\([^()"]*\))?[^()"]*)\)/g, '$1')
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part, index) => {
      if (index % 2 === 1) return JSON.parse(part.replace(/\\'/g, "'").replace(/\\x../g, ''))
      const rest = oneLine(part.replace(/^\s*\)?\s*\+|\+\s*$|std::string\(\s*$/g, ''))
      return rest === '' ? '' : `{${rest}}`
    })
    .join('')
}

const CODE = /ErrorCode::k(\w+),\s*/g

function messagesOfCpp() {
  const found = new Map()
  for (const path of [...filesBelow('src-native', '.cc'), ...filesBelow('src-native', '.h')].sort()) {
    const text = readFileSync(join(root, path), 'utf8').replace(/^\s*\/\/.*$/gm, '')
    const messages = []
    for (const { 0: all, 1: code, index } of text.matchAll(CODE)) {
      const [message] = argumentsFrom(text, index + all.length)
      if (!/"|message/.test(message ?? '')) continue
      const name = code.replace(/(?<!^)([A-Z])/g, '_$1').toUpperCase()
      messages.push([index, '', name, textOfCpp(message)])
    }
    found.set(path, messages)
  }
  return found
}

export function generated() {
  const lines = ['Written by `npm run generate`: every error message, where it is made, with its code.']
  for (const [path, messages] of [...messagesOfTypeScript(), ...messagesOfCpp()]) {
    if (messages.length === 0) continue
    lines.push('', path)
    const ordered = messages.sort(([one], [other]) => one - other)
    lines.push(
      ...ordered.map(([, place, code, text]) => `  ${[place, code].filter(Boolean).join(' ')}: ${oneLine(text)}`),
    )
  }
  return { 'test/unit/messages.txt': `${lines.join('\n')}\n` }
}
