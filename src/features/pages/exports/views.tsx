import type { Format } from '#features/pages/exports/archive.ts'
import type { ExportState } from '#features/pages/exports/exports.ts'
import { exportInProgress, exportLink } from '#features/pages/exports/hooks.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Card, LinkButton, Notice, ProgressBar } from '#web/components/elements.tsx'
import { Time } from '#web/components/time.tsx'

const FORMATS = ['zip', 'ghost', 'json'] as const satisfies Format[]

/**
 * `exports` has the exports of the last day. An account without any can start one of each format.
 */
export function ExportCard({ exports, language }: { exports: ExportState[]; language: Language }) {
  const text = exportTexts[language]
  const unused = FORMATS.filter((format) => !exports.some((one) => one.format === format))
  return (
    <Card
      heading="export-heading"
      title={text.heading}
      lead={text.lead}
      aside={<a href="/help/export">{text.help}</a>}
    >
      <div class="stack">
        {exports.map((one) => (
          <Notice tone={TONES[one.status]}>
            <div class="stack">
              <Export {...one} language={language} />
            </div>
          </Notice>
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

const TONES = { preparing: 'info', ready: 'good', failed: 'danger' } as const

function Export({ language, ...one }: ExportState & { language: Language }) {
  const text = exportTexts[language]
  const { status, format, progress, url, expires_at, status_url } = one
  const file = text.files[format]
  if (status === 'preparing') {
    return (
      <>
        <p>{text.preparing(file)}…</p>
        <p {...exportInProgress({ statusUrl: status_url })}>
          <ProgressBar value={progress} max={1} label={text.preparing(file)} />
        </p>
        <p>{text.wait}</p>
        <noscript>
          <p>
            <a href="/settings?tab=account#export-heading">{text.refresh}</a>
          </p>
        </noscript>
      </>
    )
  }
  if (url === null || expires_at === null) {
    return (
      <>
        <p>{text.failed(file)}</p>
        <p class="form-actions">
          <LinkButton {...exportLink()} href={`/settings/export/${format}`} label={text.retry} />
        </p>
      </>
    )
  }
  return (
    <>
      <p>
        {text.ready(file)} {text.availableUntil} <Time value={expires_at} language={language} />
      </p>
      <p class="form-actions">
        <LinkButton href={url} download icon="download" label={text.start[format]} />
      </p>
    </>
  )
}

const exportTexts = bilingual({
  heading: ['导出数据', 'Your data'],
  lead: [
    '压缩包包含本站目前保存的你的全部数据、文章（Markdown 和 HTML）和图片，可导入其他 Joule 站点，也可用于 Hugo 等 Markdown 工具。要迁移到 Ghost，请下载 Ghost 版，其中只有文章和图片。',
    'The archive contains all data this site currently stores about you, your posts as Markdown and HTML, and your images. You can import it into another Joule site, Hugo or other Markdown tools. The archive for Ghost contains posts and images only.',
  ],
  help: ['导出帮助', 'Help with exports'],
  start: {
    zip: ['下载压缩包（ZIP）', 'Download archive (ZIP)'],
    ghost: ['下载 Ghost 版（ZIP）', 'Download for Ghost (ZIP)'],
    json: ['仅下载数据（JSON）', 'Download data only (JSON)'],
  },
  files: {
    zip: ['压缩包（ZIP）', 'archive (ZIP)'],
    ghost: [' Ghost 版压缩包', 'archive for Ghost'],
    json: ['数据文件（JSON）', 'data file (JSON)'],
  },
  preparing: [(file: string) => `正在准备${file}`, (file: string) => `Preparing the ${file}`],
  wait: [
    '内容较多，需要几分钟。你可以离开此页面，准备好后会收到通知。',
    'This takes a few minutes. You can leave this page: a notification tells you when the file is ready.',
  ],
  refresh: ['刷新进度', 'Refresh'],
  ready: [(file: string) => `${file}已准备好。`, (file: string) => `The ${file} is ready.`],
  availableUntil: ['文件保留至', 'Available until'],
  failed: [
    (file: string) => `${file}导出失败。`,
    (file: string) => `The export of the ${file} failed.`,
  ],
  retry: ['重试', 'Try again'],
})
