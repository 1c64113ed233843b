/** A tag in the text of a post: `{% name a b="c" %}`, `{{< name a >}}`, `{{ value | filter }}`, `[[page|text]]`, `{: .class}`. */
export interface Tag {
  kind: 'tag' | 'value' | 'page' | 'file' | 'attributes'
  name: string
  isEnd: boolean
  args: readonly string[]
  named: Readonly<Record<string, string>>
  /** Everything after the name. */
  rest: string
  /** The whole tag, as written. */
  raw: string
  start: number
  end: number
}

/** Null if the text at this place is no tag. */
export function tagOf(source: string, start: number): Tag | null {
  const near = source.slice(start, start + TAG_MAX)
  const form = FORMS.find(({ open }) => near.startsWith(open))
  const close = form === undefined ? -1 : near.indexOf(form.close, form.open.length)
  if (form === undefined || close === -1) return null
  const end = close + form.close.length
  const inside = near.slice(form.open.length, close)
  if (!form.accepts(inside, near.slice(end, end + 1))) return null
  const text = inside.replace(/^-|-$/g, '').trim()
  const name = form.kind === 'tag' ? (/^\/?\s{0,9}([\w.-][\w./-]*)/.exec(text)?.[0] ?? '') : ''
  const rest = text.slice(name.length).trim()
  return {
    kind: form.kind,
    name: name.replace(/^\/\s{0,9}|^end(?=\w)/, ''),
    isEnd: /^\/|^end\w/.test(name),
    rest,
    ...argumentsIn(rest),
    raw: near.slice(0, end),
    start,
    end: start + end,
  }
}

/** Looking farther for the end would make unclosed tags slow. */
const TAG_MAX = 1_000

interface Form {
  kind: Tag['kind']
  open: string
  close: string
  accepts(inside: string, next: string): boolean
}

const isTag = (inside: string) => /^-?\s{0,9}\/?\s{0,9}[\w.-]/.test(inside)
const isPage = (inside: string, next: string) => /^[^[\]\n]{1,300}$/.test(inside) && !'([:'.includes(next || ' ')
const FORMS: readonly Form[] = [
  { kind: 'tag', open: '{{<', close: '>}}', accepts: isTag },
  { kind: 'tag', open: '{{%', close: '%}}', accepts: isTag },
  { kind: 'tag', open: '{%', close: '%}', accepts: isTag },
  { kind: 'value', open: '{{', close: '}}', accepts: (inside) => !inside.includes('\n') },
  { kind: 'file', open: '![[', close: ']]', accepts: isPage },
  { kind: 'page', open: '[[', close: ']]', accepts: isPage },
  { kind: 'attributes', open: '{', close: '}', accepts: (inside) => /^(?:: |:?[.#]|:toc$)[^{\n]{0,200}$/.test(inside) },
]

function argumentsIn(rest: string): Pick<Tag, 'args' | 'named'> {
  const args: string[] = []
  const named: Record<string, string> = {}
  for (const [, name, quoted, single, bare = ''] of rest.matchAll(ARGUMENT)) {
    const value = quoted?.replace(/\\(["\\])/g, '$1') ?? single ?? bare
    if (name === undefined) args.push(value)
    else named[name.toLowerCase()] = value
  }
  return { args: args.filter((arg) => !/^[-/|]$/.test(arg)), named }
}

const ARGUMENT = /(?:([\w-]{1,40})=)?(?:"((?:[^"\\]|\\.)*)"|[`']([^`']*)[`']|([^\s"'`]+))/g
