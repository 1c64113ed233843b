import { globSync, readFileSync } from 'node:fs'
import { inRoot } from '../../scripts/build/paths.ts'
import { RATE_RULES, type RateRule } from '../../src/kernel/rate-limits.ts'

export const LIMITS = inRoot('docs/limits.md')

/** The highest level, and a counter that ends at "99+". They are not limits of input. */
const NOT_OF_INPUT = ['LEVEL_MAX', 'COUNTED_MAX']

interface Limit {
  name: string
  /** The file, below `src`. */
  path: string
  /** As in the document: `5,000`. Undefined if the code computes the value. */
  value: string | undefined
}

/** Every exported maximum of the code. */
export function limitsInCode(): Limit[] {
  const paths = globSync('{kernel,web,features,import}/**/*.ts', { cwd: inRoot('src') }).sort()
  return paths.flatMap((path) =>
    [
      ...readFileSync(inRoot('src', path), 'utf8').matchAll(
        /^export const (\w+_(?:MAX|A_DAY|AN_HOUR|A_MINUTE)) = ([\d_]+$)?/gm,
      ),
    ]
      .map(([, name = '', value]) => ({
        name,
        path,
        value: value && Number(value.replaceAll('_', '')).toLocaleString('en-US'),
      }))
      .filter(({ name }) => !NOT_OF_INPUT.includes(name)),
  )
}

/**
 * The document with the files and values of the code. A maximum that is new gets a row below the
 * last row, without a reason, which the author of the maximum has to add.
 */
export function withLimits(document: string, limits: readonly Limit[]): string {
  const lines = document.split('\n')
  const rowWith = (text: string) =>
    lines.findLastIndex((line) => line.startsWith('|') && line.includes(text))
  for (const limit of limits) {
    const where = `\`${limit.name}\`, \`${limit.path}\``
    const isOnly = limits.filter(({ name }) => name === limit.name).length === 1
    const row = rowWith(where) < 0 && isOnly ? rowWith(`\`${limit.name}\``) : rowWith(where)
    if (row < 0)
      lines.splice(rowWith('_MAX`, `') + 1, 0, `| ? | ${limit.value ?? '?'} | ${where} | ? | ? |`)
    else lines[row] = updated(lines[row] ?? '', limit, where)
  }
  return lines.map(withRules).join('\n')
}

/** If the third cell of a row names rate limits, the second cell gets their values. */
function withRules(line: string): string {
  const [what, , rules = '', ...rest] = line.split(' | ')
  const names = [...rules.matchAll(/`([\w-]+)`/g)].map(([, name]) => name as RateRule)
  if (names.length === 0 || !names.every((name) => Object.hasOwn(RATE_RULES, name))) return line
  return [what, names.map(inWords).join('; '), rules, ...rest].join(' | ')
}

function inWords(name: RateRule): string {
  const { most, seconds, block, pauseSeconds } = RATE_RULES[name]
  const minutes = (time: number) => (time === 60 ? 'a minute' : `in ${time / 60} minutes`)
  const limit = `${most.toLocaleString('en-US')} ${seconds === 3600 ? 'an hour' : minutes(seconds)}`
  if (block) return `${limit}, then blocked for ${block.seconds / 60} minutes`
  return pauseSeconds ? `${limit}, then one ${minutes(pauseSeconds)}` : limit
}

/**
 * The row with the current file and value. If the value is missing in the row, it replaces the
 * first number of the row.
 */
function updated(row: string, { name, value }: Limit, where: string): string {
  const moved = row.replace(/`(\w+)`, `[^`]*`/g, (pair, other) => (other === name ? where : pair))
  const [what = '', limit = '', ...rest] = moved.split(' | ')
  const [first = '', ...others]: string[] = limit.match(/\d+(?:,\d{3})*/g) ?? []
  const isCurrent = value === undefined || [first, ...others].includes(value)
  return [what, isCurrent ? limit : limit.replace(first, value), ...rest].join(' | ')
}
