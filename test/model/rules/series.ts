import { act, done, made, ok, oneOf, person, post, refusal, refuse, series } from '../act.ts'
import { found, isPublic, isSilent, type Series, type Site } from '../state.ts'
import { mayInteract } from './blocks.ts'
import { levelOf } from './energy.ts'
import { addSystemNotice } from './notices.ts'

const DAY = 24 * 3_600_000
/** Mostly the owner, sometimes another user. */
const whose = oneOf('own', 'own', 'own', "another user's")
const seen = oneOf('nothing', 'the present', 'an older one')
const SERIES_EACH = 3

export const seriesActs = {
  'create a series': act(
    'POST /api/studio/series',
    2,
    { target: person },
    ({ target: by }, site) => {
      if ([...site.series.values()].filter(({ owner }) => owner === by).length === SERIES_EACH)
        return null
      return {
        by,
        request: 'POST /api/studio/series',
        body: { title: 'A series' },
        rule(site, { json }) {
          const refused = refusal(
            levelOf(found(site.people, by)) === 0 && 'level_too_low',
            isSilent(site, by) && 'silenced',
          )
          if (refused) return refused
          const id = json?.id
          site.series.set(id, { id, owner: by, version: 1, posts: [], followers: new Set() })
          return made({ version: 1, parts: 0, posts_count: 0 })
        },
      }
    },
  ),
  'order a series': act(
    'PUT /api/studio/series/:id/posts',
    6,
    {
      series,
      post,
      which: oneOf('own', 'own', 'own', 'any'),
      first: oneOf(0, 1, 2),
      count: oneOf(1, 2, 3),
      whose,
      seen,
    },
    ({ by, series: id, post, which, first, count, whose, seen }, site) => {
      const { owner, version } = found(site.series, id)
      const sender = whose === 'own' ? owner : by
      const own = [...site.posts.values()]
        .filter(({ author }) => author === owner)
        .map((it) => it.id)
      const ids =
        which === 'any' ? [post] : [...own.slice(first), ...own.slice(0, first)].slice(0, count)
      const sent = {
        nothing: undefined,
        'the present': version,
        'an older one': version - 1 || version + 1,
      }[seen]
      return {
        by: sender,
        request: `PUT /api/studio/series/${id}/posts`,
        body: { ids, version: sent },
        rule(site) {
          const it = site.series.get(id)
          if (it?.owner !== sender) return refuse('not_found')
          const isElsewhere = [...site.series.values()].some(
            (other) => other !== it && ids.some(isIn(other)),
          )
          const refused = refusal(
            sent !== undefined && sent !== it.version && 'edit_conflict',
            ids.some((each) => !isOwn(site, sender, each)) && 'validation_failed',
            isElsewhere && 'in_other_series',
          )
          if (refused) return refused
          const added = ids.filter((each) => !it.posts.includes(each))
          it.posts = ids
          it.version += 1
          for (const each of added) announce(site, it, each)
          return ok({
            version: it.version,
            parts: publicIn(site, ids),
            posts: ids.map((each) => ({ id: each })),
          })
        },
      }
    },
  ),
  'delete a series': act(
    'DELETE /api/studio/series/:id',
    1,
    { series, whose },
    ({ by, series: id, whose }, site) => {
      const sender = whose === 'own' ? found(site.series, id).owner : by
      return {
        by: sender,
        request: `DELETE /api/studio/series/${id}`,
        rule(site) {
          if (site.series.get(id)?.owner !== sender) return refuse('not_found')
          site.series.delete(id)
          for (const [post, series] of site.news) if (series === id) site.news.delete(post)
          return done()
        },
      }
    },
  ),
  'follow a series': act('POST /api/series/:id/follow', 4, { series }, ({ by, series: id }) => ({
    request: `POST /api/series/${id}/follow`,
    rule(site) {
      const it = site.series.get(id)
      if (it === undefined) return refuse('not_found')
      const wasFollowing = it.followers.delete(by)
      if (publicIn(site, it.posts) === 0) return refuse('not_found')
      if (wasFollowing) return ok({ following: false })
      const refused = refusal(
        it.owner === by && 'self_follow',
        !mayInteract(site, 'follow', by, it.owner) && 'forbidden',
      )
      if (refused) return refused
      it.followers.add(by)
      return ok({ following: true })
    },
  })),
}

const isIn =
  ({ posts }: Series) =>
  (id: number) =>
    posts.includes(id)

function isOwn(site: Site, uid: number, id: number): boolean {
  const { author, deletedAt } = found(site.posts, id)
  return author === uid && deletedAt === null
}

export const publicIn = (site: Site, posts: number[]): number =>
  posts.filter((id) => isPublic(found(site.posts, id))).length

/** A deleted post leaves its series for good. */
export function takeOut(series: Series, post: number): void {
  if (!isIn(series)(post)) return
  series.posts = series.posts.filter((id) => id !== post)
  series.version += 1
}

/** A post that was published within a day is a new part for the followers. */
function announce(site: Site, { id, followers }: Series, post: number): void {
  const it = found(site.posts, post)
  const isNew = isPublic(it) && (it.publishedAt ?? 0) > site.now - DAY
  if (isNew && followers.size > 0 && !site.news.has(post)) site.news.set(post, id)
}

/** After every step: posts that became public for the first time are new parts of their series. */
export function notePublications(site: Site): void {
  for (const post of site.posts.values()) {
    if (!post.wasPublic || post.publishedAt !== null) continue
    post.publishedAt = site.now
    for (const series of site.series.values())
      if (isIn(series)(post.id)) announce(site, series, post.id)
  }
}

/** The cron: one notice for each new part and follower, if the part is still public. */
export function tellFollowers(site: Site): void {
  for (const [post, id] of site.news) {
    const { owner, followers } = found(site.series, id)
    const told = site.notices.filter(
      ({ about, detail }) => about === post && detail === 'series_part',
    )
    for (const uid of isPublic(found(site.posts, post)) ? followers : [])
      if (!told.some(({ to }) => to === uid)) addSystemNotice(site, 'series_part', uid, post, owner)
  }
  site.news.clear()
}
