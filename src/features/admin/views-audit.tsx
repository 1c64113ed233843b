import type { AuditItem, AuditQuery } from '#features/admin/audit-log.ts'
import { type AdminSiteText, adminSiteTexts } from '#features/admin/text-site.ts'
import { FilterField, FilterForm, FilterSelect, pathWith } from '#features/admin/views-filter.tsx'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Time } from '#web/components/time.tsx'
import { shellTexts } from '#web/text.ts'

interface AuditViewProps {
  entries: Page<AuditItem>
  asked: AuditQuery
  language: Language
}

export function AuditView({ entries, asked, language }: AuditViewProps) {
  const { audit: text, actions } = adminSiteTexts[language]
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
          options={Object.entries(actions)}
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
  const text = adminSiteTexts[language]
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
  text: AdminSiteText
  language: Language
}

function AuditRow({ entry, text, language }: AuditRowProps) {
  const { action, actor, subject, reason, before, after, ip, created_at } = entry
  const words: Record<string, string> = text.actions
  return (
    <li class="admin-row audit-row">
      <div class="admin-row-words">
        <p class="admin-row-facts">
          <strong>{words[action] ?? action}</strong>
          <Target entry={entry} text={text} />
          <span>
            {text.audit.by} <a href={`/admin/users/${actor.uid}`}>{actor.display_name}</a>
          </span>
          {subject && (
            <span>
              {text.audit.about} <a href={`/admin/users/${subject.uid}`}>{subject.display_name}</a>
            </span>
          )}
          <Time value={created_at} language={language} />
          <code>{ip}</code>
        </p>
        {reason && <q>{reason}</q>}
        {(before !== null || after !== null) && (
          <dl class="states">
            <State label={text.audit.before} state={before} />
            <State label={text.audit.after} state={after} />
          </dl>
        )}
      </div>
    </li>
  )
}

function Target({ entry, text }: Pick<AuditRowProps, 'entry' | 'text'>) {
  const { target_type, target_id } = entry
  const words = `${text.audit.targets[target_type]} ${target_type === 'site_setting' ? '' : '#'}${target_id}`
  return target_type === 'post' ? <a href={`/posts/${target_id}`}>{words}</a> : <span>{words}</span>
}

/** Names of fields and values as the database knows them: admins compare, they do not read. */
function State({ label, state }: { label: string; state: unknown }) {
  if (state === null || typeof state !== 'object') return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {Object.entries(state).map(([name, value]) => (
          <code>
            {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
          </code>
        ))}
      </dd>
    </div>
  )
}
