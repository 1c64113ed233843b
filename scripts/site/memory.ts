/**
 * The most resident memory that workerd may take for a site on this machine, in megabytes, however long and hard it is used.
 * `npm run prove -- load` holds it; docs/limits.md says what it is made of.
 */
export const RUNTIME_MEGABYTES_MAX = 1024

/**
 * Left alone, V8 goes by the memory of the machine: it lets the old generation of each isolate grow to hundreds of megabytes
 * before it first looks for what is no longer used, and there are a dozen isolates around a site. At Cloudflare an isolate has
 * 128 MB in all, so none needs more than this here; what goes beyond is a fault that shows, and the runtime is started anew.
 */
const HEAP_OF_AN_ISOLATE = [
  '--max-old-space-size=256',
  '--initial-old-space-size=32',
  '--heap-growing-percent=50',
  '--max-semi-space-size=4',
]

/** Has the next runtime keep to it. Miniflare takes flags from the environment alone; those of an operator come first. */
export function boundHeaps(env: NodeJS.ProcessEnv): void {
  env.MINIFLARE_WORKERD_V8_FLAGS ??= HEAP_OF_AN_ISOLATE.join(' ')
}
