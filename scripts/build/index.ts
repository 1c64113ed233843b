import { buildClient } from './client.ts'
import { writeGenerated } from './generated.ts'
import { bundleWorker } from './worker.ts'

/** What types, tests and `wrangler dev` need: the browser's files and what the Worker knows of them. */
export async function buildBrowser(): Promise<void> {
  await buildClient()
  await writeGenerated()
}

/** Everything that a start needs. */
export async function buildSite(): Promise<void> {
  await buildBrowser()
  await bundleWorker()
}
