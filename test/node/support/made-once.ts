import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'

/** Copies a data folder that is made once per run: making one takes longer than most tests on it. */
export async function copyOf(name: string, to: string, make: (folder: string) => Promise<void>): Promise<void> {
  const made = join(inject('sharedFolder'), name)
  if (!existsSync(made)) {
    const aside = await mkdtemp(`${made}-`)
    await make(aside)
    // Two processes may make it at the same time: the first one wins.
    await rename(aside, made).catch(() => rm(aside, { recursive: true }))
  }
  await cp(made, to, { recursive: true })
}
