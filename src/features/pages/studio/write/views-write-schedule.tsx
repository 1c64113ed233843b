import { scheduleBox, scheduleHint, writeButton } from '#features/pages/studio/hooks.ts'
import { scheduleTexts } from '#features/pages/studio/text.ts'
import type { PostToWrite } from '#features/pages/studio/write/post-to-write.ts'
import { AHEAD_MAX } from '#features/publishing/schedule/schedule.ts'
import type { Language } from '#kernel/i18n.ts'
import { Button } from '#web/components/button.tsx'
import { fieldError } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'
import { Notice } from '#web/components/notice.tsx'
import { exactTime } from '#web/components/time.tsx'

/** For a draft: when it is to be published by itself. The field is in the reader's zone, which client/editor/fields/schedule-field.ts knows. */
export function Schedule({ toWrite, language }: { toWrite: PostToWrite; language: Language }) {
  const { post, auditIsOn } = toWrite
  if (post && post.status !== 'draft') return null
  const text = scheduleTexts[language]
  const publishAt = post?.publish_at ?? null
  return (
    <details class="schedule" open={publishAt !== null}>
      <summary class="button quiet small">
        <Icon name="clock" />
        {text.later}
      </summary>
      {publishAt !== null && (
        <Notice>
          <p>{(auditIsOn ? text.willBeSubmitted : text.willBePublished)(exactTime(publishAt, language))}</p>
        </Notice>
      )}
      <div class="field" {...scheduleBox({ publishAt: publishAt ?? undefined, days: AHEAD_MAX })}>
        <label for="publish_at">{text.at}</label>
        <input
          class="input"
          type="datetime-local"
          id="publish_at"
          name="publish_at"
          aria-describedby="publish-hint publish-error"
        />
        <p class="field-hint" id="publish-hint" {...scheduleHint()}>
          {text.hint}
        </p>
        <p class="field-error" id="publish-error" {...fieldError({ field: 'publish_at' })} role="alert" hidden />
        <div class="form-actions">
          <Button
            {...writeButton({ action: 'schedule' })}
            disabled
            kind="small"
            label={publishAt === null ? text.schedule : text.change}
          />
          {publishAt !== null && (
            <Button {...writeButton({ action: 'unschedule' })} disabled kind="small quiet" label={text.cancel} />
          )}
        </div>
      </div>
    </details>
  )
}
