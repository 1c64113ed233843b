import { randomUUID } from 'node:crypto'
import {
  ACCOUNT,
  type Asked,
  CloudStorage,
  deployment,
  Refusal,
  type Route,
  versionIn,
} from './cloud-storage.ts'

interface Uploaded {
  id: string
  bindings: { type: string; name: string; text?: string }[]
  isUnhealthy: boolean
}

const ABOUT_VERSION = { metadata: {}, annotations: {}, resources: { script: {}, bindings: [] } }

/** An account at Cloudflare, empty at first. Its databases and buckets run in workerd. */
export class Cloud extends CloudStorage {
  readonly requests: string[] = []
  readonly versions: Uploaded[] = []
  /** The ids of the versions that were deployed, the newest last. */
  readonly deployments: string[] = []
  plan = 'workers_paid'
  /** Parts of the API that the token has no permission for. */
  forbidden: RegExp | null = null
  isLoggedIn = true
  /** The failure of a valid request: an outage or a rate limit. */
  trouble: (request: string, text: string) => Refusal | null | Promise<null> = () => null
  /** Whether versions uploaded from now on are unhealthy. */
  uploadsAreUnhealthy = false

  get serving(): Uploaded | undefined {
    return this.versions.find(({ id }) => id === this.deployments.at(-1))
  }

  health(): Response {
    const checks = { database: this.serving?.isUnhealthy === false, owner: false }
    return Response.json({ status: 'starting', checks }, { status: 503 })
  }

  async respond(request: string, asked: Omit<Asked, 'name' | 'rest'>): Promise<unknown> {
    this.requests.push(request)
    // Signed URLs need no login.
    if (!this.isLoggedIn && !request.includes(' /signed/'))
      throw new Refusal(401, 10_000, 'Authentication error')
    if (this.forbidden?.test(request)) throw new Refusal(403, 10_000, 'Authentication error')
    const trouble = await this.trouble(request, asked.text)
    if (trouble) throw trouble
    for (const route of [
      ...this.routes,
      ...this.#routesOfCompute,
      ...this.#routes,
      ...this.#routesOfWorker,
    ]) {
      const [pattern, respond] = route
      const [match, name = '', rest = ''] = pattern.exec(request) ?? []
      if (match && this.versions.length === 0 && this.#routesOfWorker.includes(route))
        this.#refuseMissing()
      if (match) return respond({ ...asked, name, rest })
    }
    throw new Refusal(404, 7000, `the stub server has no route for ${request}`)
  }

  /** Requests for the compute Worker, which has no version that a test reads. */
  readonly #routesOfCompute: Route[] = [
    [
      /^(?:GET|POST) .*\/scripts\/\w+-compute\/subdomain$/,
      () => ({ enabled: false, previews_enabled: false }),
    ],
    [/^PUT .*\/scripts\/\w+-compute$/, () => ({ ...ABOUT_VERSION, id: randomUUID() })],
    [/^(?:PUT|POST|PATCH) .*\/scripts\/\w+-compute\/[\w-]+$/, () => ({ id: randomUUID() })],
    [/^GET .*\/\w+-compute(?:\/.*)?$/, () => this.#refuseMissing()],
  ]

  #refuseMissing(): never {
    throw new Refusal(404, 10_007, 'This Worker does not exist on your account.')
  }

  readonly #routes: Route[] = [
    [/^GET \/user$/, () => ({ id: 'user', email: 'operator@example.com' })],
    [/^GET \/user\/tokens\/verify$/, () => ({ id: 'token', status: 'active' })],
    [/^GET \/accounts$/, () => [ACCOUNT]],
    [/^GET \/memberships$/, () => [{ id: 'membership', account: ACCOUNT }]],
    [/^GET .*\/subscriptions$/, () => [{ rate_plan: { id: this.plan } }]],
    [/^GET .*\/workers\/subdomain$/, () => ({ subdomain: 'operator' })],
    [
      /^(?:GET|POST) .*\/scripts\/\w+\/subdomain$/,
      () => ({ enabled: true, previews_enabled: false }),
    ],
    [/^POST .*\/assets-upload-session$/, () => ({ jwt: 'assets', buckets: [] })],
    [/^PUT .*\/scripts\/\w+$/, ({ text }) => this.#upload(JSON.parse(text), true)],
    [/^POST .*\/scripts\/\w+\/versions$/, ({ text }) => this.#upload(JSON.parse(text), false)],
    [/^POST .*\/scripts\/\w+\/deployments$/, ({ text }) => this.#deploy(versionIn(text))],
    [/^PUT .*\/scripts\/\w+\/schedules$/, () => ({ schedules: [] })],
  ]

  /** They need an existing Worker. */
  readonly #routesOfWorker: Route[] = [
    [
      /^GET .*\/services\/\w+$/,
      () => ({ default_environment: { script: { tag: 'tag', migration_tag: 'v1' } } }),
    ],
    [
      /^GET .*\/scripts\/\w+\/deployments$/,
      () => ({ deployments: this.deployments.toReversed().map(deployment) }),
    ],
    [
      /^GET .*\/scripts\/\w+\/versions\/([^/]+)$/,
      ({ name: id }) => ({ ...ABOUT_VERSION, id, number: 1 }),
    ],
    [/^PUT .*\/scripts\/\w+\/secrets$/, ({ text }) => this.#putSecret(JSON.parse(text))],
    [/^DELETE .*\/scripts\/\w+\/secrets\/(\w+)$/, ({ name }) => this.#dropSecret(name)],
    [/^GET .*\/scripts\/\w+\/secrets$/, () => this.#secrets()],
    [
      /^GET .*\/scripts\/\w+\/(?:settings|script-settings)$/,
      () => ({ bindings: this.serving?.bindings ?? [] }),
    ],
    [/^PATCH .*\/scripts\/\w+\/script-settings$/, () => ({})],
  ]

  serve(version: Uploaded): void {
    this.versions.push(version)
    this.#deploy(version.id)
  }

  #secrets() {
    const secrets = (this.serving?.bindings ?? []).filter(({ type }) => type === 'secret_text')
    return secrets.map(({ name, type }) => ({ name, type }))
  }

  #putSecret(secret: Uploaded['bindings'][number]) {
    this.#dropSecret(secret.name)
    this.serving?.bindings.push(secret)
    return { name: secret.name, type: secret.type }
  }

  #dropSecret(dropped: string) {
    const { serving } = this
    if (serving) serving.bindings = serving.bindings.filter(({ name }) => name !== dropped)
    return null
  }

  #upload({ bindings }: Pick<Uploaded, 'bindings'>, deploys: boolean) {
    // Deployments keep existing secrets (see `wrangler deploy --help`).
    const isNew = (name: string) => bindings.some((binding) => binding.name === name)
    const secrets = (this.serving?.bindings ?? []).filter(
      ({ type, name }) => type === 'secret_text' && !isNew(name),
    )
    const version = {
      id: randomUUID(),
      bindings: [...secrets, ...bindings],
      isUnhealthy: this.uploadsAreUnhealthy,
    }
    if (deploys) this.serve(version)
    else this.versions.push(version)
    return { ...ABOUT_VERSION, id: version.id, deployment_id: version.id, startup_time_ms: 10 }
  }

  #deploy(version: string) {
    this.deployments.push(version)
    return { id: randomUUID() }
  }
}
