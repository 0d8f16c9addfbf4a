// The colours a style sheet names: which of them are strong, and which elements they fill.

/** Characters of style that are looked at. */
const LOOKED_AT = 65_536

const named = /#([\da-f]{6}|[\da-f]{3})(?![\da-f])|(rgb|hsl)a?\(([^()]{5,60})\)/gi

/** Every strong colour of a text in the order it stands there, as `#rrggbb`. */
export function strongColors(text: string): string[] {
  const all = text.slice(0, LOOKED_AT).matchAll(named)
  return [...all]
    .map(([, hex, model, parts]) => channels(hex, model, parts))
    .flatMap(rgb => (rgb && isStrong(rgb) ? [toHex(rgb)] : []))
}

/** The most used ones, at most two, which can be told from each other. */
export function leadingColors(found: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const color of found) counts.set(color, (counts.get(color) ?? 0) + 1)
  const [first, ...rest] = [...counts].sort(([, a], [, b]) => b - a).map(([color]) => color)
  const second = first && rest.find(color => distance(color, first) > 140)
  return [first, second].filter(color => color !== undefined)
}

type Rgb = [red: number, green: number, blue: number]

function channels(hex?: string, model?: string, parts?: string): Rgb | null {
  if (hex) return fromHex(hex)
  const numbers = (parts ?? '')
    .split(/[\s,/]+/)
    .slice(0, 3)
    .map(Number.parseFloat)
  if (numbers.length < 3 || !numbers.every(Number.isFinite)) return null
  return model?.toLowerCase() === 'hsl' ? fromHsl(numbers as Rgb) : (numbers.map(clamp) as Rgb)
}

const clamp = (value: number): number => Math.min(255, Math.max(0, Math.round(value)))

function fromHex(hex: string): Rgb {
  const full = hex.length === 3 ? [...hex].map(digit => digit + digit).join('') : hex
  return [0, 2, 4].map(at => Number.parseInt(full.slice(at, at + 2), 16)) as Rgb
}

/** CSS Color 4 section 7.1. */
function fromHsl([hue, saturation, lightness]: Rgb): Rgb {
  const [s, l] = [saturation / 100, lightness / 100]
  const part = (offset: number): number => {
    const k = (offset + hue / 30) % 12
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [part(0), part(8), part(4)].map(value => clamp(255 * value)) as Rgb
}

/** Neither grey nor close to white or black. */
function isStrong(rgb: Rgb): boolean {
  const [most, least] = [Math.max(...rgb), Math.min(...rgb)]
  return most - least >= 70 && most >= 90 && least <= 175
}

const toHex = (rgb: Rgb): string => `#${rgb.map(value => value.toString(16).padStart(2, '0')).join('')}`

const distance = (a: string, b: string): number =>
  fromHex(a.slice(1)).reduce((sum, value, at) => sum + Math.abs(value - fromHex(b.slice(1))[at]!), 0)

/** The effects of a style sheet, by selector of one tag or class. */
export interface FilledSelectors {
  /** The strong colour that fills what it matches. */
  fills: Map<string, string>
  /** The selectors that set things beside each other. */
  grids: Set<string>
}

export function readStyle(style: string): FilledSelectors {
  const variables = new Map<string, string>()
  const found: FilledSelectors = { fills: new Map(), grids: new Set() }
  for (const rule of style.slice(0, LOOKED_AT).split('}')) readRule(rule, variables, found)
  return found
}

function readRule(rule: string, variables: Map<string, string>, { fills, grids }: FilledSelectors): void {
  const open = rule.lastIndexOf('{')
  if (open < 0) return
  const selectors = rule
    .slice(rule.lastIndexOf('{', open - 1) + 1, open)
    .split(',')
    .map(each => each.trim().toLowerCase())
  for (const declaration of rule.slice(open + 1).split(';')) {
    const [name = '', value = ''] = parted(declaration)
    if (name === 'grid-template-columns' && value.includes('repeat('))
      for (const each of selectors) grids.add(each)
    const color = fillOf(value, variables)
    if (!color) continue
    if (name.startsWith('--')) variables.set(name, color)
    else if (name === 'background' || name === 'background-color')
      for (const each of selectors) fills.set(each, color)
  }
}

function parted(declaration: string): [string, string] | [] {
  const colon = declaration.indexOf(':')
  return colon < 0 ? [] : [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1)]
}

/** The strong colour of a background, also by a variable. */
export function fillOf(value: string, variables?: ReadonlyMap<string, string>): string | undefined {
  const variable = /var\(\s*(--[\w-]{1,60})/.exec(value)?.[1]
  return strongColors(value)[0] ?? (variable && variables?.get(variable.toLowerCase()))
}
