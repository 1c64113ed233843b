import { AppError, type ErrorCode, type FieldProblem, isErrorCode } from '#kernel/errors.ts'
import { LANGUAGES, type Language } from '#kernel/i18n.ts'

/**
 * The type of a body with bytes: the length of the JSON text in four bytes, the JSON text, then all
 * bytes. In the JSON text, `{ bytes: <length> }` stands for each of them.
 */
const FRAMED = 'application/octet-stream'
const JSON_TYPE = 'application/json'

interface Encoded {
  type: string
  body: string | Uint8Array<ArrayBuffer>
}

interface Readable {
  headers: Headers
  json(): Promise<unknown>
  arrayBuffer(): Promise<ArrayBuffer>
}

/** Encodes plain data. Values without bytes, such as texts, are JSON. */
export function encoded(value: unknown): Encoded {
  const parts: Uint8Array[] = []
  const text = JSON.stringify({ value }, (_, inner) => {
    if (!(inner instanceof Uint8Array)) return inner
    parts.push(inner)
    return { bytes: inner.length }
  })
  if (parts.length === 0) return { type: JSON_TYPE, body: text }
  const head = new TextEncoder().encode(text)
  const length = parts.reduce((sum, part) => sum + part.length, LENGTH_BYTES + head.length)
  const body = new Uint8Array(length)
  new DataView(body.buffer).setUint32(0, head.length)
  let at = LENGTH_BYTES
  for (const part of [head, ...parts]) {
    body.set(part, at)
    at += part.length
  }
  return { type: FRAMED, body }
}

const LENGTH_BYTES = 4

/** Decodes the body of a request or a response. The bytes are views of one buffer. */
export async function decoded(message: Readable): Promise<unknown> {
  if (message.headers.get('content-type') !== FRAMED)
    return ((await message.json()) as { value?: unknown }).value
  const all = new Uint8Array(await message.arrayBuffer())
  const headLength = new DataView(all.buffer).getUint32(0)
  let at = LENGTH_BYTES + headLength
  const text = new TextDecoder().decode(all.subarray(LENGTH_BYTES, at))
  const revived = JSON.parse(text, (_, inner) => {
    if (!isPlaceholder(inner)) return inner
    at += inner.bytes
    return all.subarray(at - inner.bytes, at)
  })
  return revived.value
}

function isPlaceholder(inner: unknown): inner is { bytes: number } {
  return (
    typeof inner === 'object' &&
    inner !== null &&
    'bytes' in inner &&
    typeof inner.bytes === 'number'
  )
}

/** A refusal of a job. Its messages are complete texts in every language. */
interface Refusal {
  code: ErrorCode
  fields?: Record<string, Record<Language, string>>
}

export function refusalOf({ code, details }: AppError): Refusal {
  const fields = Object.entries(details.fields ?? {}).map(([name, problem]) => [
    name,
    Object.fromEntries(LANGUAGES.map((language) => [language, inWords(problem, language)])),
  ])
  return { code, ...(fields.length > 0 && { fields: Object.fromEntries(fields) }) }
}

const inWords = (problem: string | FieldProblem, language: Language) =>
  typeof problem === 'string' ? problem : problem(language)

export function errorOf({ code, fields }: Refusal): AppError {
  if (!isErrorCode(code)) throw new Error(`a job was refused with the unknown code ${code}`)
  const problems = Object.entries(fields ?? {}).map(([name, texts]): [string, FieldProblem] => [
    name,
    (language) => texts[language],
  ])
  return new AppError(code, problems.length > 0 ? { fields: Object.fromEntries(problems) } : {})
}
