import { type Checklist, STEPS, type Step } from '#features/operations/admin/overview/checklist.ts'
import { checklistTexts } from '#features/operations/admin/overview/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Card, Icon } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'

/** Setup checklist for a new owner. It disappears when all steps are done or the owner dismisses it. */
export function ChecklistCard({ done, language }: { done: Checklist; language: Language }) {
  const text = checklistTexts[language]
  const steps = Object.keys(done) as Step[]
  return (
    <Card
      heading="checklist"
      class="card checklist"
      title={text.title}
      lead={text.lead(steps.filter((step) => done[step]).length, steps.length)}
    >
      <ul class="checklist-steps">
        {steps.map((step) => {
          const { title, hint } = text.steps[step]
          return (
            <li>
              <a class={done[step] ? 'checklist-step done' : 'checklist-step'} href={STEPS[step]}>
                <span class="checklist-box">{done[step] && <Icon name="check" />}</span>
                <span>
                  <strong>{title}</strong>
                  <span class="visually-hidden"> ({done[step] ? text.done : text.open})</span>
                  <span class="checklist-hint">{hint}</span>
                </span>
              </a>
            </li>
          )
        })}
      </ul>
      <ApiButton
        api="POST /api/admin/checklist/dismiss"
        after="remove:.checklist"
        toast={text.dismissed}
        button="button small quiet"
      >
        {text.dismiss}
      </ApiButton>
    </Card>
  )
}
