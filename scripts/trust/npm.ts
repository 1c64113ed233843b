import { execFile } from 'node:child_process'
import { inRoot } from '../build/paths.ts'

/** What npm says, whatever it ends with: `npm audit` fails where it has found something. */
export function npm(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: inRoot(), maxBuffer: 64_000_000 }, (_, stdout) => resolve(stdout))
  })
}
