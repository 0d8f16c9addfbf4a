// A page that people read, as it stands on the stage.

export const article = `<!doctype html><html lang=en><meta name=color-scheme content="light dark"><title>Results</title><style>body{font:18px/1.6 Georgia,serif;max-width:40rem;margin:4rem auto;padding:0 1.5rem}h1{line-height:1.15}</style>
<h1>Third-quarter results</h1><p>Revenue grew by a fifth while costs stood still. The three tables below say where, and what we are less sure of.</p>
<h2>Where it grew</h2><p>${'Most of it came from the north, where two new partners began in August. '.repeat(6)}</p><h2>What we do not know</h2><p>${'Returns of the last two weeks are not in yet. '.repeat(60)}</p>`

export const results = {
  profile: 'html',
  content: article,
  props: { name: 'Third-quarter results' },
} as const
