import { type LiveSession, viewerOf } from '#features/accounts/sessions/open.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'

/** A session that was just opened or refreshed, with its user. */
export interface SignedIn {
  sid: string
  generation: number
  expires_at: string
  viewer: Viewer
}

/**
 * Converts the row that a batch reads after it opened the session. No row means that the session was not opened.
 */
export function signedIn(row: (LiveSession & Viewer) | undefined): SignedIn {
  if (row === undefined) throw new AppError('session_expired')
  const { sid, generation, expires_at } = row
  return { sid, generation, expires_at, viewer: viewerOf(row) }
}
