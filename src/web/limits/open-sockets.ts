import { setBounded } from '#kernel/cached-value.ts'
import { MINUTE, SECOND } from '#kernel/clock.ts'

/** A socket that was counted less than this time ago may not be accepted by its room yet. */
const OPENING = 30 * SECOND
/**
 * A visitor at the limit can make the object call all rooms of the visitor, but only once in this
 * time.
 */
const ASK_EVERY = MINUTE
const ASKED_MAX = 1_000

/** The namespace of `LiveRoom`, which this folder does not import. */
export interface Rooms {
  getByName(name: string): { socketIds(): Promise<string[]> }
}

/**
 * The open sockets of the visitors of one `RateLimiter` object, one row for each. A room that
 * restarts does not report its closed sockets, so the rooms are asked before a visitor is refused.
 */
export class OpenSockets {
  readonly #sql: SqlStorage
  readonly #rooms: Rooms
  #hasTable: boolean
  /** When the rooms of each visitor were last asked for their sockets. */
  readonly #asked = new Map<string, number>()

  constructor(sql: SqlStorage, rooms: Rooms) {
    this.#sql = sql
    this.#rooms = rooms
    this.#hasTable =
      sql.exec(`SELECT 1 FROM sqlite_schema WHERE name = 'sockets'`).toArray().length > 0
  }

  /**
   * Counts a socket before its room accepts it. False if the visitor has as many open sockets as
   * allowed.
   */
  async open(who: string, id: string, room: string, most: number, now: number): Promise<boolean> {
    if (this.#count(who) >= most && now - (this.#asked.get(who) ?? 0) >= ASK_EVERY) {
      setBounded(this.#asked, who, now, ASKED_MAX)
      await this.removeLost(now - OPENING, who)
    }
    // Count again after the calls: other sockets may have been opened or closed meanwhile.
    if (this.#count(who) >= most) return false
    this.#createTable()
    this.#sql.exec(
      'INSERT INTO sockets (who, id, room, since) VALUES (?, ?, ?, ?)',
      who,
      id,
      room,
      now,
    )
    return true
  }

  close(who: string, id: string): void {
    if (this.#hasTable) this.#sql.exec('DELETE FROM sockets WHERE who = ? AND id = ?', who, id)
  }

  get isEmpty(): boolean {
    return !this.#hasTable || this.#sql.exec('SELECT 1 FROM sockets LIMIT 1').toArray().length === 0
  }

  /** Call this after all storage was deleted. */
  reset(): void {
    this.#hasTable = false
  }

  /**
   * Removes the rows of sockets that were opened before this time and that their rooms do not have.
   */
  async removeLost(before: number, who: string | null = null): Promise<void> {
    if (!this.#hasTable) return
    const rows = this.#sql
      .exec<{ who: string; id: string; room: string }>(
        'SELECT who, id, room FROM sockets WHERE since < ? AND who = COALESCE(?, who)',
        before,
        who,
      )
      .toArray()
    const rooms = Map.groupBy(rows, ({ room }) => room)
    await Promise.all(
      [...rooms].map(async ([room, counted]) => {
        const open = new Set(await this.#rooms.getByName(room).socketIds())
        for (const { who, id } of counted) if (!open.has(id)) this.close(who, id)
      }),
    )
  }

  #count(who: string): number {
    if (!this.#hasTable) return 0
    return this.#sql
      .exec<{ open: number }>('SELECT COUNT(*) AS open FROM sockets WHERE who = ?', who)
      .one().open
  }

  #createTable(): void {
    if (this.#hasTable) return
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS sockets (
      who TEXT, id TEXT, room TEXT NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (who, id)
    ) WITHOUT ROWID`)
    this.#hasTable = true
  }
}
