import type { SourceFiles } from '#import/source-files.ts'

/** The file in the archive for an address of an upload, or the URL of an upload that is stored elsewhere. */
interface FoundUpload {
  file: string | null
  /** Null if only the archive has it. */
  url: string | null
}

/** `urlOf` finds the path or URL of an upload by its SHA-1, which the table `uploads` has. */
export function uploadFinder({ names }: SourceFiles, urlOf: (sha1: string) => string | null) {
  const files = new Map(names.flatMap((name) => (name.includes('uploads/') ? [[pathOf(name), name] as const] : [])))
  const found = (address: string): FoundUpload => {
    const path = pathOf(address)
    const file = files.get(path) ?? null
    return { file, url: /^(?:https?:)?\/\//.test(address) ? address.replace(/^\/\//, 'https://') : null }
  }
  return (source: string, base62: string | undefined): FoundUpload => {
    const sha1 = sha1In(source, base62)
    const direct = found(source)
    if (sha1 === null || (direct.file !== null && !source.includes('/optimized/'))) return direct
    const address = urlOf(sha1)
    return address === null ? direct : found(address)
  }
}

/** The part of a name or URL below `uploads/`. Backups of some versions have the folders of the server before it. */
function pathOf(address: string): string {
  const at = address.lastIndexOf('uploads/')
  return at === -1 ? '' : address.slice(at).replace(/[?#].*/s, '')
}

/** An upload is named by its SHA-1 in an address, or by the same number in base 62: `upload://1Eg9p8rrCURq4T3a6iJUk0ri6.png`. */
function sha1In(source: string, base62: string | undefined): string | null {
  const short = base62 ?? /(?:^upload:\/\/|\/uploads\/short-url\/)([\da-zA-Z]{1,27})/.exec(source)?.[1]
  if (short !== undefined) return sha1Of(short)
  return /\/([\da-f]{40})(?![\da-f])/.exec(source)?.[1] ?? null
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

export function sha1Of(base62: string): string | null {
  let number = 0n
  for (const digit of base62) {
    const value = DIGITS.indexOf(digit)
    if (value === -1) return null
    number = number * 62n + BigInt(value)
  }
  const hex = number.toString(16).padStart(40, '0')
  return hex.length === 40 ? hex : null
}
