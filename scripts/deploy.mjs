import { inProjectNode } from './bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { deploy } = await import('./deploy/index.ts')
  await deploy(process.argv.slice(2))
})
