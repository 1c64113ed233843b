import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as accounts from '#db/schema/accounts.ts'
import * as community from '#db/schema/community.ts'
import * as core from '#db/schema/core.ts'
import * as economy from '#db/schema/economy.ts'
import * as letters from '#db/schema/letters.ts'
import * as notifications from '#db/schema/notifications.ts'
import * as operations from '#db/schema/operations.ts'
import * as pages from '#db/schema/pages.ts'
import * as publishing from '#db/schema/publishing.ts'
import { storedTables } from '#db/schema/stored.ts'

const tablesOf = (area: object): SQLiteTable[] =>
  storedTables().filter((table) => Object.values(area).includes(table))

/**
 * Every table of the main database. A request must not load this file: it evaluates all
 * descriptions. Import the file of one area, or load this one with `import()`.
 */
export const TABLES_BY_AREA = {
  core: tablesOf(core),
  notifications: tablesOf(notifications),
  economy: tablesOf(economy),
  accounts: tablesOf(accounts),
  publishing: tablesOf(publishing),
  letters: tablesOf(letters),
  community: tablesOf(community),
  pages: tablesOf(pages),
  operations: tablesOf(operations),
}

export const TABLES = Object.values(TABLES_BY_AREA).flat()
