import type { Run } from '../index.ts'

/** A summary of the run for the terminal. */
export function asText({ sizes, commit, machine }: Run): string {
  const lines = [`${commit} on ${machine}`]
  for (const [size, { speeds, costs, cron }] of Object.entries(sizes)) {
    lines.push('', `${Number(size).toLocaleString('en')} posts`)
    for (const [label, scenes] of Object.entries(speeds)) {
      for (const [name, speed] of Object.entries(scenes)) {
        const { perSecond, p50, p99, workerd, node, bytes, closed } = speed
        const cost = label === 'joule' ? costs[name] : undefined
        const rows = cost
          ? `${cost.answer.roundTrips}+${cost.after.roundTrips} trips, ${cost.answer.rowsRead}+${cost.after.rowsRead} read, ${cost.answer.rowsWritten}+${cost.after.rowsWritten} written`
          : ''
        lines.push(
          [
            `${label}: ${name}`.padEnd(46),
            `${perSecond.toFixed(0).padStart(6)}/s`,
            `${p50.toFixed(1).padStart(6)} ms`,
            `${p99.toFixed(1).padStart(6)} ms`,
            `${(workerd + node).toFixed(2).padStart(6)} CPU ms (Node ${node.toFixed(2)})`,
            `${Math.round(bytes).toString().padStart(7)} B`,
            closed > 0 ? `${closed.toFixed(1)} ‰ closed` : '',
            rows,
          ].join('  '),
        )
      }
    }
    lines.push(`one run of the cron: ${cron.roundTrips} trips, ${cron.rowsRead} read, ${cron.rowsWritten} written`)
  }
  return lines.join('\n')
}
