import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { BENCH_FOLDER } from '../checked-out.ts'

export interface Served {
  url: string
  pid: number
  stop(): Promise<void>
}

/** The demo site of a commit, built and served by its own `npm start`. Its data is reused between runs. */
export function serve(root: string, label: string): Promise<Served> {
  const data = join(BENCH_FOLDER, 'first-paint', label)
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', JOULE_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /running at (http:\S+)/.exec(line)?.[1]
      if (url) resolve({ url, pid: child.pid ?? 0, stop })
    })
    ended.then(() => reject(new Failure(`${label} does not start`)))
  })
}
