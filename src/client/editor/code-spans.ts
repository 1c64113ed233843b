import type { Painted } from '#client/code/painting.ts'

export interface Span {
  from: number
  to: number
  classes: string
}

/** The coloured parts of a source by their place in it, with the classes of everything around them. */
export function spansIn(painted: Painted): Span[] {
  const spans: Span[] = []
  let at = 0
  const walk = (children: Painted, classes: string) => {
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
  walk(painted, '')
  return spans
}
