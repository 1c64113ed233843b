import { DAY, HOUR } from '#kernel/clock.ts'
import { iso, isWeekend } from '../calendar.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Row } from '../rows.ts'
import type { Member, Published, World } from '../world.ts'

/** A visit of a post that leaves a like, a dislike, a bookmark or energy. */
export interface Visit {
  member: Member
  post: Published
  at: Date
}

type ReactionRow = {
  user_id: number
  post_id: number
  created_at: string
}

/** Likes and, rarely, dislikes. No user leaves both on a post. */
export function reactions(world: World): { likes: ReactionRow[]; dislikes: ReactionRow[] } {
  const random = randomFrom('reactions')
  const likes: Visit[] = []
  const dislikes: Visit[] = []
  for (const visit of visits(world, random, (member) => 1.1 * member.warmth)) {
    if (random.happens(0.025)) dislikes.push(visit)
    else likes.push(visit)
  }
  return { likes: likes.map(asRow), dislikes: dislikes.map(asRow) }
}

const asRow = ({ member, post, at }: Visit) => ({
  user_id: member.uid,
  post_id: post.id,
  created_at: iso(at),
})

/** The share of posts in the other language that a reader visits. */
const OTHER_LANGUAGE = 0.12

/**
 * Each member visits each post at most once; popular posts get more visits, and visits grow with
 * the community.
 */
export function visits(
  world: World,
  random: Random,
  eagerness: (member: Member) => number,
): Visit[] {
  const found: Visit[] = []
  for (const post of world.publicPosts) {
    for (const member of random.shuffled(world.members)) {
      const { appeal, language } = post
      const fits = (member.reads ?? language) === language ? 1 : OTHER_LANGUAGE
      const chance =
        eagerness(member) * appeal * fits * (0.45 + 0.6 * world.calendar.liveliness(post.at))
      if (member === post.author || !random.happens(Math.min(chance, 0.97))) continue
      const at = whenRead(world, post, random)
      if (world.calendar.hasCome(at) && world.joined(member) < at) found.push({ member, post, at })
    }
  }
  return found
}

/**
 * Most visits are in the first days, some much later. Many weekend visits move to Monday or
 * Tuesday.
 */
function whenRead({ calendar }: World, post: Published, random: Random): Date {
  const age = (calendar.now.getTime() - post.at.getTime()) / DAY
  const isTalkOfTheTown = post.appeal > 2
  const mean = Math.min(isTalkOfTheTown ? 1.1 : 2.4, age / 4)
  const isLate = random.happens(0.2) && age > 8 && !isTalkOfTheTown
  const days = isLate ? random.between(4, age) : 0.01 + random.wait(mean)
  const at = new Date(post.at.getTime() + days * DAY)
  return isWeekend(at) && age > 4 && random.happens(0.6) ? new Date(at.getTime() + 2 * DAY) : at
}

/**
 * A saved post goes to the folder of its user that has one of its tags, else to the default folder.
 */
const FOLDERS = [
  {
    by: 'lin',
    name: '周末慢慢读',
    isPublic: true,
    tags: ['读书', '生活', 'Life', 'Photography', '摄影'],
  },
  { by: 'lin', name: '想去的地方', tags: ['旅行', 'Travel'] },
  {
    by: 'ada',
    name: 'Worth re-reading',
    isPublic: true,
    tags: ['SQLite', 'Databases', '工程', 'Engineering'],
  },
  { by: 'zhou', name: '给团队看的', isPublic: true, tags: ['工程', 'Engineering', '前端', '后端'] },
  { by: 'mei', name: 'Light', isPublic: true, tags: ['Photography', '摄影', 'Travel', '旅行'] },
  { by: 'tomas', name: 'To cook', isPublic: true, tags: ['美食', 'Food', '园艺'] },
  { by: 'lu', name: '毕业前读完', tags: ['读书', '后端', '前端'] },
]

type FolderItem = ReactionRow & { folder_id: number }

const ENGLISH = new Set(['ada', 'mei', 'tomas', 'kenji', 'priya'])
const readsEnglish = ({ name, reads }: Member) => reads === 'en' || ENGLISH.has(name)

/** The folders of all users who saved a post, and the posts in them. */
export function folders(world: World): { folders: Row[]; items: FolderItem[] } {
  const saved = visits(world, randomFrom('favourites'), ({ warmth }) => 0.36 * warmth)
  let id = 1
  const made = world.members
    .filter((member) => saved.some((visit) => visit.member === member))
    .flatMap((member) => foldersOf(member).map((folder) => ({ ...folder, id: id++, member })))
  const items = saved.flatMap(({ member, post, at }) => {
    const own = made.filter((folder) => folder.member === member)
    const fitting = own.filter(({ tags }) => tags.some((tag) => post.tags.includes(tag)))
    const chosen =
      fitting.length > 0 ? fitting.slice(0, 1) : own.filter(({ isDefault }) => isDefault)
    return chosen.map((folder) => ({
      folder_id: folder.id,
      post_id: post.id,
      user_id: member.uid,
      created_at: iso(at),
    }))
  })
  const rows = made.map(({ id, member, name, isPublic, isDefault }) => {
    const first = items
      .filter((item) => item.folder_id === id)
      .map(({ created_at }) => Date.parse(created_at))
    const at = first.length === 0 ? world.calendar.now.getTime() - HOUR : Math.min(...first)
    const created_at = iso(new Date(at - HOUR / 60))
    return {
      id,
      user_id: member.uid,
      name,
      public: Number(isPublic),
      is_default: Number(isDefault),
      created_at,
    }
  })
  return { folders: rows, items }
}

function foldersOf(member: Member) {
  const { name } = member
  const named = FOLDERS.filter(({ by }) => by === name)
  const own = named.map(({ name, tags, isPublic = false }) => ({
    name,
    tags,
    isPublic,
    isDefault: false,
  }))
  const defaultName = readsEnglish(member) ? 'Favourites' : '默认收藏夹'
  return [{ name: defaultName, tags: [] as string[], isPublic: false, isDefault: true }, ...own]
}
