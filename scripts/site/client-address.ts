import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { Failure } from '../bootstrap/failure.mjs'

/** The proxies that may name the client and the scheme: comma-separated addresses and CIDRs. */
export function proxiesIn(text: string): BlockList {
  const list = new BlockList()
  for (const entry of text.split(',').map((each) => each.trim())) {
    const [address = '', bits, ...more] = entry.split('/')
    const version = isIP(address)
    const length = version === 6 ? 128 : 32
    const prefix = bits === undefined ? length : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
    if (version === 0 || more.length > 0 || prefix < 0 || prefix > length)
      throw new Failure(
        `JOULE_TRUST_PROXY must list addresses such as 127.0.0.1, 10.0.0.0/8 or fd00::/8, separated by commas, not "${entry}"`,
      )
    list.addSubnet(address, prefix, familyOf(address))
  }
  return list
}

/** The client's address and scheme. Only a trusted proxy may name them in its headers. */
export function clientOf(
  { headers, socket }: IncomingMessage,
  proxies: BlockList,
): { address: string; scheme: string } {
  const peer = socket.remoteAddress ?? ''
  if (!isTrusted(peer, proxies)) return { address: peer, scheme: 'http' }
  const schemes = String(headers['x-forwarded-proto'] ?? '').split(',')
  return {
    address: namedClient(String(headers['x-forwarded-for'] ?? ''), proxies) ?? peer,
    scheme: schemes.at(-1)?.trim() === 'https' ? 'https' : 'http',
  }
}

/** The last entry that is not a trusted proxy. Entries before it may be forged by the client. */
function namedClient(forwarded: string, proxies: BlockList): string | null {
  const entries = forwarded.split(',').map((entry) => withoutPort(entry.trim()))
  const client = entries.findLast((entry) => !isTrusted(entry, proxies)) ?? entries[0] ?? ''
  return isIP(client) === 0 ? null : client
}

/** Some proxies append the port: `203.0.113.7:1234`, `[2001:db8::1]:1234`. */
function withoutPort(entry: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}

function isTrusted(address: string, proxies: BlockList): boolean {
  return isIP(address) !== 0 && proxies.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
