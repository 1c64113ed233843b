import { bodyFor, PostBody } from '#features/pages/reading/views-body.tsx'
import { studioTexts } from '#features/pages/studio/text.ts'
import { StatusBadge } from '#features/pages/studio/views-post.tsx'
import type { FullRow } from '#features/publishing/posts/post.ts'
import { allows } from '#features/publishing/posts/states.ts'
import { REVISIONS_MAX } from '#features/publishing/revisions/revision-rows.ts'
import type { Revision, RevisionInFull } from '#features/publishing/revisions/revisions.ts'
import { Changes } from '#features/publishing/revisions/views.tsx'
import { languageOfText } from '#kernel/html/plain.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Button, Card, EmptyState, Icon, LinkButton } from '#web/components/elements.tsx'
import { ApiButton, ApiForm } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'

interface RevisionsViewProps {
  post: FullRow
  revisions: Revision[]
  /** The selected version; null if there is only the current one. */
  shown: RevisionInFull | null
  language: Language
}

export function RevisionsView({ post, revisions, shown, language }: RevisionsViewProps) {
  const text = revisionTexts[language]
  const edit = allows(post, 'edit') && (
    <LinkButton
      href={`/studio/write?id=${post.id}`}
      kind="wide-only"
      icon="pen"
      label={text.edit}
    />
  )
  return (
    <>
      <header class="page-head studio-head">
        <h1>{text.titleOf(post.title || studioTexts[language].untitled)}</h1>
        <p>{text.lead(REVISIONS_MAX)}</p>
        {edit}
      </header>
      {shown === null ? (
        <EmptyState icon="clock" title={text.noneTitle} hint={text.none} />
      ) : (
        <div class="revisions stack">
          <Timeline {...{ post, revisions, shown, language }} />
          <Shown {...{ post, shown, language }} number={numberOf(revisions, shown.version)} />
        </div>
      )}
    </>
  )
}

/**
 * The number to show for a version: the oldest stored one is 1. `version` itself also counts moves
 * and combined saves, so it has gaps.
 */
function numberOf(revisions: Revision[], version: number): number {
  return revisions.filter((other) => other.version <= version).length
}

type PartProps = Omit<RevisionsViewProps, 'shown' | 'revisions'> & { shown: RevisionInFull }

function Timeline({
  post,
  revisions,
  shown,
  language,
}: PartProps & Pick<RevisionsViewProps, 'revisions'>) {
  const text = revisionTexts[language]
  return (
    <nav aria-label={text.listLabel}>
      <ol class="timeline box hairlines" reversed>
        {revisions.map(({ version, saved_at, status, title, current }) => (
          <li>
            <a
              class="timeline-link row soft small"
              href={`/studio/posts/${post.id}/revisions?version=${version}`}
              aria-current={version === shown.version ? 'page' : undefined}
            >
              <strong>{current ? text.current : text.version(numberOf(revisions, version))}</strong>
              <Time value={saved_at} language={language} />
              <StatusBadge status={status} language={language} />
              {title !== post.title && (
                <span class="timeline-title breaks">{title || studioTexts[language].untitled}</span>
              )}
            </a>
          </li>
        ))}
      </ol>
      <RemoveAll id={post.id} language={language} />
    </nav>
  )
}

function RemoveAll({ id, language }: { id: number; language: Language }) {
  const text = revisionTexts[language]
  return (
    <ApiButton
      api={`DELETE /api/studio/posts/${id}/revisions`}
      after={`goto:/studio/posts/${id}/revisions`}
      toast={text.removed}
      confirm={{ title: text.removeTitle, body: text.removeBody, button: text.remove }}
    >
      <Icon name="trash" />
      {text.remove}
    </ApiButton>
  )
}

function Shown({ post, shown, number, language }: PartProps & { number: number }) {
  const text = revisionTexts[language]
  const { current, changes } = shown
  return (
    <Card
      heading="shown"
      class="card stack"
      title={current ? text.current : text.changesOf(number)}
      aside={<p class="soft">{current ? text.isCurrent : text.direction}</p>}
    >
      {!current && <Changes fields={changes} language={language} />}
      <details class="whole-version" open={current}>
        <summary class="button small">{text.whole}</summary>
        <PostBody
          html={bodyFor(shown.body, language).html}
          lang={languageOfText(shown.title + shown.body)}
        />
      </details>
      {!current && <Restore {...{ post, shown, number, language }} />}
    </Card>
  )
}

function Restore({ post, shown, number, language }: PartProps & { number: number }) {
  const text = revisionTexts[language]
  if (!allows(post, 'edit')) return <p class="soft">{text.closed}</p>
  const body = post.status === 'approved' ? text.restorePublic : text.restoreBody
  return (
    <ApiForm
      api={`POST /api/studio/posts/${post.id}/revisions/${shown.version}/restore`}
      after={`goto:/studio/write?id=${post.id}`}
      toast={text.restored}
      confirm={{ title: text.restoreTitle(number), body, button: text.restore, calm: true }}
      class="needs-script"
    >
      <input type="number" name="version" value={String(post.version)} hidden />
      <Button type="submit" kind="primary" icon="undo" label={text.restore} />
    </ApiForm>
  )
}

export const revisionTexts = bilingual({
  title: ['历史版本', 'History'],
  titleOf: [(title: string) => `历史版本：${title}`, (title: string) => `History: ${title}`],
  lead: [
    (most: number) =>
      `保留最近 ${most} 个版本，一年前的版本每月保留一个。连续写作时每十分钟保留一个版本，每次发布时的版本也会保留。`,
    (most: number) =>
      `The last ${most} saved versions; of those older than a year, one per month. While you write, one version is kept every ten minutes, and one of each publication.`,
  ],
  listLabel: ['版本', 'Versions'],
  edit: ['继续编辑', 'Continue editing'],
  current: ['当前版本', 'Current version'],
  version: [(version: number) => `版本 ${version}`, (version: number) => `Version ${version}`],
  changesOf: [
    (version: number) => `版本 ${version} 之后的改动`,
    (version: number) => `Changes since version ${version}`,
  ],
  direction: [
    '标出了这个版本之后删除和新增的内容。',
    'Text removed and added since this version is highlighted.',
  ],
  isCurrent: ['这是当前版本。', 'This is the current version.'],
  whole: ['查看完整版本', 'View full version'],
  restore: ['恢复此版本', 'Restore this version'],
  restoreTitle: [
    (version: number) => `恢复版本 ${version}？`,
    (version: number) => `Restore version ${version}?`,
  ],
  restoreBody: [
    '当前内容不会丢失，会作为一个版本保留在历史中。',
    'The current content is kept in the history as a version.',
  ],
  restorePublic: [
    '文章已公开，恢复后读者会立即看到这个版本。当前内容会作为一个版本保留在历史中。',
    'The post is public, so readers will see this version immediately. The current content is kept in the history as a version.',
  ],
  restored: ['已恢复。', 'Restored.'],
  closed: [
    '审核中或已锁定的文章不能恢复版本。',
    'Versions cannot be restored while the post is in review or locked.',
  ],
  remove: ['清空历史版本', 'Delete history'],
  removeTitle: ['清空这篇文章的历史版本？', 'Delete the history of this post?'],
  removeBody: [
    '除当前版本外的所有版本都会被删除，无法恢复。文章本身不变。',
    'All versions except the current one are deleted and cannot be restored. The post itself does not change.',
  ],
  removed: ['历史版本已清空。', 'The history was deleted.'],
  noneTitle: ['还没有更早的版本', 'No earlier versions yet'],
  none: [
    '下次修改时，现在的内容会作为一个版本保留在这里。',
    'The next time you change the post, its current content will be kept here as a version.',
  ],
})
