/** Requests of one kind, measured under one name and sent in order. */
export interface Scene {
  name: string
  requests: Request[]
}

export interface Request {
  method: 'GET' | 'POST'
  path: string
  token?: string
  cookie?: string
  body?: unknown
}

/** As sent over the network. */
export function wired({ method, path, token, cookie, body }: Request): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Accept-Language: en',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json']),
    ...(method === 'POST' ? [`Content-Length: ${Buffer.byteLength(text)}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}
