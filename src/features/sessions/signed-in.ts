import type { Viewer } from '#features/people/viewer.ts'
import { type LiveSession, viewerOf } from '#features/sessions/open.ts'
import { AppError } from '#kernel/errors.ts'

/** A session just opened or renewed, and whose it is: all that tokens and answers are made from. */
export interface SignedIn {
  sid: string
  generation: number
  expires_at: string
  viewer: Viewer
}

/** From the row that a batch read back after opening the session; no row means the account went away meanwhile. */
export function signedIn(row: (LiveSession & Viewer) | undefined): SignedIn {
  if (row === undefined) throw new AppError('session_expired')
  const { sid, generation, expires_at } = row
  return { sid, generation, expires_at, viewer: viewerOf(row) }
}
