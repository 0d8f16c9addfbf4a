// The commands that run on the server's own machine, without a key: the server itself and its administration.
import type { Command } from './command.ts'

const serve: Command = {
  name: 'serve',
  summary: 'Run the server; settings are environment variables. Needs Node 24.',
  positional: [],
  flags: [],
}

const ofBackup = {
  name: 'name',
  field: 'name',
  type: 'text',
  placeholder: 'backup',
  description: 'Which backup, by its name; else the newest',
} as const

const identity = {
  name: 'identity',
  field: 'identity',
  type: 'text',
  placeholder: 'file',
  description: 'File with the secret key of age, for an encrypted backup',
} as const

const organization = {
  name: 'organization',
  field: 'organization',
  type: 'text',
  required: true,
  description: 'Its name or its id',
} as const

const file = {
  name: 'file',
  field: 'file',
  type: 'text',
  required: true,
  description: 'The file',
} as const

const verify: Command = {
  name: 'admin verify',
  summary: 'Check on this machine that every version is there with its exact bytes. Needs Node 24.',
  positional: [],
  flags: [
    {
      name: 'backup',
      field: 'backup',
      type: 'text',
      placeholder: 'folder',
      description: 'Check the newest backup in a folder or s3://… instead',
    },
    ofBackup,
    identity,
  ],
  more: [
    'Reads the same settings as recto serve and may run beside it. Exit code 1 when something is wrong.',
    'Counts files that nothing names too; the server removes them by itself.',
  ],
}

const place = {
  name: 'folder',
  field: 'folder',
  type: 'text',
  required: true,
  description: 'A folder, or s3://bucket/path?endpoint=…&region=…',
} as const

const backup: Command = {
  name: 'admin backup',
  summary: 'Back up records and files, beside a running server. Needs Node 24.',
  positional: [place],
  flags: [],
  more: [
    'Copies only files that the folder does not hold yet, and removes backups older than 29 days.',
    'RECTO_BACKUP_RECIPIENT encrypts it; RECTO_BACKUP makes backups on a schedule.',
    'Reads the same settings as recto serve. Exit code 1 when a file is missing or damaged.',
  ],
}

const restore: Command = {
  name: 'admin restore',
  summary: 'Bring a backup back into an empty store. Needs Node 24.',
  positional: [place],
  flags: [ofBackup, identity],
  more: [
    'Writes to DATABASE_URL and BLOBS_URL, which must be empty; SQLite or Postgres, whatever the backup came from.',
    'Nobody is signed in afterwards, codes have ended, and no mail waits.',
  ],
}

const exporting: Command = {
  name: 'admin export',
  summary: 'Write an organization with its pages, comments and audit into a file. Needs Node 24.',
  positional: [organization, file],
  flags: [],
  more: [
    'Holds who may read what, and roles; no key, session, connected app, webhook or build rule.',
    'Reads the same settings as recto serve and may run beside it.',
  ],
}

const importing: Command = {
  name: 'admin import',
  summary: 'Take in an organization that admin export wrote. Needs Node 24.',
  positional: [file],
  flags: [],
  more: [
    'Addresses of pages and all ids stay. If one is in use here, nothing is changed.',
    'People are known by their email address. Reads the same settings as recto serve and may run beside it.',
  ],
}

const plan: Command = {
  name: 'admin plan',
  summary: 'Put an organization on a plan. Needs Node 24.',
  positional: [
    organization,
    {
      name: 'plan',
      field: 'plan',
      type: 'text',
      required: true,
      description: 'free, solo, pro or enterprise',
    },
  ],
  flags: [],
  more: ['Reads the same settings as recto serve and may run beside it.'],
}

const takedown: Command = {
  name: 'admin takedown',
  summary: 'Hide an artifact from everybody and keep its content for review. Needs Node 24.',
  positional: [
    {
      name: 'id',
      field: 'id',
      type: 'text',
      required: true,
      description: 'Short ID or address of the artifact',
    },
  ],
  flags: [
    {
      name: 'reason',
      field: 'reason',
      type: 'text',
      placeholder: 'text',
      description: 'Why; kept in the audit and sent to its owner',
    },
    { name: 'restore', field: 'restore', type: 'boolean', description: 'Show it again' },
  ],
  more: [
    'The same file cannot be published here again without an account, until it is restored.',
    'Reads the same settings as recto serve and may run beside it.',
  ],
}

const resetSecondFactor: Command = {
  name: 'admin reset-second-factor',
  summary: 'Let somebody who lost the second factor sign in with a code by mail alone. Needs Node 24.',
  positional: [
    {
      name: 'email',
      field: 'email',
      type: 'text',
      required: true,
      description: 'The address of the person',
    },
  ],
  flags: [],
  more: [
    'Make sure by another way that it is them who ask. Their sessions end, and they get a mail; keys go on.',
    'Reads the same settings as recto serve and may run beside it.',
  ],
}

export const onMachine: readonly Command[] = [
  serve,
  verify,
  backup,
  restore,
  exporting,
  importing,
  plan,
  takedown,
  resetSecondFactor,
]
