import { serve } from '../support/serve.ts'

/** Stands in for the mail service, outside of the runtime that is killed: what it took over it knows afterwards. */
export async function openStandIn() {
  const taken: string[] = []
  let dying: { left: number; isAnswered: boolean; kill: () => void } | null = null
  const url = await serve((_, body, response) => {
    const subject = body.toString()
    taken.push(subject)
    const answer = () => response.end(JSON.stringify({ messageId: `${subject} ${taken.length}` }))
    if (dying === null || --dying.left > 0) {
      answer()
      return
    }
    const { isAnswered, kill } = dying
    dying = null
    if (isAnswered) answer()
    kill()
  })
  return {
    taken,
    /** Kills when so many more mails were taken over, with the last of them answered or not. */
    dieAfter(left: number, isAnswered: boolean, kill: () => void): Promise<void> {
      return new Promise((resolve) => {
        dying = {
          left,
          isAnswered,
          kill() {
            kill()
            resolve()
          },
        }
      })
    },
    /** The module around the Worker that gives it this service. */
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
