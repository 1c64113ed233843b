import type { Known } from './written.ts'

type Scalar = string | number | boolean

const VALUES_MAX = 40
const TEXT_MAX = 500

/** Values from earlier responses, by name: ids, cursors and names of existing things. */
export class Pool {
  readonly #shared = new Map<string, Scalar[]>()
  readonly #byCaller = new Map<string, Map<string, Scalar[]>>()
  readonly #spared = new Set<string>()
  #caller = ''
  #knows: Record<string, unknown> = {}

  /** Sets the sender of the next requests, and the values that only they know. */
  turnTo(caller: string, knows: Record<string, unknown>): void {
    this.#caller = caller
    this.#knows = knows
  }

  /** Half of the time a value from a response to this caller, which is more likely to be theirs. */
  value({ names, draw }: Known): unknown {
    const given = names.find((name) => Object.hasOwn(this.#knows, name))
    if (given) return this.#knows[given]
    const own = this.#byCaller.get(this.#caller) ?? this.#shared
    const from = draw % 2 === 0 && names.some((name) => own.has(name)) ? own : this.#shared
    const lists = names.flatMap((name) => from.get(name) ?? [])
    const open = lists.filter((value) => !this.#spared.has(String(value)))
    return open.length === 0 ? (draw % 3) + 1 : open[draw % open.length]
  }

  spare(values: string[]): void {
    for (const value of values) this.#spared.add(value)
  }

  /** Stores the values of a response. The id of a thing is stored under its path: `posts.id`, `studio/posts.id`. */
  note(path: string, answer: unknown): void {
    const own = this.#byCaller.get(this.#caller) ?? new Map<string, Scalar[]>()
    this.#byCaller.set(this.#caller, own)
    for (const values of [own, this.#shared]) noteIn(values, answer, collectionsIn(path))
  }
}

function noteIn(values: Map<string, Scalar[]>, value: unknown, things: string[]): void {
  if (Array.isArray(value)) for (const each of value.slice(0, 10)) noteIn(values, each, things)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'object' || inner === null) {
        for (const known of name === 'id' ? idsOf(things) : [named(name)]) keep(values, known, inner)
      } else noteIn(values, inner, name === 'items' ? things : [plural(name)])
      if (Array.isArray(inner)) for (const each of inner) keep(values, singular(name), each)
    }
  }
}

function keep(all: Map<string, Scalar[]>, name: string, value: unknown): void {
  if (typeof value !== 'string' && typeof value !== 'number') return
  if (String(value).length > TEXT_MAX) return
  const values = all.get(name) ?? []
  all.set(name, values)
  if (values.includes(value)) return
  if (values.length >= VALUES_MAX) values.shift()
  values.push(value)
}

/** The names under which a value for a parameter or a field may be stored. */
export function namesFor(name: string, path: string): string[] {
  const things = collectionsIn(path.split(`{${name}}`)[0] ?? path)
  if (name === 'id') return idsOf(things)
  if (name === 'ids') return things.flatMap((_, index) => idsOf(things.slice(0, index + 1)))
  const one = singular(name)
  const [, thing] = /^(.+?)_?[iI]d$/.exec(one) ?? []
  return [...new Set([name, one, ...(thing ? [`${plural(thing)}.id`, ...idsOf(things)] : [])])]
}

/** `studio/posts.id` and `posts.id`. */
function idsOf(things: string[]): string[] {
  return [...new Set([`${things.slice(-2).join('/')}.id`, `${things.at(-1)}.id`])]
}

function collectionsIn(path: string): string[] {
  return path.split('/').filter((step) => step !== '' && step !== 'api' && !step.startsWith('{'))
}

const named = (name: string) => name.replace(/^next_/, '')
const plural = (name: string) => (name.endsWith('s') ? name : `${name}s`)
const singular = (name: string) => name.replace(/s$/, '')
