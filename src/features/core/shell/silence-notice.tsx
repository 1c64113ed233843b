import type { PropsWithChildren } from 'hono/jsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import { exactTime } from '#features/core/shell/hooks.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { namedTime, SITE_ZONE } from '#kernel/time-zone.ts'
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

interface TimeSentenceProps {
  /** With `{time}` in the place of the time. */
  text: string
  value: string
  language: Language
}

/**
 * A sentence with a time to the minute. client/zoned-times.ts shows the time in the viewer's zone.
 */
export function TimeSentence({ text, value, language }: TimeSentenceProps) {
  const [before, after] = text.split('{time}')
  const moment = new Date(value)
  return (
    <>
      {before}
      {/* With a space instead of a T, client/behaviors/relative-times.ts leaves the time as it is. */}
      <time datetime={moment.toISOString().replace('T', ' ')} {...exactTime()}>
        {namedTime(moment, SITE_ZONE, language)}
      </time>
      {after}
    </>
  )
}
