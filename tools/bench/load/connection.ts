import { connect, type Socket } from 'node:net'

export interface Received {
  status: number
  /** Size of the body as sent. */
  bytes: number
}

const TRIES_MAX = 5

/** One keep-alive connection with a minimal HTTP parser, so that the measuring costs little CPU. */
export class Connection {
  readonly #port: number
  #socket: Socket | null = null
  #chunks: Buffer[] = []
  #settle: { resolve: (response: Received) => void; reject: (error: Error) => void } | null = null

  constructor(port: number) {
    this.#port = port
  }

  /** If the server closes the connection, opens a new one and repeats the request. Fails if the server is gone. */
  async ask(request: Buffer, tries = TRIES_MAX): Promise<Received> {
    try {
      return await this.#ask(request)
    } catch (error) {
      if (tries === 1) throw error
      return this.ask(request, tries - 1)
    }
  }

  close(): void {
    this.#socket?.destroy()
  }

  #ask(request: Buffer): Promise<Received> {
    this.#chunks = []
    const response = new Promise<Received>((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    this.#socket ??= this.#open()
    this.#socket.write(request)
    return response
  }

  #open(): Socket {
    const socket = connect({ host: '127.0.0.1', port: this.#port, noDelay: true })
    socket.on('data', (chunk) => {
      this.#chunks.push(chunk)
      const response = wholeResponse(this.#chunks)
      if (response) this.#settle?.resolve(response)
    })
    const end = () => {
      this.#socket = null
      this.#settle?.reject(new Error('the server closed the connection'))
    }
    return socket.on('error', end).on('close', end)
  }
}

/** The response, if it is complete. */
function wholeResponse(chunks: Buffer[]): Received | null {
  const [first] = chunks
  if (first === undefined) return null
  const end = first.indexOf('\r\n\r\n')
  if (end < 0) {
    if (chunks.length > 1) chunks.splice(0, chunks.length, Buffer.concat(chunks))
    return null
  }
  const head = first.toString('latin1', 0, end).toLowerCase()
  const status = Number(head.slice(9, 12))
  const received = chunks.reduce((sum, chunk) => sum + chunk.length, 0) - end - 4
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1]
  if (length !== undefined) return received >= Number(length) ? { status, bytes: received } : null
  if (status === 204 || status === 304) return { status, bytes: 0 }
  const isWhole = Buffer.concat(chunks.slice(-2)).subarray(-5).toString('latin1') === '0\r\n\r\n'
  return isWhole ? { status, bytes: received } : null
}
