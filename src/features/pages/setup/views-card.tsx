import { SETUP_PATH, SETUP_STEPS, type Setup, type SetupStep } from '#features/core/site/setup.ts'
import { setupTexts } from '#features/pages/setup/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Card, Icon, LinkButton, ProgressBar } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'

/** The set-up list in short, on the home page and in Admin, until the owner closes it. */
export function SetupCard({ setup, language }: { setup: Setup; language: Language }) {
  const text = setupTexts[language]
  const { steps, next, finished, isEmpty } = setup
  const all = SETUP_STEPS.length
  const title = next === null ? text.done : isEmpty ? text.ready : text.title
  return (
    <Card
      heading="setup-card"
      class="card setup-card"
      title={title}
      lead={next === null ? text.doneLead : `${text.progress(finished, all)}. ${text.next(text.steps[next])}`}
    >
      <ProgressBar value={finished} max={all} label={text.progress(finished, all)} />
      {next !== null && (
        <ul class="setup-links">
          {SETUP_STEPS.map((step) => (
            <li>
              <a class={steps[step] === 'open' ? undefined : 'finished'} href={stepPath(step)}>
                <StepMark state={steps[step]} />
                {text.steps[step]}
                <span class="visually-hidden"> ({text.states[steps[step]]})</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <div class="form-actions">
        <LinkButton
          href={stepPath(next)}
          kind={next === null ? '' : 'primary'}
          label={next === null ? text.view : text.continue}
        />
        <ApiButton
          api="POST /api/admin/checklist/dismiss"
          after="remove:.setup-card"
          toast={text.closed}
          button={next === null ? 'button primary' : 'button quiet'}
        >
          {text.close}
        </ApiButton>
      </div>
    </Card>
  )
}

export function StepMark({ state }: { state: Setup['steps'][SetupStep] }) {
  return <span class={`setup-mark ${state}`}>{state !== 'open' && <Icon name="check" />}</span>
}

/** The set-up list with this step open. */
export function stepPath(step: SetupStep | null): string {
  return step === null ? SETUP_PATH : `${SETUP_PATH}?step=${step}`
}
