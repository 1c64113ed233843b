import { fileURLToPath } from 'node:url'
import type { V4WorkerOptions } from 'miniflare'
import { DATABASE } from './plugin.ts'

/** Options of a Worker: databases by binding, instead of the option `d1Databases`. */
export function databaseBindings(
  names: Record<string, string>,
): Required<Pick<V4WorkerOptions, 'unsafeBindings'>> {
  const plugin = { package: fileURLToPath(new URL('./plugin.ts', import.meta.url)), name: DATABASE }
  return {
    unsafeBindings: Object.entries(names).map(([binding, name]) => ({
      name: binding,
      type: DATABASE,
      plugin,
      options: { name },
    })),
  }
}
