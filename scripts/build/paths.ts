import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../bootstrap/project-node.mjs'

export { ROOT }

export const inRoot = (...parts: string[]) => join(ROOT, ...parts)

export const CLIENT_BUILD = inRoot('static/build')
export const GENERATED = inRoot('src/generated/build.json')
export const WORKER_BUNDLE = inRoot('dist/worker')
/** The folder of the compute Worker in the folder of a bundle. */
export const COMPUTE = 'compute'
/** The file there with which one machine runs the compute Worker. */
export const COMPUTE_CONFIG = 'compute.capnp'

/** The folder is deleted afterwards, also after an error. */
export async function inTemporaryFolder<Done>(
  work: (folder: string) => Promise<Done>,
): Promise<Done> {
  const folder = await mkdtemp(join(tmpdir(), 'joule-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
