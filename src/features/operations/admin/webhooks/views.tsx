import { tokenForm } from '#features/accounts/login/hooks.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminRow, EditAndRemove, RowAction } from '#features/operations/admin/frame/views-list.tsx'
import {
  WEBHOOK_URL_MAX,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookDelivery,
} from '#features/operations/webhooks/manage.ts'
import { EVENTS } from '#features/operations/webhooks/payload.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Badge, Card, EmptyState, LinkButton, Notice, PageHead } from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { ApiButton, ApiForm, ShownOnce, Submit } from '#web/components/form.tsx'
import { freshPart } from '#web/components/hooks.ts'
import { LabelledTime, Time } from '#web/components/time.tsx'

interface Props {
  hooks: Webhook[]
  language: Language
}

export function WebhooksView({ hooks, language }: Props) {
  const text = webhookTexts[language]
  return (
    <div class="stack">
      {/* The form shows the secret only once, so the page is not loaded again after a registration.
          The browser replaces this part instead. */}
      <div {...freshPart({ part: 'webhooks' })}>
        {hooks.length === 0 ? (
          <EmptyState icon="share" title={text.none} hint={text.noneHint} />
        ) : (
          <ul class="admin-list box hairlines">
            {hooks.map((hook) => (
              <HookRow {...{ hook, text, language }} />
            ))}
          </ul>
        )}
      </div>
      <Card
        heading="new-webhook"
        title={text.newHeading}
        lead={text.newLead(WEBHOOKS_MAX)}
        hooks={tokenForm()}
      >
        <ApiForm api="POST /api/admin/webhooks" toast={text.added} class="form narrow">
          <HookFields text={text} events={['post.published']} />
          <Submit label={text.add} />
          <ShownOnce {...SECRET} shown={text.shown} language={language} />
        </ApiForm>
      </Card>
    </div>
  )
}

interface PartProps {
  text: WebhookText
  language: Language
}

function HookRow({ hook, text, language }: PartProps & { hook: Webhook }) {
  const { id, url, events, created_at, failing_since } = hook
  return (
    <AdminRow
      title={url}
      badge={<State {...{ hook, text }} />}
      actions={
        <EditAndRemove
          {...{ name: url, language }}
          edit={`/admin/webhooks?id=${id}`}
          api={`DELETE /api/admin/webhooks/${id}`}
          consequence={text.removeBody}
        />
      }
    >
      <span>{events.join(', ')}</span>
      <LabelledTime label={text.created} value={created_at} language={language} show="date" />
      {failing_since && (
        <LabelledTime label={text.failingSince} value={failing_since} language={language} />
      )}
    </AdminRow>
  )
}

function State({ hook: { enabled, failing_since }, text }: { hook: Webhook; text: WebhookText }) {
  if (!enabled) return <Badge tone="danger">{text.disabled}</Badge>
  return failing_since ? (
    <Badge tone="danger">{text.failing}</Badge>
  ) : (
    <Badge tone="good">{text.enabled}</Badge>
  )
}

interface DeliveriesProps extends Props {
  id: number
  deliveries: WebhookDelivery[]
}

export function DeliveriesView({ hooks, deliveries, id, language }: DeliveriesProps) {
  const text = webhookTexts[language]
  const common = adminTexts[language]
  const hook = hooks.find((one) => one.id === id)
  if (!hook) return null
  const api = `/api/admin/webhooks/${id}` as const
  const { url, events, enabled, disabled_because, rotating_until } = hook
  return (
    <>
      <PageHead title={common.nav.webhooks} lead={url} />
      <div class="stack">
        {disabled_because && <Notice tone="warm">{text.because[disabled_because]}</Notice>}
        <div class="list-actions">
          <ApiButton
            api={`POST ${api}/test`}
            after="reload"
            toast={text.tested}
            button="button"
            label={text.test}
          >
            {text.test}
          </ApiButton>
        </div>
        <Card heading="edit-webhook" title={text.settings}>
          <ApiForm api={`PUT ${api}`} after="reload" toast={common.saved} class="form narrow">
            <HookFields {...{ text, url, events }} />
            <label class="check beside">
              <input type="checkbox" name="enabled" checked={enabled} /> {text.isEnabled}
            </label>
            <Submit label={common.save}>
              <LinkButton href="/admin/webhooks" kind="quiet" label={common.cancel} />
            </Submit>
          </ApiForm>
        </Card>
        <Card heading="webhook-secret" title={text.secretHeading} lead={text.secretLead}>
          <ApiForm api={`POST ${api}/rotate`} class="form narrow">
            {rotating_until && (
              <p class="soft">
                <LabelledTime
                  label={text.rotatingUntil}
                  value={rotating_until}
                  language={language}
                />
              </p>
            )}
            <Submit label={text.rotate} tone="" />
            <ShownOnce {...SECRET} shown={text.shown} language={language} />
          </ApiForm>
        </Card>
        <section class="stack">
          <h2>{text.deliveries}</h2>
          {deliveries.length === 0 && <p class="soft">{text.noDeliveries}</p>}
          <ul class="admin-list box hairlines">
            {deliveries.map((delivery) => (
              <DeliveryRow {...{ delivery, api, text, language }} canResend={enabled} />
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}

const TONES = { sent: 'good', failed: 'danger', queued: 'info', dropped: undefined } as const

interface DeliveryProps extends PartProps {
  delivery: WebhookDelivery
  api: `/api/admin/webhooks/${number}`
  canResend: boolean
}

function DeliveryRow({ delivery, api, canResend, text, language }: DeliveryProps) {
  const {
    id,
    type,
    webhook_id,
    status,
    attempts,
    response_status,
    duration_ms,
    problem,
    created_at,
  } = delivery
  const { attempts: tried, resend: label, resent: toast } = adminTexts[language]
  const resend = { api: `POST ${api}/deliveries/${id}/resend`, toast, label } as const
  return (
    <AdminRow
      heading="h3"
      title={type}
      badge={<Badge tone={TONES[status]}>{text.statuses[status]}</Badge>}
      quote={problem}
      actions={
        canResend &&
        status !== 'queued' && (
          <RowAction {...resend} name={`${label}: ${webhook_id}`} kind="quiet" />
        )
      }
    >
      <Time value={created_at} language={language} />
      {attempts > 0 && <span>{tried(attempts)}</span>}
      {response_status !== null && <span>{`HTTP ${response_status}`}</span>}
      {duration_ms !== null && <span>{`${duration_ms} ms`}</span>}
      <code>{webhook_id}</code>
    </AdminRow>
  )
}

function HookFields({
  text,
  url = '',
  events,
}: {
  text: WebhookText
  url?: string
  events: readonly string[]
}) {
  const address = { name: 'url', label: text.url, hint: text.urlHint, maxlength: WEBHOOK_URL_MAX }
  return (
    <>
      <Field {...address} type="url" value={url} autocomplete="off" required />
      <fieldset class="field">
        <legend class="field-label">{text.events}</legend>
        {EVENTS.map((event) => (
          <label class="check beside">
            <input type="checkbox" name="events" value={event} checked={events.includes(event)} />
            <span>
              {text.names[event]} <code class="faint">{event}</code>
            </span>
          </label>
        ))}
      </fieldset>
    </>
  )
}

const SECRET = { id: 'webhook-secret-value', member: 'secret' }

export const webhookTexts = bilingual({
  lead: [
    '本站发生的事件会以签名的 HTTP 请求发送给其他程序。格式和验证方法见 docs/webhooks.md。',
    'Other programs get the events of this site as signed HTTP requests. docs/webhooks.md has the format and how to verify them.',
  ],
  none: ['还没有 Webhook', 'No webhooks yet'],
  noneHint: ['在下面添加第一个。', 'Add the first one below.'],
  enabled: ['启用', 'Enabled'],
  disabled: ['已停用', 'Disabled'],
  failing: ['送达失败', 'Failing'],
  failingSince: ['失败开始于', 'Failing since'],
  created: ['添加于', 'Added'],
  removeBody: ['它的投递记录也会删除。', 'Its deliveries are deleted too.'],
  newHeading: ['添加 Webhook', 'Add a webhook'],
  newLead: [(max: number) => `最多 ${max} 个。`, (max: number) => `At most ${max}.`],
  url: ['地址', 'URL'],
  urlHint: [
    '以 https:// 开头，443 端口，位于公网。',
    'It starts with https://, uses port 443 and is on the public internet.',
  ],
  events: ['事件', 'Events'],
  names: {
    'post.published': ['文章发布', 'A post was published'],
    'post.updated': ['文章修改', 'A post was edited'],
    'post.removed': ['文章撤下', 'A post was removed'],
    'comment.created': ['新评论', 'A comment was added'],
    'comment.removed': ['评论删除', 'A comment was removed'],
    'user.registered': ['新用户注册', 'A user registered'],
    'report.created': ['新举报', 'A report was made'],
  },
  add: ['添加', 'Add'],
  added: ['Webhook 已添加。', 'Webhook added.'],
  shown: [
    '签名密钥。请立即复制，只显示这一次。',
    'Signing secret. Copy it now, you won’t see it again.',
  ],
  settings: ['设置', 'Settings'],
  isEnabled: ['启用', 'Enabled'],
  because: {
    owner: ['此 Webhook 已停用，不会收到事件。', 'This webhook is disabled and gets no events.'],
    gone: ['对方返回了 410，因此已停用。', 'Disabled, because the receiver responded with 410.'],
    failing: ['连续三天投递失败，因此已停用。', 'Disabled after three days of failed deliveries.'],
  },
  test: ['发送测试事件', 'Send a test event'],
  tested: [
    '测试事件已发送，稍后可在下面看到结果。',
    'The test event is on its way. Its result appears below.',
  ],
  secretHeading: ['签名密钥', 'Signing secret'],
  secretLead: [
    '更换后 24 小时内，每个请求同时带有新旧两个密钥的签名。',
    'For 24 hours after a change, each request is signed with both secrets.',
  ],
  rotatingUntil: ['旧密钥有效至', 'The old secret signs until'],
  rotate: ['更换密钥', 'Replace the secret'],
  deliveries: ['最近的投递', 'Last deliveries'],
  noDeliveries: ['还没有投递。', 'No deliveries yet.'],
  statuses: {
    queued: ['等待发送', 'Waiting'],
    sent: ['已送达', 'Delivered'],
    failed: ['失败', 'Failed'],
    dropped: ['已作废', 'Dropped'],
  },
})

type WebhookText = (typeof webhookTexts)['en']
