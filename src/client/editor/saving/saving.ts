import { ApiError } from '#client/api-error.ts'
import type { Content } from '#client/editor/content.ts'
import type { LocalCopy } from '#client/editor/saving/local-copies.ts'

/** Why nothing is sent any more until the author has decided something. */
type Halt = 'conflict' | 'signedOut' | 'closed' | 'gone'

export type SaveState =
  | { is: 'untouched' | 'saving' | 'kept' | 'offline' | Halt }
  | { is: 'saved'; at: number }
  | { is: 'refused'; error: ApiError }

/** What the saver works with; tests bring their own. */
export interface Surroundings {
  api: {
    get(path: string): Promise<unknown>
    put(path: string, body: unknown): Promise<unknown>
    post(path: string, body: unknown, headers: Record<string, string>): Promise<unknown>
  }
  read(): Content
  /** Puts the copy into this browser; null where nothing is left to keep. False where the browser refuses. */
  keep(copy: LocalCopy | null): boolean
  now(): number
  newKey(): string
  /** Something that is constant for the session of the user who opened the page. */
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

/** Whether the failure may pass, so that another try later is worth it. */
export function passes({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** Whether the server has looked at the request and stored nothing. */
export function isRefusal(error: ApiError): boolean {
  return !passes(error) && error.status !== 401
}

export function signedOut(): ApiError {
  return new ApiError(401, { code: 'session_expired', message: '' })
}
