import { MAILED_KIND_NAMES, type NoticeMail } from '#features/core/mail/notice-prefs.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import type { NoticeMailText } from '#features/pages/settings/text-notice-mail.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Notice } from '#web/components/notice.tsx'

interface NoticeMailProps {
  chosen: NoticeMail
  isVerified: boolean
  text: NoticeMailText
  shell: ShellText
}

export function NoticeMailCard({ chosen, isVerified, text, shell }: NoticeMailProps) {
  return (
    <section class="card" aria-labelledby="notice-mail-heading">
      <header>
        <h2 id="notice-mail-heading">{text.heading}</h2>
        <p>{text.lead}</p>
      </header>
      {isVerified ? (
        <ApiForm api="PUT /api/settings/notice-mail" toast={text.saved} text={shell} class="form narrow">
          {MAILED_KIND_NAMES.map((kind) => (
            <Choice name={kind} label={text.kinds[kind]} value={chosen[kind]} options={text.how} />
          ))}
          <Choice name="digest" label={text.digest} value={chosen.digest} options={text.rhythms} />
          <div class="form-actions needs-script">
            <button type="submit" class="button primary">
              {text.save}
            </button>
          </div>
        </ApiForm>
      ) : (
        <Notice>
          {text.unverified} <a href="/settings?tab=account">{text.toAccount}</a>
        </Notice>
      )}
    </section>
  )
}

interface ChoiceProps {
  name: string
  label: string
  value: string
  options: Record<string, string>
}

function Choice({ name, label, value, options }: ChoiceProps) {
  const id = `mail-${name}`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select class="input" id={id} name={name} autocomplete="off">
        {Object.entries(options).map(([option, text]) => (
          <option value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
