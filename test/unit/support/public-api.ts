import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '..', '..', '..')

/** The entry points of the package, and the source of each. */
export const ENTRIES: Record<string, string> = {
  surehand: 'lib/sdk/index.ts',
  'surehand/headless': 'lib/sdk/headless/index.ts',
  'surehand/selector': 'lib/sdk/selector/index.ts',
  'surehand/agent': 'lib/agent/index.ts',
  'surehand/adapters': 'lib/agent/adapters/index.ts',
  'surehand/policy': 'lib/agent/policy/index.ts',
  'surehand/workflow': 'lib/agent/workflow/index.ts',
  'surehand/vitest': 'lib/test/testkit/vitest.ts',
  'surehand/jest': 'lib/test/testkit/jest.ts',
  'surehand/trace': 'lib/test/trace/index.ts',
}

/** What a caller can name of an entry point: its functions, constants and classes, and the methods and properties of these. */
export function publicApi(): Record<string, Map<string, string[]>> {
  const files = Object.values(ENTRIES).map((file) => join(root, file))
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(files, { ...options, noEmit: true })
  const checker = program.getTypeChecker()

  const actual = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const isTypeOnly = ({ declarations = [] }: ts.Symbol) =>
    declarations.some((each) => ts.isExportSpecifier(each) && (each.isTypeOnly || each.parent.parent.isTypeOnly))
  const isHidden = (symbol: ts.Symbol) => symbol.getJsDocTags(checker).some(({ name }) => name === 'internal')
  const isPublic = (symbol: ts.Symbol) => {
    const declaration = symbol.valueDeclaration
    const modifiers = declaration === undefined ? 0 : ts.getCombinedModifierFlags(declaration)
    const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
    return !(modifiers & hidden) && !isHidden(symbol) && /^[a-z]/i.test(symbol.name)
  }
  const membersOf = (symbol: ts.Symbol): string[] => {
    const instance = checker.getDeclaredTypeOfSymbol(symbol).getProperties()
    const statics = checker.getTypeOfSymbol(symbol).getProperties()
    const own = [...instance, ...statics].filter((member) => {
      const file = member.valueDeclaration?.getSourceFile().fileName ?? ''
      return member.name !== 'prototype' && file.includes('/lib/') && !file.includes('node_modules')
    })
    return [...new Set(own.filter(isPublic).map(({ name }) => name))]
  }

  const apis = Object.entries(ENTRIES).map(([entry, file]) => {
    const source = program.getSourceFile(join(root, file))
    const module = source && checker.getSymbolAtLocation(source)
    const exported =
      module === undefined ? [] : checker.getExportsOfModule(module).filter((symbol) => !isTypeOnly(symbol))
    const named = exported.flatMap((symbol): [string, string[]][] => {
      const { flags } = actual(symbol)
      if (flags & ts.SymbolFlags.Class) return [[symbol.name, membersOf(actual(symbol))]]
      return flags & ts.SymbolFlags.Value ? [[symbol.name, []]] : []
    })
    return [entry, new Map(named)] as const
  })
  return Object.fromEntries(apis)
}
