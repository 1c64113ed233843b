import { exactTime } from '#features/core/shell/hooks.ts'
import type { Language } from '#kernel/i18n.ts'
import { namedTime, SITE_ZONE } from '#kernel/time-zone.ts'

interface TimeSentenceProps {
  text: { before: string; after: string }
  value: string
  language: Language
}

/** A sentence with a time to the minute. client/zoned-times.ts shows the time in the viewer's zone. */
export function TimeSentence({ text: { before, after }, value, language }: TimeSentenceProps) {
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
