import { oneAtATime } from '#kernel/one-at-a-time.ts'

type Cell = string | number | null

/** One line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(asCell).join(',')}\r\n`
}

/**
 * Streams rows as a CSV file, at the speed of the download. `readAfter` returns at most
 * `rowsAtOnce` rows: those after the last row so far, or the first rows if it is null. If it
 * returns fewer rows, they are the last ones.
 */
export function csvStream<Row>(
  head: readonly string[],
  rowsAtOnce: number,
  readAfter: (last: Row | null) => Promise<Row[]>,
  lineOf: (row: Row) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let last: Row | null = null
  return new ReadableStream({
    start(controller) {
      // Without a byte order mark, Excel does not read the file as UTF-8.
      controller.enqueue(encoder.encode(`\uFEFF${csvLine(head)}`))
    },
    pull: (controller) =>
      oneAtATime('rows', async () => {
        const rows = await readAfter(last)
        last = rows.at(-1) ?? null
        if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(lineOf).join('')))
        if (rows.length < rowsAtOnce) controller.close()
      }),
  })
}

/**
 * The rows of a CSV file, the reverse of `csvLine`. An empty line is a row with one empty cell, so
 * that a row's index gives its number.
 */
export function csvRows(text: string): string[][] {
  return [...eachCsvRow(text)]
}

/**
 * For a caller that stops after some rows. All rows together need many times the memory of the
 * text: a million rows need a hundred times as much.
 */
export function* eachCsvRow(text: string): Generator<string[]> {
  let row: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length || row.length > 0) {
    const { cell, end } = cellAt(text, at)
    row.push(asText(cell))
    if (text[end] !== ',') {
      yield row
      row = []
    }
    at = text[end] === '\r' ? end + 2 : end + 1
  }
}

/**
 * Spreadsheets evaluate text that starts like a formula. A leading apostrophe keeps it text. Text
 * that already starts with apostrophes and such a character gets one more, so that `asText` is the
 * exact reverse.
 */
function asCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function asText(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

/** The cell that starts at this index, and the index of the comma or line end after it. */
function cellAt(text: string, start: number): { cell: string; end: number } {
  if (text[start] !== '"') {
    const end = endOfCell(text, start)
    return { cell: text.slice(start, end), end }
  }
  let cell = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    // A quote that is never closed contains the rest of the file.
    if (quote === -1) return { cell: cell + text.slice(from), end: text.length }
    cell += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      const end = endOfCell(text, quote + 1)
      return { cell: cell + text.slice(quote + 1, end), end }
    }
    cell += '"'
    from = quote + 2
  }
}

/** The index of the next comma, LF or CRLF, or of the end of the text. */
function endOfCell(text: string, start: number): number {
  let end = start
  while (
    end < text.length &&
    text[end] !== ',' &&
    text[end] !== '\n' &&
    !text.startsWith('\r\n', end)
  )
    end++
  return end
}
