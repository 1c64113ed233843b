import { inProjectNode } from '../scripts/bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { test, testLong } = await import('./checks/test.ts')
  const args = process.argv.slice(2)
  await (args[0] === '--long' ? testLong() : test(args))
})
