/**
 * The one inline script: runs before the first paint, so that a chosen theme never flashes in the wrong colours. It also keeps
 * a form that speaks to the API from being sent the old way while the browser code is still on its way.
 * Content-Security-Policy lets it through by its hash, which a test compares with the text.
 */
export const THEME_SCRIPT = `try{let t=localStorage.theme;if(t=='light'||t=='dark')document.documentElement.dataset.theme=t}catch{}addEventListener('submit',e=>{if(e.target.dataset.api)e.preventDefault()})`

export const THEME_SCRIPT_HASH = 'sha256-Uv/GlsadIEAhtE50tTCT8dfohWmIYDJRIyP1UCi3ADM='

/** The hash as it stands in the header: `script-src 'self' 'sha256-…'`. */
export async function themeScriptHash(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(THEME_SCRIPT))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}
