import { has } from '#client/hooks.ts'
import { SPECULATION_RULES } from '#kernel/speculation-rules.ts'
import { viewerFacts } from '#web/components/hooks.ts'

/** Not for somebody signed in, whose pages are made for them alone, nor where the browser is told to save data. */
export function prefetch(): void {
  const { connection } = navigator as { connection?: { saveData: boolean } }
  if (has(viewerFacts, document.body) || connection?.saveData) return
  const rules = document.createElement('script')
  rules.type = 'speculationrules'
  rules.textContent = SPECULATION_RULES
  document.head.append(rules)
}
