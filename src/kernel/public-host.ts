/** Addresses that are not of the public internet, with those of cloud metadata services. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]

/**
 * Inside 2000::/3, the only range with public addresses. 2001::/23 contains Teredo and 2002::/16 is
 * 6to4: their addresses contain an IPv4 address.
 */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** All ranges, for a network that resolves names itself (scripts/site/miniflare.ts). */
export const NOT_PUBLIC = [...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6, '::/3', '4000::/2', '8000::/1']

/** Names that are resolved inside a network. */
const LOCAL_SUFFIXES = ['.local', '.internal', '.localhost', '.localdomain', '.lan', '.home.arpa']

/**
 * Whether a host is on the public internet. `hostname` is that of a `URL`, which has normalised
 * other spellings of an address. A name may still resolve to a private address.
 */
export function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPublicV6(hostname.slice(1, -1))
  const parts = hostname.split('.')
  if (parts.every((part) => part !== '' && Number.isInteger(Number(part))))
    return isPublicV4(parts.map(Number))
  // A name without a dot is in the local network. A dot at the end is another spelling of a name.
  return (
    parts.length > 1 &&
    !parts.includes('') &&
    !LOCAL_SUFFIXES.some((suffix) => hostname.endsWith(suffix))
  )
}

function isPublicV4(bytes: readonly number[]): boolean {
  const address = numberOf(bytes)
  return !NOT_PUBLIC_V4.some((range) => {
    const [first = '', bits] = range.split('/')
    const size = 2 ** (32 - Number(bits))
    return Math.floor(address / size) === Math.floor(numberOf(first.split('.').map(Number)) / size)
  })
}

const numberOf = (bytes: readonly number[]) => bytes.reduce((sum, byte) => sum * 256 + byte, 0)

/**
 * Compares the first 32 bits, because all ranges are wider than that. The URL parser writes an
 * embedded IPv4 address in hexadecimal.
 */
function isPublicV6(address: string): boolean {
  const [first = '', second = ''] = address.split(':')
  const [high, low] = [Number.parseInt(first || '0', 16), Number.parseInt(second || '0', 16)]
  if (high < 0x2000 || high > 0x3fff || high === 0x2002) return false
  if (high === 0x2001) return low >= 0x200 && low !== 0xdb8
  return high !== 0x3fff || low >= 0x1000
}
