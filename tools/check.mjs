import { inProjectNode } from '../scripts/bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { check } = await import('./checks/test.ts')
  await check()
})
