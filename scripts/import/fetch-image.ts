import { lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { LIMITS } from '#import/import-error.ts'
import { isPublicHost } from '#kernel/public-host.ts'

const REDIRECTS_MAX = 3
const TIMEOUT = 30_000

type IsAllowed = (address: string) => boolean

/**
 * The address comes from the imported file, so it must not reach this machine or its network. The
 * IP address is checked before each request, also after a redirect. Null if there is no image.
 */
export async function fetchImage(
  url: string,
  isAllowed: IsAllowed = isPublic,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await follow(new URL(url), isAllowed, REDIRECTS_MAX)
  } catch {
    return null
  }
}

async function follow(
  url: URL,
  isAllowed: IsAllowed,
  redirects: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node does not call `lookup` for an IP address.
  if (isIP(host) !== 0 && !isAllowed(host)) return null
  const response = await get(url, isAllowed)
  const { statusCode = 0, headers } = response
  if (statusCode >= 300 && statusCode < 400 && headers.location && redirects > 0) {
    response.destroy()
    return follow(new URL(headers.location, url), isAllowed, redirects - 1)
  }
  if (statusCode !== 200) {
    response.destroy()
    return null
  }
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response) {
    parts.push(part)
    size += part.length
    // Leaving the loop destroys the response.
    if (size > LIMITS.image) return null
  }
  return new Uint8Array(Buffer.concat(parts))
}

function get(url: URL, isAllowed: IsAllowed): Promise<IncomingMessage> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error(`not a web address: ${url.protocol}`)
  const { get } = url.protocol === 'https:' ? https : http
  const options = {
    lookup: allowedOnly(isAllowed),
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { accept: 'image/*' },
  }
  return new Promise((resolve, reject) => get(url, options, resolve).on('error', reject))
}

function allowedOnly(isAllowed: IsAllowed): LookupFunction {
  return (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const allowed = (found ?? []).filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (error || !first) done(error ?? new Error(`${host} is not a public address`), '', 4)
      else if (options.all) done(null, allowed)
      else done(null, first.address, first.family)
    })
}

export const isPublic = (address: string) =>
  isPublicHost(isIP(address) === 6 ? `[${address}]` : address)
