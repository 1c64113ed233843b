import { inProjectNode } from '../scripts/bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { runBench } = await import('./bench/run.ts')
  await runBench(process.argv.slice(2))
})
