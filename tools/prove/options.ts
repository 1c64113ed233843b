import { parseArgs } from 'node:util'
import { Failure } from '../../scripts/bootstrap/failure.mjs'

/** Passed as `--name value`; a boolean as `--name`. Numbers are non-negative integers. */
export interface Option {
  means: string
  default: number | string | boolean
  /** The default in the help, if it is not constant. */
  shown?: string
}

/** A claim about the site, tested for any length of time. Throws if it is false. */
export interface Proof {
  summary: string
  options: Record<string, Option>
  // biome-ignore lint/suspicious/noExplicitAny: each takes the values of its own options
  run(values: any): Promise<void>
}

/** The same seed repeats the same random choices. */
export const SEED = {
  means: 'repeats the random choices of an earlier run',
  default: Date.now() % 2 ** 31,
  shown: 'a new one each time',
} satisfies Option

type Value = Option['default']

export function optionsIn(name: string, options: Record<string, Option>, args: string[]): Record<string, Value> {
  const given = parsed(name, options, args)
  return Object.fromEntries(
    Object.entries(options).map(([option, { default: usual }]) => [option, chosen(option, usual, given[option])]),
  )
}

export function helpOf(name: string, { summary, options }: Proof): string {
  const lines = Object.entries(options).map(([option, { means, default: usual, shown }]) => {
    const left = typeof usual === 'boolean' ? `--${option}` : `--${option} <${typeof usual}>`
    const otherwise = shown ?? (typeof usual === 'number' ? usual.toLocaleString('en') : usual || '')
    return `  ${left.padEnd(24)}${means}${otherwise ? ` (${otherwise})` : ''}`
  })
  return [`npm run prove -- ${name}`, `  ${summary}`, ...lines, ''].join('\n')
}

function parsed(name: string, options: Record<string, Option>, args: string[]) {
  const types = Object.entries(options).map(([option, { default: usual }]) => {
    const type: 'boolean' | 'string' = typeof usual === 'boolean' ? 'boolean' : 'string'
    return [option, { type }] as const
  })
  try {
    return parseArgs({ args, options: Object.fromEntries(types) }).values
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split(/\.\s/)
    throw new Failure(`${reason}; "npm run prove -- ${name} --help" lists the options`)
  }
}

function chosen(option: string, usual: Value, given: string | boolean | undefined): Value {
  if (given === undefined) return usual
  if (typeof usual !== 'number') return given
  if (typeof given === 'string' && /^\d{1,15}$/.test(given)) return Number(given)
  throw new Failure(`--${option} takes a whole number, not "${given}"`)
}
