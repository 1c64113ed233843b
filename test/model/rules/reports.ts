import { act, comment, type Expected, made, ok, oneOf, person, post, refuse } from '../act.ts'
import { dayOf, found, isPublic, isRestorable, type Report, type Site } from '../state.ts'
import { setBan } from './accounts.ts'
import { deleteAsAdmin } from './comments.ts'
import { addSystemNotice } from './notices.ts'
import { adminCall, deletePostAsAdmin, lock } from './review.ts'

type Thing = Pick<Report, 'kind' | 'id'>

const A_DAY = 20
/**
 * A user with at least five rejected reports and more than four rejected per confirmed one has two
 * reports a day.
 */
const UNTRUSTED = 2

export const reportActs = {
  'report a post': act('POST /api/reports', 3, { post }, ({ by, post }) =>
    reportCall(by, { kind: 'post', id: post }, { post_id: post }),
  ),
  'report a comment': act('POST /api/reports', 2, { comment }, ({ by, comment }) =>
    reportCall(by, { kind: 'comment', id: comment }, { comment_id: comment }),
  ),
  'report a user': act('POST /api/reports', 1, { target: person }, ({ by, target }) =>
    reportCall(by, { kind: 'user', id: target }, { uid: target }),
  ),
  'decide on reports': act(
    'POST /api/admin/reports/:kind/:id/close',
    4,
    {
      nth: oneOf(0, 1, 2),
      admin: oneOf('an admin', 'an admin', 'another user'),
      decision: oneOf('kept', 'removed', 'removed and banned'),
    },
    ({ by, nth, admin, decision }, site) => {
      const open = site.reports.filter(({ isOpen }) => isOpen)
      const about = open[nth % open.length] ?? site.reports[0]
      if (about === undefined) return null
      const path = `reports/${about.kind}/${about.id}/close`
      const bans = decision === 'removed and banned'
      const body = bans ? { decision: 'removed', ban: true } : { decision }
      return adminCall(site, [by, admin], 'POST', path, body, (site, who) =>
        close(site, who, about, decision !== 'kept', bans),
      )
    },
  ),
}

function reportCall(by: number, thing: Thing, body: object) {
  return {
    request: 'POST /api/reports',
    body: { ...body, reason: 'spam' },
    rule: (site: Site) => report(site, by, thing),
  }
}

function report(site: Site, by: number, thing: Thing): Expected {
  const subject = subjectOf(site, thing)
  if (subject === null) return refuse('not_found')
  if (subject === by) return refuse('own_post')
  if (site.reports.some((report) => report.isOpen && report.by === by && isSame(report, thing)))
    return ok()
  const { upheld, turnedDown } = found(site.people, by)
  const today = site.reports.filter(
    (report) => report.by === by && report.day === dayOf(site.now),
  ).length
  const most = turnedDown >= 5 && turnedDown > 4 * upheld ? UNTRUSTED : A_DAY
  if (today >= most) return refuse('rate_limited')
  site.reports.push({
    by,
    ...thing,
    subject,
    said: saidIn(site, thing),
    day: dayOf(site.now),
    isOpen: true,
  })
  return made()
}

function saidIn(site: Site, { kind, id }: Thing): string | null {
  if (kind === 'user') return null
  return kind === 'post' ? found(site.posts, id).title : found(site.comments, id).body
}

/** Content that is no longer visible cannot be reported. */
function subjectOf(site: Site, { kind, id }: Thing): number | null {
  if (kind === 'user') return id
  const comment = kind === 'comment' ? found(site.comments, id) : null
  const post = found(site.posts, comment?.post ?? id)
  if (!isPublic(post) || comment?.isDeleted) return null
  return comment?.author ?? post.author
}

/**
 * One decision for all reports of an item, in every state. A removed item cannot be removed again.
 */
function close(site: Site, by: number, thing: Thing, isRemoved: boolean, bans: boolean): Expected {
  const open = site.reports.filter((report) => report.isOpen && isSame(report, thing))
  if (open.length === 0) return refuse('not_found')
  const removing = () => (isRemoved ? remove(site, by, thing) : null)
  const refused = bans ? deleteAndBan(site, by, thing) : removing()
  if (refused) return refused
  const about =
    thing.kind === 'post'
      ? thing.id
      : thing.kind === 'comment'
        ? found(site.comments, thing.id).post
        : null
  for (const report of open) {
    report.isOpen = false
    const reporter = found(site.people, report.by)
    if (isRemoved) reporter.upheld += 1
    else reporter.turnedDown += 1
    addSystemNotice(site, 'report_closed', report.by, about, by)
  }
  return ok({ decision: isRemoved ? 'removed' : 'kept', reports_count: open.length })
}

function remove(site: Site, by: number, { kind, id }: Thing): Expected | null {
  if (kind === 'user') {
    const them = found(site.people, id)
    return them.isBanned ? null : setBan(site, by, them, true)
  }
  const comment = kind === 'comment' ? found(site.comments, id) : null
  const post = found(site.posts, comment?.post ?? id)
  if (comment) deleteAsAdmin(site, comment, by)
  else if (post.status !== 'locked' && isRestorable(post)) lock(site, post, by)
  return null
}

/**
 * Both or nothing: the content stays if its author cannot be banned. A reported user is only
 * banned.
 */
function deleteAndBan(site: Site, by: number, thing: Thing): Expected | null {
  if (thing.kind === 'user') return remove(site, by, thing)
  const comment = thing.kind === 'comment' ? found(site.comments, thing.id) : null
  const post = found(site.posts, comment?.post ?? thing.id)
  const refused = setBan(site, by, found(site.people, comment?.author ?? post.author), true)
  if (refused) return refused
  if (comment) deleteAsAdmin(site, comment, by)
  else if (isRestorable(post)) deletePostAsAdmin(site, post, by)
  return null
}

const isSame = (one: Thing, other: Thing) => one.kind === other.kind && one.id === other.id
