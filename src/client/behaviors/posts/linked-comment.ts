/**
 * Redirects a link to a comment that is not on the first page to the page that contains it; browsers do not send the
 * fragment to the server.
 */
export function linkedComment(): void {
  const follow = () => {
    const id = /^#comment-(\d+)$/.exec(location.hash)?.[1]
    const isHere = document.getElementById(`comment-${id}`) || location.search.includes(`comment=${id}`)
    if (id && !isHere && /^\/posts\/\d+$/.test(location.pathname)) location.replace(`?comment=${id}${location.hash}`)
  }
  follow()
  addEventListener('hashchange', follow)
}
