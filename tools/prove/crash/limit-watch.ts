import { RATE_RULES } from '#kernel/rate-limits.ts'
import type { Random } from '../../../scripts/seed/random.ts'
import type { Ask } from '../writes/ask.ts'
import { anonymously } from '../writes/person.ts'

const { most, seconds } = RATE_RULES['check-email']

/** Uses a limit up in part before a kill, and the rest after it: what a Durable Object has counted outlives its process. */
export class LimitWatch {
  readonly #ask: Ask
  readonly #address: string
  readonly #begun = Date.now()
  readonly #uses: number
  #counted = 0
  #unanswered = 0

  constructor(ask: Ask, random: Random) {
    this.#ask = ask
    this.#address = `172.${random.integer(16, 31)}.${random.integer(0, 255)}.${random.integer(1, 254)}`
    this.#uses = random.integer(1, most)
  }

  async use(): Promise<void> {
    while (this.#counted + this.#unanswered < this.#uses && (await this.#try()) === 200);
  }

  /** Goes on until it is refused, which comes neither early nor late. */
  async verify(): Promise<string[]> {
    while ((await this.#try()) === 200 && this.#counted <= most);
    const isInTime = Date.now() - this.#begun < seconds * 1000
    const isRight = this.#counted <= most && this.#counted >= most - this.#unanswered
    return isRight || !isInTime ? [] : [`${this.#counted} of ${most} were let through across the kill`]
  }

  async #try(): Promise<number> {
    const answer = await anonymously(this.#ask, '/api/auth/check-email', { email: 'a@proof.test' }, this.#address)
    if (answer === null) this.#unanswered++
    else if (answer.status === 200) this.#counted++
    return answer?.status ?? 0
  }
}
