import { COMMENT_IMAGE_LEVEL } from '#features/community/comments/comment.ts'
import {
  attachmentBox,
  cancelReply,
  charactersLeft,
  composerForm,
  composerProblem,
  mentionsField,
  removeAttachment,
} from '#features/community/comments/hooks.ts'
import { commentTexts } from '#features/community/comments/text.ts'
import { COMMENT_MAX } from '#features/community/comments/write.ts'
import { levelOf } from '#features/core/people/level.ts'
import { SEARCH_LEVEL } from '#features/core/people/search.ts'
import { isTrusted } from '#features/core/people/trust.ts'
import { asUserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { Avatar } from '#features/core/shell/user.tsx'
import { NEWCOMER_LINKS } from '#features/publishing/content-rules/needs-review.ts'
import { linksHint } from '#features/publishing/content-rules/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Icon } from '#web/components/elements.tsx'
import { ACCEPTED_IMAGES } from '#web/components/fields.tsx'
import { fileChooser } from '#web/components/hooks.ts'

interface ComposerProps {
  viewer: Viewer
  language: Language
  now: Date
  /** The site limits the links of newcomers. */
  limitsLinks: boolean
  /** The API path to send the comment to. Empty on a page where only replies are written. */
  sentTo: string
}

/**
 * The form for a comment. client/behaviors/comments/composer.ts sends it and keeps the draft; forms.ts makes a form for a
 * reply from a copy.
 */
export function Composer({ viewer, language, now, limitsLinks, sentTo }: ComposerProps) {
  const text = commentTexts[language]
  const level = levelOf(viewer.exp)
  return (
    <form
      class="composer"
      method="post"
      novalidate
      {...composerForm({ path: sentTo, max: COMMENT_MAX, tooLong: text.tooLong(COMMENT_MAX) })}
    >
      <Avatar user={asUserRef(viewer, language)} />
      <div class="composer-box">
        <textarea
          name="body"
          rows={3}
          aria-label={text.write}
          placeholder={text.placeholder}
          autocomplete="off"
          {...mentionsField({
            label: text.people,
            why: level < SEARCH_LEVEL ? text.mentionsFrom(SEARCH_LEVEL) : undefined,
          })}
        />
        {level >= COMMENT_IMAGE_LEVEL && <Attachment language={language} />}
        <p class="field-error" role="alert" {...composerProblem()} hidden />
        {linksHint('comment', limitsLinks && !isTrusted(viewer, now) ? NEWCOMER_LINKS : null, language).map((hint) => (
          <p class="field-hint">{hint}</p>
        ))}
        <div class="composer-foot">
          {level >= COMMENT_IMAGE_LEVEL ? (
            <button
              type="button"
              class="button quiet icon"
              {...fileChooser()}
              aria-label={text.attach}
              title={text.attach}
            >
              <Icon name="picture" />
            </button>
          ) : (
            <a class="faint" href="/help">
              {text.fromLevel(COMMENT_IMAGE_LEVEL)}
            </a>
          )}
          <span class="counter" aria-hidden="true" {...charactersLeft()} />
          <button type="button" class="button small" {...cancelReply()} hidden>
            {text.cancel}
          </button>
          <button type="submit" class="button small primary needs-script" disabled>
            {text.send}
          </button>
        </div>
      </div>
      <noscript>
        <p class="notice">{shellTexts[language].needsScript}</p>
      </noscript>
    </form>
  )
}

function Attachment({ language }: { language: Language }) {
  const text = commentTexts[language]
  return (
    <div class="attachment" {...attachmentBox({ unreadable: text.unreadable })} hidden>
      <input type="file" accept={ACCEPTED_IMAGES} hidden tabindex={-1} aria-label={text.attach} />
      <progress class="bar" max={1} value={0} aria-label={text.uploading} />
      <button
        type="button"
        class="button small icon"
        {...removeAttachment()}
        aria-label={text.removeImage}
        title={text.removeImage}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
