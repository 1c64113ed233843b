import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** The command line of a process, empty if the process does not exist. */
export function commandOf(pid: number): string {
  return process.platform === 'linux'
    ? attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    : ps(pid, 'command=')
}

/** Kills a process and waits until its ports and files are released. */
export async function endProcess(pid: number): Promise<void> {
  attempt(() => process.kill(pid, 'SIGKILL'))
  for (let tries = 0; tries < 100 && !isGone(pid); tries++) await wait(20)
}

/** A zombie releases its ports only when its last thread has ended. */
function isGone(pid: number): boolean {
  if (process.platform !== 'linux') return /^Z?$/.test(ps(pid, 'state=').slice(0, 1))
  const state = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1))
  const threads = attempt(() => readdirSync(`/proc/${pid}/task`)) || []
  return !state || (/^[ZX]/.test(state) && threads.length <= 1)
}

/** The memory of a process in KB, 0 if the process does not exist. */
export function residentKb(pid: number): number {
  return Number(ps(pid, 'rss='))
}

function ps(pid: number, column: string): string {
  return attempt(() =>
    execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim(),
  )
}

/** Empty if the process has ended meanwhile. */
function attempt<T>(ask: () => T): T | '' {
  try {
    return ask()
  } catch {
    return ''
  }
}
