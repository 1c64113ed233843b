import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sending } from './sending.ts'

/** The maximum length of a command argument; longer bodies go into a file. */
const WORD_MAX = 60_000

/** A bash command that sends the same request again, byte for byte. */
export function curlOf(url: string, { method, address, headers, body }: Sending): string {
  const parts = ['curl -isS --globoff --path-as-is', `-X ${method}`, quoted(url + address)]
  // Otherwise curl would add its own.
  if (body && !headers['content-type']) parts.push("-H 'content-type:'")
  for (const [name, value] of Object.entries(headers)) {
    parts.push(`-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`, 'latin1')}`)
  }
  if (!body || body.length === 0) return parts.join(' ')
  if (body.length > WORD_MAX) return [...parts, `--data-binary @${fileWith(body)}`].join(' ')
  // An argument cannot contain NUL, so the body is piped.
  if (body.includes(0)) return `printf %b ${quoted(octal(body))} | ${[...parts, '--data-binary @-'].join(' ')}`
  return [...parts, `--data-binary ${quoted(body.toString('latin1'), 'latin1')}`].join(' ')
}

let files = 0

function fileWith(body: Uint8Array): string {
  files += 1
  const file = join(tmpdir(), `fuzz-${process.pid}-${files}.body`)
  writeFileSync(file, body)
  return file
}

function quoted(text: string, as: 'utf8' | 'latin1' = 'utf8'): string {
  if (/^[\x20-\x26\x28-\x7e]*$/.test(text)) return `'${text}'`
  const bytes = [...Buffer.from(text, as)].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  )
  return `$'${bytes.join('')}'`
}

/** In the escapes of `printf %b`. */
function octal(body: Uint8Array): string {
  return [...body]
    .map((byte) =>
      byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
        ? String.fromCharCode(byte)
        : `\\0${byte.toString(8).padStart(3, '0')}`,
    )
    .join('')
}
