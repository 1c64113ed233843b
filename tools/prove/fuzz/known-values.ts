const VALUES_MAX = 40

/** Ids, cursors and names from earlier responses, so that later requests concern existing things. */
export class KnownValues {
  readonly #values = new Map<string, unknown[]>()
  /** Values that no request uses: an owner who bans themselves can try nothing else. */
  readonly spared = new Set<unknown>()

  /** Values for a parameter or a field. `owner` is a caller, or "all" for values from responses to every caller. */
  of(field: string, path: string, owner: string): unknown[] {
    const name = field.replace(/s$/, '')
    const [, thing] = /^(.*?)_?[iI]d$/.exec(name) ?? []
    const ids = thing === undefined ? [] : [`${thing}s.id`, ...idsOf(path.split(`{${field}}`)[0] ?? path)]
    return [name, ...ids]
      .flatMap((each) => this.#values.get(`${owner} ${each}`) ?? [])
      .filter((value) => !this.spared.has(value))
  }

  /** Stores the values of a response. An id is stored under its path, as in `posts.id` and `studio/posts.id`. */
  note(owner: string, path: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      const names = name === 'id' ? idsOf(path) : [name.replace(/^next_|s$/g, '')]
      for (const known of names) for (const each of [inner].flat().slice(0, 10)) this.#keep(`${owner} ${known}`, each)
      this.note(owner, Array.isArray(value) || name === 'items' ? path : `${name.replace(/s$/, '')}s`, inner)
    }
  }

  #keep(name: string, value: unknown): void {
    const values = this.#values.get(name) ?? []
    const isScalar = typeof value === 'number' || (typeof value === 'string' && value.length < 500)
    if (isScalar && !values.includes(value)) this.#values.set(name, [...values, value].slice(-VALUES_MAX))
  }
}

function idsOf(path: string): string[] {
  const things = path.split('/').filter((step) => step && step !== 'api' && !step.startsWith('{'))
  return [`${things.slice(-2).join('/')}.id`, `${things.at(-1)}.id`]
}
