import { type Control, importApi } from '#client/import/control.ts'
import { type ImportedPost, type Row, rowOf, stateOf } from '#client/import/rows.ts'
import type { Source } from '#client/import/run.ts'
import { importText } from '#client/import/text.ts'
import { ImportError, LIMITS } from '#import/import-error.ts'
import { filesOf, formatOf } from '#import/open-files.ts'
import { pause } from '#kernel/pause.ts'

export interface Plan {
  source: Source
  rows: Row[]
}

/** The milliseconds between two pauses. In a pause the browser updates the page. */
const SLICE = 40

/** Reads all items once and looks up which of them were imported before. Uploads nothing. */
export async function planOf(
  chosen: readonly File[],
  control: Control,
  say: (progress: string) => void,
): Promise<Plan> {
  const text = importText()
  const files = await filesOf(chosen)
  const source = { name: nameOf(chosen), files, format: await formatOf(files) }
  const rows: Row[] = []
  let since = performance.now()
  for await (const item of source.format.read(files)) {
    if (rows.length === LIMITS.items) throw new ImportError('too_many_items')
    rows.push(rowOf(item))
    if (performance.now() - since < SLICE) continue
    say(text.found(rows.length))
    await pause()
    await control.pass()
    since = performance.now()
  }
  let done = 0
  await findImported(rows, control, (count) => {
    done += count
    say(text.lookingUp(done, rows.length))
  })
  for (const row of rows) row.isChosen = stateOf(row) === 'new'
  return { source, rows }
}

function nameOf(chosen: readonly File[]): string {
  const [first] = chosen
  const [folder] = first?.webkitRelativePath.split('/') ?? []
  return folder || first?.name || importText().folder
}

const KEYS_MAX = 100
/**
 * The bytes of the encoded keys in one request. Servers and proxies refuse much longer URLs, and a
 * Chinese character takes nine bytes.
 */
const QUERY_MAX = 6_000

/** Looks up which rows were imported before, and stores their posts in them. */
async function findImported(
  rows: readonly Row[],
  control: Control,
  step: (count: number) => void,
): Promise<void> {
  for (const piece of pieces(rows.filter(({ key }) => key !== null))) {
    const keys = encodeURIComponent(JSON.stringify(piece.map(({ key }) => key)))
    const response = await control.patiently(() =>
      importApi.get(`/api/studio/imports?keys=${keys}`),
    )
    const items = response.items as (ImportedPost & { import_key: string })[]
    const found = new Map(items.map((item) => [item.import_key, item]))
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
