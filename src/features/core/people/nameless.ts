import { sql } from 'drizzle-orm'
import { type Group, group } from '#db/client.ts'
import { USERNAME_MAX, USERNAME_MIN, usernameKey } from '#features/core/people/username-key.ts'

declare const isNameless: unique symbol

/**
 * A text with `UID 10001` in place of names and e-mail addresses: a stored name would outlive a
 * rename and the erasure of the account.
 */
export type Nameless = string & { readonly [isNameless]: true }

/** For texts that the site itself has written. */
export const fixedText = (text: string): Nameless => text as Nameless

type Named = ReadonlyMap<string, number>

/**
 * The text without names, as part of a larger read. Null stays null; a text without words needs no
 * statement.
 */
export function nameless<Text extends string | null | undefined>(
  text: Text,
): Group<Nameless | Exclude<Text, string>> {
  if (typeof text !== 'string')
    return { statements: [], result: () => text as Exclude<Text, string> }
  return group({ named: namedIn([text]) }, ({ named }) => withoutNames(text, named))
}

/** The users that the texts might name, by the key of their name or by their e-mail address. */
export function namedIn(texts: readonly string[]): Group<Named> {
  const keys = JSON.stringify([...new Set(texts.flatMap(keysIn))])
  if (keys === '[]') return { statements: [], result: () => new Map() }
  const rows = sql<{ key: string; uid: number }>`
    SELECT username_key AS key, uid FROM json_each(${keys}) CROSS JOIN users ON username_key = value
    UNION ALL SELECT email, uid FROM json_each(${keys}) CROSS JOIN users ON email = value`
  return group({ rows }, ({ rows }) => new Map(rows.map(({ key, uid }) => [key, uid])))
}

export function withoutNames(text: string, named: Named): Nameless {
  if (named.size === 0) return text as Nameless
  const parts = text.split(EMAILS).map((part, n) => {
    if (n % 2 === 0) return part.replace(RUNS, (run) => replaced(run, named))
    const uid = named.get(part.toLowerCase())
    return uid === undefined ? part : reference(uid)
  })
  return parts.join('') as Nameless
}

export const REFERENCES = /UID \d+/g

const reference = (uid: number) => `UID ${uid}`

function replaced(run: string, named: Named): string {
  const characters = [...run]
  let text = ''
  for (let start = 0; start < characters.length; ) {
    const found = namesAt(characters, start).find(({ key }) => named.has(key))
    const uid = named.get(found?.key ?? '')
    if (found === undefined || uid === undefined) {
      text += characters[start]
      start += 1
    } else {
      text = `${text.replace(/@$/, '')}${reference(uid)}`
      start = found.end
    }
  }
  return text
}

function keysIn(text: string): string[] {
  return text.split(EMAILS).flatMap((part, n) => {
    if (n % 2 === 1) return [part.toLowerCase()]
    return Array.from(part.matchAll(RUNS), ([run]) => [...run]).flatMap((characters) =>
      characters.flatMap((_, start) => namesAt(characters, start).map(({ key }) => key)),
    )
  })
}

/**
 * What may be a name at this position, the longest first. An ordinary word counts as a name only
 * after an @.
 */
function namesAt(characters: readonly string[], start: number): { key: string; end: number }[] {
  if (!isBoundary(characters, start)) return []
  const names: { key: string; end: number }[] = []
  for (
    let end = Math.min(start + USERNAME_MAX, characters.length);
    end >= start + USERNAME_MIN;
    end--
  ) {
    if (!isBoundary(characters, end)) continue
    const key = usernameKey(characters.slice(start, end).join(''))
    if (characters[start - 1] === '@' || !ORDINARY.has(key)) names.push({ key, end })
  }
  return names
}

/**
 * Whether a name may begin or end here: anywhere except inside a word of an alphabet, because
 * Chinese has no spaces between words.
 */
function isBoundary(characters: readonly string[], at: number): boolean {
  const [before, behind] = [characters[at - 1], characters[at]]
  return before === undefined || behind === undefined || !WORD.test(before) || !WORD.test(behind)
}

const EMAILS = /((?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+)/
/** The characters of names. */
const RUNS = /@?[\p{L}\p{M}\p{N}_-]+/gu
const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\p{N}]/u

/**
 * Words of reasons that may also be usernames. Otherwise a user could choose a name that makes
 * reasons unreadable.
 */
const ORDINARY: ReadonlySet<string> = new Set(
  `a about abuse abusive account ad ads advertisement advertising again against all an and any are as at author be because been by
  comment comments content copied copy duplicate each every fake for from hate harassment has have he her here his if illegal image
  images in insult insults is it its link links long low many me member members more my name name names no not of off offensive on
  only or other our out own page pages phishing plagiarism please porn post posts quality reason repeated reply rule rules scam see
  she short site so spam spammer still text than that the their them there these they this title to too topic two uid under us user
  users very violence was we were what with without word words wrong you your
  广告 垃圾 垃圾广告 违规 违法 抄袭 辱骂 骚扰 重复 灌水 色情 诈骗 暴力 虚假 内容 文章 评论 回复 链接 图片 标题 标签 用户 用户名 账号 作者 管理
  本站 网站 规则 原因 理由 不当 低质 质量 转载 原创 多次 恶意 攻击 请勿 不要 没有 这个 一个 我们 你的 他的 或者 以及 因为 所以 修改 删除
  封禁 禁言 发布 发表 举报 处理 警告 其他`
    .split(/\s+/)
    .map(usernameKey),
)
