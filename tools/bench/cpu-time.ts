import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const TICK = 10

/** The CPU time of a process so far, in milliseconds, for all threads. */
export function cpuTime(pid: number): number {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

function fromProc(pid: number): number {
  // The name in brackets may contain spaces; the times are fields 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK
}

function fromPs(pid: number): number {
  const [seconds = '0', minutes = '0', hours = '0'] = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], {
    encoding: 'utf8',
  })
    .trim()
    .split(':')
    .reverse()
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}
