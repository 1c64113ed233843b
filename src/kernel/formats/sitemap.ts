import { escapeText } from '#kernel/html/entities.ts'

export interface MappedPage {
  url: string
  changedAt?: string
}

/** https://www.sitemaps.org/protocol.html */
export function sitemap(pages: MappedPage[]): string {
  const urls = pages.map(({ url, changedAt }) => {
    const changed = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`
    return `<url><loc>${escapeText(url)}</loc>${changed}</url>`
  })
  return inXml('urlset', urls)
}

/** For a site with too many pages for one sitemap. */
export function sitemapIndex(urls: string[]): string {
  return inXml(
    'sitemapindex',
    urls.map((url) => `<sitemap><loc>${escapeText(url)}</loc></sitemap>`),
  )
}

function inXml(root: string, elements: string[]): string {
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
  ]
  return [...lines, ...elements, `</${root}>`, ''].join('\n')
}
