import fc from 'fast-check'
import { curlOf } from './curl.ts'
import { type OpenApiDocument, type Operation, operationsOf } from './document.ts'
import { type Answer, exchange } from './exchange.ts'
import { KINDS } from './kinds.ts'
import { Caller } from './person.ts'
import type { Plan } from './plan.ts'
import { Pool } from './pool.ts'
import { Rules } from './rules.ts'
import { type Sending, written } from './sending.ts'
import type { Target } from './target.ts'

export interface Fuzz {
  url: string
  target: Target
  document: OpenApiDocument
  /** Known values before the first request, by name. */
  pool?: Pool
  requests: number
  seed: number
  /** CPU milliseconds that the server has used and waited for, if available. */
  processor?: () => { used: number; waited: number }
  onProgress?: (sent: number) => void
  /** Called immediately, because a long run may be stopped before its report. */
  onFailure?: (failure: Failure) => void
}

export interface Failure {
  what: string
  problems: string[]
  curl: string
}

export interface Report {
  sent: number
  /** Number of requests by kind of mutation, and of responses by status. */
  kinds: Record<string, number>
  statuses: Record<string, number>
  /** The tried operations, and whether each has succeeded at least once. */
  done: Record<string, boolean>
  slowest: { ms: number; what: string }
  failures: Failure[]
}

/** The time limit of one request. */
const SLOW_MS = 2_000
/** The maximum number of extra requests to shrink a failing one. */
const SHRINKING_MAX = 150
/** The run stops after this many failures, or when the server is gone. */
const FAILURES_MAX = 50
/** All accounts are reset after this many requests, so that no account stays banned and no feature stays off. */
const SIGN_IN_EVERY = 200

/**
 * Sends mutated requests to every operation of a document, as every person, and checks the responses against the
 * document.
 */
export async function fuzz(given: Fuzz): Promise<Report> {
  const run = new Run(given)
  await run.signInAll()
  const cases = run.cases()
  for (let index = 0; run.report.sent < given.requests && run.report.failures.length < FAILURES_MAX; index++) {
    const one = cases[index % cases.length]
    if (!one) throw new Error('the document has no operations')
    await run.check(one, given.seed + index)
  }
  return run.report
}

interface Case {
  operation: Operation
  kind: string
  caller: Caller
}

class Run {
  readonly report: Report = { sent: 0, kinds: {}, statuses: {}, done: {}, slowest: { ms: 0, what: '' }, failures: [] }
  readonly #given: Fuzz
  readonly #pool: Pool
  readonly #rules: Rules
  readonly #callers: Caller[]
  readonly #failed = new Set<string>()
  readonly #files: Record<string, Buffer>
  #signedInAt = 0

  constructor(given: Fuzz) {
    const { url, target, document, pool = new Pool() } = given
    this.#given = given
    this.#pool = pool
    this.#rules = new Rules(document, target)
    this.#callers = Object.entries(target.people).map(([name, person]) => new Caller(name, url, person))
    this.#files = Object.fromEntries(
      Object.entries(target.files).map(([type, file]) => [type, Buffer.from(file, 'base64')]),
    )
  }

  /** Resets everyone; first the people who undo changes made by mutated requests. */
  async signInAll(): Promise<void> {
    this.#signedInAt = this.report.sent
    for (const caller of this.#callers.toSorted((one, other) => Number(other.opens) - Number(one.opens))) {
      await caller.signIn()
      this.#pool.spare(caller.spares)
      await caller.keepOpen()
    }
  }

  /** Every operation with every applicable mutation, by every person, in an order determined by the seed. */
  cases(): Case[] {
    const all = operationsOf(this.#given.document).flatMap((operation) =>
      Object.entries(KINDS)
        .filter(([, kind]) => kind({ document: this.#given.document, operation }) !== null)
        .flatMap(([kind]) => this.#callers.map((caller) => ({ operation, kind, caller }))),
    )
    const order = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { numRuns: 1, seed: this.#given.seed })
    return order[0] ?? all
  }

  async check(one: Case, seed: number): Promise<void> {
    const { operation, kind, caller } = one
    const what = `${operation.name}, ${kind}, ${caller.name}`
    if (this.#failed.has(what)) return
    const plans = KINDS[kind]?.({ document: this.#given.document, operation })
    if (!plans) return
    if (this.report.sent - this.#signedInAt >= SIGN_IN_EVERY) await this.signInAll()
    let failure: Failure | null = null
    let tries = 0
    const property = fc.asyncProperty(plans, async (plan) => {
      tries += 1
      if (tries > SHRINKING_MAX) return true
      const { problems, sending } = await this.#try(one, plan)
      // Only failures become curl commands, because a long body becomes a file.
      if (problems.length > 0) failure = { what, problems, curl: curlOf(this.#given.url, sending) }
      return problems.length === 0
    })
    const { failed, errorInstance } = await fc.check(property, { seed, numRuns: 1 })
    if (failed && failure === null) throw errorInstance
    if (failure === null) return
    this.#failed.add(what)
    this.report.failures.push(failure)
    this.#given.onFailure?.(failure)
  }

  async #try({ operation, kind, caller }: Case, plan: Plan) {
    this.#pool.turnTo(caller.name, caller.knows)
    const sending = caller.signed(written(plan, operation, this.#pool, this.#files))
    const { answer, problems } = await this.#sent(sending, `${operation.name}, ${kind}`)
    if (!answer) return { problems, sending }
    this.report.kinds[kind] = (this.report.kinds[kind] ?? 0) + 1
    this.report.statuses[answer.status] = (this.report.statuses[answer.status] ?? 0) + 1
    this.report.done[operation.name] ||= kind !== 'another method' && answer.status < 400
    const isDescribed = kind !== 'another method' && kind !== 'an odd address'
    problems.push(...this.#rules.problems(answer, { operation, isDescribed, isSignedIn: caller.isSignedIn }))
    if (kind === 'another method' && answer.status < 400) problems.push(`${answer.status} for a method not described`)
    if (answer.status < 300 && String(answer.headers['content-type']).includes('json'))
      this.#pool.note(operation.path, JSON.parse(String(answer.body)))
    if (answer.status === 401 && caller.isSignedIn) await caller.signIn().catch(() => this.signInAll())
    return { problems, sending }
  }

  /**
   * A request is slow if it uses too much CPU time of the server, or is late three times. The time that the server
   * waited for a CPU is subtracted if known, because on a busy machine everything is late.
   */
  async #sent(sending: Sending, what: string): Promise<{ answer: Answer | null; problems: string[] }> {
    const { url, processor, onProgress } = this.#given
    const late: number[] = []
    for (;;) {
      const before = processor?.()
      try {
        const answer = await exchange(url, sending)
        const after = processor?.()
        this.report.sent += 1
        onProgress?.(this.report.sent)
        const used = (after?.used ?? 0) - (before?.used ?? 0)
        const ms = Math.max(used, answer.ms - ((after?.waited ?? 0) - (before?.waited ?? 0)))
        if (ms > this.report.slowest.ms) this.report.slowest = { ms, what }
        if (used > SLOW_MS) return { answer, problems: [`${used} ms of the processor`] }
        if (ms <= SLOW_MS) return { answer, problems: [] }
        late.push(ms)
        if (late.length === 3) return { answer, problems: [`answered after ${late.map(Math.round).join(', ')} ms`] }
      } catch (error) {
        this.report.sent += 1
        return { answer: null, problems: [`no answer: ${error}`] }
      }
    }
  }
}
