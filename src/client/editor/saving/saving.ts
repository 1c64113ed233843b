import { ApiError } from '#client/api-error.ts'
import type { Content } from '#client/editor/content.ts'
import type { LocalCopy } from '#client/editor/saving/local-copies.ts'

/** Why sending stopped until the author decides. */
type Halt = 'conflict' | 'signedOut' | 'closed' | 'gone'

export type SaveState =
  | { is: 'untouched' | 'saving' | 'kept' | 'offline' | Halt }
  | { is: 'saved'; at: number }
  | { is: 'refused'; error: ApiError }

/** The dependencies of the saver; tests replace them. */
export interface Dependencies {
  api: {
    get(path: string): Promise<unknown>
    put(path: string, body: unknown): Promise<unknown>
    post(path: string, body: unknown, headers: Record<string, string>): Promise<unknown>
  }
  read(): Content
  /** Stores the copy in this browser; null deletes it. False if the browser refuses. */
  keep(copy: LocalCopy | null): boolean
  now(): number
  newKey(): string
  /** A value that is constant during a session. */
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

/** Whether the failure is temporary, so that a retry makes sense. */
export function passes({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** Whether the server has processed the request and stored nothing. */
export function isRefusal(error: ApiError): boolean {
  return !passes(error) && error.status !== 401
}

export function signedOut(): ApiError {
  return new ApiError(401, { code: 'session_expired', message: '' })
}
