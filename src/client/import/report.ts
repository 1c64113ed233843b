import type { LostImage } from '#client/import/images.ts'
import { type Row, stateOf } from '#client/import/rows.ts'
import type { Result } from '#client/import/run.ts'
import { importText, noteText } from '#client/import/text.ts'
import { csvLine } from '#kernel/formats/csv.ts'

/** Saves a CSV file with one line per item of the import file. */
export function downloadReport(rows: readonly Row[], results: ReadonlyMap<Row, Result>): void {
  const { report } = importText()
  const head = [report.title, report.key, report.result, report.draft, report.reason, report.images, report.notes]
  const lines = [csvLine(head), ...rows.map((row) => csvLine(cellsOf(row, results.get(row))))]
  // Excel reads UTF-8 only with a byte order mark.
  const file = new Blob(['\ufeff', ...lines], { type: 'text/csv;charset=utf-8' })
  const url = URL.createObjectURL(file)
  const day = new Date().toISOString().slice(0, 10)
  Object.assign(document.createElement('a'), { href: url, download: `joule-import-${day}.csv` }).click()
  // The download has its own reference once it has started.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

function cellsOf(row: Row, result: Result | undefined): (string | null)[] {
  const text = importText()
  const postId = result?.postId ?? row.post?.post_id
  return [
    row.title,
    row.key,
    result ? text.outcome[result.outcome] : withoutResult(row),
    postId === undefined || postId === null ? null : `${location.origin}/studio/write?id=${postId}`,
    result?.message ?? (row.refused && text.refusal[row.refused]),
    result?.lost.map(lostText).join('\n') ?? null,
    row.notes.map(noteText).join('\n'),
  ]
}

function withoutResult(row: Row): string {
  const text = importText()
  const state = stateOf(row)
  if (state === 'refused' || state === 'imported') return text.status[state]
  return row.isChosen ? text.report.notReached : text.report.notSelected
}

export function lostText({ source, reason, message }: LostImage): string {
  const text = importText()
  return text.detailed(source, message ?? text.lost[reason])
}
