import { spawn } from 'node:child_process'
import { endChildOnExit } from '../bootstrap/end-child.mjs'
import { inRoot } from './paths.ts'

/**
 * Builds what `npm start` needs in a child process: esbuild and wrangler take about 250 MB, which a
 * process that serves the site afterwards would keep. The child prints its errors, and its failure
 * ends this process.
 */
export async function buildInChild(script = inRoot('scripts/build/process.ts')): Promise<void> {
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // A process group of its own, so that a signal also ends wrangler and esbuild.
    detached: process.platform !== 'win32',
  })
  const release = endChildOnExit(child)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve)
  })
  release()
  if (code !== 0) process.exit(code ?? 1)
}
