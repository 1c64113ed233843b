import { inProjectNode } from './bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { deploy } = await import('./checks/deploy.ts')
  await deploy(process.argv.slice(2))
})
