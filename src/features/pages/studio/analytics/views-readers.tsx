import type { Readers } from '#features/community/views/readers.ts'
import { figureTexts } from '#features/pages/studio/analytics/text-figures.ts'
import type { Language } from '#kernel/i18n.ts'
import { Table } from '#web/components/table.tsx'

/** How many stayed to the end, and where they came from. */
export function ReadersCard({ readers: { stayed, hosts }, language }: { readers: Readers; language: Language }) {
  const text = figureTexts[language].readers
  const share = stayed?.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <section class="top-posts" aria-labelledby="readers-heading">
      <h2 id="readers-heading">{text.heading}</h2>
      <p class="soft">{share === undefined ? text.nobody : text.stayed(share)}</p>
      {hosts.length > 0 && (
        <Table label={text.hostsLabel} columns={[text.host, { number: text.views }]}>
          {hosts.map(({ host, views }) => (
            <tr>
              <th scope="row">{host}</th>
              <td class="number">{views.toLocaleString(language)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
