/** The client address for rate limits. An IPv6 /64 counts as one client, because one household has a whole /64. */
export function clientAddress(header: string | undefined): string {
  const address = header?.trim().toLowerCase() ?? ''
  if (address === '') return '127.0.0.1'
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  return `${expandIpv6(address).slice(0, 4).join(':')}::/64`
}

/** The eight groups of an address, without leading zeros. */
function expandIpv6(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(8 - left.length - right.length, 0)
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}
