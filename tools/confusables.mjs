import { inProjectNode } from '../scripts/bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { writeLookAlikes } = await import('./confusables/index.ts')
  await writeLookAlikes()
})
