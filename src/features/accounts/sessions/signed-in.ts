import { type LiveSession, viewerOf } from '#features/accounts/sessions/open.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'

/** A session that was just opened or renewed, with its user: all that tokens and answers are made from. */
export interface SignedIn {
  sid: string
  generation: number
  expires_at: string
  viewer: Viewer
}

/**
 * Made from the row that a batch reads back after opening the session. No row means that the account was erased
 * meanwhile.
 */
export function signedIn(row: (LiveSession & Viewer) | undefined): SignedIn {
  if (row === undefined) throw new AppError('session_expired')
  const { sid, generation, expires_at } = row
  return { sid, generation, expires_at, viewer: viewerOf(row) }
}
