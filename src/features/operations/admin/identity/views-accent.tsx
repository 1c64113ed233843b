import { CONTRAST_MIN, DEFAULT_ACCENT, type Shades, shadesOf } from '#features/core/identity/accent.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import type { AdminIdentityText } from '#features/operations/admin/identity/text.ts'
import { Button, Card } from '#web/components/elements.tsx'
import { ApiForm, Field } from '#web/components/form.tsx'

interface AccentProps {
  accent: string | null
  text: AdminIdentityText
  shell: ShellText
}

export function AccentCard({ accent, text, shell }: AccentProps) {
  return (
    <Card id="accent" heading="accent-heading" title={text.accent} lead={text.accentLead(CONTRAST_MIN)}>
      <div class="accent-forms">
        <ApiForm api="PUT /api/admin/identity" after="reload" toast={text.saved} text={shell} class="accent-form">
          <Field name="accent" id="accent-colour" type="color" label={text.colour} value={accent ?? DEFAULT_ACCENT} />
          <Button type="submit" kind="primary needs-script" label={text.save} />
        </ApiForm>
        {accent !== null && (
          <ApiForm api="PUT /api/admin/identity" after="reload" toast={text.saved} class="accent-form">
            <input type="hidden" name="accent" value="" />
            <Button type="submit" kind="quiet needs-script" label={text.reset} />
          </ApiForm>
        )}
      </div>
      {accent !== null && <Samples accent={accent} text={text} />}
    </Card>
  )
}

/** Shows the accent colour in both themes. */
function Samples({ accent, text }: { accent: string; text: AdminIdentityText }) {
  const { light, dark } = shadesOf(accent)
  return (
    <div class="accent-samples">
      <Sample name={text.light} scheme="light" shades={light} text={text} />
      <Sample name={text.dark} scheme="dark" shades={dark} text={text} />
    </div>
  )
}

interface SampleProps {
  name: string
  scheme: 'light' | 'dark'
  shades: Shades
  text: AdminIdentityText
}

function Sample({ name, scheme, shades, text }: SampleProps) {
  return (
    <div class="accent-sample" style={`color-scheme:${scheme}`}>
      <span>{name}</span>
      <span style={`color:${shades.accent}`}>{text.sampleLink}</span>
      <span class="accent-button" style={`background:${shades.accent};color:${shades.on}`}>
        {text.sampleButton}
      </span>
      <span class="accent-button" style={`background:${shades.soft};color:${shades.strong}`}>
        Aa
      </span>
    </div>
  )
}
