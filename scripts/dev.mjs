import { inProjectNode } from './bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { dev } = await import('./site/dev.ts')
  await dev(process.argv.slice(2))
})
