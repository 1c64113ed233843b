/** The client's address as counters know it. One household holds a whole IPv6 /64, so that is one client. */
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
