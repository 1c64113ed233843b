import { createLowlight } from 'lowlight'
import type { HighlightAnswer, HighlightedCode, HighlightRequest } from '#client/code/highlighter.ts'
import { GRAMMARS, WITHIN } from '#client/grammars.ts'
import type { CodeLanguage } from '#kernel/code-languages.ts'

/** A page needs seconds to lay out tens of thousands of spans. Ordinary code has one per eight characters. */
const PARTS_MAX = 8_000

const lowlight = createLowlight()

addEventListener('message', async ({ data: { language, source } }: MessageEvent<HighlightRequest>) => {
  try {
    const name = language as CodeLanguage
    const inner = (WITHIN[name] ?? []).filter(([, sign]) => sign.test(source)).map(([within]) => within)
    await Promise.all([name, ...inner].map(load))
    answer('begun')
    const highlighted = lowlight.highlight(name, source).children
    answer({ highlighted: partsIn(highlighted) > PARTS_MAX ? null : highlighted })
  } catch {
    answer({ highlighted: null })
  }
})

async function load(language: CodeLanguage): Promise<void> {
  if (!lowlight.registered(language)) lowlight.register(language, (await GRAMMARS[language]()).default)
}

function partsIn(highlighted: HighlightedCode): number {
  return highlighted.reduce((sum, part) => sum + 1 + ('children' in part ? partsIn(part.children) : 0), 0)
}

function answer(message: HighlightAnswer): void {
  postMessage(message)
}
