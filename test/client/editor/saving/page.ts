import { vi } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import type { Content, Facts } from '#client/editor/content.ts'
import type { LocalCopy } from '#client/editor/saving/local-copies.ts'
import { createSaver } from '#client/editor/saving/saver.ts'
import type { Dependencies, SaveState } from '#client/editor/saving/server-copy.ts'

export const EMPTY: Content = {
  title: '',
  body: '',
  summary: '',
  cover_url: '',
  tags: [],
  canonical_url: '',
}
export const NEW: Facts = { uid: 1, id: null, version: null, status: null, share: null }
export const DRAFT: Facts = { ...NEW, id: 7, version: 3, status: 'draft' }

interface Sent {
  method: string
  path: string
  body: Record<string, unknown>
  key: string | undefined
}

/**
 * A write page without a browser: its content, the requests, the stored copy and the shown state.
 */
export function openPage(
  facts: Facts,
  content: Content = EMPTY,
  restored: LocalCopy | null = null,
) {
  const page = {
    content,
    kept: null as LocalCopy | null,
    hasRoom: true,
    session: 'one',
    sent: [] as Sent[],
    states: [] as SaveState[],
    created: [] as number[],
    /** The server's next responses; by default it accepts everything. */
    responses: [] as ((sent: Sent) => unknown)[],
    version: facts.version ?? 0,
    get state() {
      return this.states.at(-1)?.is
    },
  }
  const respond = async (sent: Sent): Promise<unknown> => {
    page.sent.push(sent)
    const next = page.responses.shift()
    if (next) return next(sent)
    page.version++
    return {
      id: facts.id ?? 9,
      version: page.version,
      status: facts.status === 'approved' ? 'approved' : 'draft',
    }
  }
  const deps: Dependencies = {
    api: {
      get: (path) => respond({ method: 'GET', path, body: {}, key: undefined }),
      put: (path, body) =>
        respond({ method: 'PUT', path, body: body as Sent['body'], key: undefined }),
      post: (path, body, headers) =>
        respond({
          method: 'POST',
          path,
          body: body as Sent['body'],
          key: headers?.['Idempotency-Key'],
        }),
    },
    read: () => page.content,
    keep(copy) {
      if (page.hasRoom) page.kept = copy
      return page.hasRoom
    },
    now: Date.now,
    newKey: () => crypto.randomUUID(),
    session: () => page.session,
    show: (state) => page.states.push(state),
    created: (id) => page.created.push(id),
  }
  const saver = createSaver(facts, deps, restored)
  return Object.assign(page, {
    saver,
    type(title: string) {
      page.content = { ...page.content, title }
      saver.changed()
    },
  })
}

interface Typed {
  content?: Content
  responses?: ReturnType<typeof openPage>['responses']
  /** Milliseconds after the last key. */
  wait?: number
}

/** A page whose author has typed a title, a moment later. */
export async function typed(
  facts: Facts,
  title: string,
  { content = EMPTY, responses = [], wait = 2000 }: Typed = {},
) {
  const page = openPage(facts, content)
  page.responses = responses
  page.type(title)
  await pass(wait)
  return page
}

export function refuse(status: number, code: string, fields: Record<string, string> = {}) {
  return () => {
    throw new ApiError(status, { code, message: code, fields })
  }
}

export const offline = refuse(0, 'offline')

export const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
