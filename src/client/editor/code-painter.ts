import { createLowlight } from 'lowlight'
import { GRAMMARS, WITHIN } from '#client/grammars.ts'
import type { CodeLanguage } from '#kernel/code-languages.ts'

interface Span {
  from: number
  to: number
  classes: string
}

type Tree = ReturnType<ReturnType<typeof createLowlight>['highlight']>
type Leaf = Tree['children'][number]

/** Gives the coloured parts of a source, or null while its language is on its way; `learned` is called when it has come. */
export function painter(learned: () => void) {
  const lowlight = createLowlight()
  const asked = new Set<CodeLanguage>()

  function knows(language: CodeLanguage): boolean {
    if (lowlight.registered(language)) return true
    if (!asked.has(language)) {
      asked.add(language)
      GRAMMARS[language]().then(
        ({ default: grammar }) => {
          lowlight.register(language, grammar)
          learned()
        },
        () => asked.delete(language),
      )
    }
    return false
  }

  return (language: string, source: string): Span[] | null => {
    const name = language as CodeLanguage
    const inner = (WITHIN[name] ?? []).filter(([, sign]) => sign.test(source)).map(([within]) => within)
    // All of them are asked for at once.
    if ([name, ...inner].map(knows).includes(false)) return null
    return spansIn(lowlight.highlight(name, source).children)
  }
}

function spansIn(nodes: readonly Leaf[]): Span[] {
  const spans: Span[] = []
  let at = 0
  const walk = (children: readonly Leaf[], classes: string) => {
    for (const node of children) {
      if (node.type === 'text') {
        const to = at + node.value.length
        if (classes) spans.push({ from: at, to, classes })
        at = to
      } else if (node.type === 'element') {
        const own = node.properties.className
        walk(node.children, [classes, ...(Array.isArray(own) ? own : [])].filter(Boolean).join(' '))
      }
    }
  }
  walk(nodes, '')
  return spans
}
