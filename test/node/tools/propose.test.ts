import { getTableName } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { users } from '#db/schema/core.ts'
import { TABLES } from '#db/schema/index.ts'
import { migratedDatabase } from '../../../tools/schema/migrated.ts'
import { proposal } from '../../../tools/schema/propose.ts'

test('without a change of src/db/schema no migration is proposed', async () => {
  expect(await proposal(TABLES, await migratedDatabase())).toBe('')
})

test('a migration is proposed for a new table, and for a new and a removed column', async () => {
  const levels = sqliteTable('levels', {
    level: integer().primaryKey(),
    floor: integer().notNull().unique(),
    colour: text().notNull().default('grey'),
  })
  const tags = sqliteTable('tags', {
    tag_key: text().primaryKey(),
    name: text().notNull(),
    colour: text(),
    translation_of: text(),
  })
  const pins = sqliteTable('comment_pins', {
    comment_id: integer().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.uid),
  })
  const others = TABLES.filter((table) => !['levels', 'tags'].includes(getTableName(table)))
  const db = await migratedDatabase()
  const sql = await proposal([...others, levels, tags, pins], db)
  expect(sql).toContain("ALTER TABLE levels ADD COLUMN colour text DEFAULT 'grey' NOT NULL;")
  expect(sql).toContain('ALTER TABLE tags DROP COLUMN posts_count;')
  expect(sql).toContain('FOREIGN KEY (user_id) REFERENCES users(uid)')
  db.exec(sql.replace('ALTER TABLE tags DROP COLUMN posts_count;', ''))
  expect(db.prepare('SELECT colour FROM levels').get()).toEqual({ colour: 'grey' })
})

test('a change that would rebuild a table is refused', async () => {
  const levels = sqliteTable('levels', {
    level: integer().primaryKey(),
    floor: text().notNull().unique(),
  })
  const others = TABLES.filter((table) => getTableName(table) !== 'levels')
  await expect(proposal([...others, levels], await migratedDatabase())).rejects.toThrow(
    'levels: this change would rebuild the table',
  )
})
