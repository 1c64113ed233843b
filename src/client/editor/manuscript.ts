import { isRecord } from '#client/api-error.ts'

/** What an author writes, as the API takes it. */
export interface Written {
  title: string
  body: string
  summary: string
  cover_url: string
  tags: string[]
}

export type Status = 'draft' | 'pending' | 'approved' | 'rejected' | 'locked'

/** What the page says about the post besides its fields; see features/studio/views-write.tsx. */
export interface Facts {
  uid: number
  id: number | null
  version: number | null
  status: Status | null
}

/** Where the server stands, as it answers every save. */
export interface Standing {
  id: number
  version: number
  status: Status
}

export function standingIn(answer: unknown): Standing {
  if (!isRecord(answer)) throw new TypeError('the answer is no post')
  const { id, version, status } = answer
  return { id: Number(id), version: Number(version), status: status as Status }
}

/** Whether there is anything that would be a pity to lose. */
export function hasSubstance({ title, body, summary, cover_url, tags }: Written): boolean {
  return title.trim() !== '' || body !== '' || summary.trim() !== '' || cover_url !== '' || tags.length > 0
}

export function isSame(one: Written, other: Written): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Drafts save themselves. What readers or admins have already seen changes only when its author says so. */
export function savesItself(status: Status | null): boolean {
  return status === null || status === 'draft'
}
