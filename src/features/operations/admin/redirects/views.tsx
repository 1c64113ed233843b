import { shellTexts } from '#features/core/shell/text.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminList, AdminRow, RowAction } from '#features/operations/admin/frame/views-list.tsx'
import type { Uploaded } from '#features/operations/admin/redirects/change.ts'
import type { RedirectItem } from '#features/operations/admin/redirects/list.ts'
import { type AdminRedirectsText, adminRedirectsTexts } from '#features/operations/admin/redirects/text.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge, Button, Card, LinkButton, Notice, PageHead } from '#web/components/elements.tsx'
import { ApiForm, Field, Submit } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'

/** Of the CSV file that the form of this page has sent. */
export type UploadOutcome = { uploaded: Uploaded } | { problem: string }

interface RedirectsViewProps {
  redirects: Page<RedirectItem>
  q: string | undefined
  outcome: UploadOutcome | null
  language: Language
}

export function RedirectsView({ redirects, q, outcome, language }: RedirectsViewProps) {
  const text = adminRedirectsTexts[language]
  const noneYet = { icon: 'link', title: text.none, hint: text.noneHint } as const
  const noneFound = { icon: 'search', title: text.noneFound, hint: text.noneFoundHint } as const
  return (
    <>
      <PageHead title={adminTexts[language].nav.redirects} lead={text.lead} />
      {outcome && <Outcome outcome={outcome} text={text} />}
      <div class="redirect-cards">
        <AddCard text={text} language={language} />
        <CsvCard text={text} />
      </div>
      <AdminList
        page={redirects}
        path="/admin/redirects"
        asked={{ q }}
        filters={[{ name: 'q', label: text.search }]}
        empty={q === undefined ? noneYet : noneFound}
        row={(redirect) => <RedirectItemRow redirect={redirect} language={language} />}
        language={language}
      />
    </>
  )
}

/** Refused lines on the page; the API lists all. */
const REFUSED_SHOWN = 50

function Outcome({ outcome, text }: { outcome: UploadOutcome; text: AdminRedirectsText }) {
  if ('problem' in outcome) return <Notice tone="danger">{outcome.problem}</Notice>
  const { added, changed, unchanged, refused } = outcome.uploaded
  const more = refused.length - REFUSED_SHOWN
  return (
    <Notice tone={refused.length > 0 ? 'warm' : 'good'}>
      <p>{text.counts(added, changed, unchanged)}</p>
      {refused.length > 0 && (
        <>
          <p>{text.refused(refused.length)}</p>
          <ul class="refused-lines">
            {refused.slice(0, REFUSED_SHOWN).map(({ line, path, reason }) => (
              <li>
                <strong>{text.line(line)}</strong> <code>{path}</code> {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {more > 0 && <p>{text.more(more)}</p>}
    </Notice>
  )
}

function AddCard({ text, language }: { text: AdminRedirectsText; language: Language }) {
  return (
    <Card heading="add-heading" title={text.add}>
      <ApiForm api="PUT /api/admin/redirects" after="reload" toast={text.saved} text={shellTexts[language]}>
        <Field name="path" label={text.path} hint={text.pathHint} autocomplete="off" required />
        <Field name="post_id" label={text.postId} hint={text.postIdHint} type="number" autocomplete="off" required />
        <Submit label={text.save} />
      </ApiForm>
    </Card>
  )
}

function CsvCard({ text }: { text: AdminRedirectsText }) {
  return (
    <Card heading="csv-heading" title={text.csv} lead={text.csvLead}>
      <form class="form" method="post" action="/admin/redirects" enctype="multipart/form-data">
        <div class="field">
          <label for="csv-file">{text.file}</label>
          <input class="input" id="csv-file" type="file" name="file" accept=".csv,text/csv" required />
        </div>
        <div class="form-actions">
          <Button type="submit" label={text.upload} />
          <LinkButton href="/api/admin/redirects.csv" download kind="quiet" icon="download" label={text.download} />
        </div>
      </form>
    </Card>
  )
}

function RedirectItemRow({ redirect, language }: { redirect: RedirectItem; language: Language }) {
  const text = adminRedirectsTexts[language]
  const { path, post_id, title, public: isPublic, created_at } = redirect
  return (
    <AdminRow
      title={<code>{path}</code>}
      actions={
        <RowAction
          api={`DELETE /api/admin/redirects?${new URLSearchParams({ path })}`}
          toast={text.removed}
          confirm={{ title: text.question, body: text.consequence(path), button: text.remove }}
          label={text.remove}
          name={text.removeOf(path)}
          kind="quiet danger"
        />
      }
      quote={!isPublic && text.hiddenHint}
    >
      <span>
        {text.leadsTo} <a href={postPath(post_id)}>{title || `#${post_id}`}</a>
      </span>
      {!isPublic && <Badge>{text.hidden}</Badge>}
      <Time value={created_at} language={language} />
    </AdminRow>
  )
}
