import { readFile } from 'node:fs/promises'
import * as z from 'zod'

/**
 * A request of a description. Strings may contain stored values such as `{token}`, and `{random}` and `{address}`,
 * which are new each time.
 */
const Step = z.strictObject({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  json: z.unknown().optional(),
  /** Values of the response to store: a name and its JSON pointer (`/user/uid`). */
  keep: z.record(z.string(), z.string()).default({}),
})

const Person = z.strictObject({
  /** Never signs in: its first steps are available to everyone. */
  isGuest: z.boolean().default(false),
  /** The steps to sign in. Repeated when the session has ended. */
  signIn: z.array(Step).default([]),
  /** The headers of all requests of this person. */
  headers: z.record(z.string(), z.string()).default({}),
  /** Values that this person knows and no response contains, by field name. */
  knows: z.record(z.string(), z.string()).default({}),
  /** Values that no request may use, such as the own id: a person who bans themselves can try nothing else. */
  spares: z.array(z.string()).default([]),
  /** Repeated regularly, to undo changes that would block other requests. */
  keepsOpen: z.array(Step).default([]),
})

/** The description of a server, beyond its OpenAPI document. */
const Target = z.strictObject({
  /** The URL of the OpenAPI document. */
  document: z.string(),
  people: z.record(z.string(), Person),
  /** The schema of all errors, if there is one: `#/components/schemas/Error`. */
  refusal: z.string().optional(),
  /** Headers that every response must have. */
  always: z.array(z.string()).default([]),
  /** Valid files for forms, by content type, in base64. */
  files: z.record(z.string(), z.base64()).default({}),
})

export type Step = z.infer<typeof Step>
export type Person = z.infer<typeof Person>
export type Target = z.infer<typeof Target>

/** Reads a description of a server; upper-case `{NAME}` is replaced from `given`. */
export async function targetIn(file: string, given: Record<string, string>): Promise<Target> {
  const text = (await readFile(file, 'utf8')).replace(/\{([A-Z_]+)\}/g, (whole, name) => given[name] ?? whole)
  return Target.parse(JSON.parse(text))
}
