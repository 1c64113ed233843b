import { inProjectNode } from '../scripts/bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { prove } = await import('./prove/index.ts')
  await prove(process.argv.slice(2))
})
