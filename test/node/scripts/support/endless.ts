import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf } from '../../../../scripts/site/processes.ts'

/** A script that never ends, with a child process, like an install script of a package or a build with wrangler. */
export const ENDLESS = `
  import { spawn } from 'node:child_process'
  import { appendFileSync } from 'node:fs'
  appendFileSync(new URL('pids', import.meta.url), process.pid + ' ')
  if (!process.argv.includes('helper')) spawn(process.execPath, [process.argv[1], 'helper'])
  setInterval(() => {}, 60_000)
`

/** The processes that the script in this folder has started. */
export function pidsIn(root: string): number[] {
  const file = join(root, 'pids')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').map(Number) : []
}

export const runningIn = (root: string) => pidsIn(root).filter((pid) => commandOf(pid).includes(root))
