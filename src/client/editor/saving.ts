import { ApiError } from '#client/api-error.ts'
import type { LocalCopy } from '#client/editor/local-copies.ts'
import type { Written } from '#client/editor/manuscript.ts'

/** Why nothing is sent any more until the author has decided something. */
export type Halt = 'conflict' | 'signedOut' | 'closed' | 'gone'

export type SaveState =
  | { is: 'untouched' | 'saving' | 'kept' | 'offline' | Halt }
  | { is: 'saved'; at: number }
  | { is: 'refused'; error: ApiError }

/** What the saver stands on; tests bring their own. */
export interface Surroundings {
  api: {
    get(path: string): Promise<unknown>
    put(path: string, body: unknown): Promise<unknown>
    post(path: string, body: unknown, headers: Record<string, string>): Promise<unknown>
  }
  /** What is on the page right now. */
  read(): Written
  /** Into this browser; null where nothing is left to keep. False where the browser refuses. */
  keep(copy: LocalCopy | null): boolean
  now(): number
  newKey(): string
  /** Something that is constant for the session of the person who opened the page. */
  session(): string | undefined
  show(state: SaveState): void
  created(id: number): void
}

export function haltFor({ status, code }: ApiError): Halt | null {
  if (status === 401) return 'signedOut'
  if (status === 404) return 'gone'
  if (code === 'version_conflict') return 'conflict'
  return code === 'post_not_editable' ? 'closed' : null
}

/** Worth another try later. */
export function passes({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** The server has looked at it and stored nothing. */
export function isRefusal(error: ApiError): boolean {
  return !passes(error) && error.status !== 401
}

export function signedOut(): ApiError {
  return new ApiError(401, { code: 'session_expired', message: '' })
}
