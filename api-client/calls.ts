import type { Api } from './api.ts'

export type Method = keyof Api
export type Path<M extends Method> = keyof Api[M] & string

/** Options of every call, besides the input of its route. */
export interface Anyway {
  signal?: AbortSignal
}

/** The second argument of a call: optional if the route requires no input. */
export type Input<Route> = Route extends { input: infer Needed }
  ? object extends Needed
    ? [input?: Needed & Anyway]
    : [input: Needed & Anyway]
  : never

/** The content of a successful response. */
export type Answer<Route> = Route extends { answer: infer Given } ? Given : never

/** The routes that return a page of a list. */
export type ListPath = {
  [P in Path<'get'>]: Api['get'][P] extends { answer: Page } ? P : never
}[Path<'get'>]

/** An item of a list. */
export type Item<P extends ListPath> = Answer<Api['get'][P]>['items'][number]

interface Page {
  items: unknown[]
  next_cursor: string | null
}
