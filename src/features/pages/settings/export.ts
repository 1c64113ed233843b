import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { HOLDINGS, type Holding, pageOf, type Row, rowsAPage } from '#features/pages/settings/holdings.ts'
import { unpacked } from '#kernel/packed.ts'

/**
 * The file in pieces, a page of rows at a time: a person with ten thousand comments takes no more memory than one with
 * ten.
 */
export async function* exportOf(db: Database, viewer: Pick<Viewer, 'uid'>, now: Date): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(now.toISOString())}`
  for (const [name, holding] of Object.entries(HOLDINGS)) {
    let separator = `,\n${JSON.stringify(name)}:[`
    for await (const rows of pagesOf(db, holding, viewer.uid)) {
      const written = rows.map(async (row) => JSON.stringify(readable(await unpackedIn(row, holding))))
      yield separator + (await Promise.all(written)).join(',\n')
      separator = ',\n'
    }
    yield separator === ',\n' ? ']' : `${separator}]`
  }
  yield '}\n'
}

export async function* pagesOf(db: Database, holding: Holding, uid: number): AsyncGenerator<Row[]> {
  for (let last: Row | null = null; ; ) {
    const rows: Row[] = await db.all(pageOf(holding, uid, last))
    if (rows.length > 0) yield rows
    last = rows.at(-1) ?? null
    if (rows.length < rowsAPage(holding)) return
  }
}

async function unpackedIn(row: Row, { packed }: Holding): Promise<Row> {
  return packed === undefined ? row : { ...row, [packed]: await unpacked(String(row[packed])) }
}

/** A column that holds JSON is written as JSON, not as a string. */
function readable(row: Row): Record<string, unknown> {
  const parsed = ['tags', 'data', 'content'].filter((name) => typeof row[name] === 'string')
  return { ...row, ...Object.fromEntries(parsed.map((name) => [name, JSON.parse(String(row[name]))])) }
}
