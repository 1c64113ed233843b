import type { Statement } from '#db/client.ts'
import { AppError } from '#kernel/errors.ts'

/**
 * Statements with the function that makes one answer of their rows. A feature exports groups for the pages of others, so that
 * no page has to know which rows are whose. Groups are made of groups, and however many there are, they are one batch.
 */
export interface Group<Answer> {
  statements: readonly Statement[]
  answer: (rows: unknown[][]) => Answer
}

/** A group is answered by its function, a statement by its rows; null asks nothing and is answered by null. */
export type Asked = Readonly<Record<string, Group<unknown> | Statement | null>>

export type Answers<A extends Asked> = { [Name in keyof A]: AnswerTo<A[Name]> }

type AnswerTo<Part> = Part extends Group<infer Answer> ? Answer : Part extends Statement<infer Row> ? Row[] : null

/** Answers are made in the order of the names: if several refuse, the first refusal is thrown. */
export function group<A extends Asked, Answer>(asked: A, answer: (answers: Answers<A>) => Answer): Group<Answer> {
  const parts = Object.entries(asked).map(([name, part]) => ({ name, ...asGroup(part) }))
  return {
    statements: parts.flatMap(({ statements }) => statements),
    answer: (rows) => {
      const rest = [...rows]
      const answers = parts.map((part) => [part.name, part.answer(rest.splice(0, part.statements.length))])
      return answer(Object.fromEntries(answers) as Answers<A>)
    },
  }
}

/** Statements that change something, in the same batch as the reads; they have no answer. */
export function command(statements: readonly Statement[]): Group<null> {
  return { statements, answer: () => null }
}

/** The first row, or null where there is none. */
export function one<Row>(statement: Statement<Row>): Group<Row | null> {
  return group({ rows: statement }, ({ rows: [row] }) => row ?? null)
}

/** A row without which there is nothing to show: refuses with `not_found` where it is missing. */
export function found<Row>(statement: Statement<Row>): Group<Row> {
  return group({ row: one(statement) }, ({ row }) => {
    if (row === null) throw new AppError('not_found')
    return row
  })
}

function asGroup(part: Asked[string]): Group<unknown> {
  if (part === null) return command([])
  return isGroup(part) ? part : { statements: [part], answer: ([rows]) => rows }
}

export function isGroup(asked: Group<unknown> | Statement | Asked): asked is Group<unknown> {
  return 'answer' in asked && typeof asked.answer === 'function'
}
