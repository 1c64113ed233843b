import { inProjectNode } from '../scripts/bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { setRepository } = await import('./repository/index.ts')
  await setRepository(process.argv.slice(2))
})
