import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { keyParam } from '#features/accounts/providers/http/requests.ts'
import { GITHUB } from '#features/accounts/providers/identities.ts'
import {
  isProviderKey,
  PRESETS,
  PROVIDER_KEY_MAX,
  PROVIDER_NAME_MAX,
  PROVIDERS_MAX,
  putProvider,
  removeProvider,
  type ShownProvider,
  shownProviders,
} from '#features/accounts/providers/providers.ts'
import { ProviderNotice } from '#features/accounts/providers/views.tsx'
import { badTarget, outsideOf } from '#features/core/network/fetch-outside.ts'
import { auditActorOf, byAdmin } from '#features/core/site/audit-log.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import {
  AdminList,
  AdminRow,
  CopyLine,
  EditAndRemove,
} from '#features/operations/admin/frame/views-list.tsx'
import { line, problem, text } from '#kernel/fields.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { Badge, Button, Card, LinkButton, Notice } from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'
import { optional } from '#web/components/hooks.ts'
import { limitedPerUser } from '#web/limits/limits.ts'
import { ownerFreshWrite, ownerRead, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { secretsOf } from '#web/secrets.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { json } from '#web/validation/validate.ts'

const ISSUER_MAX = 500

/**
 * Compared with the `iss` of ID tokens as a text, so it is stored exactly as it is given.
 * `outsideUrl` decides later whether http is allowed.
 */
const IssuerInput = text({ max: ISSUER_MAX })
  .superRefine((value, context) => {
    const url = URL.canParse(value) ? new URL(value) : null
    const isAddress =
      url !== null &&
      badTarget(url, { isLocal: true, site: null }) === null &&
      url.search === '' &&
      url.hash === ''
    if (value !== '' && !isAddress) context.addIssue(problem('not_an_https_address'))
  })
  .transform((value) => (value === '' ? undefined : value))

const ProviderInput = z.object({
  type: z.enum(['oidc', 'github']),
  name: line({ min: 1, max: PROVIDER_NAME_MAX }),
  issuer: IssuerInput.optional().describe(
    'The issuer of an `oidc` provider, which is required. For `github`: the address of an Enterprise Server. Without it, the provider is github.com.',
  ),
  client_id: text({ min: 1, max: 500 }),
  client_secret: text({ max: 2_000 })
    .transform((value) => (value === '' ? undefined : value))
    .optional()
    .describe(
      'The client secret. It is required for a new provider. If the field is missing or empty, the stored secret stays.',
    ),
  sign_up: z
    .boolean()
    .describe('Whether people without an account can create one by a login with this provider.'),
})

const ProviderShape = z
  .object({
    key: z.string(),
    type: z.enum(['oidc', 'github']),
    name: z.string(),
    issuer: z.string(),
    client_id: z.string(),
    sign_up: z.boolean(),
    created_at: z.iso.datetime(),
    accounts: z.int().describe('The number of accounts that can log in with this provider.'),
    only_here: z.int().describe('The number of accounts that have no other way to log in.'),
  })
  .meta({ id: 'IdentityProvider' })

export const adminSignInApi = new Hono<AppEnv>()
  .get(
    '/admin/identity-providers',
    ownerRead('listAdminIdentityProviders', listOf(ProviderShape)),
    summary('List the login providers'),
    async (c) => c.json({ items: await c.var.db.read(shownProviders), next_cursor: null }),
  )
  .put(
    '/admin/identity-providers/:key',
    ownerFreshWrite('updateAdminIdentityProvider', 'adds', ProviderShape),
    summary('Add a login provider, or replace its settings'),
    limitedPerUser('provider-change'),
    changes(),
    keyParam,
    json(ProviderInput),
    async (c) => {
      const { db, now } = c.var
      const outside = outsideOf(c.env, siteOrigin(c))
      const { key } = c.req.valid('param')
      return c.json(
        await putProvider(
          db,
          secretsOf(c.env),
          auditActorOf(c),
          key,
          c.req.valid('json'),
          outside,
          now,
        ),
      )
    },
  )
  .delete(
    '/admin/identity-providers/:key',
    ownerFreshWrite('deleteAdminIdentityProvider', 'refused: not_found', null),
    summary('Remove a login provider'),
    changes(),
    keyParam,
    (c) => done(c, byAdmin(c, removeProvider, c.req.valid('param').key)),
  )

export const adminSignInPages = new Hono<AppEnv>().get(
  PAGES.signIn.href,
  PAGES.signIn.guard,
  (c) => {
    const { key, problem } = c.req.query()
    const { language } = c.var
    const text = adminSignInTexts[language]
    const origin = siteOrigin(c)
    return showAdminPage(
      c,
      { name: 'signIn', lead: text.lead },
      { providers: shownProviders },
      ({ providers }) => {
        const draft = draftOf(providers, key)
        return (
          <div class="stack">
            {problem === 'provider_failed' ? (
              <Notice tone="danger">{text.testFailed}</Notice>
            ) : (
              <ProviderNotice problem={problem} language={language} />
            )}
            {draft !== null ? (
              <ProviderForm {...{ draft, text, origin, language }} />
            ) : (
              <>
                <AdminList
                  page={{ items: providers, next_cursor: null }}
                  path="/admin/sign-in"
                  empty={{ icon: 'key', title: text.none, hint: text.noneHint }}
                  row={(provider) => <ProviderRow {...{ provider, text, origin, language }} />}
                  language={language}
                />
                <AddCard {...{ providers, text }} />
              </>
            )}
          </div>
        )
      },
    )
  },
)

/**
 * The form for the provider with this key, filled with the stored values or with those of a preset.
 * Null if the key is not one, and if the site has the maximum number of providers.
 */
function draftOf(providers: ShownProvider[], key: string | undefined): ProviderDraft | null {
  if (key === undefined || !isProviderKey(key)) return null
  const stored = providers.find((provider) => provider.key === key)
  if (stored) return { ...stored, isNew: false }
  if (providers.length >= PROVIDERS_MAX) return null
  const { type, name, issuer } = PRESETS.find((preset) => preset.key === key) ?? {
    type: 'oidc',
    name: '',
    issuer: '',
  }
  return {
    key,
    type,
    name,
    issuer: type === 'github' ? '' : issuer,
    client_id: '',
    sign_up: true,
    isNew: true,
  }
}

/** The provider that the owner is adding or changing. */
interface ProviderDraft
  extends Pick<ShownProvider, 'key' | 'type' | 'name' | 'issuer' | 'client_id' | 'sign_up'> {
  isNew: boolean
}

interface PartProps {
  text: AdminSignInText
  origin: string
  language: Language
}

function ProviderRow({ provider, ...part }: PartProps & { provider: ShownProvider }) {
  const { text, language } = part
  const { key, name, issuer, sign_up, accounts, only_here } = provider
  return (
    <AdminRow
      title={name}
      badge={
        <Badge tone={sign_up ? 'good' : undefined}>
          {sign_up ? text.canSignUp : text.onlyLogin}
        </Badge>
      }
      details={<Callback providerKey={key} {...part} />}
      actions={
        <>
          <LinkButton
            href={`/auth/${key}?test=1`}
            kind="small"
            label={text.test}
            aria-label={text.testOf(name)}
          />
          <EditAndRemove
            {...{ name, language }}
            edit={`/admin/sign-in?key=${key}`}
            api={`DELETE /api/admin/identity-providers/${key}`}
            consequence={text.removeBody(accounts, only_here)}
          />
        </>
      }
    >
      <span>{issuer}</span>
      <span>{text.accounts(accounts)}</span>
    </AdminRow>
  )
}

function Callback({ providerKey, text, origin, language }: PartProps & { providerKey: string }) {
  const value = `${origin}/auth/${providerKey}/callback`
  return <CopyLine label={text.callback} {...{ value, language }} />
}

function AddCard({ providers, text }: { providers: ShownProvider[]; text: AdminSignInText }) {
  if (providers.length >= PROVIDERS_MAX) return <Notice>{text.full}</Notice>
  const left = PRESETS.filter(({ key }) => !providers.some((provider) => provider.key === key))
  return (
    <Card heading="add-heading" title={text.addHeading} lead={text.addLead}>
      <div class="stack">
        <p class="form-actions">
          {left.map(({ key, name }) => (
            <LinkButton href={`/admin/sign-in?key=${key}`} label={name} />
          ))}
        </p>
        <form class="form narrow" action="/admin/sign-in">
          <h3>{text.own}</h3>
          <Field
            name="key"
            label={text.ownKey}
            hint={text.ownKeyHint}
            pattern="[a-z0-9\-]+"
            maxlength={PROVIDER_KEY_MAX}
            required
          />
          <div class="form-actions">
            <Button type="submit" label={text.next} />
          </div>
        </form>
      </div>
    </Card>
  )
}

function ProviderForm({ draft, ...part }: PartProps & { draft: ProviderDraft }) {
  const { text, language } = part
  const { save, saved, cancel } = adminTexts[language]
  const { key, type, name, issuer, client_id, sign_up, isNew } = draft
  const preset = PRESETS.find((one) => one.key === key)
  const isGithub = type === 'github'
  const hint = issuer.includes('{tenant}') ? text.tenantHint : text.issuerHint
  return (
    <Card heading="form-heading" title={text.formHeading(name || key)} lead={text.callbackHint}>
      <div class="stack">
        <Callback providerKey={key} {...part} />
        {preset && (
          <p>
            <a href={preset.console}>{text.console}</a>
          </p>
        )}
        <ApiForm
          api={`PUT /api/admin/identity-providers/${key}`}
          after="goto:/admin/sign-in"
          toast={saved}
          class="form narrow"
        >
          <input type="hidden" name="type" value={type} />
          <Field
            name="name"
            label={text.name}
            hint={text.nameHint}
            value={name}
            maxlength={PROVIDER_NAME_MAX}
            required
          />
          <Field
            name="issuer"
            type="url"
            label={isGithub ? text.githubIssuer : text.issuer}
            hint={isGithub ? text.githubHint : hint}
            value={issuer}
            placeholder={isGithub ? GITHUB : 'https://'}
            required={!isGithub}
            hooks={optional()}
          />
          <Field name="client_id" label={text.clientId} value={client_id} required />
          <Field
            name="client_secret"
            type="password"
            label={text.clientSecret}
            hint={isNew ? text.secretHint : text.secretStays}
            required={isNew}
            hooks={optional()}
          />
          <label class="check beside">
            <input type="checkbox" name="sign_up" checked={sign_up} /> {text.signUp}
          </label>
          <Submit label={save}>
            <LinkButton href="/admin/sign-in" kind="quiet" label={cancel} />
          </Submit>
        </ApiForm>
      </div>
    </Card>
  )
}

const adminSignInTexts = bilingual({
  lead: [
    '成员可以用其他网站的账号登录。账号从不按邮箱自动关联，只有本人登录后才能绑定。',
    'Members can log in with an account of another site. Accounts are never linked by e-mail: only a person who is logged in can connect one.',
  ],
  none: ['还没有登录服务', 'No providers yet'],
  noneHint: ['在下面选择一个服务开始设置。', 'Choose one below to set it up.'],
  canSignUp: ['可注册', 'Log in and sign up'],
  onlyLogin: ['仅登录', 'Log in only'],
  accounts: [
    (count: number) => `${count} 个账号已绑定`,
    (count: number) => (count === 1 ? 'One connected account' : `${count} connected accounts`),
  ],
  callback: ['回调地址', 'Callback address'],
  callbackHint: [
    '在登录服务的后台填写这个地址。',
    'Enter this address in the settings of the provider.',
  ],
  test: ['测试', 'Test'],
  testOf: [(name: string) => `测试 ${name}`, (name: string) => `Test ${name}`],
  testFailed: [
    '测试失败：登录服务没有给出有效的回应。请检查签发者地址、客户端 ID 和客户端密钥，以及该服务的后台是否填写了回调地址。网站日志中有具体原因（provider_failed）。',
    'The test failed: the provider did not give a valid response. Check the issuer, the client ID and the client secret, and that the provider has the callback address. The log of this site has the cause (provider_failed).',
  ],
  removeBody: [
    (accounts: number, onlyHere: number) =>
      accounts === 0
        ? '没有账号绑定它。'
        : onlyHere > 0
          ? `${accounts} 个账号绑定了它，其中 ${onlyHere} 个没有其他登录方式，只能通过“忘记密码”设置密码。重新添加同一个服务后，绑定会恢复。`
          : `${accounts} 个账号绑定了它，它们都有其他登录方式。重新添加同一个服务后，绑定会恢复。`,
    (accounts: number, onlyHere: number) => {
      if (accounts === 0) return 'No account is connected.'
      const connected =
        accounts === 1 ? 'One account is connected.' : `${accounts} accounts are connected.`
      const stuck = onlyHere === 1 ? 'One person has' : `${onlyHere} people have`
      const others =
        onlyHere === 0
          ? 'Everyone has another way to log in.'
          : `${stuck} no other way to log in and must set a password with “Forgot your password?”.`
      return `${connected} ${others} If you add the same provider again, all connections work again.`
    },
  ],
  addHeading: ['添加登录服务', 'Add a provider'],
  addLead: [`最多 ${PROVIDERS_MAX} 个。`, `At most ${PROVIDERS_MAX}.`],
  full: [
    `已有 ${PROVIDERS_MAX} 个登录服务。请先移除一个再添加。`,
    `You have ${PROVIDERS_MAX} providers. Remove one to add another.`,
  ],
  own: ['其他 OpenID Connect 服务', 'Another OpenID Connect provider'],
  ownKey: ['标识', 'Key'],
  ownKeyHint: [
    '小写字母、数字和连字符，例如 company。它是回调地址的一部分。',
    'Lowercase letters, digits and hyphens, such as company. It is part of the callback address.',
  ],
  next: ['下一步', 'Next'],
  formHeading: [(name: string) => `设置 ${name}`, (name: string) => `Set up ${name}`],
  console: ['打开该服务的后台，创建应用', 'Register this site at the provider'],
  name: ['名称', 'Name'],
  nameHint: ['显示在登录按钮上。', 'Shown on the login button.'],
  issuer: ['签发者地址（Issuer）', 'Issuer'],
  issuerHint: [
    '以 https:// 开头。保存时会读取它的配置。',
    'Starts with https://. Its configuration is read when you save.',
  ],
  tenantHint: [
    '把 {tenant} 换成你的租户 ID。不支持面向所有租户的 common 和 organizations。',
    'Replace {tenant} with the ID of your tenant. The issuers for all tenants (common, organizations) are not supported.',
  ],
  githubIssuer: ['GitHub 地址', 'GitHub address'],
  githubHint: [
    '使用 GitHub Enterprise Server 时填写它的地址。',
    'The address of your GitHub Enterprise Server, if you use one.',
  ],
  clientId: ['客户端 ID', 'Client ID'],
  clientSecret: ['客户端密钥', 'Client secret'],
  secretHint: ['加密保存，不会再次显示。', 'Stored encrypted and never shown again.'],
  secretStays: ['留空则保留已保存的密钥。', 'Leave it empty to keep the stored secret.'],
  signUp: ['允许新访客用它注册', 'New visitors can sign up with it'],
})

type AdminSignInText = (typeof adminSignInTexts)['en']
