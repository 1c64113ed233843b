/** Where the Durable Objects of posts tell the totals that they remember. No other way leads to what is in an object. */
export const TOTALS = '/prove/totals?posts='

/** A module around the bundle that answers there. */
export function tellingTotals(entry: string): string {
  return `
import site from '${entry}'
export * from '${entry}'

export default {
  ...site,
  async fetch(request, env, context) {
    const [, ids] = request.url.split('${TOTALS}')
    if (ids === undefined) return site.fetch(request, env, context)
    const totals = ids.split(',').map((id) => env.ENERGIZE_COUNTER.getByName('post:' + id).total(Number(id)))
    return Response.json(await Promise.all(totals))
  },
}
`
}
