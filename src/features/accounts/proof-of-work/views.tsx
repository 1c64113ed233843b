import { challengeField } from '#features/accounts/proof-of-work/hooks.ts'
import type { PageChallenge } from '#features/accounts/proof-of-work/http/admission.ts'
import { proofTexts } from '#features/accounts/proof-of-work/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { NeedsScript } from '#web/components/elements.tsx'
import { optional } from '#web/components/hooks.ts'

interface ChallengeFieldProps {
  challenge: PageChallenge
  for: 'register' | 'forgot'
  language: Language
}

/** Part of a form that needs a solved challenge. */
export function ChallengeField({ challenge: { siteKey }, for: of, language }: ChallengeFieldProps) {
  const { failed, needsScript } = proofTexts[language]
  return (
    <>
      <input
        type="hidden"
        name="challenge"
        autocomplete="off"
        {...optional()}
        {...challengeField({ worker: asset('challenge-worker.js'), failed, siteKey: siteKey ?? undefined })}
      />
      <NeedsScript text={{ needsScript: needsScript[of] }} />
    </>
  )
}
