import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux reports how long a thread has run, and how long it was ready but not running. */
export const canMeasure = () => existsSync('/proc/self/schedstat')

/** CPU milliseconds of a process, and the time that it and this process waited for a CPU. */
export function processorOf(pid: number): { used: number; waited: number } {
  const server = threadsOf(pid)
  const { waited } = threadsOf(process.pid)
  return { used: server.used, waited: server.waited + waited }
}

/**
 * The CPU time of a process in milliseconds, or the elapsed time if the system does not measure it.
 */
export function usedBy(pid: number): number {
  return canMeasure() ? processorOf(pid).used : performance.now()
}

function threadsOf(pid: number): { used: number; waited: number } {
  const sum = { used: 0, waited: 0 }
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [ran = 0, waited = 0] = statOf(`/proc/${pid}/task/${thread}/schedstat`)
    sum.used += ran / 1e6
    sum.waited += waited / 1e6
  }
  return sum
}

/** Empty if the thread has ended meanwhile. */
function statOf(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').split(' ').map(Number)
  } catch {
    return []
  }
}
