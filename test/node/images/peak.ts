import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Node does not import WebAssembly modules as the Worker does.
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.wasm')) return next(url, context)
    const path = JSON.stringify(fileURLToPath(url))
    const source = `import { readFileSync } from 'node:fs'\nexport default new WebAssembly.Module(readFileSync(${path}))`
    return { format: 'module', shortCircuit: true, source }
  },
})

/** Memory that is not collected yet counts, whether it is used again or not. */
const memories: WeakRef<WebAssembly.Memory>[] = []
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, [module, imports]) {
    const instance = new target(module, imports)
    const memory = Object.values(instance.exports).find(
      (thing) => thing instanceof WebAssembly.Memory,
    )
    if (memory) memories.push(new WeakRef(memory))
    return {
      exports: Object.fromEntries(
        Object.entries(instance.exports).map(([name, part]) => [name, watched(name, part)]),
      ),
    }
  },
})
const inWebAssembly = () =>
  memories.reduce((sum, memory) => sum + (memory.deref()?.buffer.byteLength ?? 0), 0)

/**
 * Samples the memory before and after the decoder, where it peaks. Collects garbage first, so that
 * garbage does not count.
 */
const WATCHED = 'photonimage_new_from_byteslice'
let mostInObjects = 0
let hasDecoded = false
function look(): void {
  // The first call finds garbage, the second waits until it is freed.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  mostInObjects = Math.max(mostInObjects, heapUsed + arrayBuffers - atRest)
}
function watched(name: string, part: WebAssembly.ExportValue): unknown {
  if (name !== WATCHED || typeof part !== 'function') return part
  return (...args: unknown[]) => {
    // Only for the file itself: later decodes are small samples.
    const isFirst = !hasDecoded
    hasDecoded = true
    if (isFirst) look()
    try {
      return part(...args)
    } finally {
      if (isFirst) look()
    }
  }
}

const images = new URL('../../../src/compute/images/', import.meta.url)
const { prepareCommentImage } = await import(new URL('comment-image.ts', images).href)
const { prepareAvatar } = await import(new URL('square.ts', images).href)
const { preparePostImage } = await import(new URL('strip.ts', images).href)
const { variantsOf } = await import(new URL('variants.ts', images).href)

/** As an upload for a post: the stored file stays in memory while its variants are made. */
async function prepareVariants(file: Uint8Array): Promise<void> {
  const image = preparePostImage(file)
  await variantsOf('post', image)
}

/**
 * Usage: node --expose-gc peak.ts <folder>. WebAssembly memories never shrink, so the final size is
 * the peak.
 */
const folder = process.argv[2] ?? ''
const peaks: Record<string, { inWebAssembly: number; inObjects: number }> = {}
globalThis.gc?.()
const atRest = process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
for (const name of readdirSync(folder)) {
  const file = new Uint8Array(readFileSync(join(folder, name)))
  for (const prepare of [prepareCommentImage, prepareAvatar, prepareVariants]) {
    mostInObjects = 0
    hasDecoded = false
    look()
    await prepare(file).catch((error: { code?: string }) => {
      if (!name.startsWith('broken') || error.code !== 'image_invalid') throw error
    })
    peaks[`${name} ${prepare.name}`] = { inWebAssembly: inWebAssembly(), inObjects: mostInObjects }
  }
}
console.log(JSON.stringify(peaks))
