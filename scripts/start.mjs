import { inProjectNode } from './bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { start } = await import('./site/start.ts')
  await start()
})
