/** The URL that returns the totals of post objects. No other route can read the storage of a Durable Object. */
export const TOTALS = '/prove/totals?posts='

/** A module around the bundle that handles this URL. */
export function totalsModule(entry: string): string {
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
