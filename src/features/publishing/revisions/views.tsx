import type { FieldChanges } from '#features/publishing/revisions/revisions.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import type { Change } from '#kernel/text/diff.ts'

const changesTexts = bilingual({
  fields: {
    title: ['标题', 'Title'],
    summary: ['摘要', 'Summary'],
    tags: ['标签', 'Tags'],
    cover: ['封面', 'Cover'],
    canonical_url: ['原文链接', 'Canonical link'],
    first_published_at: ['首发时间', 'First published'],
    body: ['正文', 'Text'],
  },
  onlyMarkup: ['文字没有变化，只调整了格式。', 'Only the formatting changed, not the text.'],
  unchanged: [
    (lines: number) => `${lines} 行没有变化`,
    (lines: number) => (lines === 1 ? '1 line unchanged' : `${lines} lines unchanged`),
  ],
  wasRemoved: ['删除：', 'Removed: '],
  wasAdded: ['新增：', 'Added: '],
})

/** Lines of unchanged text before and after a change. The lines between are collapsed. */
const CONTEXT_LINES = 2

export function Changes({ fields, language }: { fields: FieldChanges[]; language: Language }) {
  const text = changesTexts[language]
  if (fields.length === 0) return <p class="soft">{text.onlyMarkup}</p>
  return (
    <dl class="diff">
      {fields.map(({ field, changes }) => (
        <div>
          <dt class="faint small">{text.fields[field]}</dt>
          <dd>
            {changes.map((change, n) => (
              <Piece
                change={change}
                isFirst={n === 0}
                isLast={n === changes.length - 1}
                text={text}
              />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface PieceProps {
  change: Change
  isFirst: boolean
  isLast: boolean
  text: (typeof changesTexts)['en']
}

function Piece({ change, isFirst, isLast, text }: PieceProps) {
  if (change.kind === 'added')
    return (
      <ins>
        <span class="visually-hidden">{text.wasAdded}</span>
        {change.text}
      </ins>
    )
  if (change.kind === 'removed')
    return (
      <del>
        <span class="visually-hidden">{text.wasRemoved}</span>
        {change.text}
      </del>
    )
  return <Unchanged content={change.text} {...{ isFirst, isLast, text }} />
}

function Unchanged({
  content,
  isFirst,
  isLast,
  text,
}: Omit<PieceProps, 'change'> & { content: string }) {
  const lines = content.split('\n')
  const [head, tail] = [isFirst ? 0 : CONTEXT_LINES, isLast ? 0 : CONTEXT_LINES]
  const folded = lines.length - head - tail
  if (folded <= 2) return <span>{content}</span>
  return (
    <>
      <span>{lines.slice(0, head).join('\n')}</span>
      <details class="unchanged">
        <summary>{text.unchanged(folded)}</summary>
        {lines.slice(head, lines.length - tail).join('\n')}
      </details>
      <span>{lines.slice(lines.length - tail).join('\n')}</span>
    </>
  )
}
