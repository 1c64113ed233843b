import type { LanguageFn } from 'highlight.js'
import { createLowlight } from 'lowlight'
import type {
  HighlightedCode,
  HighlightRequest,
  HighlightResponse,
} from '#client/code/highlighter.ts'
import type { CodeLanguage } from '#kernel/text/code-aliases.ts'

/**
 * A browser needs seconds to lay out tens of thousands of spans. Ordinary code has one per eight
 * characters.
 */
const PARTS_MAX = 8_000

const lowlight = createLowlight()

addEventListener(
  'message',
  async ({ data: { language, source } }: MessageEvent<HighlightRequest>) => {
    try {
      const name = language as CodeLanguage
      const inner = (WITHIN[name] ?? [])
        .filter(([, sign]) => sign.test(source))
        .map(([within]) => within)
      await Promise.all([name, ...inner].map(load))
      respond('begun')
      const highlighted = lowlight.highlight(name, source).children
      respond({ highlighted: partsIn(highlighted) > PARTS_MAX ? null : highlighted })
    } catch {
      respond({ highlighted: null })
    }
  },
)

async function load(language: CodeLanguage): Promise<void> {
  if (!lowlight.registered(language))
    lowlight.register(language, (await GRAMMARS[language]()).default)
}

function partsIn(highlighted: HighlightedCode): number {
  return highlighted.reduce(
    (sum, part) => sum + 1 + ('children' in part ? partsIn(part.children) : 0),
    0,
  )
}

function respond(message: HighlightResponse): void {
  postMessage(message)
}

/** Each grammar is a file of its own, so that a page loads only the languages it needs. */
const GRAMMARS: Record<CodeLanguage, () => Promise<{ default: LanguageFn }>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  xml: () => import('highlight.js/lib/languages/xml'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  latex: () => import('highlight.js/lib/languages/latex'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scss: () => import('highlight.js/lib/languages/scss'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}

/** Languages in which another language may occur, with a pattern that detects it. */
const WITHIN: Partial<Record<CodeLanguage, [inner: CodeLanguage, sign: RegExp][]>> = {
  xml: [
    ['css', /<style/i],
    ['javascript', /<script/i],
  ],
  markdown: [['xml', /<\w/]],
  javascript: [['xml', /<\/|\/>/]],
  typescript: [['xml', /<\/|\/>/]],
  php: [['xml', /<\w/]],
}
