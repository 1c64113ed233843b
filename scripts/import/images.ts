import { createHash } from 'node:crypto'
import { preparePostImage } from '#compute/images/strip.ts'
import { ImportError, LIMITS } from '#import/import-error.ts'
import { type ImportItem, withSources } from '#import/item.ts'
import type { SourceFiles } from '#import/source-files.ts'
import { AppError } from '#kernel/errors.ts'
import { safeImageSource } from '#kernel/html/urls.ts'
import { EXTENSIONS, type PreparedImage } from '#kernel/image-types.ts'
import type { Account } from './accounts.ts'

/** `bytes` is the size of the stored file. */
export interface StoredImage extends Omit<PreparedImage, 'bytes'> {
  key: string
  bytes: number
}

/** An item after its images were stored. */
export interface ItemImages {
  stored: StoredImage[]
  /** The body with the new addresses of the images. */
  body: string
  coverUrl: string | null
  /** The number of images on the web that stay links. */
  linked: number
  /** The number of images that were left out, by reason. */
  leftOut: Record<string, number>
}

type Put = (key: string, image: PreparedImage) => Promise<void>
/** Null if the address gives no image. */
export type Fetch = (url: string) => Promise<Uint8Array<ArrayBuffer> | null>

/**
 * Stores the images of an item and writes their new addresses into body and cover. An image must
 * pass the checks of an upload. With `fetchWeb`, images on the web are copied too; without it, or
 * if the copying fails, they stay links. One image is in memory at a time.
 */
export async function withStoredImages(
  item: ImportItem,
  account: Account,
  files: SourceFiles,
  put: Put,
  fetchWeb: Fetch | null,
): Promise<ItemImages> {
  const stored = new Map<string, StoredImage>()
  const leftOut: Record<string, number> = {}
  const addresses = new Map<string, string>()
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
 * The image in the archive, in the address itself or on the web, or the reason why it is left out.
 * Null for an image on the web that is not copied.
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
 * The key depends only on the account and the content. So a repeated import stores the same object,
 * and the file of a key never changes.
 */
function keyOf({ email }: Account, { bytes, type }: PreparedImage): string {
  const hash = createHash('sha256')
    .update(`joule import ${email}\n`)
    .update(bytes)
    .digest('base64url')
  return `${hash.slice(0, 22)}.${EXTENSIONS[type]}`
}
