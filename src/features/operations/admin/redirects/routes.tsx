import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv, MemberEnv } from '#env'
import { byAdmin } from '#features/core/site/audit-log.ts'
import { searchInput } from '#features/operations/admin/frame/inputs.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminList, AdminRow, RowAction } from '#features/operations/admin/frame/views-list.tsx'
import {
  CSV_LINES_MAX,
  oldPathInput,
  RedirectInput,
  type RedirectItem,
  RedirectShape,
  redirectsCsv,
  redirectsPage,
  removeRedirect,
  setRedirect,
  type Uploaded,
  UploadedRedirectsShape,
  uploadRedirects,
} from '#features/operations/admin/redirects/redirects.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import { dayOf } from '#kernel/clock.ts'
import { AppError, errorMessage, isOurFault } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Badge, Button, Card, LinkButton, Notice } from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'
import { fieldsInWords } from '#web/errors/errors.tsx'
import { owner } from '#web/guards/access.ts'
import { freshSession } from '#web/guards/fresh-session.ts'
import { ownerFreshWrite, ownerRead, summary } from '#web/openapi/admin.ts'
import { listOf, repeats } from '#web/openapi/doc.ts'
import type { IsOwnPath } from '#web/own-paths.ts'
import { csvFile, done } from '#web/responses.ts'
import { csvOf, uploadedCsv } from '#web/uploads/upload.ts'
import { json, pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const RemovedInput = z.object({ path: oldPathInput.optional() })

/**
 * app.tsx passes in a function that finds the paths of the site itself. They cannot be redirected.
 */
export function adminRedirectsApi(isOwnPath: IsOwnPath): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get(
      '/admin/redirects',
      ownerRead('listAdminRedirects', listOf(RedirectShape)),
      summary(
        'List the redirects of old paths, sorted by path. With `q`, only paths that start with it',
      ),
      query(z.object({ q: searchInput, ...pageQuery })),
      async (c) => {
        const { q, ...asked } = c.req.valid('query')
        return c.json(await c.var.db.read(redirectsPage(q, pageRequest(asked))))
      },
    )
    .put(
      '/admin/redirects',
      ownerFreshWrite('setAdminRedirect', 'idempotent', RedirectShape),
      summary('Redirect an old path to a post. An existing redirect of the path is replaced'),
      json(RedirectInput),
      async (c) => c.json(await byAdmin(c, setRedirect, isOwnPath, c.req.valid('json'))),
    )
    .delete(
      '/admin/redirects',
      ownerFreshWrite('deleteAdminRedirect', 'refused: not_found', null),
      summary('Remove a redirect. Send `path` in the body or in the query'),
      query(RemovedInput),
      json(RemovedInput),
      async (c) => {
        const path = c.req.valid('json').path ?? c.req.valid('query').path
        if (path === undefined)
          throw new AppError('validation_failed', { fields: { path: fieldProblem('required') } })
        return done(c, byAdmin(c, removeRedirect, path))
      },
    )
    .get(
      '/admin/redirects.csv',
      ownerRead('exportAdminRedirects', { 200: 'text/csv' }),
      summary('Export all redirects as CSV'),
      (c) => csvFile(c, redirectsCsv(c.var.db), `joule-redirects-${dayOf(c.var.now)}`),
    )
    .post(
      '/admin/redirects/csv',
      ownerFreshWrite('uploadAdminRedirects', 'idempotent', UploadedRedirectsShape),
      summary(
        `Add and change redirects with a CSV file. Its columns are \`path,post_id\`, and it has at most ${CSV_LINES_MAX} lines`,
      ),
      uploadedCsv,
      async (c) => c.json(await byAdmin(c, uploadRedirects, isOwnPath, c.var.csv, c.var.language)),
    )
}

const RedirectsQuery = z.object({ q: searchInput.catch(undefined), cursor: pageQuery.cursor })

/**
 * The CSV form is a plain form, because its response is a page: the list with the refused lines
 * above it.
 */
export function adminRedirectsPages(isOwnPath: IsOwnPath): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get(PAGES.redirects.href, PAGES.redirects.guard, query(RedirectsQuery), (c) =>
      showRedirects(c, c.req.valid('query')),
    )
    .post('/admin/redirects', repeats('idempotent'), freshSession, owner, async (c) =>
      showRedirects(c, {}, await upload(c, isOwnPath)),
    )
}

function showRedirects(
  c: Context<MemberEnv>,
  { q, cursor }: z.infer<typeof RedirectsQuery>,
  outcome: UploadOutcome | null = null,
) {
  const { language } = c.var
  const text = adminRedirectsTexts[language]
  const redirects = redirectsPage(q, pageRequest({ cursor }))
  const noneYet = { icon: 'link', title: text.none, hint: text.noneHint } as const
  const noneFound = { icon: 'search', title: text.noneFound, hint: text.noneFoundHint } as const
  return showAdminPage(
    c,
    { name: 'redirects', lead: text.lead },
    { redirects },
    ({ redirects }) => (
      <>
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
    ),
  )
}

async function upload(c: Context<MemberEnv>, isOwnPath: IsOwnPath): Promise<UploadOutcome> {
  const { language } = c.var
  try {
    return { uploaded: await byAdmin(c, uploadRedirects, isOwnPath, await csvOf(c), language) }
  } catch (error) {
    if (!(error instanceof AppError) || isOurFault(error.code)) throw error
    const { file } = fieldsInWords(error.details.fields ?? {}, language)
    return { problem: file ?? errorMessage(error.code, language) }
  }
}

/** The outcome of the CSV file that the form of this page has sent. */
type UploadOutcome = { uploaded: Uploaded } | { problem: string }

/** The number of refused lines that the page lists. The API lists all of them. */
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
  const { save, saved } = adminTexts[language]
  return (
    <Card heading="add-heading" title={text.add}>
      <ApiForm api="PUT /api/admin/redirects" after="reload" toast={saved}>
        <Field name="path" label={text.path} hint={text.pathHint} required />
        <Field name="post_id" label={text.postId} hint={text.postIdHint} type="number" required />
        <Submit label={save} />
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
          <input
            class="input"
            id="csv-file"
            type="file"
            name="file"
            accept=".csv,text/csv"
            required
          />
        </div>
        <div class="form-actions">
          <Button type="submit" label={text.upload} />
          <LinkButton
            href="/api/admin/redirects.csv"
            download
            kind="quiet"
            icon="download"
            label={text.download}
          />
        </div>
      </form>
    </Card>
  )
}

function RedirectItemRow({ redirect, language }: { redirect: RedirectItem; language: Language }) {
  const text = adminRedirectsTexts[language]
  const { remove, removeOf, removed } = adminTexts[language]
  const { path, post_id, title, public: isPublic, created_at } = redirect
  return (
    <AdminRow
      title={<code>{path}</code>}
      actions={
        <RowAction
          api={`DELETE /api/admin/redirects?${new URLSearchParams({ path })}`}
          toast={removed}
          confirm={{ title: text.question, body: text.consequence(path), button: remove }}
          label={remove}
          name={removeOf(path)}
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

const adminRedirectsTexts = bilingual({
  lead: [
    '旧站的网址会永久跳转到这里指定的文章。导入工具会自动添加，也可以手动添加。只对本站没有的路径生效。',
    'Old addresses that lead permanently to a post. Imports add them, and you can add your own. They apply only to paths that this site does not have.',
  ],
  add: ['添加重定向', 'Add a redirect'],
  path: ['旧路径', 'Old path'],
  pathHint: [
    '例如 /archive/hello，也可以粘贴完整的旧网址。末尾的斜杠会忽略。',
    'Such as /archive/hello, or paste the whole old URL. A trailing slash is ignored.',
  ],
  postId: ['文章编号', 'Post number'],
  postIdHint: [
    '文章网址末尾的数字。路径已存在时，改为跳转到这篇文章。',
    'The number at the end of the post’s URL. An existing path then leads to this post.',
  ],
  csv: ['CSV 文件', 'CSV file'],
  csvLead: [
    `每行写一条旧路径和文章编号，用英文逗号分隔。使用 UTF-8 编码，最多 ${CSV_LINES_MAX} 行。已有的路径会更新，文件中没有的保持不变。`,
    `One redirect per line: path,post_id. UTF-8, up to ${CSV_LINES_MAX} lines. Existing paths are updated, and paths that are not in the file stay.`,
  ],
  file: ['选择 CSV 文件', 'Choose a CSV file'],
  upload: ['上传', 'Upload'],
  download: ['下载全部（CSV）', 'Download all (CSV)'],
  counts: [
    (added: number, changed: number, unchanged: number) =>
      `新增 ${added} 条，更新 ${changed} 条，未变 ${unchanged} 条。`,
    (added: number, changed: number, unchanged: number) =>
      `${added} added, ${changed} changed, ${unchanged} unchanged.`,
  ],
  refused: [
    (count: number) => `${count} 行未导入：`,
    (count: number) =>
      count === 1 ? '1 line was not imported:' : `${count} lines were not imported:`,
  ],
  line: [(line: number) => `第 ${line} 行`, (line: number) => `Line ${line}`],
  more: [
    (count: number) => `另有 ${count} 行。`,
    (count: number) => (count === 1 ? 'And 1 more line.' : `And ${count} more lines.`),
  ],
  search: ['旧路径开头', 'Old path begins with'],
  leadsTo: ['跳转到', 'leads to'],
  hidden: ['未公开', 'Not public'],
  hiddenHint: [
    '文章未公开，旧路径显示“页面不存在”。',
    'The post is not public, so the old path shows “Page not found”.',
  ],
  question: ['移除这条重定向？', 'Remove this redirect?'],
  consequence: [
    (path: string) => `移除后，${path} 会显示“页面不存在”。`,
    (path: string) => `${path} will then show “Page not found”.`,
  ],
  none: ['没有重定向', 'No redirects yet'],
  noneHint: [
    '从其他站点导入文章后，旧网址会列在这里。也可以手动添加或上传 CSV 文件。',
    'After an import, the old addresses of the posts are listed here. You can also add one or upload a CSV file.',
  ],
  noneFound: ['没有以此开头的路径', 'No path begins with this'],
  noneFoundHint: [
    '请检查路径的大小写，或清除筛选。',
    'Check upper and lower case, or clear the filter.',
  ],
})

type AdminRedirectsText = (typeof adminRedirectsTexts)['en']
