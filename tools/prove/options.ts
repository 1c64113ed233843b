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

export function optionsIn(name: string, options: Record<string, Option>, args: string[]) {
  const types = Object.entries(options).map(([option, { default: usual }]) => {
    const type: 'boolean' | 'string' = typeof usual === 'boolean' ? 'boolean' : 'string'
    return [option, { type }] as const
  })
  try {
    const { values } = parseArgs({ args, options: Object.fromEntries(types) })
    const chosen = Object.entries(options).map(([option, { default: usual }]) => {
      const given = values[option] ?? usual
      if (typeof usual !== 'number') return [option, given] as const
      if (!/^\d{1,15}$/.test(String(given))) throw new Error(`--${option} takes a whole number, not "${given}"`)
      return [option, Number(given)] as const
    })
    return Object.fromEntries(chosen)
  } catch (error) {
    const [reason] = (error as Error).message.split(/\.\s/)
    throw new Failure(`${reason}; "npm run prove -- ${name} --help" lists the options`)
  }
}

export function helpOf(name: string, { summary, options }: Proof): string {
  const lines = Object.entries(options).map(([option, { means, default: usual, shown }]) => {
    const left = typeof usual === 'boolean' ? `--${option}` : `--${option} <${typeof usual}>`
    const otherwise = shown ?? (usual ? usual.toLocaleString('en') : '')
    return `  ${left.padEnd(24)}${means}${otherwise && ` (${otherwise})`}`
  })
  return [`npm run prove -- ${name}`, `  ${summary}`, ...lines, ''].join('\n')
}
