import { globSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { inRoot } from '../build/paths.ts'

/** The front matter of a file in `posts/`. */
const Facts = z.strictObject({
  title: z.string(),
  /** The name of a person in people.ts. */
  by: z.string(),
  /** Days ago, and the hour (in Shanghai) of that day. */
  ago: z.coerce.number(),
  hour: z.coerce.number(),
  tags: z.string().transform((names) => names.split(', ')),
  /** A file in `images/`: `night-train` is night-train.webp. */
  cover: z.string().optional(),
  /** How popular the post is. */
  appeal: z.coerce.number().default(1),
  /** Posts without a state are public. */
  state: z.enum(['draft', 'pending', 'rejected', 'locked']).optional(),
  /** Why an admin rejected or locked the post. */
  reason: z.string().optional(),
  /** The title before an edit that no admin has looked at yet. */
  formerTitle: z.string().optional(),
})

export interface DemoPost extends z.infer<typeof Facts> {
  /** Markdown: see markdown.ts. */
  body: string
  /** One comment per line: see history/comments.ts. */
  talk: string | undefined
}

const FOLDER = inRoot('scripts/seed/posts')
const FILE = /^---\n(.+?)\n---\n(.+?)(?:\n<!-- comments -->\n(.+))?$/s

/** The posts of the demo community, one file each. */
export function demoPosts(): DemoPost[] {
  return globSync(`${FOLDER}/*/*.md`).map((path) => {
    const [, head = '', body = '', talk] = FILE.exec(readFileSync(path, 'utf8')) ?? []
    const facts = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/, 2)))
    return { ...Facts.parse(facts), body: body.trim(), talk: talk?.trim() }
  })
}
