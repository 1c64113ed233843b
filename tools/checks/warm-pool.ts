import { connectToMiniflareSocket, getRunnerName } from '@cloudflare/vitest-plugin'
import type { Plugin } from 'vite'
import type { PoolOptions, PoolWorker } from 'vitest/node'

/** The fields of the Workers plugin's pool worker that a second start needs. */
interface WorkersPoolWorker extends PoolWorker {
  options: PoolOptions
  mf: Parameters<typeof connectToMiniflareSocket>[0] | undefined
  socket: Awaited<ReturnType<typeof connectToMiniflareSocket>> | undefined
}

let warm: WorkersPoolWorker | undefined

/** In watch mode, keeps workerd and the modules it has loaded for the next run: a new one takes seconds to start. */
export const warmPool: Plugin = {
  name: 'joule:warm-pool',
  configureVitest({ vitest, project }) {
    const { poolRunner } = project.config
    if (!vitest.config.watch || !poolRunner) return
    project.config.poolRunner = {
      ...poolRunner,
      createPoolWorker(options) {
        const worker = warm ?? (poolRunner.createPoolWorker(options) as WorkersPoolWorker)
        const { start, stop } = Object.getPrototypeOf(worker)
        warm = worker
        worker.options = options
        worker.start = async () => {
          if (worker.mf) worker.socket = await connectToMiniflareSocket(worker.mf, getRunnerName(options.project))
          else await start.call(worker)
        }
        worker.stop = async () => {
          if (warm !== worker) return stop.call(worker)
          worker.socket?.close()
          worker.socket = undefined
        }
        return worker
      },
    }
    vitest.onClose(stopWarmWorker)
  },
}

/** Makes the next run start a new workerd. A run in progress finishes first. */
export async function stopWarmWorker(): Promise<void> {
  const worker = warm
  warm = undefined
  if (worker?.socket === undefined) await worker?.stop()
}
