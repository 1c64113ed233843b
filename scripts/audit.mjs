import { inProjectNode } from './bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { audit } = await import('./trust/audit.ts')
  await audit(process.argv.slice(2))
})
