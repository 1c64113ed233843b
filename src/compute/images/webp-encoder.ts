import newEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js'
import encoderModule from '@jsquash/webp/codec/enc/webp_enc_simd.wasm'
import { defaultOptions } from '@jsquash/webp/meta.js'
import type { Pixels } from '#compute/images/pixels.ts'

/** From 0 (smallest file) to 100 (best quality). The alpha channel is always lossless. */
export type Quality = number

/** A small file ('size'), or little memory ('memory': 12 bytes per pixel instead of up to 20). */
type Priority = 'size' | 'memory'

/**
 * Encodes an image. Like Photon, the encoder is reused until it is garbage collected, but not after
 * a failure.
 */
export function encodeWebp(pixels: Pixels, quality: Quality, priority: Priority): Uint8Array {
  return encodeWith(pixels, { quality, method: METHODS[priority] })
}

/** Like Photon, the encoder is reused until it is garbage collected, but not after a failure. */
export function encodeWith(
  { data, width, height }: Pixels,
  options: Partial<typeof defaultOptions>,
): Uint8Array {
  const encoder = cached?.deref() ?? instantiate()
  cached = null
  const file = encoder.encode?.(data, width, height, { ...defaultOptions, ...options })
  if (!file) throw new Error('the WebP encoder failed')
  cached = new WeakRef(encoder)
  return file
}

let cached: WeakRef<Encoder> | null = null

/** Effort from 0 (fastest) to 6 (smallest file). */
const METHODS: Record<Priority, number> = { size: 4, memory: 2 }

/**
 * The options object of Emscripten's loader, to which the loader adds the exports of the module.
 */
interface Encoder {
  noInitialRun: boolean
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): WebAssembly.Exports
  encode?: (
    data: Uint8ClampedArray,
    width: number,
    height: number,
    options: typeof defaultOptions,
  ) => Uint8Array | null
}

function instantiate(): Encoder {
  const encoder: Encoder = {
    noInitialRun: true,
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(encoderModule, imports)
      done(instance)
      return instance.exports
    },
  }
  // The promise is not awaited: the module is already compiled, so the loader is synchronous.
  void newEncoder(encoder as Parameters<typeof newEncoder>[0])
  return encoder
}
