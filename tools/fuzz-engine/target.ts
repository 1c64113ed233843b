import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** Texts in it may name what was kept, as `{token}`, and `{random}` and `{address}`, new each time. */
const Step = z.strictObject({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  json: z.unknown().optional(),
  /** What is kept of the answer: a name, and where it stands in the JSON (`/user/uid`). */
  keep: z.record(z.string(), z.string()).default({}),
})

const Person = z.strictObject({
  /** Signs in nowhere: what they do first only gets them what everybody may have. */
  isGuest: z.boolean().default(false),
  /** What one does to sign in. Done again whenever the server no longer knows the person. */
  signIn: z.array(Step).default([]),
  /** What every request of theirs carries. */
  headers: z.record(z.string(), z.string()).default({}),
  /** Values that they know and the server does not tell, by the names of fields. */
  knows: z.record(z.string(), z.string()).default({}),
  /** Values that no request is made of, such as their own id: who loses what they may do can no longer try it. */
  spares: z.array(z.string()).default([]),
  /** Done as them every now and then, so that what the others try stays possible. */
  keepsOpen: z.array(Step).default([]),
})

/** Everything that is to be known about a server that is not in its OpenAPI document. */
const Target = z.strictObject({
  /** Where the server tells its document. */
  document: z.string(),
  people: z.record(z.string(), Person),
  /** The schema that every refusal fits, where there is one: `#/components/schemas/Error`. */
  refusal: z.string().optional(),
  /** Headers that every answer has. */
  always: z.array(z.string()).default([]),
  /** Files that forms take, by content type, in base64. */
  files: z.record(z.string(), z.base64()).default({}),
})

export type Step = z.infer<typeof Step>
export type Person = z.infer<typeof Person>
export type Target = z.infer<typeof Target>

/** Reads a description of a server; `{NAME}` in capitals is taken from `given`. */
export async function targetIn(file: string, given: Record<string, string>): Promise<Target> {
  const text = (await readFile(file, 'utf8')).replace(/\{([A-Z_]+)\}/g, (whole, name) => given[name] ?? whole)
  return Target.parse(JSON.parse(text))
}
