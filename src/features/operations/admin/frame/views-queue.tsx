import type { Child, PropsWithChildren } from 'hono/jsx'
import type { UserRef } from '#features/core/people/user-ref.ts'
import { Avatar, LevelBadge } from '#features/core/shell/user.tsx'
import { shortcutSwitch } from '#features/operations/admin/frame/hooks.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import {
  OpensDialog,
  type OpensDialogProps,
} from '#features/operations/admin/frame/views-dialogs.tsx'
import { PostArticle } from '#features/pages/reading/views.tsx'
import { bodyFor, contentsOf } from '#features/pages/reading/views-body.tsx'
import type { Attributes } from '#kernel/hooks.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Button, Icon, type IconName, LinkButton, SideCard } from '#web/components/elements.tsx'
import { ApiButton, ApiForm } from '#web/components/form.tsx'
import { pressedByKey } from '#web/components/hooks.ts'

const OWN = '/images/'

/**
 * The images that are stored on this site, with a button that removes each. Others are left out.
 */
export function RemovableImages({
  urls,
  language,
}: {
  urls: readonly (string | null)[]
  language: Language
}) {
  const text = texts[language]
  const own = [...new Set(urls.filter((url) => url !== null))].filter((url) => url.startsWith(OWN))
  if (own.length === 0) return null
  return (
    <details class="removable-images">
      <summary class="button small">{text.images(own.length)}</summary>
      <ul class="row">
        {own.map((url, n) => (
          <li class="stack tight">
            <a href={url}>
              <img src={url} alt={text.image(n + 1)} loading="lazy" />
            </a>
            <ApiButton
              api={`DELETE /api/admin/images/${url.slice(OWN.length)}`}
              after="reload"
              toast={text.removed}
              confirm={{ title: text.title, body: text.body, button: text.remove }}
              button="button small danger"
              label={`${text.remove}: ${text.image(n + 1)}`}
            >
              <Icon name="trash" />
              {text.remove}
            </ApiButton>
          </li>
        ))}
      </ul>
    </details>
  )
}

const texts = bilingual({
  images: [(count: number) => `图片（${count}）`, (count: number) => `Images (${count})`],
  image: [(number: number) => `图片 ${number}`, (number: number) => `Image ${number}`],
  remove: ['移除图片', 'Remove image'],
  title: ['移除这张图片？', 'Remove this image?'],
  body: [
    '图片会立即从全站删除，无法恢复，作者会收到通知。读者浏览器中的缓存最多保留一天。',
    'The image is deleted from the whole site and cannot be restored. Its author gets a notification. Browsers that have shown it may keep it for up to a day.',
  ],
  removed: ['图片已移除。', 'The image was removed.'],
})

interface Shortcut {
  shortcut: string
  label: string
}

/**
 * The shared parts of the review page and the reports page, which show one item of a queue at a
 * time.
 */
interface DecisionCardProps {
  label: string
  /** The links to the neighbours in the queue, and their labels. */
  steps: { previous: string | null; next: string | null; back: string; skip: string }
  form: Pick<Parameters<typeof ApiForm>[0], 'api' | 'after' | 'toast'> &
    Shortcut & { icon: IconName; field: Child; hooks?: Attributes | false }
  /** The buttons that open a dialog. */
  dialogs: (false | null | (Shortcut & OpensDialogProps))[]
  language: Language
}

/** The decision buttons, followed by the links to the neighbours and the list of shortcuts. */
export function DecisionCard(props: PropsWithChildren<DecisionCardProps>) {
  const { label, steps, form, dialogs, language, children } = props
  const { previous, next, back, skip } = steps
  const { shortcut, icon, label: decision, field, hooks, ...call } = form
  const openers = dialogs.filter((dialog) => dialog !== false && dialog !== null)
  return (
    <section class="card decision stack" aria-label={label}>
      <div class="decision-buttons stack needs-script">
        {children}
        <ApiForm {...call} class="row-form">
          {field}
          <Button
            type="submit"
            {...hooks}
            {...pressedByKey({ key: shortcut })}
            aria-keyshortcuts={shortcut}
            kind="primary wide"
            icon={icon}
            label={decision}
          />
        </ApiForm>
        {openers.map((opener) => (
          <OpensDialog kind="wide" {...opener} />
        ))}
      </div>
      {(previous ?? next) !== null && (
        <div class="steps">
          <Step href={previous} shortcut="k" label={back} />
          <Step href={next} shortcut="j" label={skip} />
        </div>
      )}
      <ShortcutHints
        shortcuts={[
          form,
          ...openers,
          { shortcut: 'j', label: skip },
          { shortcut: 'k', label: back },
        ]}
        language={language}
      />
    </section>
  )
}

function Step({ href, shortcut, label }: { href: string | null; shortcut: string; label: string }) {
  if (href === null) return null
  return (
    <LinkButton
      href={href}
      {...pressedByKey({ key: shortcut })}
      aria-keyshortcuts={shortcut}
      kind="small"
      label={label}
    />
  )
}

/** Lists the keyboard shortcuts and lets the admin turn them off (client/entries/admin.ts). */
function ShortcutHints({ shortcuts, language }: { shortcuts: Shortcut[]; language: Language }) {
  return (
    <div class="shortcuts stack soft tiny needs-script wide-only">
      <label class="line">
        <input type="checkbox" checked {...shortcutSwitch()} />
        {adminTexts[language].shortcuts}
      </label>
      <ul class="shortcut-keys row">
        {shortcuts.map(({ shortcut, label }) => (
          <li>
            <kbd>{shortcut.toUpperCase()}</kbd> {label}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface QueueCardProps {
  title: string
  items: { href: string; title: string; facts: Child; isCurrent: boolean; select?: Child }[]
  /** A text with the number of items that are not listed. Null if all are listed. */
  more: string | null
}

export function QueueCard({ title, items, more, children }: PropsWithChildren<QueueCardProps>) {
  return (
    <SideCard heading="queue-heading" title={title}>
      <ol class="queue stack">
        {items.map(({ href, title, facts, isCurrent, select }) => (
          <li class={select ? 'selectable beside' : undefined}>
            {select}
            <a class="queued" href={href} aria-current={isCurrent ? 'true' : undefined}>
              <strong class="one-line">{title}</strong>
              <small class="faint">{facts}</small>
            </a>
          </li>
        ))}
      </ol>
      {children}
      {more !== null && <p class="faint">{more}</p>}
    </SideCard>
  )
}

type RenderedPostProps = Pick<Parameters<typeof PostArticle>[0], 'post' | 'language'> & {
  body: string
}

/** A post as readers see it. */
export function RenderedPost({ post, body, language }: RenderedPostProps) {
  const { html, headings } = bodyFor(body, language)
  return (
    <PostArticle
      {...{ post, html, language }}
      contents={contentsOf(headings)}
      isOwn={false}
      heading="h2"
    />
  )
}

/** A user with a link to their admin page. */
export function PersonLine({ person }: { person: UserRef }) {
  return (
    <a class="author-line line loose" href={`/admin/users/${person.uid}`}>
      <Avatar user={person} />
      <span>
        <strong>{person.display_name}</strong> <LevelBadge level={person.level} />
        <small class="faint">UID {person.uid}</small>
      </span>
    </a>
  )
}
