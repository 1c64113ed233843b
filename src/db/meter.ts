/** What one request has cost at the database: a round trip is a request to D1, however many statements it carries. */
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

  /** Adds what a Durable Object spent for this request. */
  add(spent: { roundTrips: number; rowsRead: number; rowsWritten: number }): void {
    this.roundTrips += spent.roundTrips
    this.rowsRead += spent.rowsRead
    this.rowsWritten += spent.rowsWritten
  }
}
