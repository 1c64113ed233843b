import { isRecord } from '#client/api-error.ts'
import type { Control } from '#client/import/control.ts'
import { importApi } from '#client/import/import-api.ts'
import type { ImportedPost, Row } from '#client/import/rows.ts'

const KEYS_MAX = 100
/** Bytes of the encoded keys. Servers and proxies refuse much longer URLs, and a Chinese character takes nine bytes. */
const QUERY_MAX = 6_000

/** Looks up which rows were imported before. */
export async function findImported(
  rows: readonly Row[],
  control: Control,
  step: (count: number) => void,
): Promise<void> {
  for (const piece of pieces(rows.filter(({ key }) => key !== null))) {
    const keys = encodeURIComponent(JSON.stringify(piece.map(({ key }) => key)))
    const answer = await control.patiently(() => importApi.get(`/api/studio/imports?keys=${keys}`))
    const found = new Map(itemsIn(answer).map((item) => [item.import_key, item]))
    for (const row of piece) row.post = found.get(row.key ?? '') ?? null
    step(piece.length)
  }
}

function* pieces(rows: readonly Row[]): Generator<Row[]> {
  let piece: Row[] = []
  let size = 0
  for (const row of rows) {
    const length = encodeURIComponent(JSON.stringify(row.key)).length + 3
    if (piece.length === KEYS_MAX || (piece.length > 0 && size + length > QUERY_MAX)) {
      yield piece
      piece = []
      size = 0
    }
    piece.push(row)
    size += length
  }
  if (piece.length > 0) yield piece
}

function itemsIn(answer: unknown): (ImportedPost & { import_key: string })[] {
  return isRecord(answer) && Array.isArray(answer.items) ? answer.items : []
}
