import type { Control } from '#client/import/control.ts'
import { findImported } from '#client/import/imported-before.ts'
import { type Row, rowOf, stateOf } from '#client/import/rows.ts'
import type { Source } from '#client/import/run.ts'
import { importText } from '#client/import/text.ts'
import { formatOf } from '#import/detect.ts'
import { ImportError, LIMITS } from '#import/import-error.ts'
import { filesOf } from '#import/open-files.ts'
import { pause } from '#kernel/pause.ts'

export interface Plan {
  source: Source
  rows: Row[]
}

/** Time between pauses in which the browser updates the page, in milliseconds. */
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
