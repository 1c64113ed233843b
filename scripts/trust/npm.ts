import { execFile } from 'node:child_process'
import { inRoot } from '../build/paths.ts'

/** The output of npm, whatever its exit code: `npm audit` fails if it finds something. */
export function npm(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: inRoot(), maxBuffer: 64_000_000 }, (_, stdout) => resolve(stdout))
  })
}
