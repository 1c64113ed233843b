/** A link to a comment that is not on the first page leads to the page that holds it; the server does not get the fragment. */
export function linkedComment(): void {
  const follow = () => {
    const id = /^#comment-(\d+)$/.exec(location.hash)?.[1]
    const isHere = document.getElementById(`comment-${id}`) || location.search.includes(`comment=${id}`)
    if (id && !isHere && /^\/posts\/\d+$/.test(location.pathname)) location.replace(`?comment=${id}${location.hash}`)
  }
  follow()
  addEventListener('hashchange', follow)
}
