import { execFileSync } from 'node:child_process'

const PROGRAMS = ['npm', 'node', 'workerd', 'esbuild'] as const

export type Megabytes = Record<(typeof PROGRAMS)[number] | 'all', number>

/** The resident memory of a process and its descendants, by program. */
export function memoryBelow(pid: number): Megabytes {
  const megabytes: Megabytes = { npm: 0, node: 0, workerd: 0, esbuild: 0, all: 0 }
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)/.exec(line)?.slice(1) ?? [])
  const family = new Set([String(pid)])
  // A child may be listed before its parent.
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const [id = '', parent = ''] of processes) if (family.has(parent)) family.add(id)
  }
  for (const [id = '', , kilobytes, command = ''] of processes) {
    if (!family.has(id)) continue
    const size = Number(kilobytes) / 1024
    megabytes[PROGRAMS.find((name) => command.endsWith(name)) ?? 'node'] += size
    megabytes.all += size
  }
  return megabytes
}
