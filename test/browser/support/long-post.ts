export const PARAGRAPH = `<p>${'Some words to make a paragraph of, one after the other. '.repeat(12)}</p>`

const FIGURE =
  '<figure><img src="/images/AAAAAAAAAAAAAAAAAAAAAA.png" alt="A sunrise" width="1200" height="630"><figcaption>Up</figcaption></figure>'

/** Headings for a table of contents, code wider than a phone, a table, an image and a task list. */
export const LONG_BODY = `${PARAGRAPH}<h2>First part</h2>${PARAGRAPH}<pre><code class="language-sql">SELECT id FROM posts
WHERE status = 'approved' AND likes_count &gt; 3 -- enough, and a line that goes on for longer than a narrow screen is wide
</code></pre><h3>A detail</h3>${PARAGRAPH}<table><thead><tr><th>a long heading</th><th>another long heading</th>
<th>and a third one</th></tr></thead><tbody><tr><td>1</td><td>2</td><td>3</td></tr></tbody></table>
<h2>第二部分</h2>${PARAGRAPH}${FIGURE}<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li></ul>
<h2>Last part</h2>${PARAGRAPH}${PARAGRAPH}`
