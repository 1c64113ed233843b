import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for data that is created once and used by many test files. */
    sharedFolder: string
  }
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'joule-shared-'))
  project.provide('sharedFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
