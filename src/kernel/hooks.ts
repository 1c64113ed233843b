/** Parses one fact from its attribute, which may be missing. */
type Kind<T> = (written: string | null) => T
export type Shape = Record<string, Kind<unknown>>

/** The facts that a behaviour reads. */
export type Facts<S extends Shape> = { [Name in keyof S]: ReturnType<S[Name]> }

/** The facts that a view must pass: all except optional ones. */
type Given<S extends Shape> = {
  [Name in keyof S as Missing<S[Name], never, Name>]: ReturnType<S[Name]>
} & {
  [Name in keyof S as Missing<S[Name], Name, never>]?: ReturnType<S[Name]>
}
type Missing<K extends Kind<unknown>, Then, Else> = undefined extends ReturnType<K> ? Then : Else

export type Attributes = Record<`data-${string}`, string | undefined>

/**
 * Connects elements that the server renders with browser code, by `data-…` attributes. A view
 * writes the attributes: `<button {...followButton({ uid })}>`. A behaviour finds the elements by
 * `selector` and reads the facts (docs/browser.md, client/hooks.ts).
 */
export interface Hook<S extends Shape> {
  (...facts: keyof S extends never ? [] : [Given<S>]): Attributes
  /** The attribute that marks an element with the hook. */
  mark: keyof Attributes
  /** The CSS selector of the elements with the hook. */
  selector: string
  /** The facts, each with its attribute and the function that parses the value. */
  facts: { fact: keyof S & string; name: keyof Attributes; kind: Kind<unknown> }[]
}

/**
 * The first fact is the value of the attribute that marks the element; the other facts have
 * attributes of their own. If the first fact is optional and missing, the element does not have the
 * hook.
 */
export function hook<S extends Shape = Record<never, never>>(
  hooked: string,
  shape = {} as S,
): Hook<S> {
  const mark = `data-${hooked}` as const
  const facts = Object.entries(shape).map(([fact, kind], at) => {
    return { fact, name: at ? (`data-${fact.toLowerCase()}` as const) : mark, kind }
  })
  const attributes = (given: Record<string, unknown> = {}) => {
    const all: Attributes = { [mark]: '' }
    for (const { fact, name } of facts) all[name] = written(given[fact])
    return all
  }
  return Object.assign(attributes, { mark, selector: `[${mark}]`, facts })
}

export function text<T extends string = string>(written: string | null): T {
  return (written ?? '') as T
}

export function number(written: string | null): number {
  return Number(written)
}

export function flag(written: string | null): boolean {
  return written !== null
}

export function json<T>(written: string | null): T {
  return JSON.parse(written ?? 'null')
}

export function maybe<T>(kind: Kind<T>): Kind<T | undefined> {
  return (written) => (written === null ? undefined : kind(written))
}

/**
 * A fact as the value of an attribute. Undefined, which means no attribute, for a false or missing
 * fact.
 */
export function written(fact: unknown): string | undefined {
  if (fact === false) return undefined
  if (fact === true) return ''
  return typeof fact === 'string' ? fact : JSON.stringify(fact)
}
