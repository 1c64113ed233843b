import { act, type Expected, type Made, made, ok, oneOf, post, refusal, refuse } from '../act.ts'
import { found, isRestorable, isSilent, newPost, type Post, type Site } from '../state.ts'
import { energyOf, levelOf, move } from './energy.ts'
import { goTo, hasPassed, hide, isReviewed, scheduleAt } from './post-states.ts'

const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR
const IN_BIN = 30 * 24 * HOUR

/** In hours from now; 0 means no schedule. */
const newTime = oneOf(2, 40, 0, -1, 366 * 24)
const time = oneOf(0, 0, 0, 0, 0, 0, 0, 0, 2, 40, -1, 366 * 24)
/** Mostly the author, sometimes another user. */
const whose = oneOf('own', 'own', 'own', "another user's")
const text = oneOf('One', 'Two', 'Three')

const authorOf = (site: Site, id: number, by: number, of: string) =>
  of === 'own' ? found(site.posts, id).author : by
const isBadTime = (hours: number) => hours < 0 || hours * HOUR > YEAR

export const postActs = {
  write: act(
    'POST /api/studio/posts',
    8,
    { text, isDraft: oneOf(false, false, false, false, true), time, isTagged: oneOf(false, true) },
    ({ by, text, isDraft, time, isTagged }, site) => ({
      request: 'POST /api/studio/posts',
      body: {
        title: text,
        body: `<p>${text}</p>`,
        draft: isDraft,
        ...timeIn(site, time),
        ...(isTagged && { tags: [site.tag] }),
      },
      rule(site, { json }) {
        const status = isDraft || time !== 0 || isReviewed(site, by) ? 'draft' : 'approved'
        const refused = refusal(
          levelOf(found(site.people, by)) === 0 && 'level_too_low',
          (status === 'approved' || time !== 0) && isSilent(site, by) && 'silenced',
          isBadTime(time) && 'validation_failed',
        )
        if (refused) return refused
        const post = newPost(json?.id, by, status, text, time === 0 ? null : site.now + time * HOUR)
        site.posts.set(json?.id, { ...post, isTagged })
        return made({ status, title: text, version: 1, likes_count: 0, energy: 0 })
      },
    }),
  ),
  import: act('POST /api/studio/posts', 3, { text, key: oneOf('a', 'b') }, ({ by, text, key }) => ({
    request: 'POST /api/studio/posts',
    body: { title: text, body: `<p>${text}</p>`, draft: true, import_key: key },
    rule(site, { json }) {
      if (levelOf(found(site.people, by)) === 0) return refuse('level_too_low')
      const same = [...site.posts.values()].filter(
        (it) => it.author === by && it.importKey === key && isRestorable(it),
      )
      const known = same.find(
        ({ deletedAt }) => deletedAt === null || deletedAt + IN_BIN > site.now,
      )
      if (known)
        return ok({
          id: known.id,
          status: known.status,
          title: known.title,
          version: known.version,
        })
      for (const gone of same) gone.importKey = null
      site.posts.set(json?.id, newPost(json?.id, by, 'draft', text, null, key))
      return made({ status: 'draft', title: text, version: 1 })
    },
  })),
  edit: act(
    'PUT /api/studio/posts/:id',
    6,
    { post, whose, text, seen: oneOf('nothing', 'the present', 'an older one') },
    ({ by, post, whose, text, seen }, site) => {
      const editor = authorOf(site, post, by, whose)
      const { version } = found(site.posts, post)
      const sent = {
        nothing: undefined,
        'the present': version,
        'an older one': version - 1 || version + 1,
      }[seen]
      return {
        by: editor,
        request: `PUT /api/studio/posts/${post}`,
        body: { title: text, body: `<p>${text}</p>`, version: sent },
        rule: (site) => edit(site, editor, post, sent, (it) => change(site, it, text)),
      }
    },
  ),
  schedule: act(
    'PUT /api/studio/posts/:id',
    2,
    { post, whose, time: newTime },
    ({ by, post, whose, time }, site) => {
      const editor = authorOf(site, post, by, whose)
      const at = time === 0 ? null : site.now + time * HOUR
      return {
        by: editor,
        request: `PUT /api/studio/posts/${post}`,
        body: { publish_at: at === null ? null : new Date(at).toISOString() },
        rule: (site) =>
          edit(site, editor, post, undefined, (it) => {
            if (at !== null && isSilent(site, editor))
              return { refused: ['silenced', 'validation_failed', 'invalid_transition'] }
            // Every edit of a rejected post makes it a draft.
            const isKept =
              at === it.publishAt && (at !== null || it.plan === null) && it.status !== 'rejected'
            if (isKept) return null
            const refused =
              at !== null &&
              refusal(
                isBadTime(time) && 'validation_failed',
                it.status !== 'draft' && 'invalid_transition',
              )
            if (refused) return refused
            scheduleAt(it, at)
            return null
          }),
      }
    },
  ),
  submit: act(
    'POST /api/studio/posts/:id/submit',
    7,
    { post, whose, time },
    ({ by, post, whose, time }, site) => {
      const at = time === 0 ? null : site.now + time * HOUR
      const call = ownCall(
        authorOf(site, post, by, whose),
        'POST',
        post,
        '/submit',
        (it, site, sender) => {
          const refused = refusal(
            levelOf(found(site.people, sender)) === 0 && 'level_too_low',
            isSilent(site, sender) && 'silenced',
            !['draft', 'rejected'].includes(it.status) && 'post_not_submittable',
            isBadTime(time) && 'validation_failed',
          )
          if (refused) return refused
          submit(it, isReviewed(site, it.author), at)
          return ok({ status: it.status, version: it.version })
        },
      )
      return { ...call, ...(at !== null && { body: timeIn(site, time) }) }
    },
  ),
  'submit several': act(
    'POST /api/studio/posts/submit',
    2,
    { post, second: post, whose },
    ({ by, post, second, whose }, site) => {
      const sender = authorOf(site, post, by, whose)
      return {
        by: sender,
        request: 'POST /api/studio/posts/submit',
        body: { ids: [post, second] },
        rule(site) {
          const refused = refusal(
            levelOf(found(site.people, sender)) === 0 && 'level_too_low',
            isSilent(site, sender) && 'silenced',
          )
          if (refused) return refused
          // The rules of the author are those before the request.
          const needsReview = isReviewed(site, sender)
          const items = [...new Set([post, second])].map((id) => {
            const it = found(site.posts, id)
            if (it.author !== sender || it.deletedAt !== null)
              return { id, ok: false, code: 'not_found' }
            if (!['draft', 'rejected'].includes(it.status))
              return { id, ok: false, code: 'post_not_submittable' }
            submit(it, needsReview, null)
            return { id, ok: true, status: it.status }
          })
          return ok({ items })
        },
      }
    },
  ),
  withdraw: act(
    'POST /api/studio/posts/:id/withdraw',
    2,
    { post, whose },
    ({ by, post, whose }, site) =>
      ownCall(authorOf(site, post, by, whose), 'POST', post, '/withdraw', (it) => {
        if (it.status !== 'pending') return refuse('invalid_transition')
        goTo(it, 'draft')
        return ok({ status: 'draft', version: it.version })
      }),
  ),
  unpublish: act(
    'POST /api/studio/posts/:id/unpublish',
    2,
    { post, whose },
    ({ by, post, whose }, site) =>
      ownCall(authorOf(site, post, by, whose), 'POST', post, '/unpublish', (it) => {
        if (it.status === 'locked') return refuse('post_not_editable')
        if (it.status !== 'approved') return refuse('invalid_transition')
        goTo(it, 'draft')
        it.isUnseen = false
        return ok({ status: 'draft', version: it.version, likes_count: it.likes.size })
      }),
  ),
  'delete a post': act(
    'DELETE /api/studio/posts/:id',
    2,
    { post, whose },
    ({ by, post, whose }, site) =>
      ownCall(authorOf(site, post, by, whose), 'DELETE', post, '', (it, site, sender) => {
        hide(site, it, true)
        move(site, sender, -2, 'delete_post')
        return ok({ energy: energyOf(site, sender) })
      }),
  ),
  undelete: act(
    'POST /api/studio/posts/:id/undelete',
    3,
    { post, whose },
    ({ by, post, whose }, site) => {
      const sender = authorOf(site, post, by, whose)
      return {
        by: sender,
        request: `POST /api/studio/posts/${post}/undelete`,
        rule(site) {
          const it = found(site.posts, post)
          // The time in the bin also ends before the cron erases the post.
          const isLost = !it.isInBin || it.deletedAt === null || it.deletedAt + IN_BIN <= site.now
          if (it.author !== sender || isLost) return refuse('not_found')
          it.deletedAt = null
          it.isInBin = false
          if (it.status === 'locked') it.version += 1
          else goTo(it, 'draft')
          return ok({ status: it.status, version: it.version, likes_count: it.likes.size })
        },
      }
    },
  ),
}

/**
 * With a time, the post is published then if it is approved, or scheduled if it needs no review.
 */
function submit(post: Post, isReviewed: boolean, at: number | null): void {
  if (!isReviewed || hasPassed(post)) {
    if (at === null) goTo(post, 'approved')
    else scheduleAt(post, at)
    return
  }
  goTo(post, 'pending')
  if (at !== null) Object.assign(post, { plan: at, waits: true })
}

function timeIn({ now }: Site, hours: number): object {
  return hours === 0 ? {} : { publish_at: new Date(now + hours * HOUR).toISOString() }
}

/** A request of the sender about a post that must be their own. */
function ownCall(
  sender: number,
  method: string,
  post: number,
  path: string,
  rule: (it: Post, site: Site, sender: number) => Expected,
): Made {
  return {
    by: sender,
    request: `${method} /api/studio/posts/${post}${path}`,
    rule: (site) => ofAuthor(site, sender, post, (it) => rule(it, site, sender)),
  }
}

function ofAuthor(site: Site, by: number, id: number, then: (post: Post) => Expected): Expected {
  const post = found(site.posts, id)
  return post.author === by && post.deletedAt === null ? then(post) : refuse('not_found')
}

function edit(
  site: Site,
  by: number,
  id: number,
  seen: number | undefined,
  then: (post: Post) => Expected | null,
): Expected {
  return ofAuthor(site, by, id, (post) => {
    const refused = refusal(
      ['pending', 'locked'].includes(post.status) && 'post_not_editable',
      seen !== undefined && seen !== post.version && 'version_conflict',
      post.status === 'approved' && isSilent(site, by) && 'silenced',
    )
    return (
      refused ?? then(post) ?? ok({ status: post.status, title: post.title, version: post.version })
    )
  })
}

/**
 * An edit turns a rejected post into a draft. Otherwise an edit without changes has no effect, and
 * an edit of an approved post waits for a check.
 */
function change(site: Site, post: Post, title: string): null {
  if (post.title === title && post.status !== 'rejected') return null
  post.title = title
  post.version += 1
  if (post.status === 'rejected') post.status = 'draft'
  if (post.status === 'approved' && isReviewed(site, post.author)) post.isUnseen = true
  return null
}
