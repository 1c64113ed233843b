import { createLowlight } from 'lowlight'
import type { Answer, Order, Painted } from '#client/code/painting.ts'
import { GRAMMARS, WITHIN } from '#client/grammars.ts'
import type { CodeLanguage } from '#kernel/code-languages.ts'

/** A page needs seconds to lay out tens of thousands of spans. Ordinary code has one per eight characters. */
const PARTS_MAX = 8_000

const lowlight = createLowlight()

addEventListener('message', async ({ data: { language, source } }: MessageEvent<Order>) => {
  try {
    const name = language as CodeLanguage
    const inner = (WITHIN[name] ?? []).filter(([, sign]) => sign.test(source)).map(([within]) => within)
    await Promise.all([name, ...inner].map(learn))
    answer('begun')
    const painted = lowlight.highlight(name, source).children
    answer({ painted: partsIn(painted) > PARTS_MAX ? null : painted })
  } catch {
    answer({ painted: null })
  }
})

async function learn(language: CodeLanguage): Promise<void> {
  if (!lowlight.registered(language)) lowlight.register(language, (await GRAMMARS[language]()).default)
}

function partsIn(painted: Painted): number {
  return painted.reduce((sum, part) => sum + 1 + ('children' in part ? partsIn(part.children) : 0), 0)
}

function answer(message: Answer): void {
  postMessage(message)
}
