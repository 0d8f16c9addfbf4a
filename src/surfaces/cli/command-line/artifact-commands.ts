// Commands about an artifact that are written by hand: what each takes.
import type { Command, Flag } from './command.ts'

/** The artifact that a command is about. */
export const id: Flag = {
  name: 'id',
  field: 'id',
  type: 'text',
  required: true,
  description: 'Short ID or address of the artifact; @3 behind it names version 3',
}

const audience: readonly Flag[] = [
  {
    name: 'visibility',
    field: 'visibility',
    type: 'text',
    placeholder: 'audience',
    offered: ['public', 'company', 'private'],
    description:
      'public, company, private, or email addresses separated by commas (private, shared with those)',
  },
  { name: 'public', field: 'public', type: 'boolean', letter: 'p', description: 'Anyone can open it' },
  { name: 'company', field: 'company', type: 'boolean', description: 'Your organization can open it' },
  {
    name: 'private',
    field: 'private',
    type: 'boolean',
    description: 'Only you and people you add can open it',
  },
]

const note: Flag = {
  name: 'note',
  field: 'note',
  type: 'text',
  description: 'What changed in this version',
}

const baseVersion: Flag = {
  name: 'base-version',
  field: 'baseVersion',
  type: 'integer',
  placeholder: 'n',
  description: 'The version the change was made from',
}

const notice: readonly Flag[] = [
  { name: 'notify', field: 'notify', type: 'boolean', description: 'Mail each newly named person a link' },
  {
    name: 'message',
    field: 'message',
    type: 'text',
    description: 'Plain text in that mail, up to 500 characters',
  },
]

const publish: Command = {
  name: 'publish',
  summary: 'Publish one HTML or Markdown file and get its address; with --id make a new version there.',
  positional: [
    { name: 'file', field: 'file', type: 'text', required: true, description: 'The file, or - for stdin' },
  ],
  flags: [
    { ...idFlag(), description: 'Update this artifact in place of publishing a new one' },
    {
      name: 'update',
      field: 'update',
      type: 'boolean',
      letter: 'u',
      description: 'Update the artifact that .recto.json knows this file as',
    },
    {
      ...baseVersion,
      description:
        'With --id: the version your file was made from; else the one in .recto.json beside the file',
    },
    { name: 'name', field: 'name', type: 'text', description: 'Title; else the one in the file' },
    ...audience,
    {
      name: 'share',
      field: 'sharedWith',
      type: 'list',
      placeholder: 'address',
      description: 'Email address of somebody who can open it; repeat it for more',
    },
    ...notice,
    {
      name: 'label',
      field: 'labels',
      type: 'list',
      letter: 'l',
      placeholder: 'text',
      description: 'Label of a new page, to find it by with recto list --label; repeat it for more',
    },
    {
      name: 'theme',
      field: 'theme',
      type: 'text',
      offered: ['github', 'paper', 'terminal', 'plain'],
      description: 'Look of Markdown: github, paper, terminal or plain',
    },
    note,
    {
      name: 'merge',
      field: 'merge',
      type: 'boolean',
      description: 'With --id: merge into the current version where the changes do not overlap',
    },
    {
      name: 'keep-others',
      field: 'keepOthers',
      type: 'boolean',
      description:
        'With --id, for builds: merge from what this rule or key sent last; --base-version is the baseVersion of recto versions --json',
    },
    {
      name: 'reload',
      field: 'reload',
      type: 'boolean',
      description: 'With --id: show the new version at once on open pages where nobody is writing',
    },
    {
      name: 'always',
      field: 'always',
      type: 'boolean',
      description: 'With --id: make a version also where the bytes are the same',
    },
    {
      name: 'watch',
      field: 'watch',
      type: 'boolean',
      letter: 'w',
      description: 'Publish again each time the file is saved, with the rules of an update',
    },
    {
      name: 'public-preview',
      field: 'publicPreview',
      type: 'boolean',
      description: 'Publish without an account: anyone can open it, for 30 days',
    },
    {
      name: 'full',
      field: 'full',
      type: 'boolean',
      description: 'In JSON, all that is known of the artifact, not only its address, version and audience',
    },
    {
      name: 'format',
      field: 'format',
      type: 'text',
      values: ['html', 'markdown'],
      description:
        'Format of a file whose name has no extension, and of stdin, which else tells by its beginning',
    },
  ],
  more: [
    'The version is written to .recto.json beside the file, and the next update starts from it.',
    'Without --id or --update a file that was published before becomes another page; stderr says so.',
    'When somebody saved another version meanwhile, nothing is overwritten and the exit code is 5.',
  ],
}

function idFlag(): Flag {
  const { required: _, ...rest } = id
  return { ...rest, name: 'id', placeholder: 'id' }
}

const get: Command = {
  name: 'get',
  summary: 'Read what is known of an artifact; with -o save the file itself.',
  positional: [id],
  flags: [
    {
      name: 'output',
      field: 'output',
      type: 'text',
      letter: 'o',
      placeholder: 'file',
      description:
        'Save the exact bytes there, or - for stdout; the version is written to .recto.json beside it',
    },
    {
      name: 'version',
      field: 'version',
      type: 'integer',
      placeholder: 'n',
      description: 'An earlier version',
    },
  ],
}

const edit: Command = {
  name: 'edit',
  summary: 'Replace passages in place; each old text must occur exactly once.',
  positional: [id],
  flags: [
    { ...baseVersion, description: 'The version you read; else the one in .recto.json of this folder' },
    {
      name: 'old',
      field: 'old',
      type: 'list',
      placeholder: 'text',
      description: 'Text to replace; repeat it, each with its --new',
    },
    {
      name: 'new',
      field: 'new',
      type: 'list',
      placeholder: 'text',
      description: 'Text that takes its place',
    },
    {
      name: 'edits',
      field: 'edits',
      type: 'text',
      placeholder: 'file',
      description: 'JSON file, or - for stdin: [{"oldText": "…", "newText": "…"}]',
    },
    note,
  ],
}

const share: Command = {
  name: 'share',
  summary: 'Say who can open an artifact.',
  positional: [
    id,
    {
      name: 'address',
      field: 'addresses',
      type: 'list',
      description: 'Email addresses of people who can open it too',
    },
  ],
  flags: [
    ...audience,
    {
      name: 'remove',
      field: 'remove',
      type: 'list',
      placeholder: 'address',
      description: 'Email address to take away; repeat it for more',
    },
    {
      name: 'comments',
      field: 'comments',
      type: 'text',
      values: ['internal', 'shared'],
      description: 'Whether readers from outside see the comments',
    },
    {
      name: 'only',
      field: 'only',
      type: 'boolean',
      description: 'Exactly the addresses given, privately unless an audience is given; without any, nobody',
    },
    ...notice,
  ],
}

const rename: Command = {
  name: 'rename',
  summary: 'Change the name of an artifact; its address stays.',
  positional: [id, { name: 'name', field: 'name', type: 'text', required: true, description: 'New name' }],
  flags: [],
}

const open: Command = {
  name: 'open',
  summary: 'Print the address of an artifact and, on a terminal, open it in the browser.',
  positional: [id],
  flags: [{ name: 'launch', field: 'launch', type: 'boolean', description: 'Open the browser, or not' }],
}

export const artifactCommands: readonly Command[] = [publish, get, edit, share, rename, open]
