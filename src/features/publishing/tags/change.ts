/*
 * The commands of admins: create, change, merge and delete a tag. A former name and a synonym are
 * the same thing, an alias: its address redirects, and posts that are saved with it get the tag
 * (aliases.ts). The posts of a large tag are moved by the cron (move.ts), so a command costs the
 * same for every tag.
 */

import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, type Group, one, type Statement } from '#db/client.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { keyOfTag } from '#features/publishing/tags/aliases.ts'
import { firstSlice } from '#features/publishing/tags/move.ts'
import { type DescribedTag, tagNamed } from '#features/publishing/tags/tags.ts'
import { HEX_COLOUR } from '#kernel/colours.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, fieldProblemWith, line, problem, text } from '#kernel/fields.ts'
import { TAG_MAX, tagKey } from '#kernel/post-limits.ts'

export const TAG_DESCRIPTION_MAX = 300
/** Synonyms and former names of one tag. */
export const SYNONYMS_MAX = 50
/** Tags that one request of the admin page merges. */
export const MERGED_TAGS_MAX = 20

/** Plain text. An empty text removes the description. */
export const description = line({ max: TAG_DESCRIPTION_MAX })
const colour = z
  .string()
  .toLowerCase()
  .superRefine((value, context) => {
    if (value !== '' && !HEX_COLOUR.test(value)) context.addIssue(problem('not_a_colour'))
  })
  .transform((value) => value || null)
  .nullable()
const tagName = line({ min: 1, max: TAG_MAX }).transform((name) => name.normalize('NFC'))

/** A missing field stays. An empty colour or translation removes it. */
export const TagChanges = z.object({
  name: tagName.optional(),
  description: description.optional(),
  colour: colour.optional(),
  synonyms: z
    .union([z.array(tagName), text({ max: SYNONYMS_MAX * (TAG_MAX + 2) }).transform(namesIn)])
    .pipe(z.array(line({ min: 1, max: TAG_MAX })).max(SYNONYMS_MAX))
    .optional(),
  translation_of: text({ max: TAG_MAX }).nullable().optional(),
})
export type TagChanges = z.infer<typeof TagChanges>

/** A form sends the synonyms as one text, separated by commas or line breaks. */
function namesIn(typed: string): string[] {
  return typed.split(/[,，、\n]/).flatMap((name) => name.trim().normalize('NFC') || [])
}

export const NewTag = TagChanges.pick({ description: true, colour: true }).extend({ name: tagName })

interface ChangedTag {
  tag_key: string
  name: string
  description: string | null
  colour: string | null
  /** The key of the tag in the other language. */
  translation_of: string | null
  /** JSON: the names of the synonyms by their keys. */
  synonyms: string
}

/** The tag that a name means now, with everything that a command changes. */
function tagToChange(name: string): Group<ChangedTag | null> {
  return one(sql<ChangedTag>`
    SELECT t.tag_key, t.name, d.description, t.colour, t.translation_of,
      (SELECT json_group_object(a.alias_key, a.name) FROM tag_aliases a
        WHERE a.tag_key = t.tag_key AND a.alias_key <> t.tag_key) AS synonyms
    FROM tags t LEFT JOIN tag_descriptions d ON d.tag_key = t.tag_key WHERE t.tag_key = ${keyOfTag(name)}`)
}

/** What a name means before a command gives it to a tag. */
interface Meaning {
  name: string
  /** The tag has posts, or an admin has changed it. */
  is_used: 0 | 1
  /** The tag that the name is an alias of; empty for a tag that is being deleted. */
  alias_of: string | null
}

function meaningsOf(names: readonly string[]): Statement<Meaning> {
  return sql`
    SELECT n.value AS name, COALESCE(t.posts_count > 0 OR t.kept = 1, 0) AS is_used,
      iif(a.alias_key IS NULL, NULL, COALESCE(a.tag_key, '')) AS alias_of
    FROM json_each(${JSON.stringify(names.map(tagKey))}) n LEFT JOIN tags t ON t.tag_key = n.value
      LEFT JOIN tag_aliases a ON a.alias_key = n.value`
}

/** Creates a tag without posts, which authors can choose. */
export async function createTag(
  db: Database,
  admin: AuditActor,
  { name, description = '', colour = null }: z.infer<typeof NewTag>,
  now: Date,
): Promise<DescribedTag> {
  const { meanings } = await db.read({ meanings: meaningsOf([name]) })
  if (meanings.some(({ is_used, alias_of }) => is_used === 1 || alias_of !== null))
    throw taken('name')
  const key = tagKey(name)
  const [tag] = await db.lastOf([
    entry(admin, 'tag.create', key, { after: { name } }, now),
    sql`INSERT INTO tags (tag_key, name, posts_count, colour, kept) VALUES (${key}, ${name}, 0, ${colour}, 1)
      ON CONFLICT (tag_key) DO UPDATE SET name = excluded.name, colour = excluded.colour, kept = 1`,
    ...describe(key, description),
    tagNamed(name),
  ])
  if (!tag) throw new AppError('internal')
  return tag
}

/** Changes the given fields. Fields that stay the same add no entry to the audit log. */
export async function updateTag(
  db: Database,
  admin: AuditActor,
  named: string,
  changes: TagChanges,
  now: Date,
): Promise<DescribedTag> {
  const { name, synonyms, translation_of: translation } = changes
  const { tag, other, meanings } = await db.read({
    tag: tagToChange(named),
    other: translation ? tagToChange(translation) : null,
    meanings: meaningsOf([...(name === undefined ? [] : [name]), ...(synonyms ?? [])]),
  })
  if (tag === null) throw new AppError('not_found')
  requireFree(tag, changes, meanings)
  if (translation && (other === null || other.tag_key === tag.tag_key))
    throw new AppError('validation_failed', { fields: { translation_of: fieldProblem('no_tag') } })
  const statements: Statement[] = []
  if (changes.description !== undefined && changes.description !== (tag.description ?? ''))
    statements.push(
      entry(
        admin,
        'tag.describe',
        tag.tag_key,
        { before: { value: tag.description }, after: { value: changes.description || null } },
        now,
      ),
      ...describe(tag.tag_key, changes.description),
    )
  const { before, after, writes } = otherChanges(tag, changes, other)
  if (writes.length > 0)
    statements.push(
      entry(
        admin,
        'tag.change',
        tag.tag_key,
        { before: { name: tag.name, ...before }, after },
        now,
      ),
      ...writes,
    )
  const [changed] =
    statements.length === 0
      ? await db.all(tagNamed(tag.name))
      : await db.lastOf([...statements, tagNamed(name ?? tag.name)])
  if (!changed) throw new AppError('internal')
  return changed
}

/** A new name or synonym must not be a tag in use, nor a synonym of another tag. */
function requireFree(
  tag: ChangedTag,
  { name, synonyms = [] }: TagChanges,
  meanings: readonly Meaning[],
): void {
  const isTaken = (wanted: string) =>
    meanings.some(
      (meaning) =>
        meaning.name === tagKey(wanted) &&
        meaning.name !== tag.tag_key &&
        meaning.alias_of !== tag.tag_key &&
        (meaning.is_used === 1 || meaning.alias_of !== null),
    )
  if (name !== undefined && isTaken(name)) throw taken('name')
  if (synonyms.some(isTaken)) throw taken('synonyms')
}

const taken = (field: string) =>
  new AppError('validation_failed', { fields: { [field]: fieldProblem('tag_exists') } })

/** The statements that change everything but the description. The last ones change the key. */
function otherChanges(tag: ChangedTag, changes: TagChanges, other: ChangedTag | null) {
  const { tag_key: key } = tag
  const { name = tag.name, colour = tag.colour, synonyms, translation_of } = changes
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  const writes: Statement[] = []
  if (colour !== tag.colour) {
    before.colour = tag.colour
    after.colour = colour
    writes.push(sql`UPDATE tags SET colour = ${colour}, kept = 1 WHERE tag_key = ${key}`)
  }
  const partner = other?.tag_key ?? null
  if (translation_of !== undefined && partner !== tag.translation_of) {
    before.translation_of = tag.translation_of
    after.translation_of = partner
    writes.push(...pair(tag, other))
  }
  const current = JSON.parse(tag.synonyms) as Record<string, string>
  const wanted = new Map(synonyms?.map((synonym) => [tagKey(synonym), synonym] as const))
  wanted.delete(tagKey(name))
  wanted.delete(key)
  const removed = synonyms ? Object.keys(current).filter((alias) => !wanted.has(alias)) : []
  const added = [...wanted].filter(([alias]) => current[alias] === undefined)
  if (removed.length + added.length > 0) {
    before.synonyms = Object.values(current)
    after.synonyms = [...wanted.values()]
    writes.push(
      sql`DELETE FROM tag_aliases WHERE tag_key = ${key}
        AND alias_key IN (SELECT value FROM json_each(${JSON.stringify(removed)}))`,
      sql`UPDATE tags SET kept = 1 WHERE tag_key = ${key}`,
      ...added.map(([alias, synonym]) => storeAlias(alias, key, synonym)),
    )
  }
  if (name !== tag.name) {
    before.name = tag.name
    after.name = name
    writes.push(...rename(tag, name))
  }
  return { before, after, writes }
}

function rename({ tag_key: key, name: oldName }: ChangedTag, name: string): Statement[] {
  const newKey = tagKey(name)
  if (newKey === key)
    return [
      sql`UPDATE tags SET name = ${name}, kept = 1 WHERE tag_key = ${key}`,
      storeAlias(key, key, oldName),
    ]
  return [
    // A tag can get a former name back.
    sql`DELETE FROM tag_aliases WHERE alias_key = ${newKey}`,
    sql`INSERT INTO tags (tag_key, name, posts_count, colour, translation_of, kept)
      SELECT ${newKey}, ${name}, 0, colour, translation_of, 1 FROM tags WHERE tag_key = ${key}
      ON CONFLICT (tag_key) DO UPDATE
      SET name = excluded.name, colour = excluded.colour, translation_of = excluded.translation_of, kept = 1`,
    sql`UPDATE tags SET translation_of = ${newKey} WHERE translation_of = ${key}`,
    sql`DELETE FROM tag_descriptions WHERE tag_key = ${newKey}`,
    sql`UPDATE tag_descriptions SET tag_key = ${newKey} WHERE tag_key = ${key}`,
    ...replace(key, newKey, oldName),
  ]
}

/**
 * Moves the posts and readers of a tag to another one. The address of the first one redirects, and
 * its synonyms become synonyms of the other one. The other one keeps its own description, colour
 * and translation if it has them.
 */
export async function mergeTag(
  db: Database,
  admin: AuditActor,
  named: string,
  into: string,
  now: Date,
): Promise<DescribedTag> {
  const { tag, target } = await db.read({ tag: tagToChange(named), target: tagToChange(into) })
  if (tag === null) throw new AppError('not_found')
  if (target === null)
    throw new AppError('validation_failed', { fields: { into: fieldProblem('no_tag') } })
  const [key, targetKey] = [tag.tag_key, target.tag_key]
  // The second of two equal requests finds the target under both names.
  if (key === targetKey) {
    if (tagKey(named) === key)
      throw new AppError('validation_failed', { fields: { into: fieldProblem('invalid') } })
    return required(await db.first(tagNamed(into)))
  }
  const count = [tag, target].flatMap(({ synonyms }) => Object.keys(JSON.parse(synonyms))).length
  if (count >= SYNONYMS_MAX)
    throw new AppError('validation_failed', {
      fields: { into: fieldProblemWith('too_many', SYNONYMS_MAX) },
    })
  const [merged] = await db.lastOf([
    entry(
      admin,
      'tag.merge',
      key,
      { before: { name: tag.name }, after: { name: target.name } },
      now,
    ),
    sql`INSERT INTO tag_descriptions (tag_key, description)
      SELECT ${targetKey}, description FROM tag_descriptions WHERE tag_key = ${key}
      ON CONFLICT DO NOTHING`,
    sql`UPDATE tags SET kept = 1, colour = COALESCE(colour, ${tag.colour}) WHERE tag_key = ${targetKey}`,
    ...(target.translation_of === null && tag.translation_of !== null
      ? [
          sql`UPDATE tags SET translation_of = ${tag.translation_of} WHERE tag_key = ${targetKey}`,
          sql`UPDATE tags SET translation_of = ${targetKey} WHERE tag_key = ${tag.translation_of}`,
        ]
      : []),
    sql`UPDATE tags SET translation_of = NULL WHERE translation_of = ${key}`,
    ...replace(key, targetKey, tag.name),
    tagNamed(target.name),
  ])
  return required(merged ?? null)
}

/** Posts lose the tag, and its synonyms end. Its address is not found. */
export async function deleteTag(
  db: Database,
  admin: AuditActor,
  named: string,
  now: Date,
): Promise<void> {
  const { tag } = await db.read({ tag: tagToChange(named) })
  if (tag === null) throw new AppError('not_found')
  const { tag_key: key, name } = tag
  await db.batch([
    entry(admin, 'tag.delete', key, { before: { name } }, now),
    sql`UPDATE tags SET translation_of = NULL WHERE translation_of = ${key}`,
    sql`DELETE FROM tag_aliases WHERE tag_key = ${key} AND alias_key <> ${key} AND unmoved IS NULL`,
    ...replace(key, null, name),
  ])
}

/** The statements that replace a tag by another one, or by none. */
function replace(key: string, into: string | null, name: string): Statement[] {
  return [
    sql`UPDATE tag_aliases SET tag_key = ${into} WHERE tag_key = ${key} AND alias_key <> ${key}`,
    storeAlias(key, into, name),
    sql`DELETE FROM tag_descriptions WHERE tag_key = ${key}`,
    sql`UPDATE tags SET translation_of = NULL, colour = NULL, kept = NULL WHERE tag_key = ${key}`,
    ...firstSlice(key, into),
  ]
}

/** Every post that exists now may have the alias. */
function storeAlias(alias: string, into: string | null, name: string): Statement {
  return sql`
    INSERT INTO tag_aliases (alias_key, tag_key, name, unmoved)
    SELECT ${alias}, ${into}, ${name}, COALESCE(MAX(id), 0) FROM posts WHERE TRUE
    ON CONFLICT (alias_key) DO UPDATE
    SET tag_key = excluded.tag_key, name = excluded.name, unmoved = excluded.unmoved`
}

/** Both tags name each other. A former partner of one of them is alone. */
function pair({ tag_key: key }: ChangedTag, other: ChangedTag | null): Statement[] {
  const partner = other?.tag_key ?? null
  return [
    sql`UPDATE tags SET translation_of = NULL WHERE translation_of IN (${key}, ${partner})`,
    sql`UPDATE tags SET translation_of = ${partner}, kept = 1 WHERE tag_key = ${key}`,
    ...(partner === null
      ? []
      : [sql`UPDATE tags SET translation_of = ${key}, kept = 1 WHERE tag_key = ${partner}`]),
  ]
}

function describe(key: string, description: string): Statement[] {
  return description === ''
    ? [sql`DELETE FROM tag_descriptions WHERE tag_key = ${key}`]
    : [
        sql`INSERT INTO tag_descriptions (tag_key, description) VALUES (${key}, ${description})
          ON CONFLICT (tag_key) DO UPDATE SET description = excluded.description`,
        sql`UPDATE tags SET kept = 1 WHERE tag_key = ${key}`,
      ]
}

function entry(
  admin: AuditActor,
  action: 'tag.create' | 'tag.describe' | 'tag.change' | 'tag.merge' | 'tag.delete',
  key: string,
  change: { before?: unknown; after?: unknown },
  now: Date,
): Statement {
  return auditEntry(admin, { action, target: ['site_setting', `tag.${key}`], ...change }, now)
}

function required(tag: DescribedTag | null): DescribedTag {
  if (tag === null) throw new AppError('internal')
  return tag
}
