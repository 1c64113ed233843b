import { createHash } from 'node:crypto'
import { EXTENSIONS, type PreparedImage } from '#features/core/images/files.ts'
import { preparePostImage } from '#features/core/images/strip.ts'
import { ImportError, LIMITS } from '#import/import-error.ts'
import { type ImportItem, withSources } from '#import/item.ts'
import type { SourceFiles } from '#import/source-files.ts'
import { AppError } from '#kernel/errors.ts'
import { safeImageSource } from '#kernel/html/urls.ts'
import type { Account } from './accounts.ts'

export interface StoredImage extends Omit<PreparedImage, 'bytes'> {
  key: string
  bytes: number
}

export type ItemImages = Awaited<ReturnType<typeof withStoredImages>>

type Put = (key: string, image: PreparedImage) => Promise<void>
export type Fetch = (url: string) => Promise<Uint8Array<ArrayBuffer> | null>

/**
 * The checks of an upload apply. Images on the web that cannot be copied stay links. One image is
 * in memory at a time.
 */
export async function withStoredImages(
  item: ImportItem,
  account: Account,
  files: SourceFiles,
  put: Put,
  fetchWeb: Fetch | null,
) {
  const stored = new Map<string, StoredImage>()
  /** The number of images by reason. */
  const leftOut: Record<string, number> = {}
  const addresses = new Map<string, string>()
  /** Images on the web, which stay links. */
  let linked = 0
  for (const { source, file } of item.images) {
    const image = await imageAt(source, file, files, fetchWeb)
    if (image === null && safeImageSource(source) !== null) linked += 1
    else if (image === null || typeof image === 'string') {
      const reason = image ?? 'its address is not a web address'
      leftOut[reason] = (leftOut[reason] ?? 0) + 1
      addresses.set(source, '')
    } else {
      const key = keyOf(account, image)
      await put(key, image)
      stored.set(key, { ...image, key, bytes: image.bytes.byteLength })
      addresses.set(source, `/images/${key}`)
    }
  }
  // The sanitiser removes an image without an address.
  const body = withSources(item.body, (source) => addresses.get(source) ?? source)
  const coverUrl =
    (item.coverUrl === null ? null : (addresses.get(item.coverUrl) ?? item.coverUrl)) || null
  return { stored: [...stored.values()], body, coverUrl, linked, leftOut }
}

/**
 * The image in the archive or in the address itself, or the reason why it is left out. Null for an
 * image on the web.
 */
async function imageAt(
  source: string,
  file: string | null,
  files: SourceFiles,
  fetchWeb: Fetch | null,
): Promise<PreparedImage | string | null> {
  if (file !== null) return prepared(files.bytes(file, LIMITS.image))
  if (source.startsWith('data:')) return prepared(inlineBytes(source))
  const url = fetchWeb && safeImageSource(source)
  const bytes = url ? await fetchWeb(url) : null
  const image = bytes && (await prepared(Promise.resolve(bytes)))
  return typeof image === 'string' ? null : image
}

async function inlineBytes(source: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(source).catch(() => null)
  if (response === null) throw new AppError('image_invalid')
  return new Uint8Array(await response.arrayBuffer())
}

async function prepared(bytes: Promise<Uint8Array<ArrayBuffer>>): Promise<PreparedImage | string> {
  try {
    return preparePostImage(await bytes)
  } catch (error) {
    if (error instanceof ImportError && error.problem === 'file_too_large')
      return 'larger than 5 MB'
    if (!(error instanceof AppError)) throw error
    return PROBLEMS[error.code] ?? error.code
  }
}

const PROBLEMS: Partial<Record<string, string>> = {
  file_too_large: 'larger than 5 MB',
  unsupported_type: 'not a JPEG, PNG, GIF or WebP image',
  image_invalid: 'damaged',
  image_too_many_pixels: 'more than 50 megapixels',
}

/**
 * From the account and the content: a repeated import stores the same object, and a key never
 * changes its file.
 */
function keyOf({ email }: Account, { bytes, type }: PreparedImage): string {
  const hash = createHash('sha256')
    .update(`joule import ${email}\n`)
    .update(bytes)
    .digest('base64url')
  return `${hash.slice(0, 22)}.${EXTENSIONS[type]}`
}
