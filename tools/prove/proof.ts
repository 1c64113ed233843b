/** Something that is said of the site, and tried for as long as one likes. It throws where it does not hold. */
export interface Proof<Options extends Record<string, Option>> {
  summary: string
  options: Options
  run(values: Values<Options>): Promise<void>
}

/** Given as `--name value`; a boolean one as `--name`. Numbers are whole and not negative. */
export interface Option {
  means: string
  default: number | string | boolean
  /** What the help says of the default, where that is not always the same. */
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

/** What was drawn is drawn again with the same seed. */
export const SEED = {
  means: 'draws again what was drawn with it',
  default: Date.now() % 2 ** 31,
  shown: 'a new one each time',
} as const satisfies Option
