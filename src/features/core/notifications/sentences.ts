import type { About } from '#features/core/notifications/links.ts'
import type { NoticeData } from '#features/core/notifications/notice.ts'
import { sentences } from '#features/core/notifications/phrases.ts'
import type { Language } from '#kernel/i18n.ts'

/** The sentence of a notice. It begins with the name of the user who did it, if any, which a page may make a link. */
export function sentenceOf(about: About, language: Language): string {
  const { kind, relatedId, data, actor } = about
  const say = sentences[language]
  const name = actor ?? say.somebody
  const title = textIn(data, 'title')
  switch (kind) {
    case 'NotifyComment':
      return say.comment(name, say.yourPost(title))
    case 'NotifyCommentReply':
      return title === null ? say.reply(name) : say.replyOn(name, title)
    case 'NotifyMention':
      return title === null ? say.mention(name) : say.mentionOn(name, title)
    case 'NotifyLikeAggregated':
      return say.likes(say.yourPost(title), Number(data.likes ?? 1), dayIn(data, language))
    case 'NotifyFollow':
      return say.follow(name)
    case 'NotifyLevelUp':
      return say.levelUp(relatedId ?? 0)
    case 'NotifySystem':
      return systemSentence(data, language)
  }
}

/** Of a notice about a post that the reader cannot see any more. */
export function withoutPost(sentence: string, language: Language): string {
  return sentence + sentences[language].postGone
}

function systemSentence(data: NoticeData, language: Language): string {
  const say = sentences[language]
  const post = say.yourPost(textIn(data, 'title'))
  const because = say.because(textIn(data, 'reason'))
  switch (data.event) {
    case 'post_approved':
      return say.postApproved(post)
    case 'post_rejected':
      return say.postRejected(post) + because
    case 'post_locked':
      return say.postLocked(post) + because
    case 'post_unlocked':
      return say.postUnlocked(post)
    case 'post_published':
      return say.postPublished(post)
    case 'post_submitted':
      return say.postSubmitted(post)
    case 'post_not_published':
      return say.postNotPublished(post) + say.because(whyIn(data, language))
    case 'post_deleted':
      return say.postDeleted(post) + because
    case 'profile_approved':
      return say.profileApproved
    case 'profile_rejected':
      return say.profileRejected + because
    case 'energy_adjusted':
      return say.energyAdjusted(signed(Number(data.amount))) + because
    case 'role_changed':
      return say.roleChanged(roleIn(data, language))
    case 'status_changed':
      return (data.status === 'banned' ? say.banned : say.activeAgain) + because
    case 'report_closed':
      return reportSentence(data, language) + because
    case 'invariants_failed':
      return say.invariantsFailed + say.because(textIn(data, 'checks'))
    case 'email_unreachable':
      return say.emailUnreachable(textIn(data, 'address') ?? '')
    case 'new_sign_in':
      return say.newSignIn(deviceIn(data) ?? say.unknownDevice, textIn(data, 'ip') ?? '')
    case 'second_factor_on':
      return say.secondFactorOn
    case 'second_factor_off':
      return say.secondFactorOff
    case 'passkey_added':
      return say.passkeyAdded(textIn(data, 'name') ?? '')
    case 'passkey_removed':
      return say.passkeyRemoved(textIn(data, 'name') ?? '')
    default:
      return say.system
  }
}

/** Why a post was not published at its time. */
function whyIn(data: NoticeData, language: Language): string | null {
  const whys: Record<string, string> = sentences[language].notPublished
  return whys[String(data.why)] ?? null
}

function reportSentence(data: NoticeData, language: Language): string {
  const { reported } = sentences[language]
  const thing = data.thing === 'comment' || data.thing === 'user' ? data.thing : 'post'
  return reported[data.decision === 'removed' ? 'removed' : 'kept'](reported[thing](textIn(data, 'title')))
}

function textIn(data: NoticeData, name: string): string | null {
  const value = data[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function deviceIn(data: NoticeData): string | null {
  return [textIn(data, 'browser'), textIn(data, 'os')].filter(Boolean).join(' · ') || null
}

/** The day is already a date in Shanghai, so it is shown unchanged. */
function dayIn(data: NoticeData, language: Language): string | null {
  const moment = new Date(`${data.day}T00:00:00.000Z`)
  return Number.isNaN(moment.getTime()) ? null : DAYS[language].format(moment)
}

const DAYS: Record<Language, Intl.DateTimeFormat> = { 'zh-CN': dayFormat('zh-CN'), en: dayFormat('en') }

function dayFormat(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

function roleIn(data: NoticeData, language: Language): string {
  const { roles } = sentences[language]
  return data.role === 'owner' || data.role === 'admin' ? roles[data.role] : roles.user
}

function signed(amount: number): string {
  return amount > 0 ? `+${amount}` : String(amount)
}
