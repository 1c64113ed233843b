import { tokenForm, tokenList } from '#features/accounts/access-tokens/hooks.ts'
import { type AccessTokenText, accessTokenTexts } from '#features/accounts/access-tokens/text.ts'
import {
  ACCESS_TOKEN_DAYS_MAX,
  ACCESS_TOKEN_NAME_MAX,
  type AccessToken,
  SCOPES,
} from '#features/accounts/access-tokens/tokens.ts'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Badge } from '#web/components/badge.tsx'
import { Field } from '#web/components/field.tsx'
import { fieldError, formAnswer, optional } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'
import { ShownOnce } from '#web/components/shown-once.tsx'
import { Time } from '#web/components/time.tsx'

export function TokensTab({ tokens, language }: { tokens: AccessToken[]; language: Language }) {
  const text = accessTokenTexts[language]
  return (
    <>
      <NewToken text={text} shell={shellTexts[language]} />
      <section class="card" aria-labelledby="tokens-heading">
        <header>
          <h2 id="tokens-heading">{text.listHeading}</h2>
          <p>{text.listLead}</p>
        </header>
        <ul class="devices" {...tokenList()}>
          {tokens.map((token) => (
            <Token token={token} text={text} language={language} />
          ))}
          {tokens.length === 0 && <li class="faint">{text.none}</li>}
        </ul>
      </section>
    </>
  )
}

function NewToken({ text, shell }: { text: AccessTokenText; shell: ShellText }) {
  return (
    <section class="card" aria-labelledby="new-token-heading" {...tokenForm()}>
      <header>
        <h2 id="new-token-heading">{text.heading}</h2>
        <p>
          {text.lead} <a href="/api/docs">{text.reference}</a>
        </p>
      </header>
      <ApiForm api="POST /api/settings/tokens" text={shell} class="form narrow">
        <Field
          name="name"
          label={text.name}
          hint={text.nameHint}
          maxlength={ACCESS_TOKEN_NAME_MAX}
          autocomplete="off"
          required
        />
        <div class="field">
          <label for="scope">{text.scope}</label>
          <select class="input" id="scope" name="scope" autocomplete="off" aria-describedby="scope-hint">
            {SCOPES.map((scope) => (
              <option value={scope}>{text.scopes[scope]}</option>
            ))}
          </select>
          <p class="field-hint" id="scope-hint">
            {text.scopeHint}
          </p>
          <p class="field-error" {...fieldError({ field: 'scope' })} hidden />
        </div>
        <Field
          name="expires_in_days"
          type="number"
          label={text.days}
          hint={text.daysHint(ACCESS_TOKEN_DAYS_MAX)}
          aside={shell.optional}
          autocomplete="off"
          hooks={optional()}
        />
        <div class="form-actions needs-script">
          <button type="submit" class="button primary">
            {text.create}
          </button>
        </div>
        <ShownOnce id="new-token" text={text}>
          <output id="new-token" {...formAnswer({ template: '{token}' })} />
        </ShownOnce>
      </ApiForm>
    </section>
  )
}

interface TokenProps {
  token: AccessToken
  text: AccessTokenText
  language: Language
}

function Token({ token: { id, name, scope, created_at, expires_at, last_used_at }, text, language }: TokenProps) {
  return (
    <li class="device">
      <span class="device-icon">
        <Icon name="code" />
      </span>
      <div class="device-facts">
        <h3>
          {name} <Badge tone={scope === 'write' ? 'accent' : undefined}>{text.scopes[scope]}</Badge>
        </h3>
        <p>
          <span>
            {text.created} <Time value={created_at} language={language} />
          </span>
          <span>
            {expires_at === null ? text.forever : `${text.expires} `}
            {expires_at !== null && <Time value={expires_at} language={language} show="date" />}
          </span>
          <span>
            {last_used_at === null ? text.unused : `${text.used} `}
            {last_used_at !== null && <Time value={last_used_at} language={language} />}
          </span>
        </p>
      </div>
      <ApiForm
        api={`DELETE /api/settings/tokens/${id}`}
        after="remove:.device"
        toast={text.ended}
        confirm={{ title: text.endTitle, body: text.endBody(name), button: text.end }}
        class="needs-script"
      >
        <button type="submit" class="button small" aria-label={text.endOf(name)}>
          {text.end}
        </button>
      </ApiForm>
    </li>
  )
}
