import { has } from '#client/hooks.ts'
import { SPECULATION_RULES } from '#kernel/speculation-rules.ts'
import { viewerFacts } from '#web/components/hooks.ts'

/** Not for signed-in users, whose pages are not cacheable, and not in data saver mode. */
export function prefetch(): void {
  const { connection } = navigator as { connection?: { saveData: boolean } }
  if (has(viewerFacts, document.body) || connection?.saveData) return
  const rules = document.createElement('script')
  rules.type = 'speculationrules'
  rules.textContent = SPECULATION_RULES
  document.head.append(rules)
}
