import photonModule from '@cf-wasm/photon/photon.wasm'
import type { Orientation } from '#compute/images/formats/jpeg.ts'
import { ENCODED_PIXELS_MAX } from '#compute/images/limits.ts'
import {
  isOpaque,
  type Pixels,
  shrink,
  straightenAlpha,
  turnUpright,
  uprightSize,
} from '#compute/images/pixels.ts'
import { AppError } from '#kernel/errors.ts'
import type { Size } from '#kernel/image-types.ts'

/** A decoded image in Photon's memory, four bytes a pixel. */
export interface PhotonImage extends Size {
  pointer: number
}

/**
 * Runs `work` with the Photon instance of this isolate. `work` must be synchronous, so that an
 * isolate processes one image at a time. The instance is reused until it is garbage collected: a
 * large image takes about 60 MB, WebAssembly memory never shrinks, and an isolate has no room for
 * two instances. For the same reason a decoding failure does not replace the instance immediately.
 */
export function withPhoton<Result>(work: (photon: Photon) => Result): Result {
  const photon = cached?.deref() ?? new Photon()
  try {
    return work(photon)
  } finally {
    photon.freeAll()
    cached = photon.mustBeReplaced ? null : new WeakRef(photon)
  }
}

/**
 * A trap in the decoder leaks part of its stack (1 MB) and possibly heap memory, so the instance is
 * replaced after several failures.
 */
const FAILURES_MAX = 20
const BYTES_MAX = 75_000_000

let cached: WeakRef<Photon> | null = null

export function decode(file: Uint8Array): Pixels {
  return withPhoton((photon) => {
    const pixels = photon.pixels(photon.decode(file))
    return { ...pixels, data: pixels.data.slice() }
  })
}

/**
 * The largest image that can be encoded: the encoder needs memory in addition to Photon, whose
 * memory never shrinks.
 */
export function encodablePixels(photon: Photon, image: PhotonImage): number {
  return isOpaque(photon.pixels(image)) ? ENCODED_PIXELS_MAX.opaque : ENCODED_PIXELS_MAX.transparent
}

/** Scales an image down. Frees the original. */
export function reducedImage(photon: Photon, image: PhotonImage, size: Size): PhotonImage {
  const smaller = photon.allocate(size)
  shrink(photon.pixels(image), photon.pixels(smaller))
  straightenAlpha(photon.pixels(smaller))
  photon.free(image)
  return smaller
}

/** Applies the EXIF orientation of a decoded file. Frees the original. */
export function uprightImage(
  photon: Photon,
  image: PhotonImage,
  orientation: Orientation,
): PhotonImage {
  if (orientation === 1) return image
  const upright = photon.allocate(uprightSize(image, orientation))
  turnUpright(photon.pixels(image), orientation, photon.pixels(upright))
  photon.free(image)
  return upright
}

/** Replaces the binding of the package, which cannot start a second instance. */
export class Photon {
  private readonly exports = instantiate()
  private readonly images = new Set<PhotonImage>()
  private failures = 0

  /**
   * Decodes any of the four types, or the first frame of an animation. Throws `image_invalid` on
   * failure.
   */
  decode(file: Uint8Array): PhotonImage {
    const pointer = this.exports.__wbindgen_malloc(file.byteLength, 1) >>> 0
    new Uint8Array(this.exports.memory.buffer).set(file, pointer)
    let object: number
    try {
      object = this.exports.photonimage_new_from_byteslice(pointer, file.byteLength)
    } catch {
      // The decoder has freed its own memory, but not that of the input.
      this.exports.__wbindgen_free(pointer, file.byteLength, 1)
      this.failures += 1
      throw new AppError('image_invalid')
    }
    return this.release(object)
  }

  get mustBeReplaced(): boolean {
    return this.failures >= FAILURES_MAX || this.exports.memory.buffer.byteLength > BYTES_MAX
  }

  /** Resizes with a Lanczos filter. Frees the original. */
  resize(image: PhotonImage, { width, height }: Size): PhotonImage {
    this.images.delete(image)
    const original = this.exports.photonimage_new(
      image.pointer,
      4 * image.width * image.height,
      image.width,
      image.height,
    )
    const resized = this.exports.resize(original, width, height, LANCZOS)
    this.exports.__wbg_photonimage_free(original, 0)
    return this.release(resized)
  }

  png({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
    const pointer = this.exports.__wbindgen_malloc(data.byteLength, 1) >>> 0
    new Uint8Array(this.exports.memory.buffer).set(data, pointer)
    const object = this.exports.photonimage_new(pointer, data.byteLength, width, height)
    const [at, length] = this.exports.photonimage_get_bytes(object)
    const file = new Uint8Array(this.exports.memory.buffer).slice(at >>> 0, (at >>> 0) + length)
    this.exports.__wbindgen_free(at >>> 0, length, 1)
    this.exports.__wbg_photonimage_free(object, 0)
    return file
  }

  allocate({ width, height }: Size): PhotonImage {
    const image = {
      width,
      height,
      pointer: this.exports.__wbindgen_malloc(4 * width * height, 1) >>> 0,
    }
    this.images.add(image)
    return image
  }

  /**
   * The pixels of an image. They are a view of the memory, not a copy, and invalid after the next
   * call of Photon, which may move the memory.
   */
  pixels({ pointer, width, height }: PhotonImage): Pixels {
    return {
      width,
      height,
      data: new Uint8ClampedArray(this.exports.memory.buffer, pointer, 4 * width * height),
    }
  }

  free(image: PhotonImage): void {
    if (this.images.delete(image))
      this.exports.__wbindgen_free(image.pointer, 4 * image.width * image.height, 1)
  }

  freeAll(): void {
    for (const image of this.images) this.free(image)
  }

  /** Takes the pixels out of a Photon object and frees the rest of it. */
  private release(object: number): PhotonImage {
    const width = this.exports.photonimage_get_width(object) >>> 0
    const height = this.exports.photonimage_get_height(object) >>> 0
    const [pointer] = this.exports.photonimage_get_raw_pixels(object)
    this.exports.__wbg_photonimage_free(object, 0)
    const image = { width, height, pointer: pointer >>> 0 }
    this.images.add(image)
    return image
  }
}

const LANCZOS = 5

interface PhotonExports {
  memory: WebAssembly.Memory
  photonimage_new_from_byteslice(file: number, length: number): number
  photonimage_new(pixels: number, length: number, width: number, height: number): number
  photonimage_get_raw_pixels(object: number): [pointer: number, length: number]
  photonimage_get_bytes(object: number): [pointer: number, length: number]
  photonimage_get_width(object: number): number
  photonimage_get_height(object: number): number
  resize(object: number, width: number, height: number, filter: number): number
  __wbg_photonimage_free(object: number, _: 0): void
  __wbindgen_malloc(length: number, alignment: number): number
  __wbindgen_free(pointer: number, length: number, alignment: number): void
  __wbindgen_start(): void
  __wbindgen_externrefs: WebAssembly.Table
}

function instantiate(): PhotonExports {
  const imports: Record<string, Record<string, () => void>> = {}
  for (const { module, name } of WebAssembly.Module.imports(photonModule)) {
    imports[module] ??= {}
    // The imports are for a browser canvas, which is not used here, and for panics.
    imports[module][name] =
      name === '__wbindgen_init_externref_table' ? () => initReferences(exports) : panicked
  }
  // The exports of a WebAssembly module have no types; photon.ts lists those that are used.
  const exports = new WebAssembly.Instance(photonModule, imports)
    .exports as unknown as PhotonExports
  exports.__wbindgen_start()
  return exports
}

function initReferences({ __wbindgen_externrefs: references }: PhotonExports): void {
  const first = references.grow(4)
  references.set(0, undefined)
  for (const [index, value] of [undefined, null, true, false].entries())
    references.set(first + index, value)
}

function panicked(): never {
  throw new Error('photon panicked')
}
