import { buildClient } from './client.ts'
import { writeGenerated } from './generated.ts'
import { bundleWorker } from './worker.ts'

/**
 * The files that types, tests and the Worker need: the browser files and the generated data.
 */
export async function buildBrowser(): Promise<void> {
  await buildClient()
  await writeGenerated()
}

/** Everything that `npm start` needs. */
export async function buildSite(): Promise<void> {
  await buildBrowser()
  await bundleWorker()
}
