import { shellTexts } from '#features/core/shell/text.ts'
import { FilterField, FilterForm, FilterSelect, pathWith } from '#features/operations/admin/frame/views-filter.tsx'
import type { AuditItem, AuditQuery } from '#features/operations/admin/log/audit-log.ts'
import { type AdminLogText, adminLogTexts } from '#features/operations/admin/log/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Time } from '#web/components/time.tsx'

interface AuditViewProps {
  entries: Page<AuditItem>
  asked: AuditQuery
  language: Language
}

export function AuditView({ entries, asked, language }: AuditViewProps) {
  const text = adminLogTexts[language]
  const isFiltered = Object.values(asked).some((value) => value !== undefined)
  return (
    <>
      <header class="page-head">
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
      </header>
      <FilterForm action="/admin/audit-log" clears={isFiltered ? '/admin/audit-log' : null} language={language}>
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
      {entries.items.length === 0 ? (
        <EmptyState icon="clock" title={text.none}>
          {text.noneHint}
        </EmptyState>
      ) : (
        <AuditList entries={entries.items} language={language} id="admin-list" />
      )}
      <Pager
        path={pathWith('/admin/audit-log', { ...asked })}
        cursor={entries.next_cursor}
        label={shellTexts[language].loadMore}
      />
    </>
  )
}

interface AuditListProps {
  entries: AuditItem[]
  language: Language
  id?: string
}

export function AuditList({ entries, language, id }: AuditListProps) {
  const text = adminLogTexts[language]
  return (
    <ol class="admin-list audit-list" id={id}>
      {entries.map((entry) => (
        <AuditRow entry={entry} text={text} language={language} />
      ))}
    </ol>
  )
}

interface AuditRowProps {
  entry: AuditItem
  text: AdminLogText
  language: Language
}

function AuditRow({ entry, text, language }: AuditRowProps) {
  const { action, actor, subject, reason, before, after, ip, created_at } = entry
  const actions: Record<string, string> = text.actions
  return (
    <li class="admin-row audit-row">
      <div class="admin-row-text">
        <p class="admin-row-facts">
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
        </p>
        {reason && <q>{reason}</q>}
        <States before={before} after={after} />
      </div>
    </li>
  )
}

function Target({ entry, text }: Pick<AuditRowProps, 'entry' | 'text'>) {
  const { target_type, target_id } = entry
  // Who it concerns is said beside it.
  if (target_type === 'user') return null
  const label = `${text.targets[target_type]} ${target_type === 'site_setting' ? '' : '#'}${target_id}`
  return target_type === 'post' ? <a href={`/posts/${target_id}`}>{label}</a> : <span>{label}</span>
}

/** Names of fields and values as the database knows them: admins compare, they do not read. */
function States({ before, after }: Pick<AuditItem, 'before' | 'after'>) {
  const [from, to] = [asRecord(before), asRecord(after)]
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  if (names.length === 0) return null
  return (
    <p class="states">
      {names.map((name) => {
        const values = [from, to].flatMap((state) => (name in state ? [asText(state[name])] : []))
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
