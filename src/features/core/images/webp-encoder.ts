import newEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js'
import encoderModule from '@jsquash/webp/codec/enc/webp_enc_simd.wasm'
import { defaultOptions } from '@jsquash/webp/meta.js'
import type { Pixels } from '#features/core/images/pixels.ts'

/** From 0, the smallest file, to 100, the closest to the original. Transparency is kept exactly. */
export type Quality = number

/** What to care for: a small file, or little memory, which is 12 bytes a pixel instead of up to 20. */
type Care = 'small' | 'frugal'

/** Like Photon, the encoder is used again until it is collected, and not after a failure. */
export function encodeWebp({ data, width, height }: Pixels, quality: Quality, care: Care): Uint8Array {
  const encoder = kept?.deref() ?? instantiate()
  kept = null
  const file = encoder.encode?.(data, width, height, { ...defaultOptions, quality, method: METHODS[care] })
  if (!file) throw new Error('the WebP encoder failed')
  kept = new WeakRef(encoder)
  return file
}

let kept: WeakRef<Encoder> | null = null

/** From 0, the fastest, to 6, the smallest file. */
const METHODS: Record<Care, number> = { small: 4, frugal: 2 }

/** What Emscripten's loader is given, and fills in with what the module exports. */
interface Encoder {
  noInitialRun: boolean
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): WebAssembly.Exports
  encode?: (data: Uint8ClampedArray, width: number, height: number, options: typeof defaultOptions) => Uint8Array | null
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
  // The promise that it gives is kept already, since the module was compiled with the worker: there is nothing to wait for.
  void newEncoder(encoder as Parameters<typeof newEncoder>[0])
  return encoder
}
