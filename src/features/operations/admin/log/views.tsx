import type { Child } from 'hono/jsx'
import { TimeSentence } from '#features/core/shell/silence-notice.tsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import type { AuditItem, PublicEntry } from '#features/operations/admin/log/audit-log.ts'
import {
  type AdminLogText,
  adminLogTexts,
  asRecord,
  auditSentence,
  moderationTexts,
} from '#features/operations/admin/log/text.ts'
import { postStatusNames } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { asset } from '#web/assets.ts'
import { Icon, type IconName, PageHead } from '#web/components/elements.tsx'
import { PagedList } from '#web/components/lists.tsx'
import { Time } from '#web/components/time.tsx'

export function AuditRow({ entry, language }: { entry: AuditItem; language: Language }) {
  const text = adminLogTexts[language]
  const { actor, subject, reason, before, after, ip, created_at } = entry
  // Entries of the cron have no address.
  const isBySystem = ip === ''
  return (
    <AdminRow quote={reason} details={<States {...{ before, after, language }} />}>
      <strong>{auditSentence(entry, language)}</strong>
      <Target entry={entry} text={text} />
      <span>
        {isBySystem ? text.bySystem : text.by}{' '}
        <a href={`/admin/users/${actor.uid}`}>{actor.display_name}</a>
      </span>
      {subject && (
        <span>
          {text.about} <a href={`/admin/users/${subject.uid}`}>{subject.display_name}</a>
        </span>
      )}
      <Time value={created_at} language={language} />
      {ip && <code>{ip}</code>}
    </AdminRow>
  )
}

function Target({ entry, text }: { entry: AuditItem; text: AdminLogText }) {
  const { target_type, target_id } = entry
  // The row already shows the affected user, and the sentence of the action names the setting.
  if (target_type === 'user' || target_type === 'site_setting') return null
  const label = `${text.targets[target_type]} #${target_id}`
  return target_type === 'post' ? <a href={`/posts/${target_id}`}>{label}</a> : <span>{label}</span>
}

/** What the action changed: "Status: In review → Published". */
function States({
  before,
  after,
  language,
}: Pick<AuditItem, 'before' | 'after'> & { language: Language }) {
  const [from, to] = [asRecord(before), asRecord(after)]
  const text = adminLogTexts[language]
  const labels: Record<string, string> = text.fields
  // The sentence says the rest.
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((name) =>
    Object.hasOwn(labels, name),
  )
  if (names.length === 0) return null
  return (
    <p class="states row">
      {names.map((name) => {
        const states = [from, to].filter((state) => Object.hasOwn(state, name))
        return (
          <span>
            {labels[name]}
            {text.colon}
            {states.map((state, at) => [at > 0 && ' → ', shownValue(name, state[name], language)])}
          </span>
        )
      })}
    </p>
  )
}

/** Later versions may add states, so an unknown value is shown as stored. */
function shownValue(name: string, value: unknown, language: Language): Child {
  const text = adminLogTexts[language]
  if (value === null || value === '') return text.empty
  if (Array.isArray(value)) return value.length === 0 ? text.empty : value.join(', ')
  if (typeof value === 'boolean') return value ? text.on : text.off
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : ''
  if (name === 'ends_at') return <TimeSentence text="{time}" value={value} language={language} />
  if (name === 'edit_unseen_since') return <Time value={value} language={language} />
  const names = namesOf(name, language)
  // A username can be "constructor".
  return Object.hasOwn(names, value) ? names[value] : value
}

function namesOf(name: string, language: Language): Record<string, string> {
  const { roles, statuses } = adminTexts[language]
  if (name === 'status') return { ...postStatusNames[language], ...statuses }
  return name === 'role' ? roles : {}
}

export function ModerationView({
  entries,
  language,
}: {
  entries: Page<PublicEntry>
  language: Language
}) {
  const text = moderationTexts[language]
  return (
    <div class="moderation">
      <link rel="stylesheet" href={asset('moderation.css')} />
      <PageHead title={text.title} lead={text.lead} />
      <PagedList
        page={entries}
        path="/moderation"
        empty={{ icon: 'shield', title: text.none, hint: text.noneHint }}
        language={language}
      >
        <ol class="box hairlines" id="entries">
          {entries.items.map((entry) => (
            <EntryRow entry={entry} language={language} />
          ))}
        </ol>
      </PagedList>
    </div>
  )
}

function EntryRow({ entry, language }: { entry: PublicEntry; language: Language }) {
  const text = moderationTexts[language]
  const actions: Record<string, string> = text.actions
  const { action, detail, reason, created_at } = entry
  return (
    <li class="log-entry beside">
      <Icon name={ICONS[action] ?? 'shield'} />
      <div>
        <p>
          <strong>
            {(detail === null ? undefined : actions[detail]) ?? actions[action] ?? action}
          </strong>{' '}
          <Time value={created_at} language={language} />
        </p>
        {action !== 'setting.change' && <p class="soft">{reason ?? text.noReason}</p>}
      </div>
    </li>
  )
}

const ICONS: Record<string, IconName> = {
  'post.reject': 'undo',
  'post.lock': 'lock',
  'post.unlock': 'key',
  'post.delete': 'trash',
  'comment.delete': 'comment',
  'image.remove': 'picture',
  'series.clear': 'bullets',
  'user.status': 'person',
  'user.silence': 'person',
  'user.hide': 'lock',
  'user.restore': 'undo',
  'setting.change': 'settings',
}
