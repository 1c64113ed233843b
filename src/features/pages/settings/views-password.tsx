import type { ShellText } from '#features/core/shell/text.ts'
import type { SettingsText } from '#features/pages/settings/text.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { CurrentPasswordField } from '#web/components/current-password-field.tsx'
import { PasswordField } from '#web/components/field.tsx'
import { sameAs, unsent } from '#web/components/hooks.ts'
import { NewPasswordField } from '#web/components/new-password-field.tsx'

interface PasswordTabProps {
  email: string
  text: SettingsText['password']
  shell: ShellText
}

export function PasswordTab({ email, text, shell }: PasswordTabProps) {
  return (
    <section class="card" aria-labelledby="password-heading">
      <header>
        <h2 id="password-heading">{text.heading}</h2>
        <p>{text.lead}</p>
      </header>
      <ApiForm api="PUT /api/settings/password" after="reset" toast={text.done} text={shell} class="form narrow">
        {/* Password managers file the new password under the account they find here. */}
        <input type="email" value={email} autocomplete="username" hidden readonly {...unsent()} />
        <CurrentPasswordField name="current_password" label={text.current} text={shell} />
        <NewPasswordField name="new_password" label={text.new} hint={text.hint} text={shell} />
        <PasswordField
          name="repeat"
          label={text.repeat}
          autocomplete="new-password"
          required
          hooks={{ ...sameAs({ field: 'new_password' }), ...unsent() }}
          text={shell}
        />
        <div class="form-actions needs-script">
          <button type="submit" class="button primary">
            {text.submit}
          </button>
        </div>
      </ApiForm>
    </section>
  )
}
