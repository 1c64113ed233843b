import { lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { LIMITS } from '#import/import-error.ts'

const REDIRECTS_MAX = 3
const TIMEOUT = 30_000

type IsAllowed = (address: string) => boolean

/**
 * The bytes of an image on the web, or null. The address comes from the file of another site, so it must not reach the machine
 * or its network: the check is on the IP address that is connected to, also after a redirect.
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

async function follow(url: URL, isAllowed: IsAllowed, redirects: number): Promise<Uint8Array<ArrayBuffer> | null> {
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
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error(`not a web address: ${url.protocol}`)
  const { get } = url.protocol === 'https:' ? https : http
  const options = {
    lookup: allowedOnly(isAllowed),
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { accept: 'image/*' },
  }
  return new Promise((resolve, reject) => get(url, options, resolve).on('error', reject))
}

/** Resolves a name to its allowed addresses only. */
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

/** Addresses that are not on the public internet: https://www.iana.org/assignments/iana-ipv4-special-registry. */
const RESERVED = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  RESERVED.addSubnet(network, prefix)

/** Of IPv6 only global unicast addresses, without the ranges that contain an IPv4 address. */
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
const TUNNELS = new BlockList()
TUNNELS.addSubnet('2001::', 32, 'ipv6')
TUNNELS.addSubnet('2002::', 16, 'ipv6')

export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !RESERVED.check(address)
  return isIP(address) === 6 && GLOBAL.check(address, 'ipv6') && !TUNNELS.check(address, 'ipv6')
}
