import { DAY } from '#kernel/clock.ts'
import { iso } from '../calendar.ts'
import { inTime, type Row } from '../rows.ts'
import type { Published, World } from '../world.ts'

interface Series {
  /** The name in the front matter of posts. */
  key: string
  title: string
  description: string
  /** The names of members who follow it. */
  followers: readonly string[]
}

const SERIES: readonly Series[] = [
  {
    key: 'machines',
    title: 'Small machines, explained',
    description: 'Databases, pages and queues, with as few formulas as possible.',
    followers: ['zhou', 'xu', 'kenji', 'tomas'],
  },
  {
    key: 'design-notes',
    title: '设计系统笔记',
    description: '名字、颜色和清单：做设计系统时反复用到的三件事。',
    followers: ['ada', 'he', 'lu', 'mei'],
  },
]

/** The posts of a series, in the order of its parts. All have the same author. */
function partsOf(world: World, { key }: Series): Published[] {
  return world.posts.filter(({ series }) => series === key)
}

/** A series is created with its first post. */
export function seriesRows(world: World): Row[] {
  return SERIES.map((series, index) => {
    const parts = partsOf(world, series)
    const [first] = parts
    const last = parts.at(-1)
    if (!first || !last) throw new Error(`the series ${series.key} has no posts`)
    return {
      id: index + 1,
      user_id: first.author.uid,
      title: series.title,
      description: series.description,
      created_at: iso(first.at),
      updated_at: iso(last.at),
    }
  })
}

export function partRows(world: World): Row[] {
  return SERIES.flatMap((series, index) =>
    partsOf(world, series).map(({ id }, position) => ({
      post_id: id,
      series_id: index + 1,
      position,
    })),
  )
}

/** Marks the public parts. Assigning `parts` also numbers them, by a trigger. */
export function numberParts(db: D1Database): D1PreparedStatement[] {
  return [
    db.prepare(
      'UPDATE series_posts SET listed_at = (SELECT listed_at FROM posts WHERE id = post_id)',
    ),
    db.prepare(
      'UPDATE series SET parts = (SELECT COUNT(listed_at) FROM series_posts WHERE series_id = series.id)',
    ),
  ]
}

export function seriesFollowRows(world: World): Row[] {
  return inTime(
    SERIES.flatMap((series, index) => {
      const last = partsOf(world, series).at(-1)?.at ?? world.calendar.now
      return series.followers.map((name, nth) => ({
        user_id: world.member(name).uid,
        series_id: index + 1,
        created_at: iso(new Date(last.getTime() + ((nth + 1) * DAY) / 8)),
      }))
    }),
  )
}
