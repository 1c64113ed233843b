import { importPart, publishAll } from '#features/pages/studio/import/hooks.ts'
import { LIMITS } from '#import/import-error.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { Button, Card, Icon, LinkButton, NeedsScript } from '#web/components/elements.tsx'
import { Switch } from '#web/components/form.tsx'
import { fileChooser } from '#web/components/hooks.ts'

/** The steps of an import. client/import/import-page.ts shows one after the other. */
export function ImportView({ isReviewed, language }: { isReviewed: boolean; language: Language }) {
  const text = importTexts[language]
  return (
    <div class="import stack">
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
      <section class="card import-drop centred needs-script" aria-labelledby="import-choose">
        <Icon name="download" />
        <h2 id="import-choose">{choose.drop}</h2>
        <div class="form-actions">
          <span>
            <Button
              {...fileChooser()}
              kind="primary"
              icon="page"
              label={choose.file}
              aria-describedby="import-hint"
            />
            <input
              type="file"
              accept=".zip,.json,.xml,.md,.markdown"
              aria-label={choose.file}
              hidden
            />
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
      <Card
        heading="import-where"
        title={choose.whereTitle}
        aside={<a href="/help/import">{help}</a>}
      >
        <dl class="import-sources small">
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
    <section
      class="card stack"
      aria-labelledby="import-reading"
      {...importPart({ name: 'reading' })}
      hidden
    >
      <h2 id="import-reading" tabindex={-1}>
        {reading.title}
      </h2>
      <progress class="bar" aria-label={reading.label} />
      <div class="form-actions apart">
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
      <div class="import-tools row apart">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in all browsers */}
        <div
          class="segmented"
          role="group"
          aria-label={plan.filterLabel}
          {...importPart({ name: 'filters' })}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div class="form-actions" role="group" aria-label={plan.selectLabel}>
          <Button {...importPart({ name: 'select-new' })} kind="small" label={plan.new} />
          <Button {...importPart({ name: 'select-all' })} kind="small" label={plan.all} />
          <Button {...importPart({ name: 'select-none' })} kind="small" label={plan.none} />
        </div>
      </div>
      <PlanTable text={plan} />
      <nav
        class="import-pager line small tabular"
        aria-label={plan.pagerLabel}
        {...importPart({ name: 'pager' })}
        hidden
      />
      <div class="card">
        <Switch
          id="import-original"
          {...original}
          checked
          hooks={importPart({ name: 'original' })}
        />
        <Switch id="import-dates" {...dates} hooks={importPart({ name: 'dates' })} />
      </div>
      <div class="import-bar row apart tabular">
        <p role="status" {...importPart({ name: 'selected' })} />
        <div class="form-actions">
          <Button {...importPart({ name: 'restart' })} label={restart} />
          <Button {...importPart({ name: 'start' })} kind="primary" label="" />
        </div>
      </div>
    </section>
  )
}

/**
 * Small screens show the rows as blocks. With these roles, screen readers still present a table.
 */
function PlanTable({ text: { tableLabel, columns } }: { text: ImportText['plan'] }) {
  return (
    <div class="import-table box">
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

function RunStep({
  text: { run, publish, toDo },
  isReviewed,
}: {
  text: ImportText
  isReviewed: boolean
}) {
  return (
    <section class="stack" aria-labelledby="import-run" {...importPart({ name: 'run' })} hidden>
      <div class="card stack">
        <h2 id="import-run" tabindex={-1} {...importPart({ name: 'run-title' })} />
        <progress
          class="bar"
          value={0}
          max={1}
          aria-label={run.progress}
          {...importPart({ name: 'bar' })}
        />
        <dl
          class="import-counts totals"
          aria-label={run.countsLabel}
          {...importPart({ name: 'counts' })}
        />
        <p class="soft import-current one-line" {...importPart({ name: 'current' })} />
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
        <ul class="import-issues small breaks" />
      </Card>
      <Card heading="import-issues" title={run.issues} hooks={importPart({ name: 'issues' })}>
        <ul class="import-issues small breaks" />
      </Card>
    </section>
  )
}

export const importTexts = bilingual({
  title: ['导入文章', 'Import posts'],
  lead: [
    '把你在其他平台的文章搬到这里。导入的文章都是草稿，由你决定何时发布。',
    'Bring your posts from another platform. Imported posts are drafts: you decide when to publish them.',
  ],
  needsScript: [
    '导入在浏览器中进行，需要启用 JavaScript。',
    'The import runs in your browser and needs JavaScript.',
  ],
  choose: {
    drop: ['把文件或文件夹拖到这里', 'Drop a file or a folder here'],
    file: ['选择文件', 'Choose a file'],
    folder: ['选择文件夹', 'Choose a folder'],
    hint: [
      (megabytes: number) =>
        `ZIP、JSON、XML 或 Markdown 文件，最大 ${megabytes} MB。文件只在你的浏览器中读取，确认之前不会上传任何内容。`,
      (megabytes: number) =>
        `ZIP, JSON, XML or Markdown, up to ${megabytes} MB. Your browser reads the file. Nothing is uploaded until you confirm.`,
    ],
    whereTitle: ['从哪里获取文件？', 'Where do I get the file?'],
  },
  sources: {
    Ghost: [
      '设置 → 高级 → 导入/导出 → 导出，得到 JSON 文件',
      'Settings → Advanced → Import/Export → Export. You get a JSON file.',
    ],
    WordPress: [
      '工具 → 导出 → 所有内容，得到 XML 文件',
      'Tools → Export → All content. You get an XML file.',
    ],
    Markdown: [
      '带 Front Matter 的 ZIP 或文件夹，例如 Hugo、Hexo、Jekyll、Obsidian',
      'A ZIP file or folder with front matter, such as Hugo, Hexo, Jekyll or Obsidian.',
    ],
    Medium: [
      '设置 → 安全与应用 → 下载你的信息，得到 ZIP 文件',
      'Settings → Security and apps → Download your information. You get a ZIP file.',
    ],
    Substack: [
      '设置 → 导入/导出 → 新建导出，得到 ZIP 文件',
      'Settings → Import/Export → New export. You get a ZIP file.',
    ],
    DEV: [
      '设置 → 账户 → 导出内容，得到 ZIP 或 articles.json',
      'Settings → Account → Export content. You get a ZIP file or articles.json.',
    ],
    Joule: [
      '设置 → 账号 → 导出数据，得到 ZIP 文件',
      'Settings → Account → Your data. You get a ZIP file.',
    ],
  },
  reading: {
    title: ['正在读取', 'Reading the file'],
    label: ['读取进度', 'Reading progress'],
    cancel: ['取消', 'Cancel'],
  },
  plan: {
    title: ['将要导入的内容', 'What will be imported'],
    tableLabel: ['文件中的文章', 'Posts in the file'],
    columns: {
      select: ['选择', 'Select'],
      post: ['文章', 'Post'],
      date: ['日期', 'Date'],
      images: ['图片', 'Images'],
      size: ['大小', 'Size'],
      status: ['状态', 'Status'],
    },
    filterLabel: ['按状态筛选', 'Filter by status'],
    selectLabel: ['批量选择', 'Select posts'],
    all: ['全选', 'Select all'],
    new: ['只选新文章', 'Select new'],
    none: ['全不选', 'Select none'],
    pagerLabel: ['翻页', 'Pages'],
  },
  original: {
    label: ['链接到原文', 'Link to the original'],
    hint: [
      '在文章中显示“首发于”，并告诉搜索引擎原文的地址。没有原文地址的文章不受影响。',
      'Shows “First published at” in the post and gives search engines the address of the original. Posts without an address are not affected.',
    ],
  },
  dates: {
    label: ['保留原来的日期', 'Keep the original dates'],
    hint: [
      '文章会注明“首次发表于”，在你的空间里按这个日期排列。全站列表仍按在本站发布的时间排列。',
      'A post says “First published on” with the original date, and your space is sorted by it. The lists of the site are sorted by the publication here.',
    ],
  },
  publish: {
    now: {
      publishLabel: ['全部发布（{count} 篇）', 'Publish all ({count})'],
      publishTitle: ['发布 {count} 篇文章？', 'Publish {count} posts?'],
      publishBody: [
        '文章会立即公开。不会向关注你的人发送通知。',
        'The posts become public immediately. Your followers get no notifications.',
      ],
      publishButton: ['全部发布', 'Publish all'],
    },
    review: {
      publishLabel: ['全部提交审核（{count} 篇）', 'Submit all for review ({count})'],
      publishTitle: ['提交 {count} 篇文章审核？', 'Submit {count} posts for review?'],
      publishBody: [
        '审核期间不能修改，通过后公开。审核完成前可随时撤回。',
        'You cannot edit the posts during the review. They become public once approved. Until then you can withdraw them.',
      ],
      publishButton: ['全部提交', 'Submit all'],
    },
  },
  toDo: ['发布前可以检查', 'Before you publish'],
  restart: ['换一个文件', 'Another file'],
  run: {
    progress: ['导入进度', 'Import progress'],
    countsLabel: ['导入结果', 'Results'],
    pause: ['暂停', 'Pause'],
    resume: ['继续', 'Resume'],
    stop: ['结束导入', 'End import'],
    stay: [
      '导入时请保持此页面打开。即使中途关闭，重新选择同一个文件就能接着导入，不会重复。',
      'Keep this page open during the import. If it is closed, choose the same file again to continue. No post is imported twice.',
    ],
    drafts: ['查看草稿', 'View drafts'],
    report: ['下载报告（CSV）', 'Download report (CSV)'],
    retry: ['重试失败的文章', 'Retry failed posts'],
    again: ['再导入一个文件', 'Import another file'],
    issues: ['需要留意的文章', 'Posts to check'],
  },
  help: ['导入帮助', 'Help with imports'],
})

type ImportText = (typeof importTexts)['en']
