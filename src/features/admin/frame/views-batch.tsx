import type { CannedReason } from '#features/admin/frame/canned-reasons.ts'
import { adminTexts } from '#features/admin/frame/text.ts'
import { batchTexts } from '#features/admin/frame/text-batch.ts'
import { ReasonField } from '#features/admin/frame/views-dialogs.tsx'
import { type ErrorCode, errorMessage } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'

/** Beside an item of the list named by `list`: client/admin/batch.ts keeps count. */
export function SelectBox({ id, name, language }: { id: number; name: string; language: Language }) {
  return (
    <input
      type="checkbox"
      class="select-box needs-script"
      value={String(id)}
      autocomplete="off"
      aria-label={batchTexts[language].select(name)}
      data-selects
    />
  )
}

export function SelectAll({ language }: { language: Language }) {
  return (
    <label class="select-all needs-script">
      <input type="checkbox" class="select-box" autocomplete="off" data-selects-all />
      {batchTexts[language].selectAll}
    </label>
  )
}

export interface BatchAction {
  name: string
  label: string
  needsReason?: boolean
  /** Where there is no call for many: what is called for each, with `{id}` in its path. */
  each?: { api: `${'POST' | 'PUT'} /api/admin/${string}`; body?: Record<string, string> }
}

interface BatchBarProps {
  /** The call for many at once. */
  api?: `POST /api/admin/${string}`
  actions: readonly BatchAction[]
  reasons: readonly CannedReason[]
  max?: number
  language: Language
}

const REFUSALS: readonly ErrorCode[] = ['invalid_transition', 'not_found', 'version_conflict', 'forbidden']

/** Appears when something is selected. Its dialog asks for the reason once, for all. */
export function BatchBar({ api, actions, reasons, max, language }: BatchBarProps) {
  const text = batchTexts[language]
  const words = Object.fromEntries(REFUSALS.map((code) => [code, errorMessage(code, language)]))
  return (
    <section
      class="batch-bar needs-script"
      aria-label={text.bar}
      data-batch={api ?? ''}
      data-refusals={JSON.stringify(words)}
      data-done={text.done}
      data-refused={text.refused}
      data-close={text.close}
      hidden
    >
      <p role="status" data-selected={text.selected} />
      {actions.length > 1 && (
        <select class="input" aria-label={text.action} data-batch-action>
          {actions.map(({ name, label, needsReason, each }) => (
            <option
              value={name}
              data-needs-reason={needsReason ? '' : undefined}
              data-each={each?.api}
              data-body={each?.body && JSON.stringify(each.body)}
            >
              {label}
            </option>
          ))}
        </select>
      )}
      <button type="button" class="button primary" data-batch-asks={actions.length > 1 ? '' : actions[0]?.label}>
        {actions.length > 1 ? text.apply : actions[0]?.label}
      </button>
      <button type="button" class="button quiet" data-batch-clears>
        {text.clear}
      </button>
      <BatchDialog reasons={reasons} language={language} {...(max && { max })} />
    </section>
  )
}

function BatchDialog({ reasons, max, language }: Pick<BatchBarProps, 'reasons' | 'max' | 'language'>) {
  const text = batchTexts[language]
  return (
    <dialog class="dialog reason-dialog" aria-labelledby="batch-title" data-batch-dialog>
      <h2 id="batch-title" data-title={text.title}>
        {text.title}
      </h2>
      <p>{text.lead}</p>
      <form class="form" data-batch-form novalidate>
        <div class="notice danger" role="alert" data-form-error hidden />
        <ReasonField id="batch-reason" reasons={reasons} isOptional language={language} {...(max && { max })} />
        <div class="dialog-actions">
          <button type="button" class="button" data-closes-dialog>
            {adminTexts[language].cancel}
          </button>
          <button type="submit" class="button danger primary">
            {text.apply}
          </button>
        </div>
      </form>
    </dialog>
  )
}
