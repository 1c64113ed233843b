import {
  act,
  comment,
  done,
  type Expected,
  made,
  ok,
  oneOf,
  person,
  post,
  refusal,
  refuse,
} from '../act.ts'
import { type Comment, found, isAdmin, isPublic, isSilent, type Site } from '../state.ts'
import { mayInteract } from './blocks.ts'
import { addNotice, addSystemNotice, isWanted } from './notices.ts'
import { adminCall } from './review.ts'

const text = oneOf('Hello', 'Well', 'So')
const mentions = oneOf(false, true)
const EDIT_TIME = 15 * 60_000

export const commentActs = {
  comment: act(
    'POST /api/posts/:id/comments',
    10,
    { post, text, mentions, target: person },
    ({ by, post, text, mentions, target }, site) => {
      const body = bodyOf(site, text, mentions ? target : null)
      return {
        request: `POST /api/posts/${post}/comments`,
        body: { body },
        rule: (site, { json }) =>
          write(site, by, { id: json?.id, post, root: null, answered: null, body }),
      }
    },
  ),
  reply: act(
    'POST /api/comments/:id/reply',
    9,
    { comment, text, mentions, target: person },
    ({ by, comment, text, mentions, target }, site) => {
      const body = bodyOf(site, text, mentions ? target : null)
      return {
        request: `POST /api/comments/${comment}/reply`,
        body: { body },
        rule(site, { json }) {
          const answered = found(site.comments, comment)
          const root = answered.root ?? answered.id
          return write(site, by, { id: json?.id, post: answered.post, root, answered, body })
        },
      }
    },
  ),
  'edit a comment': act(
    'PUT /api/comments/:id',
    5,
    { comment, whose: oneOf('own', 'own', "another user's"), text, mentions, target: person },
    ({ by, comment, whose, text, mentions, target }, site) => {
      const editor = whose === 'own' ? found(site.comments, comment).author : by
      const body = bodyOf(site, text, mentions ? target : null)
      return {
        by: editor,
        request: `PUT /api/comments/${comment}`,
        body: { body },
        rule: (site) => edit(site, editor, found(site.comments, comment), body),
      }
    },
  ),
  'delete a comment': act(
    'DELETE /api/comments/:id',
    4,
    { comment, whose: oneOf('own', "another user's") },
    ({ by, comment, whose }, site) => {
      const sender = whose === 'own' ? found(site.comments, comment).author : by
      return {
        by: sender,
        request: `DELETE /api/comments/${comment}`,
        rule(site) {
          const it = found(site.comments, comment)
          const post = found(site.posts, it.post)
          const asAdmin = isAdmin(found(site.people, sender))
          if (it.isDeleted || (post.deletedAt !== null && !asAdmin)) return refuse('not_found')
          if (!asAdmin && sender !== it.author && sender !== post.author) return refuse('forbidden')
          if (sender === it.author || sender === post.author) it.isDeleted = true
          else deleteAsAdmin(site, it, sender)
          return done()
        },
      }
    },
  ),
  'delete a comment as admin': act(
    'DELETE /api/admin/comments/:id',
    1,
    { comment, admin: oneOf('an admin', 'an admin', 'another user') },
    ({ by, comment, admin }, site) =>
      adminCall(site, [by, admin], 'DELETE', `comments/${comment}`, {}, (site, who) => {
        const it = found(site.comments, comment)
        if (it.isDeleted) return refuse('not_found')
        deleteAsAdmin(site, it, who)
        return done()
      }),
  ),
}

/** The author gets a notice. */
export function deleteAsAdmin(site: Site, comment: Comment, by: number): void {
  if (comment.isDeleted) return
  comment.isDeleted = true
  addSystemNotice(site, 'comment_deleted', comment.author, comment.post, by)
}

export const standing = (site: Site, post: number): Comment[] =>
  [...site.comments.values()].filter((comment) => comment.post === post && !comment.isDeleted)

export const repliesTo = (site: Site, root: number): number =>
  [...site.comments.values()].filter((comment) => comment.root === root && !comment.isDeleted)
    .length

/** Writes a name into the text. Users without a name cannot be mentioned. */
function bodyOf(site: Site, text: string, target: number | null): string {
  const name = target === null ? null : found(site.people, target).username
  return name === null ? text : `${text} @${name}`
}

/** The users that a text mentions, except its author. */
function namedIn(site: Site, body: string, writer: number): number[] {
  const name = body.split('@')[1]?.toLowerCase()
  const named = [...site.people.values()].find(
    ({ username }) => username !== null && username.toLowerCase() === name,
  )
  return named && named.uid !== writer ? [named.uid] : []
}

interface Written extends Pick<Comment, 'id' | 'post' | 'root' | 'body'> {
  answered: Comment | null
}

function write(site: Site, by: number, { id, post, root, answered, body }: Written): Expected {
  const under = found(site.posts, post)
  const named = namedIn(site, body, by)
  const refused = refusal(
    !site.commentsOn && 'forbidden',
    isSilent(site, by) && 'silenced',
    (!isPublic(under) || answered?.isDeleted === true) && 'not_found',
    !mayInteract(site, 'comment', by, under.author) && 'forbidden',
    answered !== null && !mayInteract(site, 'reply', by, answered.author) && 'forbidden',
    named.some((uid) => !mayInteract(site, 'mention', by, uid)) && 'forbidden',
  )
  if (refused) return refused
  const notified = new Set<number>()
  site.comments.set(id, {
    id,
    post,
    root,
    author: by,
    body,
    at: site.now,
    isDeleted: false,
    likes: new Set(),
    notified,
    mentioned: named,
    mentionsMade: named.length,
  })
  // One notice per user: of a reply, else of a mention, else of a comment. Also of a mention if the
  // user disabled reply notices.
  const isMuted = (uid: number) =>
    named.includes(uid) && !isWanted(found(site.people, uid), 'NotifyCommentReply')
  if (answered && !isMuted(answered.author))
    addNoticeOnce(site, notified, 'NotifyCommentReply', answered.author, by, post)
  for (const uid of named) addNoticeOnce(site, notified, 'NotifyMention', uid, by, post)
  if (root === null) addNoticeOnce(site, notified, 'NotifyComment', under.author, by, post)
  return made({
    post_id: post,
    root_id: root,
    body,
    likes_count: 0,
    deleted: false,
    mentions: named.map((uid) => ({ uid })),
  })
}

const MENTIONS_MAX = 10

/**
 * New mentions send notices, at most ten in all, unless the user already has a notice of this
 * comment.
 */
function edit(site: Site, by: number, comment: Comment, body: string): Expected {
  if (comment.isDeleted || !isPublic(found(site.posts, comment.post))) return refuse('not_found')
  const isOther = comment.author !== by
  const named = namedIn(site, body, by)
  const isChanged = body !== comment.body
  const refused = refusal(
    (isOther || !site.commentsOn) && 'forbidden',
    isSilent(site, by) && 'silenced',
    site.now > comment.at + EDIT_TIME && 'comment_not_editable',
    isChanged && named.some((uid) => !mayInteract(site, 'mention', by, uid)) && 'forbidden',
  )
  if (refused) return refused
  comment.body = body
  if (isChanged) {
    const isNew = (uid: number) => !comment.mentioned.includes(uid)
    const made = named.filter(isNew).slice(0, MENTIONS_MAX - comment.mentionsMade)
    comment.mentioned = named.filter((uid) => !isNew(uid) || made.includes(uid))
    comment.mentionsMade += made.length
    for (const uid of comment.mentioned) {
      addNoticeOnce(site, comment.notified, 'NotifyMention', uid, by, comment.post)
    }
  }
  return ok({
    body,
    likes_count: comment.likes.size,
    mentions: comment.mentioned.map((uid) => ({ uid })),
  })
}

function addNoticeOnce(
  site: Site,
  notified: Set<number>,
  kind: string,
  to: number,
  by: number,
  post: number,
): void {
  if (notified.has(to)) return
  const before = site.notices.length
  addNotice(site, { to, kind, about: post, by, detail: '' })
  if (site.notices.length > before) notified.add(to)
}
