import { Failure } from '../bootstrap/failure.mjs'

// Joule 1.0.0 had many migrations for each database. One baseline replaced them; it creates the same schema.
const FIRST_OF_1_0_0 = ['0001_accounts.sql', '0001_posts.sql']

export function isBeforeBaseline(migrations: string[]): boolean {
  return migrations.some((name) => FIRST_OF_1_0_0.includes(name))
}

/** `subject` names the data, with its verb. `option` selects the site: empty for a data folder. */
export function refusalBeforeBaseline(subject: string, option: '' | ' --remote'): Failure {
  return new Failure(
    `${subject} from Joule 1.0.0 or older, which this version cannot upgrade; back the site up with the version that \
made it (npm run joule -- backup <folder>${option}), then restore it with this one (npm run joule -- restore <folder> \
--replace${option})`,
  )
}
