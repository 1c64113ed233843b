/** How one fact is read back from its attribute, which may be missing. */
type Kind<T> = (written: string | null) => T
export type Shape = Record<string, Kind<unknown>>

/** What a behaviour reads. */
export type Facts<S extends Shape> = { [Name in keyof S]: ReturnType<S[Name]> }

/** What a view gives: everything but what may be missing. */
type Given<S extends Shape> = { [Name in keyof S as Missing<S[Name], never, Name>]: ReturnType<S[Name]> } & {
  [Name in keyof S as Missing<S[Name], Name, never>]?: ReturnType<S[Name]>
}
type Missing<K extends Kind<unknown>, Then, Else> = undefined extends ReturnType<K> ? Then : Else

export type Attributes = Record<`data-${string}`, string | undefined>

/**
 * Where the code in the browser takes hold of an element: `data-…` attributes, by which it is found and told some facts. The
 * view writes them, `<button {...followButton({ uid })}>`, and the behaviour reads them (client/hooks.ts).
 */
export interface Hook<S extends Shape> {
  (...facts: keyof S extends never ? [] : [Given<S>]): Attributes
  /** The attribute by which an element has the hook. */
  mark: keyof Attributes
  selector: string
  facts: { fact: keyof S & string; name: keyof Attributes; kind: Kind<unknown> }[]
}

/**
 * The first fact is written into the attribute that names the hook, the others into attributes of their own. Where the first
 * may be missing, an element is found by the hook only while it is there.
 */
export function hook<S extends Shape = Record<never, never>>(hooked: string, shape = {} as S): Hook<S> {
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

/** A fact as its attribute says it, or undefined for none. */
export function written(fact: unknown): string | undefined {
  if (fact === false) return undefined
  return fact === true ? '' : typeof fact === 'string' ? fact : JSON.stringify(fact)
}
