import type { DatabaseSync } from 'node:sqlite'

export class Refusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const ACCOUNT = { id: 'account', name: 'A test account' }

export const deployment = (version_id: string) => ({
  id: version_id,
  source: 'wrangler',
  strategy: 'percentage',
  author_email: 'operator@example.com',
  created_on: '2027-01-01T00:00:00Z',
  versions: [{ version_id, percentage: 100 }],
})

/** As at Cloudflare, rights come first: this is asked only of who has them. */
export function nameIn(body: string): string {
  const { name } = JSON.parse(body)
  if (!name) throw new Refusal(400, 10_005, 'a name is missing')
  return name
}

export function versionIn(body: string): string {
  const { versions } = JSON.parse(body)
  if (!versions) throw new Refusal(400, 10_021, 'versions are missing')
  return versions[0].version_id
}

/** Several statements happen whole or not at all. */
export function inOne(db: DatabaseSync | undefined, sql: string): never[] {
  db?.exec('BEGIN')
  try {
    db?.exec(sql)
    db?.exec('COMMIT')
  } catch (error) {
    db?.exec('ROLLBACK')
    throw error
  }
  return []
}
