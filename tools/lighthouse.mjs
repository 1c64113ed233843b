import { inProjectNode } from '../scripts/bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { runLighthouse } = await import('./lighthouse/index.ts')
  await runLighthouse(process.argv.slice(2))
})
