import { ApiError } from '#client/api-error.ts'
import { fitForUpload, ImageProblem } from '#client/fit-image.ts'
import { type Control, importApi } from '#client/import/control.ts'
import { webAddress } from '#client/import/draft-of.ts'
import { ImportError, LIMITS } from '#import/import-error.ts'
import type { ImportImage } from '#import/item.ts'
import { piecesOf, type SourceFiles } from '#import/source-files.ts'

/** An image that was not uploaded. `message` is the response of the server. */
export interface LostImage {
  source: string
  reason: 'missing' | 'not_fetched' | 'too_large' | 'unsupported' | 'refused'
  message?: string
}

/**
 * The characters of an address that the report contains. The address of an inline image is the
 * whole image.
 */
const SOURCE_SHOWN = 500

/** Milliseconds. A slow server needs less for a large image. */
const FETCH_TIMEOUT = 60_000

/** Uploads the images of posts. An image that several posts contain is uploaded once. */
export class ImageUploads {
  readonly #files: SourceFiles
  readonly #names: ReadonlySet<string>
  readonly #control: Control
  readonly #done = new Map<string, string | LostImage>()

  constructor(files: SourceFiles, control: Control) {
    this.#files = files
    this.#names = new Set(files.names)
    this.#control = control
  }

  async of(
    images: readonly ImportImage[],
  ): Promise<{ urls: Map<string, string>; lost: LostImage[] }> {
    const urls = new Map<string, string>()
    const lost: LostImage[] = []
    for (const image of images) {
      const result = await this.#once(image)
      if (typeof result === 'string') urls.set(image.source, result)
      else lost.push({ ...result, source: image.source.slice(0, SOURCE_SHOWN) })
    }
    return { urls, lost }
  }

  async #once(image: ImportImage): Promise<string | LostImage> {
    const name = image.file === null ? `web ${image.source}` : `file ${image.file}`
    const known = this.#done.get(name)
    if (known !== undefined) return known
    await this.#control.pass()
    const result = await this.#uploaded(image)
    this.#done.set(name, result)
    return result
  }

  async #uploaded({ source, file }: ImportImage): Promise<string | LostImage> {
    const bytes = file === null ? await this.#fetched(source) : await this.#unpacked(file)
    if (typeof bytes === 'string') return { source, reason: bytes }
    const image = new Blob([bytes], { type: typeOf(bytes) })
    try {
      const form = new FormData()
      form.append('file', await fitForUpload(image), 'image')
      const response = await this.#control.patiently(() =>
        importApi.upload('/api/posts/upload-image', form),
      )
      return String(response.url)
    } catch (error) {
      if (error instanceof ImageProblem) {
        return { source, reason: error.problem === 'gifTooLarge' ? 'too_large' : 'unsupported' }
      }
      if (error instanceof ApiError) return { source, reason: 'refused', message: error.message }
      throw error
    }
  }

  async #unpacked(file: string): Promise<Uint8Array<ArrayBuffer> | LostImage['reason']> {
    if (!this.#names.has(file)) return 'missing'
    try {
      return await this.#files.bytes(file, LIMITS.image)
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      return error.problem === 'file_too_large' || error.problem === 'unpacks_too_large'
        ? 'too_large'
        : 'missing'
    }
  }

  /** Works only if the other site allows it (CORS). The browser gives no reason for a failure. */
  async #fetched(source: string): Promise<Uint8Array<ArrayBuffer> | LostImage['reason']> {
    const url = source.startsWith('data:') ? source : webAddress(source)
    if (url === null) return 'missing'
    try {
      const response = await fetch(url, {
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.timeout(FETCH_TIMEOUT),
      })
      if (!response.ok || !response.body) return 'not_fetched'
      return (await atMost(response.body, LIMITS.image)) ?? 'too_large'
    } catch {
      return 'not_fetched'
    }
  }
}

/** Null if there are more bytes. Leaving the loop cancels the stream. */
async function atMost(stream: ReadableStream<Uint8Array<ArrayBuffer>>, max: number) {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const piece of piecesOf(stream)) {
    pieces.push(piece)
    size += piece.length
    if (size > max) return null
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

/**
 * The type by the first bytes, because names in archives and headers of servers are often wrong.
 */
function typeOf(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 12))
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('\x89PNG')) return 'image/png'
  if (start.startsWith('GIF8')) return 'image/gif'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp'
  return ''
}
