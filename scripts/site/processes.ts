import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** The command line of a process, empty if there is no such process. */
export function commandOf(pid: number): string {
  return process.platform === 'linux' ? fromProc(pid, 'cmdline') : fromPs(pid, 'command=')
}

/** Ends a process at once and waits until it is gone, and its ports with it. */
export async function endProcess(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return
  }
  for (let tries = 0; tries < 100 && !isGone(pid); tries++) await wait(20)
}

/** A zombie is gone: it has let go of everything but its number. */
function isGone(pid: number): boolean {
  const state = process.platform === 'linux' ? fromProc(pid, 'stat').split(') ').at(-1) : fromPs(pid, 'state=')
  return !state || /^[ZX]/.test(state)
}

function fromProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function fromPs(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
