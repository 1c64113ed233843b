import { usernameLook } from '#features/accounts/profiles/usernames.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { TASK_EXP } from '#features/economy/levels/tasks.ts'
import { DAY } from '#kernel/clock.ts'
import { iso } from '../calendar.ts'
import { avatarKey, type StoredPicture, type StoredPictures } from '../posts.ts'
import { insertion, inTime, type Row } from '../rows.ts'
import { type Member, picturesShown, type World } from '../world.ts'
import { commentLikes, commentRows, comments, mentionRows } from './comments.ts'
import { type Accounts, energy } from './energy.ts'
import { follows } from './follows.ts'
import { likeNotices, notices } from './notices.ts'
import {
  auditRows,
  deletions,
  imageRows,
  lateEdits,
  moveRows,
  postRow,
  reviewRow,
} from './posts.ts'
import { folders, reactions } from './reactions.ts'
import { numberParts, partRows, seriesFollowRows, seriesRows } from './series.ts'
import { addViews, readerRows, sourceRows, views, visitRows } from './views.ts'

/** The whole history as one batch. Rows have their own times, and triggers compute the counters. */
export function historyOf(
  db: D1Database,
  world: World,
  pictures: StoredPictures,
  passwordHash: string,
): D1PreparedStatement[] {
  const accounts = energy(world)
  const exp = expOfMembers(world, accounts)
  const newcomers = world.members.filter(({ uid }) => uid >= world.firstUid)
  const said = comments(world)
  const { likes, dislikes } = reactions(world)
  const saved = folders(world)
  const followed = follows(world)
  const written = commentRows(said)
  const viewed = views(world, [
    ...likes,
    ...dislikes,
    ...saved.items,
    ...written,
    ...accounts.energized,
  ])
  const tables: [string, Row[]][] = [
    [
      'users',
      newcomers.map((member) => userRow(world, member, exp.get(member.uid) ?? 0, passwordHash)),
    ],
    ['user_tasks', newcomers.flatMap((member) => taskRows(world, member))],
    ['images', inTime([...avatarRows(world, pictures), ...pictureRows(world, pictures)])],
    ['posts', world.posts.map(postRow)],
    ['post_moves', moveRows(world)],
    ['series', seriesRows(world)],
    ['series_posts', partRows(world)],
    ['series_follows', seriesFollowRows(world)],
    ['post_images', imageRows(world)],
    ['user_follows', inTime(followed)],
    ['post_likes', inTime(likes)],
    ['post_dislikes', inTime(dislikes)],
    ['folders', saved.folders],
    ['folder_items', inTime(saved.items)],
    ['comments', written],
    ['comment_mentions', mentionRows(said)],
    ['comment_likes', inTime(commentLikes(world, said))],
    ['user_check_ins', accounts.checkIns],
    ['energy_log', accounts.ledger],
    ['post_energize_log', accounts.energized],
    ['daily_exp_summary', accounts.dailyExp],
    ['profile_reviews', [reviewRow(world)]],
    ['author_sources', sourceRows(viewed)],
    ['post_readers', readerRows(viewed)],
    ['site_readers', visitRows(viewed)],
    ['audit_log', auditRows(world, said)],
    ['notifications', notices(world, { comments: said, follows: followed, exp })],
  ]
  const rows = tables.flatMap(([table, ofTable]) => insertion(db, table, ofTable))
  return [
    ...rows,
    addViews(db, viewed),
    ...numberParts(db),
    ...lateEdits(db, world),
    ...deletions(db, world, said),
    ...likeNotices(db, world),
  ]
}

const tasksOf = ({ username, signature, hasAvatar }: Member) => [
  ...(username === null ? [] : ['username']),
  ...(signature === '' ? [] : ['signature']),
  ...(hasAvatar ? ['avatar'] : []),
]

export function expOfMembers(world: World, accounts: Accounts): Map<number, number> {
  return new Map(
    world.members.map((member) => {
      const gained = accounts.expOf(member.uid) + TASK_EXP * tasksOf(member).length
      return [member.uid, member.earlierExp + gained]
    }),
  )
}

function userRow(world: World, member: Member, exp: number, passwordHash: string): Row {
  const { uid, email, name, username, signature, role, hasAvatar } = member
  return {
    uid,
    email,
    password_hash: passwordHash,
    username,
    username_key: username === null ? null : usernameKey(username),
    username_look: username === null ? null : usernameLook(username),
    signature,
    avatar_key: hasAvatar ? avatarKey(name) : null,
    exp,
    role,
    email_verified_at: iso(world.joined(member)),
    created_at: iso(world.joined(member)),
  }
}

/** Tasks completed on the first day: an open task would offer its reward again. */
function taskRows(world: World, member: Member): Row[] {
  return tasksOf(member).map((task) => ({
    user_id: member.uid,
    task,
    completed_at: iso(world.joined(member)),
  }))
}

function avatarRows(world: World, { avatars }: StoredPictures) {
  return avatars.map(({ name, ...picture }) => {
    const member = world.member(name)
    return imageRow(member, 'avatar', picture, world.joined(member))
  })
}

function pictureRows(world: World, { pictures }: StoredPictures) {
  const shown = picturesShown(world.posts)
  return pictures.flatMap(({ name, ...picture }) => {
    const post = shown.get(name)
    return post === undefined ? [] : [imageRow(post.author, 'post', picture, beforePost(post.at))]
  })
}

/** An image is uploaded shortly before the post that shows it first. */
const beforePost = (moment: Date) => new Date(moment.getTime() - DAY / 96)

function imageRow(
  { uid }: Member,
  purpose: string,
  picture: Omit<StoredPicture, 'name'>,
  at: Date,
) {
  const { key, type, width, height, bytes } = picture
  return { key, user_id: uid, purpose, type, width, height, bytes, created_at: iso(at) }
}
