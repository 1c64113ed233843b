import { ImportError } from '#import/import-error.ts'

/** A row of a wanted table: the values of the wanted columns, null for \N and for columns that the dump does not have. */
export type CopyRow = (string | null)[]

/** Bytes of one line. A post of Discourse has at most 150,000 characters, and its row contains the text twice. */
const LINE_MAX = 64 * 1024 * 1024

/**
 * Reads the `COPY` blocks of a plain dump of pg_dump in one pass: `COPY public.users (id, username) FROM stdin;`, then one
 * line per row with columns separated by tabs, then `\.`. Text contains no raw tab or line break, so lines can be split before
 * they are decoded. `wanted` names the columns of each table, the first of them required.
 */
export async function readCopyRows<Table extends string>(
  dump: AsyncIterable<Uint8Array>,
  wanted: Readonly<Record<Table, readonly string[]>>,
  take: (table: Table, row: CopyRow) => void,
): Promise<{ tables: Set<Table> }> {
  const tables = new Set<Table>()
  let block: Block<Table> | 'other' | null = null
  const readLine = (line: Buffer) => {
    if (block === null) {
      block = blockBegunBy(line, wanted)
      if (block !== null && block !== 'other') tables.add(block.table)
    } else if (line.length === 2 && line[0] === BACKSLASH && line[1] === DOT) block = null
    else if (block !== 'other') take(block.table, rowIn(line, block))
  }
  let rest: Buffer[] = []
  let restLength = 0
  for await (const chunk of dump) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let from = 0
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
      const line = bytes.subarray(from, end)
      readLine(rest.length === 0 ? line : Buffer.concat([...rest, line]))
      if (rest.length > 0) [rest, restLength] = [[], 0]
      from = end + 1
    }
    if (from === bytes.length) continue
    // A copy: a stream may reuse the memory of its chunks.
    rest.push(Buffer.from(bytes.subarray(from)))
    restLength += bytes.length - from
    if (restLength > LINE_MAX) throw new ImportError('invalid_dump')
  }
  // A cut file ends inside a block.
  if (block !== null) throw new ImportError('invalid_dump')
  return { tables }
}

const [LINE_FEED, TAB, BACKSLASH, DOT] = [0x0a, 0x09, 0x5c, 0x2e]

interface Block<Table> {
  table: Table
  columns: number
  /** The position of each wanted column in the line, -1 if the dump does not have it. */
  positions: number[]
}

function blockBegunBy<Table extends string>(
  line: Buffer,
  wanted: Readonly<Record<Table, readonly string[]>>,
): Block<Table> | 'other' | null {
  if (line.length > HEADER_MAX || !line.subarray(0, 5).equals(COPY)) return null
  const [, table, list = ''] = HEADER.exec(line.toString('utf8')) ?? []
  if (table === undefined) return null
  if (!Object.hasOwn(wanted, table)) return 'other'
  const columns = list.split(', ').map((name) => name.replaceAll('"', ''))
  const positions = wanted[table as Table].map((name) => columns.indexOf(name))
  if (positions[0] === -1) throw new ImportError('invalid_dump')
  return { table: table as Table, columns: columns.length, positions }
}

const COPY = Buffer.from('COPY ')
const HEADER_MAX = 10_000
const HEADER = /^COPY (?:public\.)?"?(\w{1,63})"? \(([^()]*)\) FROM stdin;\r?$/

function rowIn(line: Buffer, { columns, positions }: Block<unknown>): CopyRow {
  const ends: number[] = []
  for (let at = line.indexOf(TAB); at !== -1; at = line.indexOf(TAB, at + 1)) ends.push(at)
  ends.push(line.length)
  if (ends.length !== columns) throw new ImportError('invalid_dump')
  return positions.map((position) => {
    if (position === -1) return null
    return decoded(line.toString('utf8', position === 0 ? 0 : (ends[position - 1] ?? 0) + 1, ends[position]))
  })
}

function decoded(text: string): string | null {
  if (text === '\\N') return null
  if (!text.includes('\\')) return text
  return text.replace(ESCAPE, (_, hex?: string, octal?: string, letter = '') => {
    if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16))
    if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8))
    return LETTERS[letter] ?? letter
  })
}

const ESCAPE = /\\(?:x([\da-fA-F]{1,2})|([0-7]{1,3})|(.))/gs
const LETTERS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
