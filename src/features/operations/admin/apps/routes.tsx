import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import {
  APP_NAME_MAX,
  APPS_MAX,
  type App,
  AppInput,
  AppShape,
  allApps,
  changeApp,
  createApp,
  NewAppInput,
  NewAppShape,
  removeApp,
  rotateAppSecret,
  USERS_COUNTED,
} from '#features/accounts/apps/apps.ts'
import { appEndpoints } from '#features/accounts/apps/claims.ts'
import { tokenForm } from '#features/accounts/login/hooks.ts'
import { auditActorOf, byAdmin } from '#features/core/site/audit-log.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import {
  AdminList,
  AdminRow,
  CopyLine,
  EditAndRemove,
} from '#features/operations/admin/frame/views-list.tsx'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Badge, Card, LinkButton } from '#web/components/elements.tsx'
import { Field, TextField } from '#web/components/fields.tsx'
import { ApiForm, ShownOnce, Submit } from '#web/components/form.tsx'
import { freshPart } from '#web/components/hooks.ts'
import { LabelledTime } from '#web/components/time.tsx'
import { limitedPerUser } from '#web/limits/limits.ts'
import { ownerFreshWrite, ownerRead, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { secretsOf } from '#web/secrets.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { idParam, json } from '#web/validation/validate.ts'

const SecretShape = z
  .object({ client_secret: z.string().describe('The new secret. Only this response contains it.') })
  .meta({ id: 'AppSecret' })

export const adminAppsApi = new Hono<AppEnv>()
  .get(
    '/admin/apps',
    ownerRead('listAdminApps', listOf(AppShape)),
    summary('List the applications'),
    async (c) => c.json({ items: await c.var.db.read(allApps), next_cursor: null }),
  )
  .post(
    '/admin/apps',
    ownerFreshWrite('createAdminApp', 'adds', { 201: NewAppShape }),
    summary('Register an application. Only this response contains its secret'),
    limitedPerUser('app-change'),
    json(NewAppInput),
    async (c) => {
      return c.json(
        await createApp(
          c.var.db,
          secretsOf(c.env),
          auditActorOf(c),
          c.req.valid('json'),
          c.var.now,
        ),
        201,
      )
    },
  )
  .put(
    '/admin/apps/:id',
    ownerFreshWrite('updateAdminApp', 'adds', AppShape),
    summary('Change the name and the redirect addresses of an application'),
    idParam,
    json(AppInput),
    async (c) => c.json(await byAdmin(c, changeApp, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/admin/apps/:id/secret',
    ownerFreshWrite('secretAdminApp', 'adds', SecretShape, 'invalid_transition'),
    summary(
      'Replace the secret of an application. The old secret stops working at once. Only this response contains the new one',
    ),
    limitedPerUser('app-change'),
    idParam,
    async (c) =>
      c.json({ client_secret: await byAdmin(c, rotateAppSecret, c.req.valid('param').id) }),
  )
  .delete(
    '/admin/apps/:id',
    ownerFreshWrite('deleteAdminApp', 'refused: not_found', null),
    summary('Remove an application with all its tokens'),
    idParam,
    (c) => done(c, byAdmin(c, removeApp, c.req.valid('param').id)),
  )

export const adminAppsPages = new Hono<AppEnv>().get(PAGES.apps.href, PAGES.apps.guard, (c) => {
  const { language } = c.var
  const text = adminAppsTexts[language]
  return showAdminPage(c, { name: 'apps', lead: text.lead }, { apps: allApps }, ({ apps }) => {
    const chosen = apps.find(({ id }) => String(id) === c.req.query('id'))
    return (
      <div class="stack">
        {chosen === undefined ? (
          <>
            {/* The form shows the secret only once, so the page is not loaded again after a
                registration. The browser replaces this part instead. */}
            <div {...freshPart({ part: 'apps' })}>
              <AdminList
                page={{ items: apps, next_cursor: null }}
                path="/admin/apps"
                empty={{ icon: 'globe', title: text.none, hint: text.noneHint }}
                row={(app) => <AppRow {...{ app, text, language }} />}
                language={language}
              />
            </div>
            <NewApp text={text} language={language} />
            <Addresses {...{ site: siteOrigin(c), text, language }} />
          </>
        ) : (
          <EditApp {...{ app: chosen, text, language }} />
        )}
      </div>
    )
  })
})

interface PartProps {
  text: AdminAppsText
  language: Language
}

function AppRow({ app, text, language }: PartProps & { app: App }) {
  const { id, client_id, name, redirect_uris, confidential, users, created_at } = app
  return (
    <AdminRow
      title={name}
      badge={<Badge>{confidential ? text.confidential : text.public}</Badge>}
      details={
        <>
          <CopyLine label={text.clientId} value={client_id} language={language} />
          <p class="to-copy">
            <span>{text.uris}</span>
            {redirect_uris.map((uri) => (
              <code>{uri}</code>
            ))}
          </p>
        </>
      }
      actions={
        <EditAndRemove
          {...{ name, language }}
          edit={`/admin/apps?id=${id}`}
          api={`DELETE /api/admin/apps/${id}`}
          consequence={text.removeBody}
        />
      }
    >
      <span>{text.users(users, USERS_COUNTED)}</span>
      <LabelledTime label={text.created} value={created_at} language={language} show="date" />
    </AdminRow>
  )
}

function NewApp({ text, language }: PartProps) {
  return (
    <Card heading="new-app-heading" title={text.newHeading} lead={text.newLead} hooks={tokenForm()}>
      <ApiForm api="POST /api/admin/apps" toast={text.done} class="form narrow">
        <AppFields text={text} />
        <label class="check beside">
          <input type="checkbox" name="confidential" checked /> {text.isConfidential}
        </label>
        <Submit label={text.create} />
        <ShownOnce id="app-client" shown={text.clientId} member="client_id" language={language} />
        <ShownOnce id="app-secret" shown={text.shown} member="client_secret" language={language} />
      </ApiForm>
    </Card>
  )
}

function EditApp({ app, text, language }: PartProps & { app: App }) {
  const { id, name, redirect_uris, confidential } = app
  const { editOf, save, saved, cancel } = adminTexts[language]
  return (
    <>
      <Card heading="edit-app-heading" title={editOf(name)}>
        <ApiForm
          api={`PUT /api/admin/apps/${id}`}
          after="goto:/admin/apps"
          toast={saved}
          class="form narrow"
        >
          <AppFields text={text} name={name} uris={redirect_uris} />
          <Submit label={save}>
            <LinkButton href="/admin/apps" kind="quiet" label={cancel} />
          </Submit>
        </ApiForm>
      </Card>
      {confidential && (
        <Card heading="secret-heading" title={text.secretHeading} lead={text.secretLead}>
          <ApiForm api={`POST /api/admin/apps/${id}/secret`} class="form narrow">
            <Submit label={text.rotate} tone="" />
            <ShownOnce
              id="app-secret"
              shown={text.shown}
              member="client_secret"
              language={language}
            />
          </ApiForm>
        </Card>
      )}
    </>
  )
}

function AppFields({
  text,
  name = '',
  uris = [],
}: {
  text: AdminAppsText
  name?: string
  uris?: string[]
}) {
  return (
    <>
      <Field
        name="name"
        label={text.name}
        hint={text.nameHint}
        value={name}
        maxlength={APP_NAME_MAX}
        required
      />
      <TextField
        name="redirect_uris"
        label={text.uris}
        hint={text.urisHint}
        value={uris.join('\n')}
        rows={3}
        autocomplete="off"
        required
      />
    </>
  )
}

function Addresses({ site, text, language }: PartProps & { site: string }) {
  const endpoints = Object.entries(appEndpoints(site)) as [
    keyof AdminAppsText['addresses'],
    string,
  ][]
  return (
    <Card heading="addresses-heading" title={text.endpoints} lead={text.endpointsLead}>
      <CopyLine label={text.issuer} value={site} language={language} />
      {endpoints.map(([name, address]) => (
        <CopyLine label={text.addresses[name]} value={address} language={language} />
      ))}
    </Card>
  )
}

const adminAppsTexts = bilingual({
  lead: [
    '成员可以用本站账号登录社区的其他应用（维基、聊天室、商店）。应用使用 OpenID Connect 授权码模式和 PKCE 接入。',
    'Members can log in to other applications of the community (a wiki, a chat, a shop) with their account here. They use OpenID Connect with the authorization code flow and PKCE.',
  ],
  none: ['还没有应用', 'No applications yet'],
  noneHint: ['在下面添加第一个应用。', 'Register the first one below.'],
  confidential: ['服务器应用', 'Server application'],
  public: ['公开客户端', 'Public client'],
  users: [
    (count: number, max: number) => (count >= max ? `${max} 人以上在使用` : `${count} 人在使用`),
    (count: number, max: number) => {
      if (count >= max) return `${max} or more users`
      return count === 1 ? 'One user' : `${count} users`
    },
  ],
  created: ['添加于', 'Registered'],
  clientId: ['客户端 ID', 'Client ID'],
  removeBody: [
    '它的所有令牌会立即失效，成员将无法再用本站账号登录它。',
    'All its tokens stop working, and members can no longer log in to it with their account here.',
  ],
  newHeading: ['添加应用', 'Register an application'],
  newLead: [`最多 ${APPS_MAX} 个。`, `At most ${APPS_MAX}.`],
  name: ['名称', 'Name'],
  nameHint: ['成员在授权页面上看到的名称。', 'Members see it when they log in to the application.'],
  uris: ['回调地址', 'Redirect URIs'],
  urisHint: [
    '每行一个，必须与应用使用的地址完全一致。以 https:// 开头；本机上的应用可用 http://localhost。',
    'One per line, exactly as the application sends them. They start with https://, or with http://localhost for an application on your own machine.',
  ],
  isConfidential: [
    '应用在服务器上运行，可以保管密钥（浏览器和手机应用请取消勾选）',
    'The application runs on a server that can keep a secret (not for browser and mobile apps)',
  ],
  create: ['添加', 'Register'],
  done: ['应用已添加。', 'Application registered.'],
  shown: [
    '客户端密钥。请立即复制，只显示这一次。',
    'Client secret. Copy it now, you won’t see it again.',
  ],
  secretHeading: ['客户端密钥', 'Client secret'],
  secretLead: [
    '新密钥生成后，旧密钥立即失效。已登录的成员不受影响。',
    'A new secret replaces the old one immediately. Members stay logged in.',
  ],
  rotate: ['生成新密钥', 'Create a new secret'],
  endpoints: ['接入地址', 'Addresses'],
  endpointsLead: ['多数应用只需要签发者地址。', 'Most applications only need the issuer.'],
  issuer: ['签发者（Issuer）', 'Issuer'],
  addresses: {
    authorization_endpoint: ['授权', 'Authorization'],
    token_endpoint: ['令牌', 'Token'],
    userinfo_endpoint: ['用户信息', 'User info'],
    jwks_uri: ['公钥', 'Keys'],
    revocation_endpoint: ['撤销', 'Revocation'],
  },
})

type AdminAppsText = (typeof adminAppsTexts)['en']
