import { inProjectNode } from './bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { test } = await import('./checks/test.ts')
  await test(process.argv.slice(2))
})
