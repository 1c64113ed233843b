import newEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js'
import encoderModule from '@jsquash/webp/codec/enc/webp_enc_simd.wasm'
import { defaultOptions } from '@jsquash/webp/meta.js'
import type { Pixels } from '#features/images/pixels.ts'

/** From 0, the smallest file, to 100, the closest to the original. Transparency is kept exactly. */
export type Quality = number

/**
 * An encoder with a memory of its own, given up with it. It is ready at once, not after a promise: so the work on an image never
 * waits for anything, and no two images are worked on at the same time in one isolate.
 */
export function openWebpEncoder(): (pixels: Pixels, quality: Quality) => Uint8Array {
  const encoder: Encoder = {
    noInitialRun: true,
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(encoderModule, imports)
      done(instance)
      return instance.exports
    },
  }
  // The promise it gives is kept already: the module was compiled with the worker.
  void newEncoder(encoder as Parameters<typeof newEncoder>[0])
  return ({ data, width, height }, quality) => {
    const file = encoder.encode?.(data, width, height, { ...defaultOptions, quality })
    if (!file) throw new Error('the WebP encoder failed')
    return file
  }
}

/** What Emscripten's loader is given, and fills in with what the module exports. */
interface Encoder {
  noInitialRun: boolean
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): WebAssembly.Exports
  encode?: (data: Uint8ClampedArray, width: number, height: number, options: typeof defaultOptions) => Uint8Array | null
}
