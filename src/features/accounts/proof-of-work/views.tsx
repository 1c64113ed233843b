import { challengeField } from '#features/accounts/proof-of-work/hooks.ts'
import { proofTexts } from '#features/accounts/proof-of-work/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { optional } from '#web/components/hooks.ts'
import { NeedsScript } from '#web/components/notice.tsx'

/** Part of a form that needs a solved challenge. The page must load `challenge.js`. */
export function ChallengeField({ for: of, language }: { for: 'register' | 'forgot'; language: Language }) {
  const { failed, needsScript } = proofTexts[language]
  return (
    <>
      <input
        type="hidden"
        name="challenge"
        autocomplete="off"
        {...optional()}
        {...challengeField({ worker: asset('challenge-worker.js'), failed })}
      />
      <NeedsScript text={{ needsScript: needsScript[of] }} />
    </>
  )
}
