import { DurableObject } from 'cloudflare:workers'
import { Meter, openDb } from '#db/client.ts'
import {
  type Energized,
  energize,
  energyOf,
  type Form,
} from '#features/community/energize/energize.ts'
import type { Retry } from '#features/core/site/idempotency.ts'
import { AppError, type ErrorCode } from '#kernel/errors.ts'
import { sequential } from '#kernel/pause.ts'

export interface EnergizeCall {
  uid: number
  postId: number
  form: Form
  retry: Retry | null
  now: number
}

/**
 * An error loses its class when it leaves a Durable Object, so a refusal is returned as a value.
 */
export type EnergizeReply = {
  cost: { roundTrips: number; rowsRead: number; rowsWritten: number; ms: number }
} & ({ energized: Energized } | { refused: ErrorCode })

/**
 * One object per post: runs the energizes of the post sequentially and caches the running total. D1
 * is the source of truth: a lost, restarted or evicted object costs time, never data.
 */
export class EnergizeCounter extends DurableObject<{ DB: D1Database }> {
  readonly #inTurn = sequential()

  energize(call: EnergizeCall): Promise<EnergizeReply> {
    return this.#inTurn(() => this.#carryOut(call))
  }

  /**
   * Reads the total from D1, because an object that was killed between its writes to D1 and to its
   * own storage has an old total.
   */
  total(postId: number): Promise<number> {
    return this.#inTurn(async () => {
      const total = await energyOf(openDb(this.env.DB, new Meter()), postId)
      await this.#remember(total)
      return total
    })
  }

  /** For the health check: answers if the object and its storage work. */
  ping(): number {
    return this.ctx.storage.sql.exec<{ one: number }>('SELECT 1 AS one').one().one
  }

  async #remember(total: number): Promise<void> {
    await this.ctx.storage.put('total', total)
  }

  async #carryOut({ uid, postId, form, retry, now }: EnergizeCall): Promise<EnergizeReply> {
    const cost = new Meter()
    const figures = () => ({
      roundTrips: cost.roundTrips,
      rowsRead: cost.rowsRead,
      rowsWritten: cost.rowsWritten,
      ms: cost.ms,
    })
    try {
      const db = openDb(this.env.DB, cost)
      const energized = await energize(db, uid, postId, form, retry, new Date(now))
      await this.#remember(energized.post_energy)
      return { energized, cost: figures() }
    } catch (error) {
      if (error instanceof AppError) return { refused: error.code, cost: figures() }
      throw error
    }
  }
}
