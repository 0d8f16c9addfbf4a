// The words of the front door: dropping a file without an account, what it becomes, and how the product works.

export const frontDoor = {
  tab: 'Drop a file. Share a page',
  title: ['Drop a file.', 'Share a page.'],
  lead: 'Recto gives an HTML or Markdown file a link of its own. You decide who opens it, people comment on the words, and every version stays.',
  drop: 'Drop a file here',
  effect: 'Anyone with the link can open it for 30 days. No account needed.',
  choose: 'Choose a file',
  publish: 'Publish',
  publishing: 'Publishing…',
  noFile: 'Choose an HTML or Markdown file, or paste a text.',
  both: 'Choose a file or paste a text, not both.',
  closed: 'Sign in to publish',
  closedLead: 'This Recto publishes for people with an account.',
  undone: 'Deleted. No one can open the page any more.',
} as const

export const published = {
  tab: 'Published',
  title: 'Published',
  lead: (name: string, day: string) => `Anyone with the link can open “${name}” until ${day}.`,
  link: 'Link',
  open: 'Open page',
  keep: 'Keep this page',
  keepLead:
    'Open the claim link and sign in: the page stays at its address and you decide who opens it. Give the claim link only to someone who may keep the page.',
  claimLink: 'Claim link',
  signIn: 'Sign in to keep the page',
  undoLead: 'Published by mistake?',
  undo: 'Undo',
} as const

export const howItWorks = {
  title: 'How it works',
  steps: [
    {
      title: 'Publish',
      text: 'Drop a file, run one command, or let your agent do it. The page is live at once, exactly as you made it.',
    },
    {
      title: 'Share',
      text: 'Keep it to yourself, invite people, open it to your company or to anyone. You see who gains access first.',
    },
    {
      title: 'Improve',
      text: 'Comments stay with their words as the page changes. Save again: same link, new version, nothing lost.',
    },
  ],
  ways: 'Publish from',
  terminal: 'Terminal',
  commandLine: 'Recto command line',
  agent: 'Agent',
  agentLead: 'Add this MCP server to your agent, then ask: “Publish this file as a page.”',
} as const

/** The example on the front door: a made-up company and a made-up quarter. */
export const example = {
  label: 'Example page with comments',
  caption: 'An example: a report, the people who read it, and what they say about it.',
  name: 'Q3 revenue review',
  version: 'v12 · 2 min ago',
  audience: 'Acme',
  readers: ['Ben Okafor', 'Mia Thorn'],
  lead: 'Revenue grew 18.2% on the quarter, and the north carried most of it.',
  figures: [
    ['Revenue', '$4.82M', '+18.2%'],
    ['New accounts', '212', '+31'],
    ['Churn', '2.4%', '+0.6 pt'],
  ],
  chart: 'Revenue by month: rising from January to September',
  before: 'Most of the growth came from two new partners. ',
  marked: 'Churn rose because two accounts merged',
  after: ' and closed their second contract. Without them it would have fallen to 1.8%.',
  threads: [
    {
      quote: '18.2% on the quarter',
      said: [{ by: 'Mia Thorn', when: '3 hr ago', text: 'Lovely number. Worth a line on what drove it?' }],
    },
    {
      quote: 'Churn rose because two accounts merged',
      said: [
        { by: 'Ben Okafor', when: '12 min ago', text: 'Is 1.8% realistic? @Ana can you check?' },
        { by: 'Ana Ruiz', when: '2 min ago', text: 'Yes, the merge closes in December.' },
      ],
    },
  ],
} as const
