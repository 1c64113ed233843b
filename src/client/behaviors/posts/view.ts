import { find, read } from '#client/hooks.ts'
import { viewedPost } from '#features/community/views/hooks.ts'

/** Minimum time on the page before the end of the text counts as reached, even for short texts. */
const LOOKED_FOR = 5_000

/**
 * Reports a view when the page becomes visible and when the end of the post is reached, without cookies or data about
 * the reader.
 */
export function countView(): void {
  const post = find(viewedPost)
  if (!post) return
  const tell = (what: string) =>
    void fetch(`/api/posts/${read(viewedPost, post).id}/view?${what}`, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
    }).catch(() => {})
  const begin = () => {
    if (document.hidden) return document.addEventListener('visibilitychange', begin, { once: true })
    tell(`from=${new URL(document.referrer || location.href).host}`)
    setTimeout(() => new IntersectionObserver(reachEnd).observe(post.nextElementSibling ?? post), LOOKED_FOR)
  }
  const reachEnd: IntersectionObserverCallback = ([end], observer) => {
    if (!end?.isIntersecting) return
    observer.disconnect()
    tell('end=1')
  }
  begin()
}
