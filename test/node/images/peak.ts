import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Node has no modules of WebAssembly as the Worker has them.
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.wasm')) return next(url, context)
    const path = JSON.stringify(fileURLToPath(url))
    const source = `import { readFileSync } from 'node:fs'\nexport default new WebAssembly.Module(readFileSync(${path}))`
    return { format: 'module', shortCircuit: true, source }
  },
})

/** Those that have not been collected: what is still there counts, whether it is used again or not. */
const memories: WeakRef<WebAssembly.Memory>[] = []
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, [module, imports]) {
    const instance = new target(module, imports)
    const memory = Object.values(instance.exports).find((thing) => thing instanceof WebAssembly.Memory)
    if (memory) memories.push(new WeakRef(memory))
    return instance
  },
})
const taken = () => memories.reduce((sum, memory) => sum + (memory.deref()?.buffer.byteLength ?? 0), 0)

const images = new URL('../../../src/features/images/', import.meta.url)
const { prepareCommentImage } = await import(new URL('comment-image.ts', images).href)
const { prepareAvatar } = await import(new URL('avatar.ts', images).href)

/** Usage: node peak.ts <folder>. Memories never shrink, so what they come to after each file is what they came to at most. */
const folder = process.argv[2] ?? ''
const peaks: Record<string, number> = {}
for (const name of readdirSync(folder)) {
  const file = new Uint8Array(readFileSync(join(folder, name)))
  for (const prepare of [prepareCommentImage, prepareAvatar]) {
    await prepare(file).catch((error: { code?: string }) => {
      if (!name.startsWith('broken') || error.code !== 'image_invalid') throw error
    })
    peaks[`${name} ${prepare.name}`] = taken()
  }
}
console.log(JSON.stringify(peaks))
