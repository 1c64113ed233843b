// Measures the runtime itself: no framework and no headers of Joule.
// As large as the list page, with which it is compared.
const PAGE = `<!doctype html><title>bare</title>${'<p>27 KB from memory.</p>'.repeat(1100)}`
const HTML = { headers: { 'content-type': 'text/html; charset=utf-8' } }

export default {
  /** @param {Request} request @param {{ DB: D1Database }} env */
  async fetch(request, { DB }) {
    switch (new URL(request.url).pathname) {
      case '/text':
        return new Response('ok')
      case '/page':
        return new Response(PAGE, HTML)
      case '/read':
        return Response.json(
          await DB.prepare('SELECT id, text FROM notes WHERE id = ?').bind(1).first(),
        )
      case '/insert':
        await DB.prepare('INSERT INTO notes (text) VALUES (?)').bind('one more').run()
        return new Response(null, { status: 204 })
      default:
        return new Response('not found', { status: 404 })
    }
  },
}
