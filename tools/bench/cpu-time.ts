import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const TICK = 10

/** The processor time that a process has used so far, in milliseconds, all its threads together. */
export function cpuTime(pid: number): number {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

function fromProc(pid: number): number {
  // The name in brackets may hold spaces; the times are the 14th and 15th field.
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
