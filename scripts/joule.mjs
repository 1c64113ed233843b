import { inProjectNode } from './bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { joule } = await import('./commands/joule.ts')
  await joule(process.argv.slice(2))
})
