import { ImportError } from '#import/import-error.ts'

/**
 * Empty arrays take 3 bytes in a file and more than 40 in memory, so the number of values is
 * limited before they are parsed.
 */
const VALUES_MAX = 5_000_000

/**
 * Parses a JSON file of a site. Throws an `ImportError` if it is invalid or would need too much
 * memory.
 */
export function jsonOf(text: string, file: string): unknown {
  if (valuesIn(text) > VALUES_MAX) throw new ImportError('too_many_items', file)
  try {
    return JSON.parse(text)
  } catch {
    throw new ImportError('invalid_json', file)
  }
}

/** The number of values in arrays and objects. Stops above the limit. */
function valuesIn(text: string): number {
  let values = 0
  for (let at = 0; at < text.length && values <= VALUES_MAX; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA || code === BRACKET || code === BRACE) values += 1
  }
  return values
}

const [QUOTE, COMMA, BRACKET, BRACE, BACKSLASH] = Array.from('",[{\\', (character) =>
  character.charCodeAt(0),
)

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

export type Json = Record<string, unknown>

/** The JSON object in a text of a post. Empty if the text is no JSON. */
export function objectInText(text: unknown): Json {
  return objectIn(valueInText(text))
}

export function valueInText(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text
  } catch {
    return null
  }
}

/** An empty object if the value is no object. */
export function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/**
 * Empty if the value is no text. A number becomes text, because older exports have numbers as ids.
 */
export function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
