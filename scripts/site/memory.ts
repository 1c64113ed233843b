/**
 * The maximum resident memory of workerd for a local site, in megabytes. `npm run prove -- load` checks it;
 * docs/limits.md explains it.
 */
export const RUNTIME_MEGABYTES_MAX = 1024

/**
 * By default V8 sizes its heaps by the memory of the machine: each of a dozen isolates may grow to hundreds of
 * megabytes before the first major collection. At Cloudflare an isolate has 128 MB in total, so none needs more here.
 * More is a bug: the isolate fails and the runtime restarts.
 */
const HEAP_OF_AN_ISOLATE = [
  '--max-old-space-size=256',
  '--initial-old-space-size=32',
  '--heap-growing-percent=50',
  '--max-semi-space-size=4',
]

/** Limits the next runtime. Miniflare accepts flags only from the environment; flags of the operator come first. */
export function boundHeaps(env: NodeJS.ProcessEnv): void {
  env.MINIFLARE_WORKERD_V8_FLAGS ??= HEAP_OF_AN_ISOLATE.join(' ')
}
