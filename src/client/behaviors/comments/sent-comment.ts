import { isRecord } from '#client/api-error.ts'

export interface SentComment {
  id: number
  post_id: number
  root_id: number | null
}

export function isComment(answer: unknown): answer is SentComment {
  return isRecord(answer) && typeof answer.id === 'number' && typeof answer.post_id === 'number'
}
