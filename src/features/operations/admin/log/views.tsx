import { FilterField, FilterForm, FilterSelect, pathWith } from '#features/operations/admin/frame/views-filter.tsx'
import { AdminList, AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import type { AuditItem, AuditQuery } from '#features/operations/admin/log/audit-log.ts'
import { type AdminLogText, adminLogTexts } from '#features/operations/admin/log/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { PageHead } from '#web/components/page-head.tsx'
import { Time } from '#web/components/time.tsx'

interface AuditViewProps {
  entries: Page<AuditItem>
  asked: AuditQuery
  language: Language
}

export function AuditView({ entries, asked, language }: AuditViewProps) {
  const text = adminLogTexts[language]
  return (
    <>
      <PageHead title={text.title} lead={text.lead} />
      <FilterForm action="/admin/audit-log" asked={asked} language={language}>
        <FilterSelect
          name="action"
          label={text.action}
          value={asked.action}
          any={text.anyAction}
          options={Object.entries(text.actions)}
        />
        <FilterField name="actor" label={text.actor} value={asked.actor} type="number" />
        <FilterField name="subject" label={text.subject} value={asked.subject} type="number" />
      </FilterForm>
      <AdminList
        page={entries}
        path={pathWith('/admin/audit-log', { ...asked })}
        empty={{ icon: 'clock', title: text.none, hint: text.noneHint }}
        language={language}
      >
        {entries.items.map((entry) => (
          <AuditRow entry={entry} language={language} />
        ))}
      </AdminList>
    </>
  )
}

export function AuditRow({ entry, language }: { entry: AuditItem; language: Language }) {
  const text = adminLogTexts[language]
  const { action, actor, subject, reason, before, after, ip, created_at } = entry
  const actions: Record<string, string> = text.actions
  return (
    <AdminRow quote={reason} details={<States before={before} after={after} />}>
      <strong>{actions[action] ?? action}</strong>
      <Target entry={entry} text={text} />
      <span>
        {text.by} <a href={`/admin/users/${actor.uid}`}>{actor.display_name}</a>
      </span>
      {subject && (
        <span>
          {text.about} <a href={`/admin/users/${subject.uid}`}>{subject.display_name}</a>
        </span>
      )}
      <Time value={created_at} language={language} />
      <code>{ip}</code>
    </AdminRow>
  )
}

function Target({ entry, text }: { entry: AuditItem; text: AdminLogText }) {
  const { target_type, target_id } = entry
  // The row already shows the affected user.
  if (target_type === 'user') return null
  const label = `${text.targets[target_type]} ${target_type === 'site_setting' ? '' : '#'}${target_id}`
  return target_type === 'post' ? <a href={`/posts/${target_id}`}>{label}</a> : <span>{label}</span>
}

/** Raw column names and values from the database, so that admins can compare them exactly. */
function States({ before, after }: Pick<AuditItem, 'before' | 'after'>) {
  const [from, to] = [asRecord(before), asRecord(after)]
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  if (names.length === 0) return null
  return (
    <p class="states">
      {names.map((name) => {
        const values = [from, to].flatMap((state) => (Object.hasOwn(state, name) ? [asText(state[name])] : []))
        return <code>{`${name}: ${values.join(' → ')}`}</code>
      })}
    </p>
  )
}

function asRecord(state: unknown): Record<string, unknown> {
  return typeof state === 'object' && state !== null ? { ...state } : {}
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
