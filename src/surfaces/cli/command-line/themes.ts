// The commands by theme, in the order of help, each with examples that a test runs as they stand.

export interface Theme {
  title: string
  /** Examples by the name of the command. */
  commands: Readonly<Record<string, readonly string[]>>
}

export const themes: readonly Theme[] = [
  {
    title: 'Publish and update',
    commands: {
      publish: [
        'recto publish report.md',
        "recto publish report.html --company --share ana@example.com --note 'First draft'",
        "echo '# Built' | recto publish - --name 'Nightly build' --label nightly",
        "recto publish report.md --id SHORT_ID --note 'Corrected'",
        'recto publish report.md --update --merge',
        'recto publish report.md --watch',
        'recto publish page.html --public-preview',
      ],
      edit: ["recto edit SHORT_ID --old 'teh report' --new 'the report'"],
      rename: ["recto rename SHORT_ID 'Annual report'"],
      copy: ["recto copy SHORT_ID --name 'Another one'"],
      claim: ['recto claim CLAIM_ADDRESS'],
    },
  },
  {
    title: 'Read and find',
    commands: {
      get: ['recto get SHORT_ID', 'recto get SHORT_ID -o report.md', 'recto get SHORT_ID@1 -o -'],
      read: ['recto read SHORT_ID', "recto read SHORT_ID --as source --find 'report'"],
      open: ['recto open SHORT_ID'],
      list: [
        'recto list --sort name',
        'recto list --owner me --all',
        'recto list --label nightly --limit 1',
        "recto list --jq '.data[] | [.shortId, .name] | @tsv'",
      ],
      search: [
        "recto search 'annual report'",
        "recto search 'annual report' --owner me",
        'recto search report --in artifacts --all',
      ],
    },
  },
  {
    title: 'Audience',
    commands: {
      share: [
        'recto share SHORT_ID ben@example.com',
        "recto share SHORT_ID ben@example.com --notify --message 'For Monday'",
        'recto share SHORT_ID --remove ben@example.com',
        'recto share SHORT_ID --only ana@example.com ben@example.com',
        'recto share SHORT_ID --company',
      ],
    },
  },
  {
    title: 'Comments',
    commands: {
      'comments list': ['recto comments list SHORT_ID', 'recto comments list SHORT_ID --status all --all'],
      'comments add': [
        "recto comments add SHORT_ID 'Which year is this?'",
        "recto comments add SHORT_ID 'Is this still so?' --quote 'teh report'",
      ],
      'comments reply': ["recto comments reply SHORT_ID THREAD_ID 'It is.'"],
      'comments resolve': ["recto comments resolve THREAD_ID --reply 'Done in v2.'"],
      'comments reopen': ['recto comments reopen THREAD_ID'],
      'comments watch': ['recto comments watch SHORT_ID', 'recto comments watch SHORT_ID --no-follow'],
    },
  },
  {
    title: 'History and trash',
    commands: {
      versions: ['recto versions SHORT_ID'],
      diff: ['recto diff SHORT_ID 1 2', 'recto diff SHORT_ID'],
      restore: ['recto restore SHORT_ID 1', 'recto restore SHORT_ID 1 --base-version 2'],
      delete: ['recto delete SHORT_ID'],
      undelete: ['recto undelete TRASHED_ID'],
    },
  },
  {
    title: 'Follow and script',
    commands: {
      events: [
        'recto events --after now',
        'recto events --no-follow --artifact SHORT_ID',
        'recto events --after start --follower mailer',
      ],
      api: [
        'recto api me',
        "recto api artifacts --jq '.data[].url'",
        'recto api -X PATCH artifacts/SHORT_ID -f theme=paper',
      ],
      mcp: ['recto mcp', 'recto mcp --root ~/reports'],
      conformance: ['recto conformance https://recto.example.com'],
      'skill install': [
        'recto skill install',
        'recto skill install claude codex --scope project',
        'recto skill install --plugin',
      ],
      completion: ['recto completion bash', 'recto completion zsh', 'recto completion fish'],
    },
  },
  {
    title: 'Account',
    commands: {
      login: [
        'recto login --url https://recto.example.com',
        'recto login --device',
        'recto login --insecure-storage',
      ],
      logout: ['recto logout'],
      whoami: ['recto whoami'],
      'config list': ['recto config list'],
      'config set': [
        'recto config set url https://recto.example.com',
        "recto config set actor-name 'Build robot' --profile builds",
      ],
      'config unset': ['recto config unset actor-name'],
      'config use': ['recto config use builds'],
    },
  },
  {
    title: 'On the machine of the server',
    commands: {
      serve: ['PORT=8080 recto serve'],
      'admin verify': ['recto admin verify'],
      'admin backup': ['recto admin backup backups'],
      'admin restore': ['recto admin restore backups'],
      'admin export': ["recto admin export 'My organization' acme.recto"],
      'admin import': ['recto admin import acme.recto'],
      'admin plan': ["recto admin plan 'My organization' pro"],
      'admin takedown': ["recto admin takedown SHORT_ID --reason 'phishing'"],
      'admin reset-second-factor': ['recto admin reset-second-factor olga@example.com'],
    },
  },
]

/** The meaning of the first word of commands of two words. */
export const groups: Readonly<Record<string, string>> = {
  comments: 'Read, write and follow the comments of an artifact.',
  config: 'Keep settings in profiles, for several servers or accounts.',
  skill: 'Teach agents to use this program.',
  admin: 'Administer the server on its own machine. Needs Node 24.',
}

export const examplesOf = (command: string): readonly string[] =>
  themes.flatMap(({ commands }) => commands[command] ?? [])
