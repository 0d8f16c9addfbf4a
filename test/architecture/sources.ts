// Reads the project's own sources as syntax trees: what each file imports, exports, says in strings, and how long its functions are.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { fromRoot, projectRoot } from '../support/project-root.ts'

export interface Import {
  /** A path in the checkout, or the name of a package. */
  to: string
  typesOnly: boolean
  /** Loaded when it is asked for, not with the file. */
  late: boolean
  /** The names that are taken from the file; `*` for all of it. */
  names: string[]
}

export interface MeasuredFunction {
  name: string
  line: number
  lines: number
}

export interface Source {
  path: string
  text: string
  lines: number
  imports: Import[]
  exports: string[]
  /** Each string and each fixed part of a template, with its line. */
  strings: { text: string; line: number }[]
  functions: MeasuredFunction[]
  /** Regular expressions written as such. */
  patterns: { source: string; flags: string; line: number }[]
  /** Names of functions whose answer `void` drops, with the line; `catch` where a failure is caught. */
  dropped: { name: string; line: number }[]
}

/** Every TypeScript file below a folder of the checkout, parsed. */
export function sourcesBelow(folder: string): Source[] {
  const paths = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: projectRoot }).sort()
  return paths.filter(path => !path.endsWith('.d.ts')).map(read)
}

function read(path: string): Source {
  const text = readFileSync(fromRoot(path), 'utf8')
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const lineOf = lineFinder(text)
  return {
    path,
    text,
    lines: text.trimEnd().split('\n').length,
    imports: importsOf(path, text, module),
    exports: module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName }) => exportName.name ?? []),
    ),
    ...walk(program, lineOf),
  }
}

type Parsed = ReturnType<typeof parseSync>

function importsOf(
  path: string,
  text: string,
  { staticImports, staticExports, dynamicImports }: Parsed['module'],
): Import[] {
  const target = (name: string) =>
    name.startsWith('.') ? asSource(normalize(join(dirname(path), name))) : name
  const plain = staticImports.map(({ moduleRequest, entries }) => ({
    to: target(moduleRequest.value),
    typesOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    late: false,
    names: entries.map(({ importName }) => importName.name ?? '*'),
  }))
  const passedOn = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? { to: target(moduleRequest.value), typesOnly: isType, late: false, names: ['*'] } : [],
    ),
  )
  const late = dynamicImports.flatMap(({ moduleRequest }) => {
    const named = /^(['"])(.*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    return named ? { to: target(named[2]!), typesOnly: false, late: true, names: ['*'] } : []
  })
  return [...plain, ...passedOn, ...late]
}

/** A source may be named by what it compiles to. */
function asSource(path: string): string {
  const candidates = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')]
  return candidates.find(candidate => existsSync(fromRoot(candidate))) ?? path
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return offset => starts.findLastIndex(start => start <= offset) + 1
}

interface Node {
  type: string
  start: number
  end: number
}

/** Counted are functions with a name or a body in braces; `each => each.id` inside a call is no function of its own. */
function walk(
  program: Parsed['program'],
  lineOf: (offset: number) => number,
): Pick<Source, 'strings' | 'functions' | 'patterns' | 'dropped'> {
  const strings: Source['strings'] = []
  const patterns: Source['patterns'] = []
  const functions: MeasuredFunction[] = []
  const dropped: Source['dropped'] = []
  const names = new Map<number, string>()
  const measure = (node: Node & { id?: { name: string } | null; body: { type: string } | null }) => {
    const name = node.id?.name ?? names.get(node.start)
    if (!node.body || (!name && node.body.type !== 'BlockStatement')) return
    const line = lineOf(node.start)
    functions.push({ name: name ?? '(unnamed)', line, lines: lineOf(node.end) - line + 1 })
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) =>
      void (init && id.type === 'Identifier' && names.set(init.start, id.name)),
    MethodDefinition: ({ key, value }) =>
      void (key.type === 'Identifier' && names.set(value.start, key.name)),
    Property: ({ key, value }) => void (key.type === 'Identifier' && names.set(value.start, key.name)),
    FunctionDeclaration: node => measure(node),
    FunctionExpression: node => measure(node),
    ArrowFunctionExpression: node => measure(node),
    Literal: node => {
      const line = lineOf(node.start)
      if (typeof node.value === 'string') strings.push({ text: node.value, line })
      if ('regex' in node) patterns.push({ source: node.regex.pattern, flags: node.regex.flags, line })
    },
    TemplateElement: ({ value, start }) => void strings.push({ text: value.raw, line: lineOf(start) }),
    UnaryExpression: ({ operator, argument, start }) => {
      if (operator !== 'void') return
      for (const name of calleesOf(argument)) dropped.push({ name, line: lineOf(start) })
    },
  }).visit(program)
  return { strings, functions, patterns, dropped }
}

/** Names of the functions whose answer is the value of the expression. */
function calleesOf(node: Expression): string[] {
  if (node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression')
    return calleesOf(node.expression)
  if (node.type === 'LogicalExpression')
    return [...(node.operator === '&&' ? [] : calleesOf(node.left)), ...calleesOf(node.right)]
  if (node.type === 'ConditionalExpression')
    return [...calleesOf(node.consequent), ...calleesOf(node.alternate)]
  if (node.type === 'ImportExpression') return ['import']
  if (node.type !== 'CallExpression') return []
  const { callee } = node
  if (callee.type === 'Identifier') return [callee.name]
  return [callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : '(unnamed)']
}
