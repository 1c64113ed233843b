// Here, so that only who types into a search field loads it.
const RULES = `
search { position: relative }
.suggestions {
  position: absolute; z-index: 60; inset: calc(100% + .5rem) 0 auto; max-height: min(28rem, 70dvh); overflow: auto;
  padding: .5rem; border: 1px solid var(--line); border-radius: var(--radius-l);
  background: var(--surface); box-shadow: var(--shadow-high);
}
.suggestions[hidden] { display: none }
.suggestions p { padding: .375rem .75rem .125rem; color: var(--ink-faint); font-size: var(--text-xs); font-weight: 600 }
.suggestions a {
  display: flex; align-items: center; gap: .625rem; padding: .4375rem .75rem; border-radius: var(--radius-s);
  color: var(--ink); overflow-wrap: anywhere; text-decoration: none;
}
.suggestions a:is(:hover, [aria-selected=true]) { background: var(--sunken) }
.suggestions a[aria-selected=true] { box-shadow: inset 2px 0 var(--accent) }
`

let isAdopted = false

export function adoptStyle(): void {
  if (isAdopted) return
  isAdopted = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(RULES)
  document.adoptedStyleSheets.push(sheet)
}
