import { useContext } from 'hono/jsx'
import { IdentityContext } from '#features/core/shell/mark.tsx'
import { TimeSentence } from '#features/core/shell/silence-notice.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import {
  borrowedFields,
  chosenTags,
  coverBox,
  coverPreview,
  coverRemover,
  newSeries,
  type ScheduleMode,
  scheduleBox,
  scheduleChoice,
  scheduleHint,
  scheduleLabel,
  tagsBox,
  writeButton,
} from '#features/pages/studio/hooks.ts'
import { scheduleTexts } from '#features/pages/studio/text.ts'
import type { PostToWrite } from '#features/pages/studio/write/post-to-write.ts'
import { type WriteText, writeTexts } from '#features/pages/studio/write/text-write.ts'
import {
  isReviewed,
  linksHint,
  reviewHint,
} from '#features/publishing/content-rules/needs-review.ts'
import { AI_LABELS, aiLabelOf } from '#features/publishing/posts/ai.ts'
import { seriesOf } from '#features/publishing/posts/post.ts'
import { AHEAD_MAX } from '#features/publishing/schedule/schedule.ts'
import { SERIES_TITLE_MAX } from '#features/publishing/series/series.ts'
import { namesOf } from '#features/publishing/tags/tags.ts'
import { shownImage } from '#kernel/html/images.ts'
import type { Language } from '#kernel/i18n.ts'
import { SUMMARY_MAX, TAG_MAX, TAGS_MAX } from '#kernel/post-limits.ts'
import { Button, Icon, Notice } from '#web/components/elements.tsx'
import { Counter, Field, ImageField, SelectField, TextField } from '#web/components/fields.tsx'
import { fieldError } from '#web/components/hooks.ts'

interface WriteSideProps {
  toWrite: PostToWrite
  isLocal: boolean
  language: Language
}

/**
 * The side column of the write page: the next step, cover, tags, series, summary and canonical
 * link.
 */
export function WriteSide({ toWrite, isLocal, language }: WriteSideProps) {
  const text = writeTexts[language]
  const { post } = toWrite
  const { optional } = shellTexts[language]
  const summary = post?.summary_is_own ? post.summary : ''
  return (
    <section class="write-side stack" aria-label={text.details}>
      {!isLocal && <NextStepCard {...{ toWrite, text, language }} />}
      <div class="card stack" {...borrowedFields()}>
        <CoverField url={post?.cover_url ?? null} text={text} optional={optional} />
        <TagsField names={post ? namesOf(post.tags) : []} text={text} optional={optional} />
        <SeriesField toWrite={toWrite} text={text} />
        <TextField
          name="summary"
          label={text.summary}
          aside={optional}
          value={summary}
          rows={4}
          hint={text.summaryHint}
          extra={<Counter of="summary" value={summary} max={SUMMARY_MAX} />}
          autocomplete="off"
        />
        <Field
          name="canonical_url"
          type="url"
          label={text.canonicalUrl}
          aside={optional}
          value={post?.canonical_url ?? ''}
          hint={text.canonicalUrlHint}
          placeholder="https://"
        />
        {(toWrite.asksAi || aiLabelOf(post?.ai_made ?? null) !== 'none') && (
          <SelectField
            name="ai"
            label={text.ai.label}
            hint={text.ai.hint}
            value={aiLabelOf(post?.ai_made ?? null)}
            options={AI_LABELS.map((label) => [label, text.ai[label]])}
          />
        )}
      </div>
    </section>
  )
}

function NextStepCard({
  toWrite,
  text,
  language,
}: {
  toWrite: PostToWrite
  text: WriteText
  language: Language
}) {
  const { action, label, explained, save } = nextStep(toWrite, language)
  const { post } = toWrite
  return (
    <div class="card stack next-step loose small">
      <h2>{text.next}</h2>
      <div class="soft" id="next-step">
        {explained.map((sentence) => (
          <p>{sentence}</p>
        ))}
      </div>
      <div class="form-actions">
        <Button
          {...writeButton({ action })}
          aria-describedby="next-step"
          disabled
          kind="primary"
          label={label}
        />
        {save && <Button {...writeButton({ action: 'save' })} disabled label={save} />}
      </div>
      <Schedule {...{ toWrite, language }} />
      <p class="write-links row">
        {post && <a href={`/studio/posts/${post.id}/revisions`}>{text.history}</a>}
        <a href="/help/writing">{text.help}</a>
        {isReviewed(toWrite.rules) && <a href="/help/review">{text.reviewHelp}</a>}
      </p>
    </div>
  )
}

interface FieldProps {
  text: WriteText
  optional: string
}

function CoverField({ url, text, optional }: FieldProps & { url: string | null }) {
  const { external_images } = useContext(IdentityContext)
  const external = external_images ? undefined : text.externalCover
  return (
    <div
      class="field cover-field"
      {...coverBox({
        choose: text.chooseCover,
        change: text.changeCover,
        alt: text.cover,
        ...(external && { external }),
      })}
    >
      <span class="field-label" id="cover-label">
        {text.cover}
        <small>{optional}</small>
      </span>
      <input type="hidden" name="cover_url" value={url ?? ''} />
      <div class="cover-preview" {...coverPreview()} hidden={url === null}>
        {url !== null &&
          (shownImage(url, external_images) ? <img src={url} alt={text.cover} /> : external)}
      </div>
      <progress class="bar" max="1" value="0" aria-label={text.coverProgress} hidden />
      <ImageField
        id="cover"
        label={url === null ? text.chooseCover : text.changeCover}
        button="button small"
        hint={text.coverHint}
        problem={fieldError({ field: 'cover_url' })}
      >
        <Button
          {...coverRemover()}
          hidden={url === null}
          kind="small quiet"
          label={text.removeCover}
        />
      </ImageField>
      <p class="drop-note" aria-hidden="true">
        {text.dropHere}
      </p>
    </div>
  )
}

/** A combobox, with the selected tags before its input; client/editor/fields/tags-field.ts. */
function TagsField({ names, text, optional }: FieldProps & { names: string[] }) {
  return (
    <div class="field tags-field" {...tagsBox({ tags: names, most: TAGS_MAX, length: TAG_MAX })}>
      <label for="tags">
        {text.tags}
        <small>{optional}</small>
      </label>
      <div class="tags-box row input">
        <ul class="chosen-tags" aria-label={text.tagsChosen} {...chosenTags()} />
        <input
          class="tags-input"
          id="tags"
          type="text"
          role="combobox"
          aria-expanded="false"
          aria-controls="tags-offered"
          aria-autocomplete="list"
          aria-describedby="tags-hint tags-error"
          placeholder={text.tagsPlaceholder}
          autocomplete="off"
          autocapitalize="off"
          enterkeyhint="done"
        />
        <div
          class="offered-tags listbox"
          id="tags-offered"
          role="listbox"
          aria-label={text.tagsOffered}
          hidden
        />
      </div>
      <p class="field-hint" id="tags-hint">
        {text.tagsHint(TAGS_MAX, TAG_MAX)}
      </p>
      <p
        class="field-error"
        id="tags-error"
        {...fieldError({ field: 'tags' })}
        role="alert"
        hidden
      />
    </div>
  )
}

function SeriesField({
  toWrite: { post, series },
  text,
}: {
  toWrite: PostToWrite
  text: WriteText
}) {
  const current = post && seriesOf(post)?.id
  const options = [['', text.noSeries], ...series.map(({ id, title }) => [String(id), title])] as [
    string,
    string,
  ][]
  return (
    <div class="stack">
      <SelectField
        name="series_id"
        label={text.series}
        value={String(current ?? '')}
        options={options}
      />
      <div class="new-series row needs-script" {...newSeries()}>
        <input
          class="input"
          type="text"
          maxlength={SERIES_TITLE_MAX}
          aria-label={text.newSeries}
          placeholder={text.newSeries}
          autocomplete="off"
          enterkeyhint="done"
        />
        <Button kind="small" label={text.createSeries} />
      </div>
      <p class="field-error" {...fieldError({ field: 'series_id' })} role="alert" hidden />
      <p class="field-hint">
        <a href="/studio/series">{text.manageSeries}</a>
      </p>
    </div>
  )
}

interface NextStep {
  action: 'save' | 'submit'
  label: string
  /** The sentences that explain the step. */
  explained: string[]
  /** The label of the button that only saves; null if there is none. */
  save: string | null
}

/**
 * The action of the main button. It depends on the status of the post and on the rules for its
 * author.
 */
export function nextStep({ post, rules }: PostToWrite, language: Language): NextStep {
  const text = writeTexts[language]
  const { outcome } = text
  const links = linksHint('post', rules.linksMax, language)
  const waits = isReviewed(rules) && post?.review_passed !== 1
  if (post?.status === 'approved') {
    const explained = [
      outcome.edit,
      ...(waits ? [outcome.editReviewed] : []),
      outcome.editKept,
      ...links,
    ]
    return { action: 'save', label: text.saveChanges, explained, save: null }
  }
  const submit = post?.reject_reason ? text.submitAgain : text.submit
  const label = waits ? submit : text.publish
  const submitting = [
    ...reviewHint(rules, language),
    waits ? outcome.review(label) : outcome.publish,
    ...links,
  ]
  if (post?.status === 'rejected') {
    return {
      action: 'submit',
      label,
      explained: [outcome.rejectedKept, ...submitting],
      save: text.saveAsDraft,
    }
  }
  return { action: 'submit', label, explained: submitting, save: text.save }
}

/**
 * When a draft will be published. The input uses the time zone of the author;
 * client/editor/fields/schedule-field.ts converts it. A rejected post is scheduled by submitting it
 * again.
 */
function Schedule({ toWrite, language }: { toWrite: PostToWrite; language: Language }) {
  const { post, rules } = toWrite
  const isRejected = post?.status === 'rejected'
  if (post && post.status !== 'draft' && !isRejected) return null
  const text = scheduleTexts[language]
  const publishAt = post?.publish_at ?? null
  const plannedAt = post?.planned_at ?? null
  const hasPassed = post?.review_passed === 1
  const isWaiting = isReviewed(rules) && !hasPassed
  const plan = isWaiting ? text.willBeSubmitted : text.willBePublished
  const sentence = hasPassed ? text.passed : plan
  const change = publishAt === null ? text.schedule : text.change
  const texts: Record<ScheduleMode, { label: string; button: string }> = {
    draft: { label: isWaiting ? text.submitAt : text.at, button: change },
    'once-approved': { label: text.at, button: isWaiting ? text.submitAndSchedule : change },
  }
  const mode = isRejected ? 'once-approved' : 'draft'
  return (
    <details class="schedule" open={publishAt !== null || plannedAt !== null}>
      <summary class="button quiet small">
        <Icon name="clock" />
        {text.later}
      </summary>
      {publishAt !== null && (
        <Notice tone={hasPassed ? 'good' : 'info'}>
          <p>
            <TimeSentence text={sentence} value={publishAt} language={language} />
          </p>
        </Notice>
      )}
      {plannedAt !== null && (
        <Notice>
          <p>
            <TimeSentence text={text.planned} value={plannedAt} language={language} />
          </p>
        </Notice>
      )}
      <div
        class="field"
        {...scheduleBox({
          publishAt: publishAt ?? undefined,
          plannedAt: plannedAt ?? undefined,
          days: AHEAD_MAX,
          mode,
        })}
      >
        {isWaiting && !isRejected && <ScheduleModes {...{ texts, text }} />}
        <label for="publish_at" {...scheduleLabel()}>
          {texts[mode].label}
        </label>
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
        <p
          class="field-error"
          id="publish-error"
          {...fieldError({ field: 'publish_at' })}
          role="alert"
          hidden
        />
        <div class="form-actions">
          <Button
            {...writeButton({ action: 'schedule' })}
            disabled
            kind="small"
            label={texts[mode].button}
          />
          {publishAt !== null && (
            <Button
              {...writeButton({ action: 'unschedule' })}
              disabled
              kind="small quiet"
              label={text.cancel}
            />
          )}
        </div>
      </div>
    </details>
  )
}

interface ScheduleModesProps {
  texts: Record<ScheduleMode, { label: string; button: string }>
  text: (typeof scheduleTexts)['en']
}

/**
 * If posts are reviewed, a post is not published at the time of its submission. The author chooses
 * to which of the two the chosen time applies.
 */
function ScheduleModes({ texts, text }: ScheduleModesProps) {
  return (
    <fieldset class="schedule-modes">
      <legend>{text.modeLabel}</legend>
      {(['draft', 'once-approved'] as const).map((mode) => (
        <label>
          <input
            type="radio"
            name="schedule-mode"
            value={mode}
            checked={mode === 'draft'}
            {...scheduleChoice({ mode, ...texts[mode] })}
          />
          <span>
            {text.mode[mode].label}
            <small>{text.mode[mode].hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
