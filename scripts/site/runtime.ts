import { type Options, openMiniflare, type Runtime } from './miniflare.ts'
import { isLoopback, openProxy } from './proxy.ts'

/** Opens the site at its address: directly on loopback, otherwise behind a proxy that sets the client address. */
export async function openRuntime(options: Options): Promise<Runtime> {
  const { host, port } = options
  if (isLoopback(host)) return openMiniflare(options)
  const runtime = await openMiniflare({ ...options, host: '127.0.0.1', port: 0 })
  try {
    const front = await openProxy(host, port, Number(new URL(runtime.url).port))
    return {
      ...runtime,
      url: `http://${ANY_ADDRESS.includes(host) ? 'localhost' : inAddress(host)}:${front.port}`,
      async stop() {
        front.close()
        await runtime.stop()
      },
    }
  } catch (error) {
    await runtime.stop()
    throw error
  }
}

const ANY_ADDRESS = ['0.0.0.0', '::']

const inAddress = (host: string) => (host.includes(':') ? `[${host}]` : host)
