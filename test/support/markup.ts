/** The types of inputs that may have a maximum length. */
const TYPED = ['text', 'search', 'url', 'tel', 'email', 'password']

/** HTML errors of a page, of kinds that were found once by a validator. */
export async function faultsIn(page: string): Promise<string[]> {
  const faults: string[] = []
  const open: { hasHeading: boolean }[] = []
  let [titles, hidden] = [0, 0]
  const rewriter = new HTMLRewriter()
    .on('template', {
      element(part) {
        hidden++
        part.onEndTag(() => void hidden--)
      },
    })
    .on('article', {
      element(article) {
        const [here, name] = [{ hasHeading: false }, article.getAttribute('class')]
        open.push(here)
        article.onEndTag(() => {
          open.pop()
          if (!here.hasHeading) faults.push(`an article without a heading: ${name}`)
        })
      },
    })
    .on('h1, h2, h3, h4, h5, h6', {
      element({ tagName }) {
        for (const article of open) article.hasHeading = true
        if (tagName === 'h1' && hidden === 0 && ++titles === 2) faults.push('a second h1')
      },
    })
    .on('img:not([src]):not([srcset])', { element: () => void faults.push('an image of nothing') })
    .on('input[type=checkbox][autocomplete], input[type=radio][autocomplete]', {
      element: () => void faults.push('a box to tick that completes itself'),
    })
    .on('input[type=text][min], input[type=text][max]', {
      element: () => void faults.push('a text with a least number'),
    })
    .on('input[maxlength]', {
      element(input) {
        const type = input.getAttribute('type') ?? 'text'
        if (!TYPED.includes(type)) faults.push(`maxlength on an input of type ${type}`)
      },
    })
    .on('time:not([datetime])', { element: () => void faults.push('a time without datetime') })
    .on('circle[pathLength]', { element: () => void faults.push('pathLength on a circle') })
  await rewriter.transform(new Response(page)).text()
  return faults
}
