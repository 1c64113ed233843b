import { bodyFor, PostBody } from '#features/pages/reading/views-body.tsx'
import { type RevisionText, revisionTexts } from '#features/pages/studio/revisions/text-revisions.ts'
import { studioTexts } from '#features/pages/studio/text.ts'
import { StatusBadge } from '#features/pages/studio/views-post.tsx'
import type { FullRow } from '#features/publishing/posts/post.ts'
import { allows } from '#features/publishing/posts/states.ts'
import { REVISIONS_MAX } from '#features/publishing/revisions/revision-rows.ts'
import type { Revision, RevisionInFull } from '#features/publishing/revisions/revisions.ts'
import { Changes } from '#features/publishing/revisions/views.tsx'
import { languageOfText } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
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
    <LinkButton href={`/studio/write?id=${post.id}`} kind="wide-only" icon="pen" label={text.edit} />
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
        <div class="revisions">
          <Timeline {...{ post, revisions, shown, text, language }} />
          <Shown {...{ post, shown, text, language }} number={numberOf(revisions, shown.version)} />
        </div>
      )}
    </>
  )
}

/**
 * The number to show for a version: the oldest stored one is 1. `version` itself also counts moves and combined saves, so it has
 * gaps.
 */
function numberOf(revisions: Revision[], version: number): number {
  return revisions.filter((other) => other.version <= version).length
}

type PartProps = Omit<RevisionsViewProps, 'shown' | 'revisions'> & { shown: RevisionInFull; text: RevisionText }

function Timeline({ post, revisions, shown, text, language }: PartProps & Pick<RevisionsViewProps, 'revisions'>) {
  return (
    <nav aria-label={text.listLabel}>
      <ol class="timeline" reversed>
        {revisions.map(({ version, saved_at, status, title, current }) => (
          <li>
            <a
              class="timeline-link"
              href={`/studio/posts/${post.id}/revisions?version=${version}`}
              aria-current={version === shown.version ? 'page' : undefined}
            >
              <strong>{current ? text.current : text.version(numberOf(revisions, version))}</strong>
              <Time value={saved_at} language={language} />
              <StatusBadge status={status} language={language} />
              {title !== post.title && <span class="timeline-title">{title || studioTexts[language].untitled}</span>}
            </a>
          </li>
        ))}
      </ol>
      <RemoveAll id={post.id} text={text} />
    </nav>
  )
}

function RemoveAll({ id, text }: { id: number; text: RevisionText }) {
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

function Shown({ post, shown, number, text, language }: PartProps & { number: number }) {
  const { version, current, changes } = shown
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
        <PostBody html={bodyFor(shown.body, language).html} lang={languageOfText(shown.title + shown.body)} />
      </details>
      {!current && <Restore {...{ post, version, number, text }} />}
    </Card>
  )
}

function Restore({
  post,
  version,
  number,
  text,
}: Pick<PartProps, 'post' | 'text'> & { version: number; number: number }) {
  if (!allows(post, 'edit')) return <p class="soft">{text.closed}</p>
  const body = post.status === 'approved' ? text.restorePublic : text.restoreBody
  return (
    <ApiForm
      api={`POST /api/studio/posts/${post.id}/revisions/${version}/restore`}
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
