import type { SettingsText } from '#features/pages/settings/text.ts'
import { ApiForm, Submit } from '#web/components/api-form.tsx'
import { Card } from '#web/components/card.tsx'
import { CurrentPasswordField } from '#web/components/current-password-field.tsx'
import { PasswordField } from '#web/components/field.tsx'
import { sameAs, unsent } from '#web/components/hooks.ts'
import { NewPasswordField } from '#web/components/new-password-field.tsx'
import type { ShellText } from '#web/components/text.ts'

interface PasswordTabProps {
  email: string
  text: SettingsText['password']
  shell: ShellText
}

export function PasswordTab({ email, text, shell }: PasswordTabProps) {
  return (
    <Card heading="password-heading" title={text.heading} lead={text.lead}>
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
        <Submit label={text.submit} />
      </ApiForm>
    </Card>
  )
}
