import { pagesOfApp } from '../../../tools/prove/fuzz/site.ts'

type PageQuery = [path: string, name: string, maxLength: number | undefined]

/** The query parameters of all pages. */
export async function pageQueries(): Promise<PageQuery[]> {
  const reads = (await pagesOfApp()).filter(({ method }) => method === 'GET')
  return reads.flatMap(({ path, asked, maxLengths }) => asked.map((name): PageQuery => [path, name, maxLengths[name]]))
}
