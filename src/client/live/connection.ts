import { ApiError } from '#client/api-error.ts'
import { CLOSED } from '#kernel/socket-codes.ts'

/** Maximum reconnect delay in seconds (exponential backoff with jitter). */
const WAIT_MAX = 60
const POLL_EVERY = 60_000
/** `WebSocket.OPEN`, also in browsers without WebSocket. */
const OPEN = 1

interface ListenOptions {
  path: string
  onMessage(message: unknown): void
  /** Polls the API by `quietApi` if there is no socket, and to catch up after a reconnect. */
  poll(): Promise<void>
}

/** Listens while the tab is visible. A hidden tab has no socket and no timer. */
export function listen({ path, onMessage, poll }: ListenOptions): void {
  let socket: WebSocket | null = null
  let failures = 0
  let timers: ReturnType<typeof setTimeout>[] = []
  let isOver = false

  const disconnect = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    const closing = socket
    socket = null
    closing?.close()
  }
  // Without a connection the next poll may succeed.
  const pollNow = () =>
    poll().catch((error) => {
      if (error instanceof ApiError && error.status === 401) finish()
    })
  const finish = () => {
    isOver = true
    disconnect()
  }
  const open = () => {
    if (isOver || document.hidden) return
    const own = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')))
    socket = own
    own.onmessage = ({ data }) => onMessage(JSON.parse(data))
    own.onopen = () => {
      if (failures > 0) void pollNow()
      failures = 0
    }
    own.onclose = ({ code }) => {
      if (socket !== own) return
      socket = null
      if (code === CLOSED.ended || code === CLOSED.replaced) return finish()
      failures++
      // The access token may have expired: polling renews the session.
      if (failures === 1) void pollNow()
      const wait = Math.min(2 ** failures, WAIT_MAX) * (0.75 + Math.random() / 2)
      timers.push(setTimeout(open, wait * 1000))
    }
  }
  const begin = () => {
    timers.push(setInterval(() => socket?.readyState !== OPEN && void pollNow(), POLL_EVERY))
    if ('WebSocket' in window) open()
  }

  document.addEventListener('visibilitychange', () => {
    disconnect()
    if (isOver || document.hidden) return
    void pollNow()
    begin()
  })
  addEventListener('pagehide', disconnect)
  if (!document.hidden) begin()
}
