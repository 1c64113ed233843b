/** A post of the demo community, as data. */
export interface DemoPost {
  /** The name of a person in people.ts. */
  by: string
  /** Days ago, and the hour (in Shanghai) of that day. */
  ago: number
  hour: number
  title: string
  tags: string[]
  /** A scene, or a scene with a name of its own: `sea`, `sea:harbour`. */
  cover?: string
  /** Markdown: see markdown.ts. */
  body: string
  /** How much it was liked; 1 unless said. */
  appeal?: number
  state?: State
  /** What it was called before an edit that no admin has looked at yet. */
  formerTitle?: string
  /** Its comments, one a line: see talk.ts. */
  talk?: string
}

/** Public unless said. Whoever rejects or locks gives a reason. */
type State = { is: 'draft' } | { is: 'pending' } | { is: 'rejected'; reason: string } | { is: 'locked'; reason: string }
