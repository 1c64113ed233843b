import { LEVEL_FLOORS } from '#features/core/people/level.ts'
import { type AdminEnergyText, adminEnergyTexts } from '#features/operations/admin/energy/text.ts'
import { adjustAudience, adjustForm, peopleCount, peopleCounter } from '#features/operations/admin/frame/hooks.ts'
import { FilterField, personFilters } from '#features/operations/admin/frame/views-list.tsx'
import type { Language } from '#kernel/i18n.ts'
import { Button } from '#web/components/elements.tsx'
import { Field, TextField } from '#web/components/fields.tsx'
import { formError, unsent } from '#web/components/hooks.ts'

type AdjustText = AdminEnergyText['adjust']

/** client/admin/adjust-energy.ts resolves the filter to a fixed list of users before the owner confirms. */
export function AdjustView({ language }: { language: Language }) {
  const text = adminEnergyTexts[language].adjust
  return (
    <>
      <p class="tab-lead">{text.lead}</p>
      <form class="card form adjust needs-script" {...adjustForm({ text })} novalidate>
        <div class="notice danger" role="alert" {...formError()} hidden />
        <Audience text={text} language={language} />
        <Field name="amount" label={text.amount} type="number" autocomplete="on" required hint={text.amountHint} />
        <TextField name="reason" label={text.reason} rows={2} hint={text.reasonHint} />
        <div class="form-actions">
          <Button type="submit" kind="primary" icon="bolt" label={text.submit} />
        </div>
      </form>
    </>
  )
}

function Audience({ text, language }: { text: AdjustText; language: Language }) {
  return (
    <fieldset class="audience">
      <legend>{text.who}</legend>
      <div class="choices">
        <label>
          <input type="radio" name="audience" value="list" checked {...unsent()} />
          {text.byList}
        </label>
        <label>
          <input type="radio" name="audience" value="filter" {...unsent()} />
          {text.byFilter}
        </label>
      </div>
      <div {...adjustAudience({ audience: 'list' })}>
        <TextField name="uids" label={text.uids} rows={3} autocomplete="off" hint={text.uidsHint} />
      </div>
      <AudienceFilter text={text} language={language} />
    </fieldset>
  )
}

function AudienceFilter({ text, language }: { text: AdjustText; language: Language }) {
  const levels = LEVEL_FLOORS.map((_, level) => [String(level), `Lv${level}`] as const)
  const filters = [
    ...personFilters(language, ['active', 'banned']),
    { name: 'level_min', label: text.levelMin, any: text.anyLevel, options: levels },
    { name: 'level_max', label: text.levelMax, any: text.anyLevel, options: levels },
  ]
  return (
    <div class="audience" {...adjustAudience({ audience: 'filter' })} hidden>
      <div class="audience-fields">
        {filters.map((filter) => (
          <FilterField {...filter} />
        ))}
      </div>
      <div class="form-actions">
        <Button {...peopleCounter()} icon="person" label={text.count} />
        <p role="status" {...peopleCount()} />
      </div>
    </div>
  )
}
