import type { ShellText } from '#features/core/shell/text.ts'
import type { AdminIdentityText } from '#features/operations/admin/identity/text.ts'
import { PINNED_MAX, type Pinned } from '#features/publishing/lists/pinned.ts'
import { postPath } from '#features/publishing/posts/paths.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Field } from '#web/components/field.tsx'
import { Icon } from '#web/components/icon.tsx'

interface PinnedProps {
  pinned: Pinned[]
  text: AdminIdentityText
  shell: ShellText
}

export function PinnedCard({ pinned, text, shell }: PinnedProps) {
  return (
    <section class="card" id="pinned" aria-labelledby="pinned-heading">
      <header>
        <h2 id="pinned-heading">{text.pinned}</h2>
        <p>{text.pinnedLead(PINNED_MAX)}</p>
      </header>
      {pinned.length > 0 && (
        <ul class="own-list">
          {pinned.map(({ post_id, title }) => (
            <li class="own-item">
              <a class="own-words" href={postPath(post_id)}>
                {title}
              </a>
              <ApiForm api={`DELETE /api/admin/pinned-posts/${post_id}`} after="reload" toast={text.unpinned} class="">
                <button type="submit" class="button quiet icon needs-script" aria-label={text.unpin(title)}>
                  <Icon name="close" />
                </button>
              </ApiForm>
            </li>
          ))}
        </ul>
      )}
      {pinned.length < PINNED_MAX && (
        <ApiForm
          api="POST /api/admin/pinned-posts"
          after="reload"
          toast={text.pinnedNow}
          text={shell}
          class="form narrow"
        >
          <Field name="post" label={text.post} hint={text.postHint} maxlength={500} autocomplete="off" required />
          <div class="form-actions needs-script">
            <button type="submit" class="button">
              {text.pin}
            </button>
          </div>
        </ApiForm>
      )}
    </section>
  )
}
