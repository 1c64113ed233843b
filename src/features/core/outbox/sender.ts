import type { Database, Statement } from '#db/client.ts'
import type { OutboxRow } from '#db/schema/core.ts'

export type Channel = OutboxRow['channel']

/** A row that this run may send. No other run sends it until the claim ends. */
export type Claimed = OutboxRow & { claim: string }

/**
 * Sends the rows of one channel. The engine (deliver.ts) claims the rows, waits between attempts
 * and records the outcome.
 */
export interface Sender<C extends Channel = Channel> {
  channel: C
  /**
   * The number of rows that are sent at the same time. Rows with the same target are sent one after
   * the other.
   */
  parallel: number
  /**
   * Loads what the claimed rows have in common, and returns the function that sends one row. An
   * error counts as a temporary failure.
   */
  open(
    db: Database,
    rows: readonly Claimed[],
    now: Date,
  ): Promise<(row: Claimed) => Promise<Outcome>>
}

/** The result of an attempt to send a row. */
export type Outcome = Settled | NotSent

interface Settled {
  /**
   * `kept`: the owner reads the mail on the site. `dropped`: the row is no longer needed.
   * `removed`: the row was sent or dropped, and is deleted because it is not read again.
   */
  status: 'sent' | 'kept' | 'dropped' | 'removed'
  /** The status code of the response. */
  response?: number
  messageId?: string | null
  /** Statements that are committed with the outcome. */
  also?: readonly Statement[]
}

interface NotSent {
  /**
   * `retry`: the row is tried again after the next time of WAITS; after the last one it fails.
   * `failed`: it is not tried again.
   */
  status: 'retry' | 'failed'
  problem: string
  response?: number
  /** Seconds that the target asks to wait (`retryAfterOf`). */
  retryAfter?: number | undefined
  /**
   * The target itself does not work (for mail: the mail service), so this run tries no more rows
   * for it.
   */
  isDown?: boolean
  also?: readonly Statement[]
  /** Statements that are committed if the row will not be tried again. */
  ifFailed?: readonly Statement[]
}
