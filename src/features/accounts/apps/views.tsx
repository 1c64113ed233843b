import { type ConnectedApp, nameWithHost } from '#features/accounts/apps/apps.ts'
import type { AppScope } from '#features/accounts/apps/claims.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Button, Card, Facts, ItemRow, LinkButton, Notice } from '#web/components/elements.tsx'
import { CopyButton, EndItem } from '#web/components/form.tsx'
import { freshPart } from '#web/components/hooks.ts'
import { LabelledTime } from '#web/components/time.tsx'

interface ConsentProps {
  text: AppText
  name: string
  /** The host of the document of an assistant. Null for an application of the owner. */
  from: string | null
  /** Whether it returns to a program on the machine of the user. */
  isLocal: boolean
  scopes: readonly AppScope[]
  viewer: Viewer
  /** The host to which the browser returns. */
  host: string
  /** The query of the request. It is checked again when the user has decided. */
  request: string
  /** The path of this page. */
  again: string
  language: Language
}

/**
 * The page that asks the user for the consent. Its forms are plain, so the page works without
 * JavaScript.
 */
export function ConsentView(props: ConsentProps) {
  const { text, name, from, isLocal, scopes, viewer, host, request, again, language } = props
  return (
    <AccountCard heading={text.heading(name)} lead={text.lead(name)}>
      <Facts
        facts={[
          ...(from === null ? [] : ([[text.from, <strong>{from}</strong>]] as const)),
          [text.account, displayName(viewer, language)],
        ]}
      />
      <p>{text.receives}</p>
      <ul>
        {worthNaming(scopes).map((scope) => (
          <li>{scope === 'email' ? text.emailOf(viewer.email) : text.scopes[scope]}</li>
        ))}
      </ul>
      <p class="soft">{text.never}</p>
      {isLocal && <Notice>{text.local}</Notice>}
      <form class="form" method="post" action="/oauth/consent">
        <input type="hidden" name="request" value={request} />
        <Button
          type="submit"
          name="decision"
          value="allow"
          kind="primary wide"
          label={text.allow}
        />
        <Button type="submit" name="decision" value="deny" kind="wide" label={text.deny} />
      </form>
      <p class="soft">{text.returnsTo(host)}</p>
      <form method="post" action={`/logout?next=${encodeURIComponent(again)}`}>
        <Button type="submit" kind="quiet wide" label={text.otherAccount} />
      </form>
    </AccountCard>
  )
}

/**
 * The scopes that the page lists. The user number is part of the profile, so `openid` is not
 * listed. An assistant always works while the user is away, so `offline_access` is not listed for
 * it.
 */
function worthNaming(scopes: readonly AppScope[]): readonly AppScope[] {
  const isAssistant = scopes.some((scope) => scope.startsWith('posts:'))
  const implied = [
    ...(scopes.includes('profile') ? ['openid'] : []),
    ...(isAssistant ? ['offline_access'] : []),
  ]
  return scopes.filter((scope) => !implied.includes(scope))
}

/** Is shown for a moment, until the `Refresh` header of the response opens the address. */
export function ReturnView({
  text,
  name,
  target,
}: {
  text: AppText
  name: string
  target: string
}) {
  return (
    <AccountCard heading={text.returning(name)}>
      <LinkButton href={target} kind="primary wide" label={text.returnNow} rel="nofollow" />
    </AccountCard>
  )
}

/** `name` is null if the application is unknown; otherwise the address is unknown. */
export function UnknownAppView({ text, name }: { text: AppText; name: string | null }) {
  return (
    <AccountCard heading={text.unknownHeading}>
      <Notice tone="danger">{name === null ? text.unknownApp : text.unknownAddress(name)}</Notice>
      <p>{text.unknownHint}</p>
      <LinkButton href="/" kind="wide" label={text.home} />
    </AccountCard>
  )
}

/** Is shown to an assistant that does not name the resource of this site. */
export function RefusedTargetView({
  text,
  name,
  from,
  resource,
}: {
  text: AppText
  name: string
  from: string | null
  resource: string
}) {
  return (
    <AccountCard heading={text.targetHeading}>
      <Notice tone="danger">{text.target(name)}</Notice>
      {from !== null && <Facts facts={[[text.from, <strong>{from}</strong>]]} />}
      <p>
        {text.targetHint} <code>invalid_target</code>, <code>resource={resource}</code>
      </p>
      <LinkButton href="/" kind="wide" label={text.home} />
    </AccountCard>
  )
}

/** A card in the settings with the address that a member gives to an assistant. */
export function ConnectAssistantCard({
  address,
  language,
}: {
  address: string
  language: Language
}) {
  const text = appTexts[language].connect
  return (
    <Card heading="assistant-heading" title={text.heading} lead={text.lead}>
      <p class="shown-once notice">
        <output id="assistant-address">{address}</output>
        <CopyButton of="assistant-address" kind="small" language={language} />
      </p>
      <p>
        <a href="/help/mcp">{text.help}</a>
      </p>
    </Card>
  )
}

/**
 * A card in the settings. It is not shown if it is empty, because most sites have no applications.
 */
export function ConnectedAppsCard({
  apps,
  language,
}: {
  apps: ConnectedApp[]
  language: Language
}) {
  const text = appTexts[language]
  const card = (
    <Card heading="apps-heading" title={text.listHeading} lead={text.listLead}>
      <ul class="devices">
        {apps.map(({ id, name, host, scopes, created_at, last_used_at }) => (
          <ItemRow
            icon="globe"
            title={nameWithHost(name, host)}
            action={<EndItem api={`DELETE /api/settings/apps/${id}`} {...{ name, text }} />}
          >
            <span>
              {worthNaming(scopes)
                .map((scope) => text.scopes[scope])
                .join(' · ')}
            </span>
            <LabelledTime label={text.connected} value={created_at} language={language} />
            <LabelledTime
              label={text.used}
              value={last_used_at}
              none={text.unused}
              language={language}
            />
          </ItemRow>
        ))}
      </ul>
    </Card>
  )
  return <div {...freshPart({ part: 'connected-apps' })}>{apps.length > 0 && card}</div>
}

export const appTexts = bilingual({
  heading: [(name: string) => `登录 ${name}`, (name: string) => `Log in to ${name}`],
  lead: [
    (name: string) => `${name} 想使用你在本站的账号。`,
    (name: string) => `${name} wants to use your account on this site.`,
  ],
  account: ['当前账号', 'Your account'],
  receives: ['它将获得：', 'It will receive:'],
  scopes: {
    openid: ['你的用户编号', 'Your user number'],
    profile: ['你的用户名、头像和个人主页地址', 'Your username, avatar and profile address'],
    email: ['你的邮箱地址', 'Your e-mail address'],
    offline_access: [
      '在你离开后继续更新以上信息',
      'Updates of this information while you are away',
    ],
    'posts:read': [
      '阅读：文章、评论，以及你的草稿和通知',
      'Read: posts, comments, your drafts and your notifications',
    ],
    'posts:write': ['写入：保存草稿，以你的身份发表评论', 'Write: save drafts, and comment as you'],
  },
  /** Instead of the texts above, for an assistant. */
  assistant: {
    heading: [(name: string) => `连接 ${name}`, (name: string) => `Connect ${name}`],
    lead: [
      (name: string) => `${name} 想作为你的助手使用本站。`,
      (name: string) => `${name} wants to use this site as your assistant.`,
    ],
    receives: ['它可以：', 'It can:'],
    never: [
      '它不能发布或删除文章、花费能量、修改设置，也不能查看你的密码和邮箱地址。',
      'It can never publish or delete posts, spend energy, change settings or see your password or e-mail address.',
    ],
  },
  from: ['来自', 'From'],
  local: [
    '授权会交给你电脑上的一个程序。只有在你刚刚从自己的程序发起连接时才同意。',
    'The permission goes to a program on your computer. Allow it only if you have just started the connection in your own program.',
  ],
  emailOf: [
    (email: string) => `你的邮箱地址（${email}）`,
    (email: string) => `Your e-mail address (${email})`,
  ],
  never: [
    '它不能查看你的密码，也不能以你的身份发布或修改内容。',
    'It cannot see your password, and it cannot publish or change anything as you.',
  ],
  returnsTo: [
    (host: string) => `同意后会回到 ${host}。你可以随时在“设置 › 访问令牌”中断开。`,
    (host: string) =>
      `You will return to ${host}. You can disconnect it at any time under Settings › Tokens.`,
  ],
  allow: ['同意并继续', 'Allow and continue'],
  deny: ['拒绝', 'Cancel'],
  otherAccount: ['换一个账号', 'Use another account'],
  returning: [(name: string) => `正在返回 ${name}`, (name: string) => `Returning to ${name}`],
  returnNow: ['没有自动跳转？点击继续', 'Continue if nothing happens'],
  unknownHeading: ['无法登录这个应用', 'Cannot log in to this application'],
  unknownApp: [
    '本站没有这个应用，或者它已被移除。',
    'The application is not registered at this site, or it was removed.',
  ],
  unknownAddress: [
    (name: string) => `${name} 要返回的地址与在本站填写的回调地址不一致。`,
    (name: string) => `${name} asked to return to an address that is not registered at this site.`,
  ],
  targetHeading: ['无法连接这个助手', 'Cannot connect this assistant'],
  target: [
    (name: string) => `${name} 没有说明它要访问本站的助手接口。它不能用来登录。`,
    (name: string) =>
      `${name} did not ask for the assistant access of this site. It cannot be used to log in.`,
  ],
  targetHint: ['给助手开发者的信息：', 'For the developers of the assistant:'],
  unknownHint: ['请联系该应用的管理员。', 'Please contact the admins of the application.'],
  home: ['回到首页', 'Go to the home page'],
  connect: {
    heading: ['连接 AI 助手', 'Connect an assistant'],
    lead: [
      '在 Claude、ChatGPT 等助手中添加自定义连接器（MCP），填入这个地址。',
      'In Claude, ChatGPT and other assistants, add a custom connector (MCP) with this address.',
    ],
    help: ['查看步骤', 'See how to connect'],
  },
  listHeading: ['已连接的应用', 'Connected applications'],
  listLead: [
    '你用本站账号登录过的应用，以及你连接的助手。修改密码后，它们需要重新登录或连接。',
    'Applications that you log in to with this account, and your assistants. After you change your password, you need to log in to them or connect them again.',
  ],
  connected: ['连接于', 'Connected'],
  used: ['最近登录', 'Last login'],
  unused: ['尚未登录', 'Not used yet'],
  end: ['断开', 'Disconnect'],
  endOf: [(name: string) => `断开 ${name}`, (name: string) => `Disconnect ${name}`],
  endTitle: [(name: string) => `断开 ${name}？`, (name: string) => `Disconnect ${name}?`],
  endBody: [
    '它会立即失去对你账号信息的访问权限。已经保存在它那里的信息不会被删除。',
    'It loses access to your account immediately. Information that it has already stored is not deleted.',
  ],
  ended: ['已断开。', 'Disconnected.'],
})

export type AppText = (typeof appTexts)['en']
