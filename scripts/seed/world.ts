import { readBody } from '#compute/body.ts'
import { type Content, contentWith } from '#features/publishing/posts/content.ts'
import { languageOfPost, type PostLanguage } from '#features/publishing/posts/language.ts'
import { TagsInput } from '#features/publishing/tags/tags.ts'
import { madeFormulas } from '#kernel/formulas/mathml.ts'
import { Calendar } from './calendar.ts'
import { PEOPLE, type Person } from './people.ts'
import { type DemoPost, demoPosts, htmlOf, pictureNamed } from './posts.ts'

export interface Member extends Person {
  uid: number
}

export interface Published extends DemoPost {
  id: number
  author: Member
  at: Date
  content: Content
  /** Null if neither Chinese nor English. */
  language: PostLanguage | null
  isPublic: boolean
}

/**
 * The demo community: its users and posts. A new site has at most users, so the ids of all other
 * rows start at 1.
 */
export class World {
  readonly calendar: Calendar
  readonly firstUid: number
  readonly members: Member[]
  /** Oldest first. */
  readonly posts: Published[]

  /**
   * `firstUid` is the uid that the database gives next. `known` are the uids of existing accounts
   * by e-mail address, because an owner may use the address of a demo account.
   */
  constructor(now: Date, firstUid: number, known: ReadonlyMap<string, number>) {
    this.calendar = new Calendar(now)
    this.firstUid = firstUid
    let uid = firstUid
    this.members = PEOPLE.map((person) => ({ ...person, uid: known.get(person.email) ?? uid++ }))
    const posts = demoPosts().map((post) => ({
      ...post,
      at: this.calendar.at(post.ago, post.hour),
    }))
    this.posts = posts
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map((post, index) => {
        const content = writtenOut(post)
        return {
          ...post,
          id: 1 + index,
          author: this.member(post.by),
          content,
          language: languageOfPost(content),
          isPublic: post.state === undefined,
        }
      })
  }

  member(name: string): Member {
    const member = this.members.find((one) => one.name === name)
    if (!member) throw new Error(`unknown demo user ${name}`)
    return member
  }

  /** The time of registration. */
  joined({ joinedDaysAgo, name }: Member): Date {
    return this.calendar.at(joinedDaysAgo, 9 + (name.length % 12))
  }

  get publicPosts(): Published[] {
    return this.posts.filter(({ isPublic }) => isPublic)
  }
}

/** Demo posts pass the same sanitiser as the posts of users. */
function writtenOut({ title, body, cover, tags, ai }: DemoPost): Content {
  const raw = {
    title,
    body: htmlOf(body, pictureNamed),
    summary: null,
    coverUrl: cover === undefined ? null : pictureNamed(cover).url,
    tags: TagsInput.parse(tags),
    ai,
  }
  const read = readBody(raw.body)
  const formulas = madeFormulas(read.html)
  return contentWith(raw, { ...read, formulas: formulas && JSON.stringify(formulas) })
}

/** Every image of a post, by name, with the post that used it first. */
export function picturesShown(posts: readonly Published[]): Map<string, Published> {
  const shown = new Map<string, Published>()
  for (const post of posts) {
    const inBody = post.body
      .split('\n')
      .flatMap((line) => /^!\[[^\]]*\]\((\S+)\)$/.exec(line)?.[1] ?? [])
    for (const name of [...(post.cover === undefined ? [] : [post.cover]), ...inBody]) {
      if (!shown.has(name)) shown.set(name, post)
    }
  }
  return shown
}
