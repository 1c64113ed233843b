import { Buffer } from 'node:buffer'
import { type Answer, exchange } from './exchange.ts'
import type { Sending } from './sending.ts'
import type { Person, Step } from './target.ts'

/** A client that sends requests, signed in as its description says. */
export class Caller {
  readonly name: string
  readonly #url: string
  readonly #person: Person
  #values: Record<string, string> = {}

  constructor(name: string, url: string, person: Person) {
    this.name = name
    this.#url = url
    this.#person = person
  }

  get isSignedIn(): boolean {
    return !this.#person.isGuest
  }

  /** Values that only this person knows. */
  get knows(): Record<string, unknown> {
    return filled(this.#person.knows, this.#values) as Record<string, unknown>
  }

  get spares(): string[] {
    return filled(this.#person.spares, this.#values) as string[]
  }

  async signIn(): Promise<void> {
    this.#values = { random: randomText() }
    for (const step of this.#person.signIn) await this.#do(step, {})
  }

  get opens(): boolean {
    return this.#person.keepsOpen.length > 0
  }

  async keepOpen(): Promise<void> {
    for (const step of this.#person.keepsOpen) await this.#do(step, this.#headers())
  }

  /** The request with the headers of this person. The headers of the request have priority. */
  signed(sending: Sending): Sending {
    return { ...sending, headers: { ...this.#headers(), ...sending.headers } }
  }

  #headers(): Record<string, string> {
    return filled(this.#person.headers, { ...this.#values, address: randomAddress() }) as Record<string, string>
  }

  async #do(step: Step, usual: Record<string, string>): Promise<void> {
    const { method, path, headers, json } = filled(step, { ...this.#values, address: randomAddress() }) as Step
    const body = json === undefined ? null : Buffer.from(JSON.stringify(json))
    const sending = {
      method,
      address: path,
      headers: { 'content-type': 'application/json', ...usual, ...headers },
      body,
    }
    const answer = await exchange(this.#url, sending)
    if (answer.status >= 400)
      throw new Error(`${this.name}: ${method} ${path} answered ${answer.status} ${answer.body}`)
    for (const [name, pointer] of Object.entries(step.keep)) this.#values[name] = valueAt(answer, pointer)
  }
}

function valueAt(answer: Answer, pointer: string): string {
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inside, step) => Object(inside)[step], JSON.parse(String(answer.body)))
  return String(found)
}

/** Replaces every `{name}` in all strings of a value. */
function filled(value: unknown, values: Record<string, string>): unknown {
  if (typeof value === 'string') return value.replace(/\{([a-z_]+)\}/g, (whole, name) => values[name] ?? whole)
  if (Array.isArray(value)) return value.map((each) => filled(each, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, values)]))
}

const randomText = () => Math.random().toString(36).slice(2, 12)
const randomAddress = () => `10.${byte()}.${byte()}.${byte()}`
const byte = () => Math.floor(Math.random() * 254) + 1
