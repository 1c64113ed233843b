import { inProjectNode } from '../scripts/bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { writeSchema } = await import('./schema/index.ts')
  await writeSchema()
})
