import { inProjectNode } from './bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { build } = await import('./build/build.ts')
  await build()
})
