import type { Database, Statement } from '#db/client.ts'
import type { OutboxRow } from '#db/schema/core.ts'

export type Channel = OutboxRow['channel']

/** A row that this run may send. No other run sends it until the claim ends. */
export type Claimed = OutboxRow & { claim: string }

/**
 * Sends the rows of one channel. The engine (deliver.ts) claims them, waits between attempts and
 * records the outcome.
 */
export interface Sender<C extends Channel = Channel> {
  channel: C
  /** Rows sent at the same time. Rows with the same target are sent one after the other. */
  parallel: number
  /**
   * Loads what the claimed rows have in common and returns the function that sends one. An error is
   * a temporary failure.
   */
  open(
    db: Database,
    rows: readonly Claimed[],
    now: Date,
  ): Promise<(row: Claimed) => Promise<Outcome>>
}

export type Outcome = Settled | NotSent

interface Settled {
  /**
   * `kept`: the owner reads it on the site. `dropped`: no longer needed. `removed`: sent or
   * dropped, and not read again.
   */
  status: 'sent' | 'kept' | 'dropped' | 'removed'
  /** Status code of the response. */
  response?: number
  messageId?: string | null
  /** Committed with the outcome. */
  also?: readonly Statement[]
}

interface NotSent {
  /** `retry`: tried again after the next of WAITS; after the last one the row fails. */
  status: 'retry' | 'failed'
  problem: string
  response?: number
  /** Seconds that the target asks to wait (`retryAfterOf`). */
  retryAfter?: number | undefined
  /**
   * The target itself does not work (for mail: the service), so this run tries no more rows for it.
   */
  isDown?: boolean
  also?: readonly Statement[]
  /** Committed if the row will not be tried again. */
  ifFailed?: readonly Statement[]
}
