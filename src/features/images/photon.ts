import photonModule from '@cf-wasm/photon/photon.wasm'
import type { Pixels } from '#features/images/pixels.ts'
import { AppError } from '#kernel/errors.ts'

/** Any of the four types; of an animation the first frame. What the decoder cannot read is `image_invalid`. */
export function decode(file: Uint8Array): Pixels {
  try {
    const photon = newPhoton()
    const image = photon.photonimage_new_from_byteslice(copyIn(photon, file), file.byteLength)
    return copyOut(photon, image)
  } catch {
    throw new AppError('image_invalid')
  }
}

/** With a Lanczos filter. */
export function resize({ data, width, height }: Pixels, to: { width: number; height: number }): Pixels {
  const photon = newPhoton()
  const image = photon.photonimage_new(copyIn(photon, data), data.byteLength, width, height)
  return copyOut(photon, photon.resize(image, to.width, to.height, LANCZOS))
}

type Pointer = number
/** A `PhotonImage` in Photon's memory. */
type ImagePointer = number

interface Photon {
  memory: WebAssembly.Memory
  photonimage_new_from_byteslice(bytes: Pointer, length: number): ImagePointer
  photonimage_new(pixels: Pointer, length: number, width: number, height: number): ImagePointer
  photonimage_get_raw_pixels(image: ImagePointer): [Pointer, length: number]
  photonimage_get_width(image: ImagePointer): number
  photonimage_get_height(image: ImagePointer): number
  resize(image: ImagePointer, width: number, height: number, filter: number): ImagePointer
  __wbindgen_malloc(length: number, alignment: number): Pointer
  __wbindgen_start(): void
  __wbindgen_externrefs: WebAssembly.Table
}

const LANCZOS = 5

/**
 * Photon with a memory of its own for each image. The package's own binding holds one instance for good: a decoder that traps on
 * a broken file would leave it with memory that is never freed, and a large image with memory that never shrinks.
 */
function newPhoton(): Photon {
  const imports: Record<string, Record<string, () => void>> = {}
  for (const { module, name } of WebAssembly.Module.imports(photonModule)) {
    imports[module] ??= {}
    // Photon calls out for a browser's canvas, which is not used here, and when it panics.
    imports[module][name] = name === '__wbindgen_init_externref_table' ? initReferences : panicked
  }
  const photon = new WebAssembly.Instance(photonModule, imports).exports as unknown as Photon
  photon.__wbindgen_start()
  return photon

  function initReferences(): void {
    const references = photon.__wbindgen_externrefs
    const first = references.grow(4)
    references.set(0, undefined)
    for (const [index, value] of [undefined, null, true, false].entries()) references.set(first + index, value)
  }
}

function panicked(): never {
  throw new Error('photon panicked')
}

function copyIn(photon: Photon, bytes: Uint8Array | Uint8ClampedArray): Pointer {
  const pointer = photon.__wbindgen_malloc(bytes.byteLength, 1) >>> 0
  new Uint8Array(photon.memory.buffer).set(bytes, pointer)
  return pointer
}

function copyOut(photon: Photon, image: ImagePointer): Pixels {
  const width = photon.photonimage_get_width(image) >>> 0
  const height = photon.photonimage_get_height(image) >>> 0
  const [pointer, length] = photon.photonimage_get_raw_pixels(image)
  const start = pointer >>> 0
  return { width, height, data: new Uint8ClampedArray(photon.memory.buffer.slice(start, start + length)) }
}
