import { isUntrusted } from '#features/community/reports/limit.ts'
import { OpensDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { PersonLine } from '#features/operations/admin/frame/views-person.tsx'
import { ShortcutHints } from '#features/operations/admin/frame/views-shortcuts.tsx'
import type { ReportCase } from '#features/operations/admin/reports/case.ts'
import { neighboursIn, type OpenCase, type ReportQueue } from '#features/operations/admin/reports/queue.ts'
import type { AdminReportsText } from '#features/operations/admin/reports/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Badge } from '#web/components/badge.tsx'
import { pressedByKey } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'
import { Time } from '#web/components/time.tsx'

interface PartProps {
  text: AdminReportsText
  language: Language
}

interface DecisionProps extends PartProps {
  queue: ReportQueue
  current: OpenCase
  /** Where a decision leads: to the next one. */
  after: `goto:${string}`
  mayRemove: boolean
}

/** The keys are those of the review: A lets it stand, R turns it down. */
export function Decision({ queue, current, after, mayRemove, text, language }: DecisionProps) {
  const { report } = current
  const api = `POST /api/admin/reports/${report.kind}/${report.id}/close` as const
  const target = nameOf(report, text)
  return (
    <section class="card decision" aria-label={text.decide}>
      <div class="decision-buttons needs-script">
        <ApiForm api={api} after={after} toast={text.kept} class="decision-form">
          <input type="hidden" name="decision" value="kept" />
          <button type="submit" class="button primary wide" {...pressedByKey({ key: 'a' })} aria-keyshortcuts="a">
            <Icon name="check" />
            {text.keep}
          </button>
        </ApiForm>
        <OpensDialog dialog="keep-dialog" to={api} target={target} class="button wide" shortcut="n">
          <Icon name="comment" />
          {text.keepWithNote}
        </OpensDialog>
        {mayRemove && (
          <OpensDialog dialog="remove-dialog" to={api} target={target} class="button danger wide" shortcut="r">
            <Icon name={report.kind === 'comment' ? 'trash' : 'lock'} />
            {report.gone ? text.removeGone : text.remove[report.kind]}
          </OpensDialog>
        )}
      </div>
      <Steps queue={queue} text={text} />
      <ShortcutHints
        keys={{
          a: text.keep,
          n: text.keepWithNote,
          ...(mayRemove && { r: text.remove[report.kind] }),
          j: text.next,
          k: text.back,
        }}
        language={language}
      />
    </section>
  )
}

function Steps({ queue, text }: { queue: ReportQueue; text: AdminReportsText }) {
  const { next, previous } = neighboursIn(queue)
  if (next === null && previous === null) return null
  const step = (id: number, key: string, label: string) => (
    <a class="button small" href={`/admin/reports?case=${id}`} {...pressedByKey({ key })} aria-keyshortcuts={key}>
      {label}
    </a>
  )
  return (
    <div class="steps">
      {previous !== null && step(previous, 'k', text.back)}
      {next !== null && step(next, 'j', text.next)}
    </div>
  )
}

/** Who reported it, why, and how often they were right before. */
export function Reports({ report, text, language }: PartProps & { report: ReportCase }) {
  const more = report.reports_count - report.reports.length
  return (
    <section class="card side-card" aria-labelledby="reports-heading">
      <h2 id="reports-heading">
        {text.reports} <small class="faint">{text.count(report.reports_count)}</small>
      </h2>
      <ol class="moves">
        {report.reports.map(({ reporter, record, reason, text: said, created_at }) => (
          <li>
            <span>
              <a href={`/admin/users/${reporter.uid}`}>{reporter.display_name}</a> <Badge>{text.reasons[reason]}</Badge>
            </span>
            <small class="faint">
              {text.record(record.upheld, record.upheld + record.turned_down)}
              {isUntrusted(record) && (
                <>
                  {' '}
                  <Badge tone="danger">{text.untrusted}</Badge>
                </>
              )}{' '}
              · <Time value={created_at} language={language} />
            </small>
            {said && <q>{said}</q>}
          </li>
        ))}
      </ol>
      {more > 0 && <p class="faint">{text.moreReports(more)}</p>}
    </section>
  )
}

export function Subject({ report, text }: { report: ReportCase; text: AdminReportsText }) {
  const { subject, kind } = report
  return (
    <section class="card side-card" aria-labelledby="subject-heading">
      <h2 id="subject-heading">{text.subject[kind]}</h2>
      <PersonLine person={subject} />
    </section>
  )
}

export function CaseQueue({ queue, text, language }: PartProps & { queue: ReportQueue }) {
  const { cases, current, waiting } = queue
  const more = waiting.open_reports - cases.length
  return (
    <section class="card side-card" aria-labelledby="queue-heading">
      <h2 id="queue-heading">{text.queue}</h2>
      <ol class="queue">
        {cases.map((report) => (
          <li>
            <a
              class="queued"
              href={`/admin/reports?case=${report.case_id}`}
              aria-current={report.case_id === current?.report.case_id ? 'true' : undefined}
            >
              <strong>{nameOf(report, text)}</strong>
              <small>
                {text.count(report.reports_count)} · <Time value={report.opened_at} language={language} />
              </small>
            </a>
          </li>
        ))}
      </ol>
      {more > 0 && <p class="faint">{text.more(more)}</p>}
    </section>
  )
}

const NAME_LENGTH = 40

/** What a case is about, in a few words. */
export function nameOf({ kind, excerpt, subject }: ReportCase, text: AdminReportsText): string {
  if (kind === 'user') return subject.display_name
  const words = [...excerpt.replace(/\s+/g, ' ')]
  const shown = words.length > NAME_LENGTH ? `${words.slice(0, NAME_LENGTH).join('')}…` : words.join('')
  return shown || `${text.kinds[kind]} · ${subject.display_name}`
}
