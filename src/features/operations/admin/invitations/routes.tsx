import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import {
  BATCH_CODES_MAX,
  BATCH_DAYS_MAX,
  BATCH_NOTE_MAX,
  type BatchCode,
  batchCsv,
  batchWithCodes,
  createBatch,
  type InvitationBatch,
  InvitationBatchInput,
  InvitationBatchShape,
  invitationBatches,
  revokeBatch,
} from '#features/accounts/invitations/batches.ts'
import {
  INVITATION_DAYS_MAX,
  INVITATION_USES_MAX,
  urlOf,
} from '#features/accounts/invitations/invitations.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { byAdmin } from '#features/core/site/audit-log.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { idFilter } from '#features/operations/admin/frame/inputs.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminList, AdminRow, RowAction } from '#features/operations/admin/frame/views-list.tsx'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Badge, Card, LinkButton, Notice, PageHead } from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { ApiForm, CopyButton, Submit } from '#web/components/form.tsx'
import { LabelledTime } from '#web/components/time.tsx'
import { ownerFreshWrite, ownerRead, ownerWrite, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import { csvFile, done } from '#web/responses.ts'
import { siteOrigin } from '#web/site-origin.ts'
import {
  idParam,
  json,
  pageFilters,
  pageQuery,
  pageRequest,
  query,
} from '#web/validation/validate.ts'

const NewBatchShape = InvitationBatchShape.extend({
  items: z.array(z.object({ code: z.string(), url: z.string() })),
}).meta({ id: 'NewInvitationBatch' })

export const adminInvitationsApi = new Hono<AppEnv>()
  .get(
    '/admin/invitations',
    ownerRead('listAdminInvitations', listOf(InvitationBatchShape)),
    summary('List the batches of invitation codes, newest first'),
    query(z.object(pageQuery)),
    async (c) => c.json(await c.var.db.read(invitationBatches(pageRequest(c.req.valid('query'))))),
  )
  .post(
    '/admin/invitations',
    ownerFreshWrite('createAdminInvitation', 'adds', { 201: NewBatchShape }),
    summary('Create many invitation codes at once'),
    json(InvitationBatchInput),
    async (c) => {
      const { items, ...batch } = await byAdmin(c, createBatch, c.req.valid('json'))
      const site = siteOrigin(c)
      return c.json(
        { ...batch, items: items.map(({ code }) => ({ code, url: urlOf(site, code) })) },
        201,
      )
    },
  )
  .get(
    '/admin/invitations/:id/codes.csv',
    ownerRead('getAdminInvitationCodesCsv', { 200: 'text/csv' }),
    summary('Download the codes of a batch as CSV'),
    idParam,
    async (c) => {
      const { id } = c.req.valid('param')
      return csvFile(c, await batchCsv(c.var.db, id, siteOrigin(c)), `joule-invitations-${id}`)
    },
  )
  .delete(
    '/admin/invitations/:id',
    ownerWrite('deleteAdminInvitation', 'refused: not_found', null),
    summary('Revoke all codes of a batch'),
    idParam,
    (c) => done(c, byAdmin(c, revokeBatch, c.req.valid('param').id)),
  )

export const adminInvitationsPages = new Hono<AppEnv>().get(
  PAGES.invitations.href,
  PAGES.invitations.guard,
  pageFilters({ batch: idFilter }),
  (c) => {
    const { now, language } = c.var
    const text = adminInvitationTexts[language]
    const { batch, cursor } = c.req.valid('query')
    const data = {
      shown: batch === undefined ? null : batchWithCodes(batch),
      batches: invitationBatches(pageRequest({ cursor })),
      isInviteOnly: settingOf('registration.invite_only'),
    }
    const site = siteOrigin(c)
    return showAdminPage(
      c,
      { name: 'invitations', lead: null },
      data,
      ({ shown, batches, isInviteOnly }) => (
        <div class="stack">
          <PageHead title={adminTexts[language].nav.invitations} lead={text.lead} />
          {!isInviteOnly && (
            <Notice>
              {text.open} <a href="/admin/site-settings">{text.toSettings}</a>
            </Notice>
          )}
          {shown && <Codes {...{ ...shown, site, language, now }} />}
          <Card heading="new-codes" title={text.heading}>
            <ApiForm
              api="POST /api/admin/invitations"
              after="goto:/admin/invitations?batch={id}"
              toast={text.created}
              class="form narrow"
            >
              {NUMBERS.map(([name, value, max]) => (
                <Field
                  {...{
                    name,
                    type: 'number',
                    label: text[name],
                    value: String(value),
                    hint: text.range(1, max),
                  }}
                  required
                />
              ))}
              <Field
                name="note"
                label={text.note}
                aside={shellTexts[language].optional}
                placeholder={text.notePlaceholder}
                maxlength={BATCH_NOTE_MAX}
              />
              <Submit label={text.create} />
            </ApiForm>
          </Card>
          <AdminList
            page={batches}
            path="/admin/invitations"
            empty={{ icon: 'person', title: text.none, hint: text.noneHint }}
            row={(batch) => <BatchRow {...{ batch, language, now }} />}
            language={language}
          />
        </div>
      ),
    )
  },
)

const NUMBERS = [
  ['count', 10, BATCH_CODES_MAX],
  ['uses', 1, INVITATION_USES_MAX],
  ['days', INVITATION_DAYS_MAX, BATCH_DAYS_MAX],
] as const

interface CodesProps {
  batch: InvitationBatch
  codes: BatchCode[]
  site: string
  language: Language
  now: Date
}

function Codes({ batch, codes, site, language, now }: CodesProps) {
  const text = adminInvitationTexts[language]
  const { id, revoked_at, expires_at } = batch
  const open = codes.filter(({ used, uses }) => used < uses).map(({ code }) => code)
  const isOpen = revoked_at === null && expires_at > now.toISOString() && open.length > 0
  return (
    <Card
      heading="codes"
      title={text.codesOf(batch.note || text.unnamed)}
      lead={isOpen ? text.codesLead(open.length) : text.codesOver}
      aside={<a href="/admin/invitations">{text.close}</a>}
    >
      <div class="row">
        {isOpen && (
          <>
            <CopyButton
              value={open.map((code) => urlOf(site, code)).join('\n')}
              kind="primary"
              label={text.copyLinks}
              language={language}
            />
            <CopyButton value={open.join('\n')} label={text.copyCodes} language={language} />
          </>
        )}
        <LinkButton
          kind="quiet"
          href={`/api/admin/invitations/${id}/codes.csv`}
          download
          aria-label={text.downloadOf(batch.note || text.unnamed)}
          label={text.download}
        />
      </div>
      <ol class="invitation-codes">
        {codes.map(({ code, uses, used }) => (
          <li class="line apart">
            <code>{code}</code>
            {used >= uses ? (
              <Badge>{text.usedUp}</Badge>
            ) : (
              isOpen && (
                <CopyButton
                  {...{ value: urlOf(site, code), kind: 'small quiet', language }}
                  {...{ label: text.copyLink, name: text.copyLinkOf(code) }}
                />
              )
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function BatchRow({
  batch,
  language,
  now,
}: {
  batch: InvitationBatch
  language: Language
  now: Date
}) {
  const text = adminInvitationTexts[language]
  const { id, codes, uses, used, created_at, expires_at, revoked_at } = batch
  const note = batch.note || text.unnamed
  const isExpired = expires_at <= now.toISOString()
  return (
    <AdminRow
      title={note}
      badge={
        revoked_at !== null ? (
          <Badge>{text.revoked}</Badge>
        ) : (
          isExpired && <Badge>{text.expired}</Badge>
        )
      }
      actions={
        <>
          <LinkButton
            kind="small"
            href={`/admin/invitations?batch=${id}`}
            aria-label={text.showOf(note)}
            label={text.show}
          />
          <LinkButton
            kind="small"
            href={`/api/admin/invitations/${id}/codes.csv`}
            download
            aria-label={text.downloadOf(note)}
            label={text.download}
          />
          {revoked_at === null && !isExpired && (
            <RowAction
              api={`DELETE /api/admin/invitations/${id}`}
              toast={text.done}
              confirm={{ title: text.revokeTitle, body: text.revokeBody, button: text.revoke }}
              label={text.revoke}
              name={text.revokeOf(note)}
              kind="danger"
            />
          )}
        </>
      }
    >
      <span>{text.codes(codes, uses)}</span>
      <span>{text.used(used)}</span>
      <LabelledTime label={text.createdAt} value={created_at} language={language} show="date" />
      <LabelledTime label={text.expires} value={expires_at} language={language} show="date" />
    </AdminRow>
  )
}

const adminInvitationTexts = bilingual({
  lead: [
    '一次创建多个邀请码，例如用于线下活动。成员可以在“设置 › 邀请”中创建自己的邀请。',
    'Create many codes at once, for example for an event. Members create their own invitations under Settings › Invitations.',
  ],
  open: ['目前没有邀请码也可以注册。', 'People can currently register without an invitation.'],
  toSettings: ['在站点设置中打开“仅限邀请注册”', 'Turn on “Invite only” in the site settings'],
  heading: ['新建一批邀请码', 'New codes'],
  count: ['数量', 'Number of codes'],
  uses: ['每个邀请码可用次数', 'Uses per code'],
  days: ['有效天数', 'Valid for days'],
  note: ['备注', 'Note'],
  notePlaceholder: ['例如“线下聚会”', 'Such as “meetup”'],
  range: [
    (min: number, max: number) => `${min} 到 ${max}。`,
    (min: number, max: number) => `${min} to ${max}.`,
  ],
  create: ['创建邀请码', 'Create codes'],
  created: ['已创建 {codes} 个邀请码。', '{codes} codes created.'],
  none: ['还没有批量创建的邀请码', 'No codes yet'],
  noneHint: [
    '创建后会显示在这里，可以复制或下载 CSV 文件。',
    'New codes are shown here. You can copy them or download a CSV file.',
  ],
  codesOf: [(note: string) => `邀请码：${note}`, (note: string) => `Codes: ${note}`],
  codesLead: [
    (count: number) => `还有 ${count} 个邀请码可用。把链接发给对方，打开后邀请码会自动填好。`,
    (count: number) =>
      `${count} ${count === 1 ? 'code is' : 'codes are'} open. Send people the link: it fills in the code for them.`,
  ],
  codesOver: ['这批邀请码已不能使用。', 'These codes can no longer be used.'],
  copyLinks: ['复制全部链接', 'Copy all links'],
  copyCodes: ['复制全部邀请码', 'Copy all codes'],
  copyLink: ['复制链接', 'Copy link'],
  copyLinkOf: [(code: string) => `复制链接：${code}`, (code: string) => `Copy link: ${code}`],
  usedUp: ['已用完', 'Used up'],
  close: ['收起', 'Close'],
  show: ['查看邀请码', 'Show codes'],
  showOf: [(note: string) => `查看邀请码：${note}`, (note: string) => `Show codes: ${note}`],
  unnamed: ['无备注', 'Without a note'],
  codes: [
    (count: number, uses: number) => `${count} 个邀请码，每个可用 ${uses} 次`,
    (count: number, uses: number) => `${count} codes, ${uses} ${uses === 1 ? 'use' : 'uses'} each`,
  ],
  used: [(count: number) => `已有 ${count} 人加入`, (count: number) => `${count} joined`],
  createdAt: ['创建于', 'Created'],
  expires: ['有效期至', 'Expires'],
  expired: ['已过期', 'Expired'],
  revoked: ['已撤销', 'Revoked'],
  download: ['下载 CSV', 'Download CSV'],
  downloadOf: [(note: string) => `下载 CSV：${note}`, (note: string) => `Download CSV: ${note}`],
  revoke: ['撤销', 'Revoke'],
  revokeOf: [(note: string) => `撤销：${note}`, (note: string) => `Revoke: ${note}`],
  revokeTitle: ['撤销这批邀请码？', 'Revoke these codes?'],
  revokeBody: [
    '这批邀请码将立即失效，已经加入的人不受影响。',
    'The codes stop working immediately. People who have joined are not affected.',
  ],
  done: ['已撤销。', 'Revoked.'],
})
