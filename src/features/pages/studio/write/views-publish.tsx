import type { PropsWithChildren } from 'hono/jsx'
import { asUserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import {
  publishButton,
  publishPart,
  publishSheet,
  publishStep,
} from '#features/pages/studio/hooks.ts'
import type { PostToWrite } from '#features/pages/studio/write/post-to-write.ts'
import { publishTexts } from '#features/pages/studio/write/text-publish.ts'
import { nextStep } from '#features/pages/studio/write/views-write-side.tsx'
import { isReviewed } from '#features/publishing/content-rules/needs-review.ts'
import { cachedRow as PostCard } from '#features/publishing/lists/views-card.tsx'
import { aiLabelOf } from '#features/publishing/posts/ai.ts'
import { asListedPost, type ListedPost, seriesPath } from '#features/publishing/posts/post.ts'
import { AHEAD_MAX } from '#features/publishing/schedule/schedule.ts'
import type { Language } from '#kernel/i18n.ts'
import { Button, Icon, LinkButton } from '#web/components/elements.tsx'
import { CopyButton } from '#web/components/form.tsx'
import { dialogCloser } from '#web/components/hooks.ts'

interface PublishSheetProps {
  toWrite: PostToWrite
  viewer: Viewer
  hasLetters: boolean
  origin: string
  now: Date
  language: Language
}

/**
 * The last step before a publication, a sheet at the bottom on phones: the card and the share image
 * as readers will see them, the fields of the page, the time, the letter and what happens next.
 * Afterwards it has the undo and the share screen. client/editor/publish-sheet.ts fills it.
 */
export function PublishSheet({
  toWrite,
  viewer,
  hasLetters,
  origin,
  now,
  language,
}: PublishSheetProps) {
  const text = publishTexts[language]
  const { post, rules } = toWrite
  const waits = isReviewed(rules) && post?.review_passed !== 1
  const { explained, label } = nextStep(toWrite, language)
  const letter = hasLetters ? toWrite.letter : null
  // The card has the day of the publication.
  const today = { published_at: now.toISOString(), first_published_at: null }
  const listed = {
    ...(post ? asListedPost(post, language) : newPostOf(viewer, language)),
    ...today,
  }
  return (
    <dialog
      class="dialog bottom-sheet publish-sheet"
      id="publish-sheet"
      aria-labelledby="publish-sheet-title"
      {...publishSheet({ facts: { origin, days: AHEAD_MAX, isReviewed: waits, letter } })}
    >
      <div class="stack" {...publishStep({ name: 'ask' })}>
        {/* Without this focus, a phone would open its keyboard for the first field. */}
        <h2 id="publish-sheet-title" tabindex={-1} autofocus>
          {waits ? text.reviewTitle : text.title}
        </h2>
        <div class="publish-previews">
          <Part title={text.card}>
            <ol class="post-list" inert>
              <PostCard post={listed} language={language} eager />
            </ol>
          </Part>
          <Part title={text.share}>
            <div class="share-shown" {...publishPart({ name: 'share' })} />
          </Part>
        </div>
        <details>
          <summary class="button small">
            <Icon name="pen" />
            {text.details}
          </summary>
          <div class="publish-fields stack" {...publishPart({ name: 'fields' })} />
        </details>
        <fieldset class="publish-when">
          <legend>{text.when}</legend>
          {(['now', 'tonight', 'later'] as const).map((when) => (
            <label>
              <input type="radio" name="publish-when" value={when} checked={when === 'now'} />
              {text[when]}
            </label>
          ))}
        </fieldset>
        <div class="field" {...publishPart({ name: 'time' })} hidden>
          <label for="publish-time">{text.at}</label>
          <input class="input" type="datetime-local" id="publish-time" name="publish-time" />
        </div>
        {letter && (
          <label class="check">
            <input type="checkbox" name="publish-letter" checked />
            <span {...publishPart({ name: 'letter' })}>{text.letter}</span>
          </label>
        )}
        <Part title={text.afterwards}>
          <div class="soft small">
            {explained.map((sentence) => (
              <p>{sentence}</p>
            ))}
          </div>
        </Part>
        <p class="field-error" role="alert" {...publishPart({ name: 'problem' })} hidden />
        <div class="dialog-actions">
          <Button {...dialogCloser()} label={shellTexts[language].cancel} />
          <Button {...publishButton({ action: 'confirm' })} kind="primary" label={label} />
        </div>
      </div>
      <div class="stack centred" {...publishStep({ name: 'held' })} hidden>
        <h2 tabindex={-1}>{text.heldTitle}</h2>
        <p
          class="publish-seconds tabular"
          aria-hidden="true"
          {...publishPart({ name: 'seconds' })}
        />
        <p class="soft">{text.heldLead}</p>
        <div class="dialog-actions">
          <Button {...publishButton({ action: 'now' })} kind="quiet" label={text.publishNow} />
          <Button {...publishButton({ action: 'undo' })} kind="primary" label={text.undo} />
        </div>
      </div>
      <div class="stack" {...publishStep({ name: 'done' })} hidden>
        <h2 class="row" tabindex={-1}>
          <Icon name="check" /> {text.doneTitle}
        </h2>
        <p class="soft">{text.doneLead}</p>
        <div class="publish-link row">
          <input
            class="input"
            id="publish-link"
            aria-label={text.link}
            readonly
            {...publishPart({ name: 'link' })}
          />
          <CopyButton of="publish-link" kind="small" language={language} />
          <Button
            {...publishButton({ action: 'share' })}
            hidden
            kind="small"
            label={text.shareOther}
          />
        </div>
        <figure class="publish-qr">
          <div role="img" aria-label={text.qr} {...publishPart({ name: 'qr' })} />
          <figcaption class="faint small">{text.qrHint}</figcaption>
        </figure>
        <div class="dialog-actions">
          <LinkButton href="/studio/write" kind="quiet" label={text.another} />
          {listed.series && <LinkButton href={seriesPath(listed.series.id)} label={text.series} />}
          <LinkButton href="/studio/posts" kind="primary view-post" label={text.view} />
        </div>
      </div>
    </dialog>
  )
}

function Part({ title, children }: PropsWithChildren<{ title: string }>) {
  return (
    <section class="stack tight">
      <h3 class="small faint">{title}</h3>
      {children}
    </section>
  )
}

/** The card of a post that is not saved yet. The browser fills in its texts. */
function newPostOf(viewer: Viewer, language: Language): ListedPost {
  return {
    id: 0,
    title: '',
    summary: '',
    cover_url: null,
    tags: [],
    author: asUserRef(viewer, language),
    likes_count: 0,
    comments_count: 0,
    favorites_count: 0,
    energy: 0,
    ai: aiLabelOf(null),
    published_at: null,
    created_at: '',
    series: null,
    reading_minutes: 1,
    views: null,
    first_published_at: null,
  }
}
