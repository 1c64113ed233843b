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
  for (const { kind, pattern } of FORMS) {
    const found = pattern.exec(near)
    if (found === null) continue
    const [whole, slash = '', name = '', rest = ''] = found
    const isEnd = slash !== '' || /^end\w/.test(name)
    return {
      kind,
      name: name.replace(/^end(?=\w)/, ''),
      isEnd,
      rest: rest.trim(),
      ...argumentsIn(rest),
      raw: whole,
      start,
      end: start + whole.length,
    }
  }
  return null
}

const TAG_MAX = 2_000

const FORMS: readonly { kind: Tag['kind']; pattern: RegExp }[] = [
  { kind: 'tag', pattern: /^\{\{<\s*(\/?)\s*([\w./-]+)((?:[^>\n]|>(?!\}\})|\n)*)>\}\}/ },
  { kind: 'tag', pattern: /^\{\{%\s*(\/?)\s*([\w./-]+)((?:[^%]|%(?!\}\}))*)%\}\}/ },
  { kind: 'tag', pattern: /^\{%-?\s*(\/?)\s*([\w.-]+)((?:[^%]|%(?!\}))*)%\}/ },
  { kind: 'value', pattern: /^\{\{-?()()((?:[^}\n]|\}(?!\}))*)\}\}/ },
  { kind: 'file', pattern: /^()()!\[\[([^[\]\n]{1,300})\]\]/ },
  { kind: 'page', pattern: /^()()\[\[([^[\]\n]{1,300})\]\]/ },
  { kind: 'attributes', pattern: /^[ \t]*()()(\{(?:: |:?[.#]|:toc)[^{}\n]{0,200}\})/ },
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
