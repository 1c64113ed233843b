/** A claim about the site, tested for any length of time. Throws if it is false. */
export interface Proof<Options extends Record<string, Option>> {
  summary: string
  options: Options
  run(values: Values<Options>): Promise<void>
}

/** Passed as `--name value`; a boolean as `--name`. Numbers are non-negative integers. */
export interface Option {
  means: string
  default: number | string | boolean
  /** The default in the help, if it is not constant. */
  shown?: string
}

export type Values<Options extends Record<string, Option>> = {
  [Name in keyof Options]: Widened<Options[Name]['default']>
}

type Widened<Value> = Value extends number ? number : Value extends string ? string : boolean

export interface AnyProof {
  summary: string
  options: Record<string, Option>
  // biome-ignore lint/suspicious/noExplicitAny: each takes the values of its own options
  run(values: any): Promise<void>
}

export function proof<const Options extends Record<string, Option>>(made: Proof<Options>): Proof<Options> {
  return made
}

/** The same seed repeats the same random choices. */
export const SEED = {
  means: 'repeats the random choices of an earlier run',
  default: Date.now() % 2 ** 31,
  shown: 'a new one each time',
} as const satisfies Option
