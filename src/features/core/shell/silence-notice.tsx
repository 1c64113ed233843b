import type { PropsWithChildren } from 'hono/jsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import { exactTime } from '#features/core/shell/hooks.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { namedTime, SITE_ZONE } from '#kernel/time-zone.ts'
import { Notice } from '#web/components/elements.tsx'

/** Is shown where a silenced viewer would write: says why, and until when, the viewer cannot. */
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

/** The reason and the end of a ban or a silence. */
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
  /** The sentence, with `{time}` in place of the time. */
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
      {/* client/behaviors/relative-times.ts does not change a time with a space instead of a T. */}
      <time datetime={moment.toISOString().replace('T', ' ')} {...exactTime()}>
        {namedTime(moment, SITE_ZONE, language)}
      </time>
      {after}
    </>
  )
}
