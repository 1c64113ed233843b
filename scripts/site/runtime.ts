import { type Options, openMiniflare, type Runtime } from './miniflare.ts'
import { isLoopback, openProxy, type ProxyOptions } from './proxy.ts'

type RuntimeOptions = Options & Pick<ProxyOptions, 'origin' | 'proxies' | 'loopbackHostsOnly' | 'onRefused'>

/** Opens the site at its address: `npm start` directly on loopback, otherwise behind a proxy that sets the client address. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { host, port, origin, proxies, loopbackHostsOnly, onRefused } = options
  if (isLoopback(host) && !origin && !proxies && !loopbackHostsOnly) return openMiniflare(options)
  const runtime = await openMiniflare({ ...options, host: '127.0.0.1', port: 0 })
  try {
    const sitePort = Number(new URL(runtime.url).port)
    const front = await openProxy({ host, port, sitePort, origin, proxies, loopbackHostsOnly, onRefused })
    return {
      ...runtime,
      url: `http://${LOCAL.includes(host) ? 'localhost' : inAddress(host)}:${front.port}`,
      async stop() {
        await front.close()
        await runtime.stop()
      },
    }
  } catch (error) {
    await runtime.stop()
    throw error
  }
}

const LOCAL = ['0.0.0.0', '::', '127.0.0.1', '::1']

const inAddress = (host: string) => (host.includes(':') ? `[${host}]` : host)
