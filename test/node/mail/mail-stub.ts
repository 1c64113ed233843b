import { serve } from '../support/serve.ts'

/** A stub of the mail service and a receiver of webhooks, outside of the killed runtime, so that it knows what it accepted afterwards. */
export async function openMailStub() {
  const taken: string[] = []
  let dying: { left: number; hasResponded: boolean; kill: () => void } | null = null
  const url = await serve(({ headers }, body, response) => {
    const subject = headers['webhook-id']?.toString() ?? body.toString()
    taken.push(subject)
    const respond = () => response.end(JSON.stringify({ messageId: `${subject} ${taken.length}` }))
    if (dying === null || --dying.left > 0) {
      respond()
      return
    }
    const { hasResponded, kill } = dying
    dying = null
    if (hasResponded) respond()
    kill()
  })
  return {
    url,
    taken,
    /** Calls `kill` after this many more accepted mails, with or without answering the last one. */
    dieAfter(left: number, hasResponded: boolean, kill: () => void): Promise<void> {
      return new Promise((resolve) => {
        dying = {
          left,
          hasResponded,
          kill() {
            kill()
            resolve()
          },
        }
      })
    },
    /** A module around the Worker that uses this service. */
    around: (entry: string) => `
import site from '${entry}'
export * from '${entry}'

const EMAIL = {
  async send({ subject }) {
    return (await fetch('${url}', { method: 'POST', body: subject })).json()
  },
}

export default { ...site, scheduled: (event, env, context) => site.scheduled(event, { ...env, EMAIL }, context) }
`,
  }
}
