import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { valueInText } from '#import/json.ts'

export type Fields = Readonly<Record<string, unknown>>

/**
 * Splits a text into its front matter (YAML, TOML or JSON) and the rest. `fields` is null without
 * front matter.
 */
export function documentOf(source: string): { fields: Fields | null; body: string } {
  const text = source.replace(/\r\n?/g, '\n').replace(/^\s*\n/, '')
  for (const { start, end, read, isWhole } of LANGUAGES) {
    const opening = start.exec(text)?.[0]
    if (opening === undefined) continue
    end.lastIndex = opening.length
    const closing = end.exec(text)
    if (closing === null || closing.index > FRONT_MATTER_MAX) continue
    const fields = recordOf(read(text.slice(opening.length, closing.index + (isWhole ? 1 : 0))))
    if (fields !== null)
      return { fields: inLowerCase(fields), body: text.slice(closing.index + closing[0].length) }
  }
  return { fields: null, body: text }
}

/** The fields of a configuration file. Its ending names the language. */
export function readFields(text: string, name: string): unknown {
  if (name.endsWith('.toml')) return readToml(text)
  return name.endsWith('.json') ? valueInText(text) : readYaml(text)
}

export function inLowerCase(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

export function recordOf(value: unknown): Fields | null {
  const isRecord =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  return isRecord ? (value as Fields) : null
}

/** The maximum length of front matter, which bounds the time of the parsers. */
const FRONT_MATTER_MAX = 32 * 1024
/**
 * The maximum number of aliases. It also bounds aliases that contain aliases, whose sizes multiply.
 */
const ALIASES_MAX = 100
/**
 * The maximum number of characters before the content of a line, and of collections in brackets.
 * Each level of nesting needs one of them, so they bound the depth.
 */
const INDENT_MAX = 100
const BRACKETS_MAX = 200

const LANGUAGES: readonly {
  start: RegExp
  end: RegExp
  read(text: string): unknown
  isWhole?: true
}[] = [
  { start: /^---[ \t]*(?:ya?ml[ \t]*)?\n/, end: /^(?:---|\.\.\.)[ \t]*(?:\n|$)/gm, read: readYaml },
  {
    start: /^\+\+\+[ \t]*\n|^---[ \t]*toml[ \t]*\n/,
    end: /^(?:\+\+\+|---)[ \t]*(?:\n|$)/gm,
    read: readToml,
  },
  { start: /^---[ \t]*json[ \t]*\n/, end: /^---[ \t]*(?:\n|$)/gm, read: valueInText },
  { start: /^(?=\{\s)/, end: /^\}[ \t]*(?:\n|$)/gm, read: valueInText, isWhole: true },
  // Hexo does not require the first line, and Pelican ends the fields with an empty line.
  {
    start: /^(?=(?:title|date|layout|tags|categories|slug|author|permalink):[ \t])/i,
    end: /^(?:---+)?[ \t]*(?:\n|$)/gm,
    read: readYaml,
  },
]

function readYaml(text: string): unknown {
  return yamlOf(text) ?? yamlOf(withQuotes(text)) ?? readLines(text)
}

function yamlOf(text: string): unknown {
  if (mayBeDeep(text)) return null
  try {
    return parseYaml(text, {
      maxAliasCount: ALIASES_MAX,
      uniqueKeys: false,
      logLevel: 'error',
      prettyErrors: false,
    })
  } catch {
    return null
  }
}

/**
 * The parser is recursive. A stack overflow is an error that can be caught, but V8 ends the process
 * if it has to compile a regex while the stack is almost full. A thousand levels were enough for
 * that.
 */
function mayBeDeep(text: string): boolean {
  const brackets = text.match(/[[{]/g)?.length ?? 0
  return (
    brackets > BRACKETS_MAX ||
    text.split('\n').some((line) => line.search(/[^ \t?:-]|$/) > INDENT_MAX)
  )
}

/** Quotes values that make the YAML invalid, such as in `title: Part 2: more`. */
function withQuotes(text: string): string {
  return text.replace(/^([A-Za-z][\w-]{0,40}:) ([^\n]*)$/gm, (line, name: string, value: string) =>
    /^[@`%&*!]|: |:$| #/.test(value) ? `${name} ${JSON.stringify(value.trim())}` : line,
  )
}

function readToml(text: string): unknown {
  try {
    return parseToml(text)
  } catch {
    return readLines(text)
  }
}

/** The last resort: each line is a name and a text. */
function readLines(text: string): Fields {
  const fields: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^([A-Za-z][\w-]{0,40})[ \t]{0,9}[:=](.*)$/.exec(line) ?? []
    if (name !== undefined) fields[name] = value.trim().replace(/^(["'])(.*)\1$/, '$2')
  }
  return fields
}
