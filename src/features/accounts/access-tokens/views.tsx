import {
  ACCESS_TOKEN_DAYS,
  ACCESS_TOKEN_DAYS_MAX,
  ACCESS_TOKEN_NAME_MAX,
  type AccessToken,
  SCOPES,
} from '#features/accounts/access-tokens/tokens.ts'
import { tokenForm } from '#features/accounts/login/hooks.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Badge, Card, ItemRow } from '#web/components/elements.tsx'
import { Field, SelectField } from '#web/components/fields.tsx'
import { ApiForm, EndItem, ShownOnce, Submit } from '#web/components/form.tsx'
import { freshPart } from '#web/components/hooks.ts'
import { ItemTime } from '#web/components/time.tsx'

export function TokensTab({ tokens, language }: { tokens: AccessToken[]; language: Language }) {
  const text = accessTokenTexts[language]
  return (
    <>
      <NewToken text={text} language={language} />
      <Card heading="tokens-heading" title={text.listHeading} lead={text.listLead}>
        <ul class="devices" {...freshPart({ part: 'tokens' })}>
          {tokens.map((token) => (
            <Token token={token} text={text} language={language} />
          ))}
          {tokens.length === 0 && <li class="faint">{text.none}</li>}
        </ul>
      </Card>
    </>
  )
}

function NewToken({ text, language }: { text: AccessTokenText; language: Language }) {
  return (
    <Card
      heading="new-token-heading"
      title={text.heading}
      lead={
        <>
          {text.lead} <a href="/api/docs">{text.reference}</a>
        </>
      }
      hooks={tokenForm()}
    >
      <ApiForm api="POST /api/settings/tokens" text={shellTexts[language]} class="form narrow">
        <Field
          name="name"
          label={text.name}
          hint={text.nameHint}
          maxlength={ACCESS_TOKEN_NAME_MAX}
          required
        />
        <SelectField
          name="scope"
          label={text.scope}
          options={SCOPES.map((scope) => [scope, text.scopes[scope]])}
          hint={text.scopeHint}
        />
        <Field
          name="expires_in_days"
          type="number"
          label={text.days}
          value={String(ACCESS_TOKEN_DAYS)}
          hint={text.daysHint(ACCESS_TOKEN_DAYS_MAX)}
        />
        <Submit label={text.create} />
        <ShownOnce id="new-token" shown={text.shown} member="token" language={language} />
      </ApiForm>
    </Card>
  )
}

interface TokenProps {
  token: AccessToken
  text: AccessTokenText
  language: Language
}

function Token({
  token: { id, name, scope, created_at, expires_at, last_used_at },
  text,
  language,
}: TokenProps) {
  // The time of the last use is rounded down to the hour, so it may be before the creation.
  const used = last_used_at !== null && last_used_at < created_at ? created_at : last_used_at
  return (
    <ItemRow
      icon="code"
      title={name}
      badge={<Badge tone={scope === 'write' ? 'accent' : undefined}>{text.scopes[scope]}</Badge>}
      action={<EndItem api={`DELETE /api/settings/tokens/${id}`} {...{ name, text }} />}
    >
      <ItemTime fact="created" value={created_at} language={language} />
      <ItemTime
        fact="expires"
        value={expires_at}
        none={text.forever}
        language={language}
        show="day"
      />
      <ItemTime fact="used" value={used} language={language} />
    </ItemRow>
  )
}

const accessTokenTexts = bilingual({
  heading: ['新建访问令牌', 'New access token'],
  lead: [
    '程序可以用访问令牌以你的身份调用 API，无需你的密码。',
    'An access token lets a program use the API as you, without your password.',
  ],
  reference: ['查看 API 文档', 'Read the API reference'],
  name: ['名称', 'Name'],
  nameHint: ['令牌的用途，例如“备份脚本”。', 'What the token is for, such as “backup script”.'],
  scope: ['权限', 'Permission'],
  scopes: {
    read: ['只读', 'Read only'],
    write: ['读写', 'Read and write'],
  },
  scopeHint: [
    '任何令牌都不能修改设置、登录或管理网站。',
    'Tokens can never change your settings, log in or manage the site.',
  ],
  days: ['有效天数', 'Days until it expires'],
  daysHint: [
    (max: number) => `最多 ${max} 天，留空则永久有效。`,
    (max: number) => `At most ${max}. Leave empty for a token that does not expire.`,
  ],
  create: ['新建令牌', 'Create token'],
  shown: ['请立即复制，令牌只显示这一次：', 'Copy the token now. You won’t see it again:'],
  listHeading: ['你的令牌', 'Your tokens'],
  listLead: ['修改密码后，所有令牌都会失效。', 'Changing your password revokes all tokens.'],
  none: ['暂无令牌。', 'No tokens yet.'],
  forever: ['永久有效', 'Never'],
  end: ['撤销', 'Revoke'],
  endOf: [(name: string) => `撤销令牌 ${name}`, (name: string) => `Revoke the token ${name}`],
  endTitle: ['撤销这个令牌？', 'Revoke this token?'],
  endBody: [
    (name: string) => `使用“${name}”的程序会立即失去访问权限。`,
    (name: string) => `Programs that use “${name}” lose access immediately.`,
  ],
  ended: ['令牌已撤销。', 'Token revoked.'],
})

type AccessTokenText = (typeof accessTokenTexts)['en']
