import { act, comment, type Expected, ok, oneOf, person, post, refusal, refuse } from '../act.ts'
import { dayOf, found, isPublic, type Site } from '../state.ts'
import { mayInteract } from './blocks.ts'
import { addNotice } from './notices.ts'

export const reactionActs = {
  like: pressAct(8, 'like'),
  dislike: pressAct(4, 'dislike'),
  'like a comment': act('POST /api/comments/:id/like', 5, { comment }, ({ by, comment }) => ({
    request: `POST /api/comments/${comment}/like`,
    rule(site) {
      const { likes, isDeleted, post } = found(site.comments, comment)
      if (isDeleted || !isPublic(found(site.posts, post))) return refuse('not_found')
      const isTakenBack = likes.delete(by)
      if (!isTakenBack) likes.add(by)
      return ok({ liked: !isTakenBack, likes_count: likes.size })
    },
  })),
  follow: act('POST /api/users/:uid/follow', 6, { target: person }, ({ by, target }) => ({
    request: `POST /api/users/${target}/follow`,
    rule: (site) => follow(site, by, target),
  })),
  'follow a tag': act('POST /api/tags/:tag/follow', 2, {}, ({ by }, { tag }) => ({
    request: `POST /api/tags/${tag}/follow`,
    rule(site) {
      // Only a tag with public posts can be followed, but a follow can always be taken back.
      const wasFollowed = site.tagFollowers.delete(by)
      if (taggedPosts(site) === 0) return refuse('not_found')
      if (!wasFollowed) site.tagFollowers.add(by)
      return ok({ following: !wasFollowed })
    },
  })),
  'choose letters': act(
    'PUT /api/letters/mine',
    4,
    { target: person, cadence: oneOf('each', 'weekly', 'off') },
    ({ by, target, cadence }) => ({
      request: 'PUT /api/letters/mine',
      body: { kind: 'author', ref: target, cadence },
      rule(site) {
        const pair = `${by}>${target}`
        if (cadence === 'off') site.letters.delete(pair)
        else if (!found(site.people, by).isVerified) return refuse('email_unverified')
        else site.letters.set(pair, cadence)
        return ok()
      },
    }),
  ),
  'open the lists': act(
    'PUT /api/space/privacy',
    1,
    { isOpen: oneOf(false, true) },
    ({ by, isOpen }) => ({
      request: 'PUT /api/space/privacy',
      body: { followers_public: isOpen },
      rule(site) {
        found(site.people, by).listsArePublic = isOpen
        return ok({ followers_public: isOpen })
      },
    }),
  ),
}

function pressAct(weight: number, reaction: 'like' | 'dislike') {
  return act(`POST /api/posts/:id/${reaction}`, weight, { post }, ({ by, post }) => ({
    request: `POST /api/posts/${post}/${reaction}`,
    rule: (site) => press(site, by, post, reaction),
  }))
}

/** A press sets the reaction, clears it if it is set, or switches it from the opposite. */
function press(site: Site, by: number, id: number, pressed: 'like' | 'dislike'): Expected {
  const post = found(site.posts, id)
  if (!isPublic(post)) return refuse('not_found')
  const wasSet = pressed === 'like' ? post.likes.has(by) : post.dislikes.has(by)
  post.likes.delete(by)
  post.quietly.delete(by)
  post.dislikes.delete(by)
  if (!wasSet && pressed === 'like') post.likes.set(by, dayOf(site.now))
  if (!mayInteract(site, 'notify', by, post.author)) post.quietly.add(by)
  if (!wasSet && pressed === 'dislike') post.dislikes.add(by)
  return ok({
    state: wasSet ? 'none' : pressed,
    likes_count: post.likes.size,
    dislikes_count: post.dislikes.size,
  })
}

/** Following, unfollowing and following again sends one notice. */
function follow(site: Site, by: number, target: number): Expected {
  const refused = refusal(
    by === target && 'self_follow',
    !mayInteract(site, 'follow', by, target) && 'forbidden',
  )
  if (refused) return refused
  const pair = `${by}>${target}`
  const i_follow = !site.follows.delete(pair)
  if (i_follow) site.follows.add(pair)
  const isKnown = site.notices.some(
    (notice) => notice.to === target && notice.kind === 'NotifyFollow' && notice.by === by,
  )
  if (i_follow && !isKnown)
    addNotice(site, { to: target, kind: 'NotifyFollow', about: by, by, detail: '' })
  const follows_me = site.follows.has(`${target}>${by}`)
  return ok({
    i_follow,
    follows_me,
    mutual: i_follow && follows_me,
    followers_count: followersOf(site, target),
  })
}

export const taggedPosts = ({ posts }: Site): number =>
  [...posts.values()].filter((post) => post.isTagged && isPublic(post)).length

export const followersOf = ({ follows }: Site, uid: number): number =>
  [...follows].filter((pair) => pair.endsWith(`>${uid}`)).length

export const subscribersOf = ({ letters }: Site, uid: number): number =>
  [...letters.keys()].filter((pair) => pair.endsWith(`>${uid}`)).length

export const followingOf = ({ follows }: Site, uid: number): number =>
  [...follows].filter((pair) => pair.startsWith(`${uid}>`)).length
