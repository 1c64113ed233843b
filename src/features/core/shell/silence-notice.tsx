import type { PropsWithChildren } from 'hono/jsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { TimeSentence } from '#features/core/shell/time-sentence.tsx'
import type { Language } from '#kernel/i18n.ts'
import { Notice } from '#web/components/elements.tsx'

/** Where a silenced viewer would write: why and until when they cannot. */
export function SilenceNotice({
  viewer,
  language,
  children,
}: PropsWithChildren<{ viewer: Viewer; language: Language }>) {
  const text = shellTexts[language]
  const { silence_reason, silence_ends_at } = viewer
  return (
    <Notice tone="danger">
      <p>{text.silenced}</p>
      <RestrictionFacts reason={silence_reason} ends={silence_ends_at} language={language} />
      {children}
    </Notice>
  )
}

interface RestrictionFactsProps {
  reason: string | null
  ends: string | null
  language: Language
}

/** The reason and the end of a ban or silence. */
export function RestrictionFacts({ reason, ends, language }: RestrictionFactsProps) {
  const text = shellTexts[language]
  return (
    <>
      {reason && <p>{text.banReason(reason)}</p>}
      {ends && (
        <p>
          <TimeSentence text={text.restrictionEnds} value={ends} language={language} />
        </p>
      )}
    </>
  )
}
