import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import {
  EXPORTED_TABLES,
  type ExportedTable,
  pageOf,
  type Row,
  rowsPerPage,
} from '#features/pages/settings/exported-tables.ts'
import { unpacked } from '#kernel/packed.ts'

/**
 * Streams the file, one page of rows at a time, so that memory use does not depend on the amount of data.
 */
export async function* exportOf(db: Database, viewer: Pick<Viewer, 'uid'>, now: Date): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(now.toISOString())}`
  for (const [name, source] of Object.entries(EXPORTED_TABLES)) {
    let separator = `,\n${JSON.stringify(name)}:[`
    for await (const rows of pagesOf(db, source, viewer.uid)) {
      const written = rows.map(async (row) => JSON.stringify(withParsedJson(await unpackedIn(row, source))))
      yield separator + (await Promise.all(written)).join(',\n')
      separator = ',\n'
    }
    yield separator === ',\n' ? ']' : `${separator}]`
  }
  yield '}\n'
}

export async function* pagesOf(db: Database, source: ExportedTable, uid: number): AsyncGenerator<Row[]> {
  for (let last: Row | null = null; ; ) {
    const rows: Row[] = await db.all(pageOf(source, uid, last))
    if (rows.length > 0) yield rows
    last = rows.at(-1) ?? null
    if (rows.length < rowsPerPage(source)) return
  }
}

async function unpackedIn(row: Row, { packed }: ExportedTable): Promise<Row> {
  return packed === undefined ? row : { ...row, [packed]: await unpacked(String(row[packed])) }
}

/** Writes JSON columns as JSON instead of strings. */
function withParsedJson(row: Row): Record<string, unknown> {
  const parsed = ['tags', 'data', 'content'].filter((name) => typeof row[name] === 'string')
  return { ...row, ...Object.fromEntries(parsed.map((name) => [name, JSON.parse(String(row[name]))])) }
}
