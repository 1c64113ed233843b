import { readFileSync } from 'node:fs'
import { inRoot } from '../../../scripts/build/paths.ts'
import type { Run } from '../index.ts'
import type { Measured } from './month.ts'

const SIZE = '1000'
const COMMANDS = ['like', 'comment', 'energize', 'new post']

/** Figures of the last bench run; rows written by commands come from docs/scaling.md, which the route tests verify. */
export function readMeasured(): Measured {
  const run: Run = JSON.parse(readFileSync(inRoot('docs/bench/latest.json'), 'utf8'))
  const page = readFileSync(inRoot('docs/scaling.md'), 'utf8')
  const { costs, speeds } = run.sizes[SIZE] ?? lost(`${SIZE} posts`)
  return {
    scene(name) {
      const { answer, after } = costs[name] ?? lost(name)
      const { workerd } = speeds.joule?.[name] ?? lost(name)
      const written = COMMANDS.includes(name) ? rowsIn(page, name) : answer.rowsWritten
      return { rowsRead: answer.rowsRead + after.rowsRead, rowsWritten: written + after.rowsWritten, cpuMs: workerd }
    },
    databaseMs: speeds.bare?.['/read']?.workerd ?? lost('/read of a bare Worker'),
  }
}

function rowsIn(page: string, command: string): number {
  return Number(new RegExp(`^\\| ${command} \\| \\S+ \\| (\\d+) \\|`, 'm').exec(page)?.[1] ?? lost(command))
}

function lost(what: string): never {
  throw new Error(`docs/bench/latest.json has no figures of ${what}: run npm run bench`)
}
