import { randomUUID } from 'node:crypto'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { ACCOUNT, deployment, inOne, nameIn, Refusal, versionIn } from './cloud-answers.ts'

interface Uploaded {
  id: string
  bindings: { type: string; name: string; text?: string }[]
  isIll: boolean
}

/** An account at Cloudflare, empty at first. Its databases are real SQLite. */
export class Cloud {
  readonly requests: string[] = []
  readonly databases = new Map<string, { uuid: string; db: DatabaseSync }>()
  readonly buckets = new Set<string>()
  readonly versions: Uploaded[] = []
  /** The ids of the versions that served, the newest last. */
  readonly deployments: string[] = []
  plan = 'workers_paid'
  /** Parts of the API that the token has no right to. */
  forbidden: RegExp | null = null
  isLoggedIn = true
  /** Whether what is uploaded from now on is ill. */
  uploadsAreIll = false

  get serving(): Uploaded | undefined {
    return this.versions.find(({ id }) => id === this.deployments.at(-1))
  }

  health(): { status: number; body: object } {
    const isWell = this.serving?.isIll === false
    return { status: 503, body: { status: 'starting', checks: { database: isWell, owner: false } } }
  }

  answer(request: string, body: string): unknown {
    this.requests.push(request)
    if (!this.isLoggedIn) throw new Refusal(401, 10_000, 'Authentication error')
    if (this.forbidden?.test(request)) throw new Refusal(403, 10_000, 'Authentication error')
    for (const [pattern, answer] of this.#routes) {
      const match = pattern.exec(request)
      if (match) return answer(body, match[1] ?? '')
    }
    throw new Refusal(404, 7000, `the stand-in does not know ${request}`)
  }

  readonly #routes: [RegExp, (body: string, name: string) => unknown][] = [
    [/^GET \/user$/, () => ({ id: 'user', email: 'operator@example.com' })],
    [/^GET \/user\/tokens\/verify$/, () => ({ id: 'token', status: 'active' })],
    [/^GET \/accounts$/, () => [ACCOUNT]],
    [/^GET \/memberships$/, () => [{ id: 'membership', account: ACCOUNT }]],
    [/^GET .*\/subscriptions$/, () => [{ rate_plan: { id: this.plan } }]],
    [/^POST .*\/d1\/database$/, (body) => this.#newDatabase(nameIn(body))],
    [/^GET .*\/d1\/database\/([^/]+)$/, (_, name) => this.#describe(name)],
    [/^GET .*\/d1\/database\/([^/]+)\/time_travel\/bookmark$/, () => ({ bookmark: '00000001-bookmark' })],
    [/^POST .*\/d1\/database\/([^/]+)\/query$/, (body, uuid) => this.#query(uuid, JSON.parse(body))],
    [/^GET .*\/r2\/buckets$/, () => ({ buckets: [...this.buckets].map((name) => ({ name })) })],
    [/^GET .*\/r2\/buckets\/([^/]+)$/, (_, name) => this.#bucket(name)],
    [/^POST .*\/r2\/buckets$/, (body) => ({ buckets: this.buckets.add(nameIn(body)).size })],
    [/^GET .*\/workers\/subdomain$/, () => ({ subdomain: 'operator' })],
    [/^(?:GET|POST) .*\/scripts\/\w+\/subdomain$/, () => ({ enabled: true, previews_enabled: false })],
    [/^POST .*\/assets-upload-session$/, () => ({ jwt: 'assets', buckets: [] })],
    [/^PUT .*\/scripts\/\w+$/, (body) => this.#upload(JSON.parse(body), true)],
    [/^POST .*\/scripts\/\w+\/versions$/, (body) => this.#upload(JSON.parse(body), false)],
    [/^POST .*\/scripts\/\w+\/deployments$/, (body) => this.#deploy(versionIn(body))],
    [/^PUT .*\/scripts\/\w+\/schedules$/, () => ({ schedules: [] })],
    // From here on the Worker must be there.
    [
      /^GET .*\/services\/\w+$/,
      () => ({ default_environment: this.#worker({ script: { tag: 'tag', migration_tag: 'v1' } }) }),
    ],
    [
      /^GET .*\/scripts\/\w+\/deployments$/,
      () => this.#worker({ deployments: [...this.deployments].reverse().map(deployment) }),
    ],
    [
      /^GET .*\/scripts\/\w+\/versions\/([^/]+)$/,
      (_, id) =>
        this.#worker({ id, number: 1, metadata: {}, annotations: {}, resources: { script: {}, bindings: [] } }),
    ],
    [/^DELETE .*\/scripts\/\w+\/secrets\/(\w+)$/, (_, name) => this.#worker(this.#dropSecret(name))],
    [/^GET .*\/scripts\/\w+\/secrets$/, () => this.#worker(this.#secrets())],
    [
      /^GET .*\/scripts\/\w+\/(?:settings|script-settings)$/,
      () => this.#worker({ bindings: this.serving?.bindings ?? [] }),
    ],
    [/^PATCH .*\/scripts\/\w+\/script-settings$/, () => this.#worker({})],
  ]

  serve(version: Uploaded): void {
    this.versions.push(version)
    this.#deploy(version.id)
  }

  makeDatabase(name: string): DatabaseSync {
    const db = new DatabaseSync(':memory:')
    this.databases.set(name, { uuid: randomUUID(), db })
    return db
  }

  #newDatabase(name: string) {
    if (this.databases.has(name)) throw new Refusal(400, 7502, 'database with name already exists')
    this.makeDatabase(name)
    return this.#describe(name)
  }

  #worker<Answer>(answer: Answer): Answer {
    if (this.versions.length === 0) throw new Refusal(404, 10_007, 'This Worker does not exist on your account.')
    return answer
  }

  #secrets() {
    const secrets = (this.serving?.bindings ?? []).filter(({ type }) => type === 'secret_text')
    return secrets.map(({ name, type }) => ({ name, type }))
  }

  #dropSecret(dropped: string) {
    const { serving } = this
    if (serving) serving.bindings = serving.bindings.filter(({ name }) => name !== dropped)
    return null
  }

  #bucket(name: string) {
    if (!this.buckets.has(name)) throw new Refusal(404, 10_006, 'The specified bucket does not exist.')
    return { name }
  }

  #describe(wanted: string) {
    const found = [...this.databases].find(([name, { uuid }]) => name === wanted || uuid === wanted)
    if (!found) throw new Refusal(404, 7404, 'The database could not be found')
    return { name: found[0], uuid: found[1].uuid, version: 'production' }
  }

  #query(uuid: string, { sql, params = [] }: { sql: string; params?: SQLInputValue[] }) {
    const { db } = this.databases.get(this.#describe(uuid).name) ?? {}
    try {
      return [
        {
          success: true,
          meta: { duration: 0 },
          results: /;\s*\S/.test(sql) ? inOne(db, sql) : db?.prepare(sql).all(...params),
        },
      ]
    } catch (error) {
      throw new Refusal(400, 7500, String(error))
    }
  }

  #upload({ bindings }: Pick<Uploaded, 'bindings'>, deploys: boolean) {
    // No deployment deletes a secret, says `wrangler deploy --help`.
    const isNew = (name: string) => bindings.some((binding) => binding.name === name)
    const kept = (this.serving?.bindings ?? []).filter(({ type, name }) => type === 'secret_text' && !isNew(name))
    const version = { id: randomUUID(), bindings: [...kept, ...bindings], isIll: this.uploadsAreIll }
    if (deploys) this.serve(version)
    else this.versions.push(version)
    return {
      id: version.id,
      deployment_id: version.id,
      startup_time_ms: 10,
      metadata: {},
      annotations: {},
      resources: { script: {} },
    }
  }

  #deploy(version: string) {
    this.deployments.push(version)
    return { id: randomUUID() }
  }
}
