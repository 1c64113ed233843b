/** The database cost of one request. One round trip is one request to D1, with any number of statements. */
export class Meter {
  roundTrips = 0
  rowsRead = 0
  rowsWritten = 0

  count(results: readonly { meta: { rows_read: number; rows_written: number } }[]): void {
    this.roundTrips += 1
    for (const { meta } of results) {
      this.rowsRead += meta.rows_read
      this.rowsWritten += meta.rows_written
    }
  }

  /** Adds the cost of a Durable Object call of this request. */
  add(spent: { roundTrips: number; rowsRead: number; rowsWritten: number }): void {
    this.roundTrips += spent.roundTrips
    this.rowsRead += spent.rowsRead
    this.rowsWritten += spent.rowsWritten
  }
}
