import { shellTexts } from '#features/core/shell/text.ts'
import { chosenTags, coverBox, coverPreview, coverRemover, tagsBox, writeButton } from '#features/pages/studio/hooks.ts'
import type { PostToWrite } from '#features/pages/studio/write/post-to-write.ts'
import { nextStep } from '#features/pages/studio/write/text-next-step.ts'
import { type WriteText, writeTexts } from '#features/pages/studio/write/text-write.ts'
import { Schedule } from '#features/pages/studio/write/views-write-schedule.tsx'
import { SUMMARY_MAX } from '#features/publishing/posts/content.ts'
import { namesOf, TAG_MAX, TAGS_MAX } from '#features/publishing/tags/tags.ts'
import type { Language } from '#kernel/i18n.ts'
import { Counter } from '#web/components/counter.tsx'
import { fieldError, fileChooser } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'
import { Notice } from '#web/components/notice.tsx'

interface WriteSideProps {
  toWrite: PostToWrite
  isLocal: boolean
  language: Language
}

/** The side of the write page: everything about a post but its title and body, and the next step. */
export function WriteSide({ toWrite, isLocal, language }: WriteSideProps) {
  const text = writeTexts[language]
  const { post } = toWrite
  const optional = <small>{shellTexts[language].optional}</small>
  return (
    <section class="write-side" aria-label={text.details}>
      {!isLocal && <NextStepCard {...{ toWrite, text, language }} />}
      <div class="card stack">
        <CoverField url={post?.cover_url ?? null} text={text} optional={optional} />
        <TagsField names={post ? namesOf(post.tags) : []} text={text} optional={optional} />
        <SummaryField value={post?.summary_is_own ? post.summary : ''} text={text} optional={optional} />
      </div>
    </section>
  )
}

function NextStepCard({ toWrite, text, language }: { toWrite: PostToWrite; text: WriteText; language: Language }) {
  const { action, label, explained, save } = nextStep(toWrite, text)
  const { post } = toWrite
  return (
    <div class="card stack next-step">
      <h2>{text.next}</h2>
      {/* Also once it is a draft again, until it is submitted: that is what has to be mended. */}
      {post?.reject_reason && (
        <Notice tone="danger">
          {text.outcome.reason}
          {post.reject_reason}
        </Notice>
      )}
      <div class="soft" id="next-step">
        {explained.map((sentence) => (
          <p>{sentence}</p>
        ))}
      </div>
      <div class="form-actions">
        <button type="button" class="button primary" {...writeButton({ action })} aria-describedby="next-step" disabled>
          {label}
        </button>
        {save && (
          <button type="button" class="button" {...writeButton({ action: 'save' })} disabled>
            {save}
          </button>
        )}
      </div>
      <Schedule {...{ toWrite, language }} />
      {post && (
        <p>
          <a href={`/studio/posts/${post.id}/revisions`}>{text.history}</a>
        </p>
      )}
    </div>
  )
}

interface FieldProps {
  text: WriteText
  optional: ReturnType<typeof Counter>
}

function CoverField({ url, text, optional }: FieldProps & { url: string | null }) {
  return (
    <div
      class="field cover-field"
      {...coverBox({ choose: text.chooseCover, change: text.changeCover, alt: text.cover })}
    >
      <span class="field-label" id="cover-label">
        {text.cover}
        {optional}
      </span>
      <input type="hidden" name="cover_url" value={url ?? ''} />
      <div class="cover-preview" {...coverPreview()} hidden={url === null}>
        {url !== null && <img src={url} alt={text.cover} />}
      </div>
      <progress class="bar" max="1" value="0" aria-label={text.coverProgress} hidden />
      <div class="form-actions">
        <button type="button" class="button small" {...fileChooser()} aria-describedby="cover-hint">
          <Icon name="picture" />
          <span>{url === null ? text.chooseCover : text.changeCover}</span>
        </button>
        <button type="button" class="button small quiet" {...coverRemover()} hidden={url === null}>
          {text.removeCover}
        </button>
        <input type="file" accept="image/jpeg,image/png,image/gif,image/webp" aria-label={text.chooseCover} hidden />
      </div>
      <p class="field-hint" id="cover-hint">
        {text.coverHint}
      </p>
      <p class="field-error" {...fieldError({ field: 'cover_url' })} role="alert" hidden />
      <p class="drop-note" aria-hidden="true">
        {text.dropHere}
      </p>
    </div>
  )
}

/** A combobox with the chosen tags in front of it; client/editor/fields/tags-field.ts. */
function TagsField({ names, text, optional }: FieldProps & { names: string[] }) {
  return (
    <div class="field tags-field" {...tagsBox({ tags: names, most: TAGS_MAX, length: TAG_MAX })}>
      <label for="tags">
        {text.tags}
        {optional}
      </label>
      <div class="tags-box input">
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
        <div class="offered-tags" id="tags-offered" role="listbox" aria-label={text.tagsOffered} hidden />
      </div>
      <p class="field-hint" id="tags-hint">
        {text.tagsHint(TAGS_MAX, TAG_MAX)}
      </p>
      <p class="field-error" id="tags-error" {...fieldError({ field: 'tags' })} role="alert" hidden />
    </div>
  )
}

function SummaryField({ value, text, optional }: FieldProps & { value: string }) {
  return (
    <div class="field">
      <label for="summary">
        {text.summary}
        {optional}
      </label>
      <textarea
        class="input"
        id="summary"
        name="summary"
        rows={4}
        aria-describedby="summary-hint summary-error"
        autocomplete="off"
      >
        {value}
      </textarea>
      <Counter of="summary" value={value} max={SUMMARY_MAX} />
      <p class="field-hint" id="summary-hint">
        {text.summaryHint}
      </p>
      <p class="field-error" id="summary-error" {...fieldError({ field: 'summary' })} role="alert" hidden />
    </div>
  )
}
