import { inProjectNode } from './bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { build } = await import('./checks/build.ts')
  await build()
})
