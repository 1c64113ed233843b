import type { Format } from '#features/pages/exports/data.ts'
import type { ExportState } from '#features/pages/exports/exports.ts'
import { exportInProgress, exportLink } from '#features/pages/exports/hooks.ts'
import { type ExportText, exportTexts } from '#features/pages/exports/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Card, LinkButton, Notice, ProgressBar } from '#web/components/elements.tsx'
import { Time } from '#web/components/time.tsx'

const FORMATS = ['zip', 'ghost', 'json'] as const satisfies Format[]

/** `exports` has the exports of the last day. An account without any can start one of each format. */
export function ExportCard({ exports, language }: { exports: ExportState[]; language: Language }) {
  const text = exportTexts[language]
  const unused = FORMATS.filter((format) => !exports.some((one) => one.format === format))
  return (
    <Card heading="export-heading" title={text.heading} lead={text.lead}>
      <div class="stack">
        {exports.map((one) => (
          <Export {...one} text={text} language={language} />
        ))}
        {unused.length > 0 && (
          <p class="form-actions">
            {unused.map((format) => (
              <LinkButton
                {...exportLink()}
                href={`/settings/export/${format}`}
                {...(format === 'zip' && { icon: 'download' })}
                label={text.start[format]}
              />
            ))}
          </p>
        )}
      </div>
    </Card>
  )
}

function Export({ text, language, ...one }: ExportState & { text: ExportText; language: Language }) {
  const { status, format, progress, url, expires_at, status_url } = one
  if (status === 'preparing') {
    return (
      <Notice>
        <div class="stack">
          <p>{text.preparing[format]}…</p>
          <p {...exportInProgress({ statusUrl: status_url })}>
            <ProgressBar value={progress} max={1} label={text.preparing[format]} />
          </p>
          <p>{text.wait}</p>
          <noscript>
            <p>
              <a href="/settings?tab=account#export-heading">{text.refresh}</a>
            </p>
          </noscript>
        </div>
      </Notice>
    )
  }
  if (url === null || expires_at === null) {
    return (
      <Notice tone="danger">
        <div class="stack">
          <p>{text.failed[format]}</p>
          <p class="form-actions">
            <LinkButton {...exportLink()} href={`/settings/export/${format}`} label={text.retry} />
          </p>
        </div>
      </Notice>
    )
  }
  return (
    <Notice tone="good">
      <div class="stack">
        <p>
          {text.ready[format]} {text.availableUntil} <Time value={expires_at} language={language} />
        </p>
        <p class="form-actions">
          <LinkButton href={url} download icon="download" label={text.start[format]} />
        </p>
      </div>
    </Notice>
  )
}
