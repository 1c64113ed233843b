import { tokenForm, tokenList } from '#features/accounts/access-tokens/hooks.ts'
import { type AccessTokenText, accessTokenTexts } from '#features/accounts/access-tokens/text.ts'
import {
  ACCESS_TOKEN_DAYS,
  ACCESS_TOKEN_DAYS_MAX,
  ACCESS_TOKEN_NAME_MAX,
  type AccessToken,
  SCOPES,
} from '#features/accounts/access-tokens/tokens.ts'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Badge, Card, ItemRow, ShownOnce } from '#web/components/elements.tsx'
import { ApiButton, ApiForm, Field, SelectField, Submit } from '#web/components/form.tsx'
import { formAnswer } from '#web/components/hooks.ts'
import { LabelledTime } from '#web/components/time.tsx'

export function TokensTab({ tokens, language }: { tokens: AccessToken[]; language: Language }) {
  const text = accessTokenTexts[language]
  return (
    <>
      <NewToken text={text} shell={shellTexts[language]} />
      <Card heading="tokens-heading" title={text.listHeading} lead={text.listLead}>
        <ul class="devices" {...tokenList()}>
          {tokens.map((token) => (
            <Token token={token} text={text} language={language} />
          ))}
          {tokens.length === 0 && <li class="faint">{text.none}</li>}
        </ul>
      </Card>
    </>
  )
}

function NewToken({ text, shell }: { text: AccessTokenText; shell: ShellText }) {
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
      <ApiForm api="POST /api/settings/tokens" text={shell} class="form narrow">
        <Field
          name="name"
          label={text.name}
          hint={text.nameHint}
          maxlength={ACCESS_TOKEN_NAME_MAX}
          autocomplete="off"
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
          autocomplete="off"
        />
        <Submit label={text.create} />
        <ShownOnce id="new-token" text={text}>
          <output id="new-token" {...formAnswer({ template: '{token}' })} />
        </ShownOnce>
      </ApiForm>
    </Card>
  )
}

interface TokenProps {
  token: AccessToken
  text: AccessTokenText
  language: Language
}

function Token({ token: { id, name, scope, created_at, expires_at, last_used_at }, text, language }: TokenProps) {
  return (
    <ItemRow
      icon="code"
      title={
        <>
          {name} <Badge tone={scope === 'write' ? 'accent' : undefined}>{text.scopes[scope]}</Badge>
        </>
      }
      action={
        <ApiButton
          api={`DELETE /api/settings/tokens/${id}`}
          after="remove:.device"
          toast={text.ended}
          confirm={{ title: text.endTitle, body: text.endBody(name), button: text.end }}
          label={text.endOf(name)}
        >
          {text.end}
        </ApiButton>
      }
    >
      <LabelledTime label={text.created} value={created_at} language={language} />
      <LabelledTime label={text.expires} value={expires_at} none={text.forever} language={language} show="day" />
      <LabelledTime label={text.used} value={last_used_at} none={text.unused} language={language} />
    </ItemRow>
  )
}
