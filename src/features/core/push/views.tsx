import { pushForm, pushOffButton, pushState } from '#features/core/push/hooks.ts'
import type { PushCategory, PushChoice } from '#features/core/push/subscriptions.ts'
import { pushTexts } from '#features/core/push/text.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Button, Card, NeedsScript, Notice } from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'

interface PushCardProps {
  /** What this session gets; null if it has no subscription. */
  choice: PushChoice | null
  offered: readonly PushCategory[]
  /** The name of the time zone of the quiet hours. */
  zone: string
  language: Language
}

/** client/entries/push.ts handles the form. */
export function PushCard({ choice, offered, zone, language }: PushCardProps) {
  const text = pushTexts[language]
  return (
    <Card
      heading="push-heading"
      id="push"
      title={text.heading}
      lead={text.lead}
      aside={<a href="/help/push">{text.help}</a>}
    >
      <div class="stack">
        {choice && (
          <div {...pushState({ about: 'on' })}>
            <Notice tone="good">{text.isOn}</Notice>
          </div>
        )}
        <form class="form narrow needs-script" {...pushForm()}>
          <fieldset class="field">
            <legend class="field-label">{text.which}</legend>
            {offered.map((category) => (
              <label class="check beside">
                <input
                  type="checkbox"
                  name={category}
                  checked={choice?.categories.includes(category) ?? true}
                />
                <span>{text.kinds[category]}</span>
              </label>
            ))}
          </fieldset>
          <fieldset class="field" aria-describedby="quiet-hint">
            <legend class="field-label">{text.quiet}</legend>
            <div class="field-pair">
              <Field
                name="from"
                id="push-from"
                type="time"
                label={text.from}
                value={choice?.quiet?.from ?? ''}
              />
              <Field
                name="until"
                id="push-until"
                type="time"
                label={text.until}
                value={choice?.quiet?.until ?? ''}
              />
            </div>
            <p class="field-hint" id="quiet-hint">
              {text.quietHint(zone)}
            </p>
          </fieldset>
          <Submit label={choice ? text.save : text.turnOn} />
        </form>
        {Object.entries(text.problems).map(([about, problem]) => (
          <div {...pushState({ about: about as keyof typeof text.problems })} role="alert" hidden>
            <Notice tone="warm">{problem}</Notice>
          </div>
        ))}
        {choice && (
          <div class="form-actions">
            <ApiForm api="POST /api/push/test" toast={text.testSent} text={shellTexts[language]}>
              <Submit label={text.test} tone="" />
            </ApiForm>
            <Button {...pushOffButton()} kind="quiet needs-script" label={text.turnOff} />
          </div>
        )}
        <NeedsScript text={shellTexts[language]} />
      </div>
    </Card>
  )
}
