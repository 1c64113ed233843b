import { type InputOf, isJobName, type JobName, runHere } from '#compute/jobs.ts'
import { decoded, encoded, refusalOf } from '#compute/wire.ts'
import { AppError } from '#kernel/errors.ts'

interface Env {
  /**
   * Set on one machine, where other users of the machine can reach the port: a request without this
   * key is refused. On Cloudflare only the binding of the main Worker reaches this Worker.
   */
  JOULE_COMPUTE_KEY?: string
}

/**
 * The compute Worker: one request runs one job. It has no binding but its key. `GET /` answers when
 * the Worker is free.
 */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const key = env.JOULE_COMPUTE_KEY
    if (key && request.headers.get('authorization') !== key)
      return new Response(null, { status: 403 })
    if (request.method === 'GET') return new Response(null, { status: 204 })
    const name = new URL(request.url).pathname.slice(1)
    if (!isJobName(name)) return new Response(null, { status: 404 })
    try {
      const output = await runHere(name, (await decoded(request)) as InputOf<JobName>)
      const { type, body } = encoded(output)
      return new Response(body, { headers: { 'Content-Type': type } })
    } catch (error) {
      if (error instanceof AppError) return Response.json(refusalOf(error), { status: 422 })
      return new Response(error instanceof Error ? error.stack : String(error), { status: 500 })
    }
  },
}
