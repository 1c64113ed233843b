import { withoutQuery } from '#features/publishing/redirects/redirects.ts'

/**
 * Whether the site serves an old path (`oldPathOf`) itself, so that a redirect of it would never be
 * used. For the import command, which runs without the app. `ownPaths` reads the same from the
 * routes; `test/web/site-origin.test.ts` compares the two.
 */
export function isSitePath(oldPath: string): boolean {
  const [first = '', ...parts] = withoutQuery(oldPath).slice(1).split('/')
  if (FOLDERS.includes(first)) return true
  if (SITEMAP.test(first) && parts.length === 0) return true
  return (PATHS.get(first) ?? []).some(
    ([, ...pattern]) =>
      pattern.length === parts.length &&
      pattern.every((part, at) => matches(part, parts[at] ?? '')),
  )
}

const SITEMAP = /^sitemap-\d+\.xml$/

function matches(pattern: string, part: string): boolean {
  if (pattern === ':file') return /^[1-9]\d{0,14}(?:\.md)?$/.test(part)
  if (pattern === ':id') return /^[1-9]\d{0,14}$/.test(part)
  return pattern === ':any' ? part !== '' : part === pattern
}

const FOLDERS = ['api', 'images', 'build', 'css', 'img', 'looks', 'favicon.svg', '_headers']

const PATHS = Map.groupBy(
  [
    ...'about app-icons/:any claim confirm feed.xml forgot healthz help list-language llms.txt login look.css messages sw.js'.split(
      ' ',
    ),
    ...'manifest.webmanifest moderation not-me posts posts.md privacy register reset restore robots.txt rules search'.split(
      ' ',
    ),
    ...'settings sitemap.xml studio tags unsubscribe verify welcome admin .well-known/openid-configuration'.split(
      ' ',
    ),
    ...'mcp .well-known/oauth-authorization-server .well-known/oauth-protected-resource/mcp'.split(
      ' ',
    ),
    ...'auth/:any auth/:any/callback auth/:any/email oauth/authorize oauth/jwks oauth/userinfo'.split(
      ' ',
    ),
    ...'tags/:any tags/:any/feed.xml space/:id space/:id/feed.xml folders/:id folders/:id/feed.xml'.split(
      ' ',
    ),
    ...'posts/:file posts/:id/edit posts/:id/comments posts/:id/comments/:id report/:any/:any'.split(
      ' ',
    ),
    ...'studio/posts studio/drafts studio/write studio/preview/:any studio/posts/:any/revisions'.split(
      ' ',
    ),
    ...'series/:id series/:id/feed.xml studio/series studio/series/:any'.split(' '),
    ...'history letters letters/confirm letters/manage letters/stop letters/of/:id studio/letters'.split(
      ' ',
    ),
    ...'studio/letters/preview/:any admin/letters admin/webhooks studio/analytics studio/import settings/export/:any'.split(
      ' ',
    ),
    ...'admin/posts admin/reports admin/comments admin/users admin/users/:any admin/profiles admin/invitations'.split(
      ' ',
    ),
    ...'admin/content-rules admin/anomalies admin/energy admin/energy/logs admin/audit-log admin/identity'.split(
      ' ',
    ),
    ...'help/writing help/markdown help/formulas help/embeds help/series help/review help/letters'.split(
      ' ',
    ),
    ...'help/push help/offline help/keyboard help/reports help/import help/mcp help/export'.split(
      ' ',
    ),
    ...'admin/tags admin/search admin/backups admin/pages admin/look admin/layout admin/figures p/:any'.split(
      ' ',
    ),
    ...'admin/pages/:any admin/setup admin/site-settings admin/sign-in admin/apps admin/mail admin/data admin/redirects'.split(
      ' ',
    ),
  ].map((path) => path.split('/')),
  ([first = '']) => first,
)
