import { importPart, publishAll } from '#features/pages/studio/import/hooks.ts'
import { type ImportText, importTexts } from '#features/pages/studio/import/text-import.ts'
import { LIMITS } from '#import/import-error.ts'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { Button, Card, Icon, LinkButton, NeedsScript } from '#web/components/elements.tsx'
import { fileChooser } from '#web/components/hooks.ts'

/** The steps of an import. client/import/import-page.ts shows one after the other. */
export function ImportView({ isReviewed, language }: { isReviewed: boolean; language: Language }) {
  const text = importTexts[language]
  return (
    <div class="import stack">
      {/* Only this page loads these styles. */}
      <link rel="stylesheet" href={asset('import.css')} />
      <NeedsScript text={text} />
      <ChooseStep text={text} />
      <ReadingStep text={text} />
      <PlanStep text={text} />
      <RunStep text={text} isReviewed={isReviewed} />
    </div>
  )
}

function ChooseStep({ text: { choose, sources, help } }: { text: ImportText }) {
  return (
    <div class="stack" {...importPart({ name: 'choose' })}>
      <div class="notice danger" role="alert" {...importPart({ name: 'problem' })} hidden>
        <Icon name="warning" />
        <p />
      </div>
      <section class="card import-drop needs-script" aria-labelledby="import-choose">
        <Icon name="download" />
        <h2 id="import-choose">{choose.drop}</h2>
        <div class="form-actions">
          <span>
            <Button {...fileChooser()} kind="primary" icon="page" label={choose.file} aria-describedby="import-hint" />
            <input type="file" accept=".zip,.json,.xml,.md,.markdown" aria-label={choose.file} hidden />
          </span>
          <span>
            <Button {...fileChooser()} label={choose.folder} aria-describedby="import-hint" />
            <input type="file" aria-label={choose.folder} {...{ webkitdirectory: '' }} hidden />
          </span>
        </div>
        <p class="field-hint" id="import-hint">
          {choose.hint(LIMITS.file / 1024 / 1024)}
        </p>
      </section>
      <Card heading="import-where" title={choose.whereTitle} aside={<a href="/help/import">{help}</a>}>
        <dl class="import-sources">
          {Object.entries(sources).map(([product, where]) => (
            <div>
              <dt>{product}</dt>
              <dd>{where}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  )
}

function ReadingStep({ text: { reading } }: { text: ImportText }) {
  return (
    <section class="card stack" aria-labelledby="import-reading" {...importPart({ name: 'reading' })} hidden>
      <h2 id="import-reading" tabindex={-1}>
        {reading.title}
      </h2>
      <progress class="bar" aria-label={reading.label} />
      <div class="form-actions import-line">
        <p class="soft" role="status" {...importPart({ name: 'read-count' })} />
        <Button {...importPart({ name: 'cancel' })} label={reading.cancel} />
      </div>
    </section>
  )
}

function PlanStep({ text: { plan, original, dates, restart } }: { text: ImportText }) {
  return (
    <section class="stack" aria-labelledby="import-plan" {...importPart({ name: 'plan' })} hidden>
      <header class="import-head">
        <h2 id="import-plan" tabindex={-1}>
          {plan.title}
        </h2>
        <p class="soft" {...importPart({ name: 'about' })} />
      </header>
      <div class="import-tools">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in all browsers */}
        <div class="segmented" role="group" aria-label={plan.filterLabel} {...importPart({ name: 'filters' })} />
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div class="form-actions" role="group" aria-label={plan.selectLabel}>
          <Button {...importPart({ name: 'select-new' })} kind="small" label={plan.new} />
          <Button {...importPart({ name: 'select-all' })} kind="small" label={plan.all} />
          <Button {...importPart({ name: 'select-none' })} kind="small" label={plan.none} />
        </div>
      </div>
      <PlanTable text={plan} />
      <nav class="import-pager" aria-label={plan.pagerLabel} {...importPart({ name: 'pager' })} hidden />
      <div class="card">
        <div class="toggle">
          <div>
            <label for="import-original">{original.label}</label>
            <p id="import-original-hint">{original.hint}</p>
          </div>
          <input
            type="checkbox"
            // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
            role="switch"
            class="switch"
            id="import-original"
            checked
            aria-describedby="import-original-hint"
            {...importPart({ name: 'original' })}
          />
        </div>
        <div class="toggle">
          <div>
            <label for="import-dates">{dates.label}</label>
            <p id="import-dates-hint">{dates.hint}</p>
          </div>
          <input
            type="checkbox"
            // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
            role="switch"
            class="switch"
            id="import-dates"
            aria-describedby="import-dates-hint"
            {...importPart({ name: 'dates' })}
          />
        </div>
      </div>
      <div class="import-bar">
        <p role="status" {...importPart({ name: 'selected' })} />
        <div class="form-actions">
          <Button {...importPart({ name: 'restart' })} label={restart} />
          <Button {...importPart({ name: 'start' })} kind="primary" label="" />
        </div>
      </div>
    </section>
  )
}

/** The roles keep the table a table for screen readers where small screens show its rows as blocks. */
function PlanTable({ text: { tableLabel, columns } }: { text: ImportText['plan'] }) {
  return (
    <div class="import-table">
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <table class="table" role="table" aria-label={tableLabel}>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
          <tr role="row">
            {Object.entries(columns).map(([name, label]) => (
              // biome-ignore lint/a11y/noRedundantRoles: see above
              <th scope="col" role="columnheader" class={name === 'size' ? 'number' : undefined}>
                {name === 'select' ? <span class="visually-hidden">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <tbody role="rowgroup" {...importPart({ name: 'rows' })} />
      </table>
    </div>
  )
}

function RunStep({ text: { run, publish, toDo }, isReviewed }: { text: ImportText; isReviewed: boolean }) {
  return (
    <section class="stack" aria-labelledby="import-run" {...importPart({ name: 'run' })} hidden>
      <div class="card stack">
        <h2 id="import-run" tabindex={-1} {...importPart({ name: 'run-title' })} />
        <progress class="bar" value={0} max={1} aria-label={run.progress} {...importPart({ name: 'bar' })} />
        <dl class="import-counts" aria-label={run.countsLabel} {...importPart({ name: 'counts' })} />
        <p class="soft import-current" {...importPart({ name: 'current' })} />
        <div role="status" {...importPart({ name: 'state' })} />
        <div class="stack" {...importPart({ name: 'controls' })}>
          <div class="form-actions">
            <Button {...importPart({ name: 'pause' })} label={run.pause} />
            <Button {...importPart({ name: 'resume' })} kind="primary" label={run.resume} hidden />
            <Button {...importPart({ name: 'stop' })} label={run.stop} hidden />
          </div>
          <p class="field-hint">{run.stay}</p>
        </div>
        <div class="form-actions" {...importPart({ name: 'finished' })} hidden>
          <Button
            {...importPart({ name: 'publish' })}
            {...publishAll(isReviewed ? publish.review : publish.now)}
            kind="primary"
            label=""
          />
          <LinkButton href="/studio/drafts" icon="draft" label={run.drafts} />
          <Button {...importPart({ name: 'report' })} icon="download" label={run.report} />
          <Button {...importPart({ name: 'retry' })} label={run.retry} hidden />
          <Button {...importPart({ name: 'again' })} label={run.again} />
        </div>
      </div>
      <Card heading="import-to-do" title={toDo} hooks={importPart({ name: 'to-do' })}>
        <ul class="import-issues" />
      </Card>
      <Card heading="import-issues" title={run.issues} hooks={importPart({ name: 'issues' })}>
        <ul class="import-issues" />
      </Card>
    </section>
  )
}
