import { Failure } from '../bootstrap/failure.mjs'

// Joule 1.0.0 had many migrations for each database. One baseline replaced them; it creates the same schema.
const FIRST_OF_1_0_0 = ['0001_accounts.sql', '0001_posts.sql']
const LAST_OF_1_0_0 = ['0049_no_likes_across_a_block.sql', '0006_languages_and_dates.sql']

export function isBeforeBaseline(migrations: string[]): boolean {
  return migrations.some((name) => FIRST_OF_1_0_0.includes(name))
}

/** Whether the list contains all migrations of 1.0.0. */
export function isVersion1_0_0(migrations: string[]): boolean {
  return migrations.some((name) => LAST_OF_1_0_0.includes(name))
}

/** `subject` names the data, with its verb. `option` selects the site: empty for a data folder. */
export function refusalBeforeBaseline(subject: string, option: '' | ' --remote'): Failure {
  return new Failure(
    `${subject} from Joule 1.0.0 or older, which this version cannot upgrade; back the site up with the version that \
created it (npm run joule -- backup <folder>${option}), then restore it with this one (npm run joule -- restore <folder> \
--replace${option})`,
  )
}

const LAST = LAST_OF_1_0_0.map((name) => `'${name}'`).join(', ')

/** For a restore: records the baseline instead of the migrations of 1.0.0. Does nothing in a newer database. */
export const ADOPT_BASELINE = `DELETE FROM d1_migrations WHERE id < (SELECT id FROM d1_migrations WHERE name IN (${LAST}));
UPDATE d1_migrations SET name = '0001_baseline.sql' WHERE name IN (${LAST});
`
