import { inProjectNode } from '../scripts/bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { takeScreenshots } = await import('./screenshots/index.ts')
  await takeScreenshots()
})
