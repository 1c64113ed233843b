import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { ZipText } from '#kernel/formats/zip-text.ts'

/**
 * The state of a ZIP file between two pieces of it. It is JSON, so that another run can continue
 * the file.
 */
export interface ZipState {
  /** The number of bytes that are written so far. */
  at: number
  entries: number
  /** The entry whose text is being added. */
  open: ZipEntry | null
}

interface ZipEntry {
  name: string
  crc: number
  size: number
  packed: number
  method: number
  /** The offset of the entry in the file. */
  at: number
}

export const EMPTY_ZIP: ZipState = { at: 0, entries: 0, open: null }

/**
 * Writes the next pieces of a ZIP file. `pieces` are the new bytes of the file. `directory` has the
 * lines of the new entries: the caller stores them, and passes all of them to `end`, because they
 * follow after the last entry. The 64-bit extension is not used, so the limits are 4 GB and 65,535
 * entries.
 */
export class ZipWriter {
  readonly pieces: Uint8Array<ArrayBuffer>[] = []
  readonly directory: Uint8Array<ArrayBuffer>[] = []
  readonly #now: Date
  #state: ZipState

  constructor(state: ZipState, now: Date) {
    this.#state = state
    this.#now = now
  }

  get state(): ZipState {
    return this.#state
  }

  /** Adds an entry that is already compressed, such as an image. */
  store(name: string, content: Uint8Array<ArrayBuffer>): void {
    const size = content.byteLength
    const entry = {
      name,
      crc: crc32(content),
      size,
      packed: size,
      method: STORED,
      at: this.#state.at,
    }
    this.#write(this.#header(entry), content)
    this.#list(entry)
  }

  /** Adds an entry with one text. */
  compress(name: string, { deflated, ...facts }: ZipText): void {
    this.open(name)
    this.#continue({ ...this.#openEntry(), ...facts }, deflated)
    this.#end()
  }

  /** Starts an entry whose text follows in calls of `add`, also in later runs. `close` ends it. */
  open(name: string): void {
    const entry: ZipEntry = {
      name,
      crc: 0,
      size: 0,
      packed: 0,
      method: DEFLATED,
      at: this.#state.at,
    }
    this.#write(this.#header(entry))
    this.#state = { ...this.#state, open: entry }
  }

  /**
   * Continues the open entry. The compressed bytes end at a whole byte, so that the next call does
   * not need their state.
   */
  add(bytes: Uint8Array): void {
    const entry = this.#openEntry()
    this.#continue(
      { ...entry, crc: crc32(bytes, entry.crc), size: entry.size + bytes.byteLength },
      compressed(bytes),
    )
  }

  close(): void {
    this.#continue(this.#openEntry(), LAST_BLOCK)
    this.#end()
  }

  #end(): void {
    const entry = this.#openEntry()
    this.#write(record([4, DESCRIPTOR], [4, entry.crc], [4, entry.packed], [4, entry.size]))
    this.#list(entry)
  }

  /** Ends the file. `directory` has the lines of all entries. */
  end(directory: Uint8Array<ArrayBuffer>): void {
    const { at, entries } = this.#state
    const length = directory.byteLength
    this.#write(directory)
    this.#write(
      record([4, END], [2, 0], [2, 0], [2, entries], [2, entries], [4, length], [4, at], [2, 0]),
    )
  }

  #openEntry(): ZipEntry {
    if (this.#state.open === null) throw new Error('no entry of the ZIP file is open')
    return this.#state.open
  }

  #continue(entry: ZipEntry, bytes: Uint8Array<ArrayBuffer>): void {
    this.#write(bytes)
    this.#state = { ...this.#state, open: { ...entry, packed: entry.packed + bytes.byteLength } }
  }

  #list(entry: ZipEntry): void {
    const name = new TextEncoder().encode(entry.name)
    const head: Field[] = [
      [4, DIRECTORY],
      [2, VERSION],
      [2, VERSION],
      ...facts(entry, this.#now),
      [2, name.byteLength],
    ]
    this.directory.push(
      record(...head, [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.at], name),
    )
    this.#state = { ...this.#state, entries: this.#state.entries + 1, open: null }
  }

  #header(entry: ZipEntry): Uint8Array<ArrayBuffer> {
    const name = new TextEncoder().encode(entry.name)
    return record(
      [4, LOCAL],
      [2, VERSION],
      ...facts(entry, this.#now),
      [2, name.byteLength],
      [2, 0],
      name,
    )
  }

  #write(...pieces: Uint8Array<ArrayBuffer>[]): void {
    this.pieces.push(...pieces)
    const at = pieces.reduce((sum, { byteLength }) => sum + byteLength, this.#state.at)
    if (at > BYTES_MAX) throw new Error('the ZIP file is larger than 4 GB')
    this.#state = { ...this.#state, at }
  }
}

const BYTES_MAX = 0xffffffff
const LOCAL = 0x04034b50
const DIRECTORY = 0x02014b50
const DESCRIPTOR = 0x08074b50
const END = 0x06054b50
const STORED = 0
const DEFLATED = 8
const VERSION = 20
/** Local file header. The name is UTF-8. If the sizes are not known yet, they follow the data. */
const UTF8 = 0x800
const SIZES_FOLLOW = 0x8
/** Ends a deflate stream: an empty block that is marked as the last one. */
const LAST_BLOCK = Uint8Array.of(3, 0)

/** `CompressionStream` cannot flush without ending its stream. */
function compressed(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }))
}

function facts({ method, crc, packed, size }: ZipEntry, now: Date): Field[] {
  const flags = UTF8 | (method === DEFLATED ? SIZES_FOLLOW : 0)
  const time = (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1)
  const date =
    ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate()
  return [
    [2, flags],
    [2, method],
    [2, time],
    [2, date],
    [4, crc],
    [4, packed],
    [4, size],
  ]
}

type Field = readonly [length: 2 | 4, value: number] | Uint8Array

function record(...fields: Field[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    fields.flatMap((field) => {
      if (field instanceof Uint8Array) return [...field]
      const [length, value] = field
      return Array.from({ length }, (_, byte) => (value >>> (8 * byte)) & 0xff)
    }),
  )
}
