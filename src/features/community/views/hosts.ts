import { type SQL, sql } from 'drizzle-orm'

/**
 * The sum of the hosts that are not among the first ones. It has no dot, so it is not the name of a
 * site.
 */
export const OTHER_HOSTS = 'other'

/**
 * For `ON CONFLICT DO UPDATE`: the hosts of the stored row and of the new one, a JSON object with a
 * number per host. Only the `most` hosts with the highest numbers keep their names. The rest is one
 * number, so invented names cannot fill the row.
 */
export function mergedHosts(stored: SQL, most: number): SQL {
  return sql`(
    SELECT json_group_object(host, number) FROM (
      SELECT iif(place <= ${most}, host, ${OTHER_HOSTS}) AS host, SUM(number) AS number FROM (
        SELECT host, number, row_number() OVER (ORDER BY host = ${OTHER_HOSTS}, number DESC, host) AS place FROM (
          SELECT host, SUM(number) AS number FROM (
            SELECT key AS host, value AS number FROM json_each(${stored})
            UNION ALL SELECT key, value FROM json_each(excluded.hosts))
          GROUP BY host))
      GROUP BY 1))`
}
