// node scripts/bench/edge-cache.mjs
// How many more requests a second the edge cache answers: list, post page and API, cached and not, in one run of about
// a minute, against a site of its own on the loopback interface. Each figure is the middle one of five short rounds.
import { inProjectNode } from '../bootstrap/project-node.mjs'

await inProjectNode(async () => {
  const { benchEdgeCache } = await import('./edge-cache.ts')
  await benchEdgeCache()
})
